"""One file, one root: what an earlier root held of the files that another one reads now.

A folder may get a declaration of its own, or lose it, so that its files come under other rules. The documents
made of them under the old rules must go before the new ones are written, or both could be found.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

from fidedigno.ingest.declaration import FILE_NAME
from fidedigno.ingest.roots import Root


def overlapping(root: Root, places: Iterable[str]) -> list[Path]:
    """Those of the roots at ``places`` that may hold documents of files which ``root`` reads.

    A folder below that still has a declaration of its own keeps its files.
    """
    return [
        place
        for place in map(Path, places)
        if place != root.path
        and (
            root.path.is_relative_to(place)
            or (place.is_relative_to(root.path) and not (place / FILE_NAME).is_file())
        )
    ]


def reads(root: Root, path: Path) -> bool:
    """Whether a file or folder lies in what this run reads under ``root``."""
    top, wanted = _parts(root.path), _parts(path)
    if wanted[: len(top)] != top:
        return False
    inside = wanted[len(top) :]
    if root.only is not None and not _begins(inside, root.only):
        return False
    return not any(_begins(inside, excluded) for excluded in root.excluded)


def _begins(parts: tuple[str, ...], folder: str) -> bool:
    wanted = _parts(Path(folder))
    return parts[: len(wanted)] == wanted


def _parts(path: Path) -> tuple[str, ...]:
    """In the form of external ids, whatever the file system's own spelling is."""
    return tuple(unicodedata.normalize("NFC", part) for part in path.parts)
