"""As of when rights are true: now for a folder, what it says for a copy, and never younger than that."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.access.corpora import Closure
from fidedigno.ingest.rights_age import rights_read_at
from fidedigno.sources.files import RIGHTS_FILE
from tests.conftest import MakeCorpus

NOW = datetime(2026, 11, 12, 9, tzinfo=UTC)


def test_an_ordinary_folder_or_file_is_as_fresh_as_its_reading(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("x", encoding="utf-8")
    assert rights_read_at(tmp_path, NOW) == NOW
    assert rights_read_at(file, NOW) == NOW
    assert rights_read_at(tmp_path / "none", NOW) == NOW


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("2026-11-12T08:00:00+00:00", NOW - timedelta(hours=1)),
        ("2026-11-12T09:00:00+01:00\n", NOW - timedelta(hours=1)),
        ("2026-11-12T09:00:59+00:00", NOW),
        ("2026-11-12T10:00:00+00:00", None),
        ("9999-12-31T23:59:59+00:00", None),
        ("2026-11-12T08:00:00", None),
        ("", None),
        ("yesterday", None),
        ("\x00" * 100, None),
        ("١٢", None),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_copy_is_as_old_as_it_says_and_of_no_age_where_it_does_not_know(
    tmp_path: Path, said: str, at: datetime | None
) -> None:
    (tmp_path / RIGHTS_FILE).write_text(said, encoding="utf-8")
    assert rights_read_at(tmp_path, NOW) == at


def test_what_cannot_be_read_is_of_no_age(tmp_path: Path) -> None:
    (tmp_path / RIGHTS_FILE).mkdir()
    assert rights_read_at(tmp_path, NOW) is None


def test_reading_a_stale_copy_again_opens_nothing(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    copy = make_corpus({"a.md": "# A\n\nasunto común\n"})
    note = copy / RIGHTS_FILE

    def closed() -> Closure | None:
        (status,) = workspace.declared.status()
        assert status.open is bool(workspace.search("asunto", as_user=None))
        return status.reason

    note.write_text("", encoding="ascii")
    workspace.ingest(copy)
    assert closed() is Closure.NEVER_SYNCED
    note.write_text((datetime.now(UTC) - timedelta(hours=23)).isoformat(), encoding="ascii")
    workspace.ingest(copy)
    assert closed() is None
    note.write_text((datetime.now(UTC) - timedelta(hours=25)).isoformat(), encoding="ascii")
    for again in (lambda: workspace.ingest(copy), workspace.ingest, workspace.reindex):
        again()
        assert closed() is Closure.STALE
    note.write_text((datetime.now(UTC) + timedelta(hours=1)).isoformat(), encoding="ascii")
    workspace.ingest()
    assert closed() is Closure.STALE, "a clock that was ahead made rights young"
    note.write_text(datetime.now(UTC).isoformat(), encoding="ascii")
    workspace.ingest()
    assert closed() is None
