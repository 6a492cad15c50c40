"""A reading in plain words: what changed, what stays closed, what to do."""

from datetime import UTC, datetime

from fidedigno.connected.book import Run
from fidedigno.connected.reading import Reading
from fidedigno.connected.words import MOST, words_of
from fidedigno.ingest.report import IngestReport, Problem

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def reading(code: str = "", **more: object) -> Reading:
    counts: object = more.pop("counts", {"people": 3, "groups": 2})
    run = Run(NOW, NOW, True, code or "done", counts)  # type: ignore[arg-type]
    return Reading("x", True, run, code, **more)  # type: ignore[arg-type]


def test_a_reading_without_changes_says_so() -> None:
    assert words_of(reading()) == ["3 people, 2 groups, nothing changed"]


def test_changes_are_counted_and_what_stays_closed_is_named() -> None:
    counts = {"people": 1, "groups": 1, "written": 4, "rights_changed": 2, "removed": 1, "postponed": 9}
    report = IngestReport(indexed=4, problems=[Problem("x/a", "failed", "FID401", "broken")])
    unknown = tuple(str(number) for number in range(MOST + 5))
    first, *rest = words_of(reading(counts=counts, unknown=unknown, failed=("b",), ingested=report))
    assert first == "1 people, 1 groups, 4 contents written, 2 documents with other rights, 1 removed"
    assert rest[0].startswith("15 closed, because their rights could not be read: 0, 1, 2")
    assert rest[0].endswith("9 and 5 more")
    assert rest[1].startswith("1 could not be read")
    assert rest[2] == "9 contents are left for the next reading"
    assert "4 indexed" in rest[3]
    assert rest[4] == "failed: x/a: broken"


def test_a_failure_says_what_to_do_and_what_it_means() -> None:
    lines = words_of(reading("FID520", problem="status 503", hint="Try later."))
    assert lines[0] == "failed (FID520): status 503"
    assert lines[1] == "→ Try later."
    assert "its corpus closes" in lines[2]
