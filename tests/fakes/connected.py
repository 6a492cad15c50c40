"""A workspace that is connected to a simulated Moodle, with places declared."""

from __future__ import annotations

from pathlib import Path

from fidedigno import Fidedigno
from fidedigno.testing.moodle import MoodleServer
from tests.fakes.campus import PLACES_TEXT


def write_moodle(folder: Path, server: MoodleServer, *, url: str = "", **keys: object) -> Path:
    """Write a ``moodle.yaml`` with its token beside it; returns where it is."""
    token = folder / "service.token"
    token.write_text(server.token("bot"), encoding="ascii")
    token.chmod(0o600)
    said = {"name": "campus", "url": url or server.url, "timezone": "Europe/Madrid",
            "service_token_file": "service.token", "cache_seconds": 0, **keys}  # fmt: skip
    path = folder / "moodle.yaml"
    path.write_text("".join(f"{key}: {value}\n" for key, value in said.items()), encoding="utf-8")
    return path


def write_places(folder: Path, text: str = PLACES_TEXT) -> Path:
    """Write a ``places.yaml``; returns where it is."""
    path = folder / "places.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def connect(workspace: Fidedigno, folder: Path, server: MoodleServer) -> None:
    """Declare the places of the campus and connect its Moodle."""
    workspace.load_places(write_places(folder))
    workspace.connect_moodle(write_moodle(folder, server))


def bring(workspace: Fidedigno) -> None:
    """Synchronise, and ingest what was read whole."""
    synced = workspace.sync_moodle("owner")
    if synced.folders:
        workspace.ingest(*synced.folders)


def finds(workspace: Fidedigno, name: str | None, words: str) -> bool:
    """Whether somebody finds a passage that holds ``words``."""
    return any(words in each.evidence.content for each in workspace.search(words, as_user=name))
