"""The parts of a workspace's trail: what happens around corpora and synchronisations is recorded."""

from pathlib import Path
from typing import Any

import pytest

from fidedigno.errors import UsageError
from fidedigno.model import Corpus, Principal
from fidedigno.trace.event import Action
from fidedigno.trace.parts import TrailParts, TrailRules
from tests.access.house import House, make_corpus
from tests.trace.audited import Audited


@pytest.fixture
def corpora() -> dict[int, Corpus]:
    return {1: make_corpus("docs")}


@pytest.fixture
def parts(audited: Audited, house: House, tmp_path: Path, corpora: dict[int, Corpus]) -> TrailParts:
    return TrailParts(
        house.database, tmp_path, TrailRules("default", 30, 100, "group:audit"), identity=house.directory.identity,
        permit=lambda identity, _: house.authoriser.permit(identity), declared=lambda: corpora,
    )  # fmt: skip


def noted(parts: TrailParts) -> list[tuple[Any, ...]]:
    page = parts.auditing.records(as_user="audita").items
    return [
        (each.what, tuple(each.record["objects"]), each.record["result"])
        for each in reversed(page)
        if each.what != Action.AUDIT_LISTED
    ]


@pytest.fixture
def house(audited: Audited) -> House:
    return audited.house


def test_rules_say_who_audits() -> None:
    assert TrailRules("t", 1, 1).who_audits() == ()
    assert TrailRules("t", 1, 1, "group:audit").who_audits() == (Principal.group("audit"),)


def test_making_the_parts_writes_nothing(parts: TrailParts, tmp_path: Path) -> None:
    assert not [each for each in tmp_path.iterdir() if not each.name.startswith("state.db")]


def test_declared_and_changed_corpora_are_recorded_by_marks(
    parts: TrailParts, corpora: dict[int, Corpus]
) -> None:
    with parts.corpora_recorded():
        pass

    def declare() -> None:
        with parts.corpora_recorded():
            corpora[2] = make_corpus("nuevo")
            corpora[1] = make_corpus("docs", owner="otra")
            raise UsageError("something else went wrong")

    with pytest.raises(UsageError):
        declare()
    mark = parts.keys.current().fingerprint
    assert noted(parts) == [
        (Action.CORPUS_DECLARED, (f"corpus:{mark('corpus', 'nuevo')}",), ""),
        (Action.CORPUS_CHANGED, (f"corpus:{mark('corpus', 'docs')}",), ""),
    ]


def test_synchronisations_are_recorded_with_the_code_of_what_stopped_them(parts: TrailParts) -> None:
    with parts.sync_recorded("jira"):
        pass
    with pytest.raises(UsageError), parts.sync_recorded("jira"):
        raise UsageError("Ana Gil")
    mark = parts.keys.current().fingerprint("connector", "jira")
    assert noted(parts) == [
        (Action.CONNECTOR_SYNCED, (f"connector:{mark}",), ""),
        (Action.CONNECTOR_FAILED, (f"connector:{mark}",), "FID100"),
    ]
