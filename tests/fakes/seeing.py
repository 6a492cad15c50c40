"""Workspaces that see pages: an encoder service, a public report and a closed one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fidedigno import Fidedigno, Settings
from fidedigno.access.content import UserEntry
from tests.conftest import DECLARATION
from tests.fakes.pages import EncoderService, Page, encoder_service, pdf_of

OPEN: list[Page] = [
    ("Informe anual de la universidad.", []),
    ("", ["ventas", "motor"]),
    ("# Matrícula del curso\nLa matrícula se abre en marzo.", ["queue"]),
]
CLOSED: list[Page] = [("Nómina reservada del rectorado.", ["budget"]), ("", ["ventas", "budget", "heating"])]


def corpus(folder: Path, name: str, files: dict[str, bytes], **rules: str) -> Path:
    """A declared folder with these files."""
    said = {"name": name, "audience": "public", "sensitivity": "public", "acl": "[anyone]", **rules}
    place = folder / name
    place.mkdir(exist_ok=True)
    (place / "corpus.yaml").write_text(DECLARATION.format(**said), encoding="utf-8")
    for path, content in files.items():
        (place / path).write_bytes(content)
    return place


@contextmanager
def seeing(folder: Path, **settings: object) -> Iterator[tuple[Fidedigno, EncoderService]]:
    """A workspace with ``open/informe.pdf`` for everybody and ``closed/nomina.pdf`` for Ana."""
    folder.mkdir(parents=True, exist_ok=True)
    with encoder_service() as service:
        fields = {"embedder": "none", "workers": 0, "page_encoder": service.setting, **settings}
        chosen = Settings(**fields)  # type: ignore[arg-type]
        with Fidedigno.create(folder / "place", admin="owner", settings=chosen) as place:
            place.directory.put_user(UserEntry("ana", "ana"))
            place.directory.put_user(UserEntry("eva", "eva"))
            mine = {"audience": "internal", "sensitivity": "internal", "acl": "[user:ana]"}
            place.ingest(
                corpus(folder, "open", {"informe.pdf": pdf_of(OPEN)}),
                corpus(folder, "closed", {"nomina.pdf": pdf_of(CLOSED)}, **mine),
            )
            yield place, service
