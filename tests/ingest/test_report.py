import json

from fidedigno.ingest.report import IngestReport, Problem


def test_refused_and_failed_are_counted_from_the_problems() -> None:
    report = IngestReport()
    report.problems += [
        Problem("docs/a.md", "refused", "FID400", "no access list"),
        Problem("docs/b.md", "failed", "FID401", "empty", "remove it"),
        Problem("docs/c.md", "failed", "FID401", "empty"),
    ]
    assert (report.refused, report.failed) == (1, 2)
    assert report.as_dict()["failed"] == 2


def test_the_rate_is_that_of_the_whole_run_and_zero_before_it_ends() -> None:
    report = IngestReport(chunks=30)
    assert report.chunks_per_second == 0.0
    report.seconds = 2.0
    assert report.chunks_per_second == 15.0


def test_every_field_is_in_the_json() -> None:
    problem = Problem("docs/a.md", "refused", "FID400", "no access list", "declare it")
    report = IngestReport(problems=[problem], corpora=["docs"], notices=["look"])
    data = json.loads(json.dumps(report.as_dict()))
    assert set(IngestReport.__slots__) <= set(data)
    assert data["problems"] == [
        {
            "path": "docs/a.md",
            "kind": "refused",
            "code": "FID400",
            "reason": "no access list",
            "hint": "declare it",
        }
    ]
    assert (data["corpora"], data["notices"]) == (["docs"], ["look"])
