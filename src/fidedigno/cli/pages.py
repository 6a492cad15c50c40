"""Pictures of the pages of what was found, as files for whoever searched."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from fidedigno.errors import NotAvailableError, UsageError
from fidedigno.gather import Candidate
from fidedigno.workspace import Fidedigno


def draw_into(folder: Path, workspace: Fidedigno, found: Iterable[Candidate], as_user: str) -> None:
    """Draw the page of each passage that has one, as ``RANK-pPAGE.png``; what cannot be shown is left out.

    Names are made of numbers alone, and the files are for their owner alone.

    Raises:
        UsageError: if the folder cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for each in found:
            if each.evidence.locator.page is None:
                continue
            try:
                png = workspace.page_image(each.evidence.id, as_user=as_user)
            except NotAvailableError:
                continue
            _write(folder / f"{each.rank:03d}-p{each.evidence.locator.page}.png", png)
    except OSError as error:
        raise UsageError(
            f"--pages-to: {folder} cannot be written: {error.strerror}", "name a folder that you may write"
        ) from error


def _write(path: Path, content: bytes) -> None:
    # A link in its place is not followed.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
