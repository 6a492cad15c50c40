"""An account that is switched off is given nothing at any stage, and a control shows that there was something."""

from datetime import UTC, datetime

import pytest

from fidedigno import Fidedigno
from fidedigno.access import Directory, UserEntry
from fidedigno.errors import BusyError
from fidedigno.evaluate.boundaries.judge import Leak
from fidedigno.evaluate.boundaries.offboarding import BEFORE, STAGES, Offboarding
from fidedigno.evaluate.boundaries.oracle import Oracle
from fidedigno.evaluate.boundaries.private_copy import private_copy
from fidedigno.evaluate.boundaries.records import read_records
from fidedigno.evaluate.boundaries.report import BoundaryReport
from fidedigno.model import Identity
from fidedigno.workspace import LOCK_FILE

DIRECTORY = """
users: [{name: ana, email: ana@a.example}, {name: eva}]
groups: [{name: inner, members: ["user:ana"]}, {name: outer, members: ["group:inner", "user:eva"]}]
"""


def offboard(workspace: Fidedigno) -> BoundaryReport:
    report = BoundaryReport(datetime.now(UTC), 0, 1)
    with private_copy(workspace, workspace.folder / LOCK_FILE) as copy:
        records = read_records(copy.folder / "state.sqlite", copy.folder / "index")
        Offboarding(copy, records, Oracle(records, datetime.now(UTC)), report, lambda _: None).run()
    return report


@pytest.fixture
def place(workspace: Fidedigno, make_corpus, tmp_path) -> Fidedigno:
    (tmp_path / "directory.yaml").write_text(DIRECTORY, encoding="utf-8")
    workspace.load_directory(tmp_path / "directory.yaml")
    workspace.ingest(
        make_corpus({"a.md": "# Fee\n\nThe fee is twelve euros a month."}, acl='["group:outer"]')
    )
    return workspace


def test_nothing_is_retrieved_at_any_stage_and_the_control_retrieves(place: Fidedigno) -> None:
    report = offboard(place)
    assert [each.name for each in report.offboarding] == [BEFORE, *STAGES]
    assert [each.control for each in report.offboarding] == [1] * 5
    assert [each.retrieved for each in report.offboarding] == [0] * 5
    assert not report.violations
    assert all(each["enabled"] for each in place.users())


def test_a_spelling_by_which_the_account_still_reads_is_found(place: Fidedigno, monkeypatch) -> None:
    original = Directory.identity

    def identity(self, user, moment=None):
        return Identity("default", "eva", ana) if user == "EVA" else original(self, user, moment)

    ana = place.identity("ana").principals
    monkeypatch.setattr(Directory, "identity", identity)
    report = offboard(place)
    assert [each.retrieved for each in report.offboarding] == [0, 1, 1, 1, 1]
    assert {each.leak for each in report.violations} == {Leak.RETRIEVED}


def test_where_the_documents_are_gone_that_stage_says_so(place: Fidedigno, tmp_path) -> None:
    for each in (tmp_path / "docs").iterdir():
        each.unlink()
    (tmp_path / "docs").rmdir()
    notes = {each.name: each.note for each in offboard(place).offboarding}
    assert notes["after reading the documents again"] == "no source of the documents is on this machine"


def test_a_stage_without_a_control_says_that_it_shows_nothing(place: Fidedigno, monkeypatch) -> None:
    def powerless(self) -> None:
        self._copy.directory.put_user(UserEntry("boundary-control", "x"))

    monkeypatch.setattr(Offboarding, "_make_control", powerless)
    assert "shows nothing" in offboard(place).offboarding[1].note


def test_a_stage_that_fails_is_told_and_is_no_pass(place: Fidedigno, monkeypatch) -> None:
    def fails(self) -> str:
        raise BusyError("another process is writing")

    monkeypatch.setattr(Offboarding, "_documents_again", fails)
    reached = {each.name: (each.reached, each.note) for each in offboard(place).offboarding}
    assert reached["after reading the documents again"] == (False, "could not be reached (FID301)")


def test_where_nobody_reads_more_than_the_public_it_does_not_apply(workspace: Fidedigno, make_corpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# Fee\n\nThe fee is twelve euros a month."}, acl="[anyone]"))
    report = offboard(workspace)
    assert report.offboarding == []
    assert report.notes == ["offboarding: not applicable, nobody reads more than the public"]
