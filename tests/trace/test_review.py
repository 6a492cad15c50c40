"""The queue for people: for auditors alone, newest first, complete over its pages, and without any text."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access import DocumentRight, Permit
from fidedigno.database import Database
from fidedigno.errors import NotAvailableError, UsageError
from fidedigno.model import ConflictKind, Decision, FactStatus, Identity, Principal, Support
from fidedigno.plan.load import shipped_pack
from fidedigno.trace import TraceReader, TraceStore
from fidedigno.trace.record import FactTrace, Trace, VerdictTrace
from fidedigno.trace.review import MAX_LOOKS, Queue, waiting_for_review, waiting_of
from tests.trace.made import KEY, NOW, identity, store_in, trace

AUDITORS = (Principal.group("auditors"),)
AUDITOR = identity("audita", "auditors")
EMPTY = Permit(frozenset(), frozenset(), frozenset(), 1, "key")


class NoRights:
    def class_of(self, document_id: int) -> DocumentRight | None:
        return None


def reader(store: TraceStore) -> TraceReader:
    return TraceReader(store, KEY, NoRights(), lambda _: EMPTY, AUDITORS)


def queue(store: TraceStore, who: Identity = AUDITOR, **page: int | None) -> Queue:
    return waiting_for_review(reader(store), who, AUDITORS, **page)  # type: ignore[arg-type]


@pytest.fixture
def store(database: Database) -> TraceStore:
    return store_in(database, clock=lambda: NOW)


def kept(store: TraceStore, *decisions: Decision) -> list[str]:
    """Keep one record each, oldest first; returns the ids of those that wait, newest first."""
    waiting = []
    for number, decision in enumerate(decisions):
        name = f"{number:016x}"
        assert not store.keep(trace(answer_id=name, at=NOW - timedelta(hours=1), decision=decision))
        if decision is Decision.ESCALATE:
            waiting.insert(0, name)
    return waiting


def told(page: Queue) -> list[str]:
    return [each.answer_id for each in page.items]


def test_only_what_was_handed_to_a_person_waits_newest_first(store: TraceStore) -> None:
    assert queue(store) == Queue((), None)
    waiting = kept(store, *Decision, Decision.ESCALATE, Decision.ANSWER)
    assert len(waiting) == 2
    assert told(queue(store)) == waiting


@pytest.mark.parametrize(
    "who",
    [
        identity("ana"),
        identity(None),
        identity("eva", "other"),
        Identity("default", "audita", frozenset(), enabled=False),
    ],
    ids=["who asked", "the public", "another group", "disabled auditor"],
)
def test_anybody_else_is_refused_alike_whether_there_are_any_or_not(store: TraceStore, who: Identity) -> None:
    def refusal() -> dict[str, str]:
        with pytest.raises(NotAvailableError) as refused:
            queue(store, who, size=0)
        return refused.value.as_dict()

    empty = refusal()
    kept(store, Decision.ESCALATE)
    assert refusal() == empty == NotAvailableError("not available").as_dict()


def test_without_auditors_nobody_is_one(store: TraceStore) -> None:
    with pytest.raises(NotAvailableError):
        waiting_for_review(reader(store), AUDITOR, ())


def test_another_tenant_has_a_queue_of_its_own(store: TraceStore) -> None:
    kept(store, Decision.ESCALATE)
    assert told(queue(store, identity("audita", "auditors", tenant="other"))) == []


@pytest.mark.parametrize("size", [0, -1, 201])
def test_a_page_of_no_or_too_many_records_is_refused(store: TraceStore, size: int) -> None:
    with pytest.raises(UsageError, match="between 1 and 200"):
        queue(store, size=size)


class Listed(TraceStore):
    """A store of given records, newest first; its rows are numbered down to 1."""

    def __init__(self, records: list[Trace]) -> None:
        self._records = list(enumerate(reversed(records), 1))[::-1]
        self.looks = 0

    def _read(self, *conditions: object, at_most: int) -> list[tuple[int, Trace]]:
        self.looks += 1
        bounds = [each.right.value for each in conditions if getattr(each, "left", None) is not None
                  and each.left.name == "id"]  # type: ignore[attr-defined]  # fmt: skip
        return [(row, each) for row, each in self._records if all(row < bound for bound in bounds)][:at_most]


@given(st.lists(st.booleans(), max_size=40), st.integers(1, 7))
def test_the_pages_together_hold_every_waiting_answer_once(waits: list[bool], size: int) -> None:
    records = [
        trace(answer_id=f"{n:016x}", decision=Decision.ESCALATE if each else Decision.ANSWER)
        for n, each in enumerate(waits)
    ]
    store = Listed(records)
    found, before = list[str](), None
    for _ in range(len(waits) + 2):
        page = queue(store, before=before, size=size)
        assert len(page.items) <= size
        found += told(page)
        before = page.following
        if before is None:
            break
    assert before is None
    assert found == [f"{n:016x}" for n, each in enumerate(waits) if each]


def test_a_page_looks_at_a_bounded_number_of_records_and_says_where_to_go_on() -> None:
    store = Listed([trace(answer_id=f"{n:016x}", decision=Decision.ANSWER) for n in range(MAX_LOOKS + 50)])
    page = queue(store, size=1)
    assert (page.items, store.looks) == ((), MAX_LOOKS)
    assert page.following == 51


WAITING = trace(
    decision=Decision.ESCALATE,
    facts=(
        FactTrace("due-date", True, FactStatus.COVERED),
        FactTrace("extension", True, FactStatus.CONFLICTING, ("a",), ("b",), ConflictKind.STATE),
        FactTrace("timezone", False, FactStatus.MISSING),
        FactTrace("late-policy", True, FactStatus.UNVERIFIABLE, reason="timed_out"),
    ),
    verdicts=(
        VerdictTrace(0, Support.SUPPORTED, "verbatim"),
        VerdictTrace(1, Support.CONTRADICTED, "value_differs"),
    ),
)


def test_the_reasons_are_the_critical_gaps_and_the_claims_that_failed() -> None:
    assert waiting_of(WAITING).as_dict()["reasons"] == [
        {"about": "extension", "code": "conflicting", "detail": "state"},
        {"about": "late-policy", "code": "unverifiable", "detail": "timed_out"},
        {"about": "2", "code": "contradicted", "detail": "value_differs"},
    ]


def test_the_reasons_are_said_in_words_in_both_languages() -> None:
    english = waiting_of(WAITING).says("en", shipped_pack("lms"))
    assert "sources contradict each other (the state)" in english
    assert "it could not be checked (the system did not answer in time)" in english
    assert "#2: contradicted (the value is another one in the source)" in english
    assert "hay versiones que se contradicen (el estado)" in waiting_of(WAITING).says("es")


def test_a_reason_whose_code_has_no_words_is_told_as_its_code() -> None:
    odd = trace(facts=(FactTrace("extension", True, FactStatus.UNVERIFIABLE, reason="x_1"),), verdicts=())
    assert waiting_of(odd).says("en") == "extension: it could not be checked (x_1)"
    plain = trace(facts=(FactTrace("extension", True, FactStatus.MISSING),), verdicts=())
    assert waiting_of(plain).says("en") == "extension: not known"


def test_nothing_but_ids_codes_and_moments_is_told(store: TraceStore) -> None:
    kept(store, Decision.ESCALATE)
    page = queue(store).as_dict()
    assert json.loads(json.dumps(page)) == page
    (item,) = page["waiting"]
    assert set(item) == {"answer", "class", "at", "reasons"}
    assert "viernes" not in json.dumps(page)
    assert KEY.user("default", "ana") not in json.dumps(page)
