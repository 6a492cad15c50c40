"""Live checks: in parallel, in time, each for one person, and never an error."""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.access import LiveChecks, LiveOutcome, LiveQuestion, LiveRules, LiveRun, LiveVerdict, Who
from fidedigno.access.breaker import BreakerState
from fidedigno.errors import BusyError, NotAvailableError
from tests.access.test_breaker import Seconds
from tests.fakes.connector import FakeConnector
from tests.reference.live import ReferenceSource

ALLOWED, DENIED, UNKNOWN = LiveVerdict.ALLOWED, LiveVerdict.DENIED, LiveVerdict.UNKNOWN
SOURCE = "fake:corp"
ANN, BOB = Who("t", "ann", 1), Who("t", "bob", 1)
RULES = LiveRules(failures=3, pause=10.0)
Make = Callable[..., LiveChecks]


def about(document: int, account: str = "ann", **changes: Any) -> LiveQuestion:
    return replace(LiveQuestion(document, SOURCE, f"x{document}", (account,)), **changes)


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
def make(clock: Seconds) -> Iterator[Make]:
    made: list[LiveChecks] = []

    def one(fake: FakeConnector, **rules: Any) -> LiveChecks:
        made.append(LiveChecks(replace(RULES, **rules), clock))
        made[-1].use(SOURCE, fake, fake.close)
        return made[-1]

    yield one
    for each in made:
        each.close()
    assert not [each for each in threading.enumerate() if each.name.startswith("fidedigno-live")]


def only(checks: LiveChecks, question: LiveQuestion, who: Who = ANN, seconds: float = 5.0) -> LiveOutcome:
    (found,) = checks.ask(who, [question], seconds).items()
    assert found[0] == question.document_id
    return found[1]


def test_twenty_documents_are_asked_about_at_once(make: Make) -> None:
    fake = FakeConnector(waits_for=20, usually=ALLOWED)  # none is answered before all are under way
    outcomes = make(fake).ask(ANN, [about(number) for number in range(20)], 10)
    assert outcomes == dict.fromkeys(range(20), LiveOutcome.ALLOWED)
    assert fake.most_under_way == 20


def test_what_is_not_answered_in_time_is_not_used_and_what_was_stays(make: Make) -> None:
    fake = FakeConnector(says={("ann", "x1"): ALLOWED})
    checks = make(fake)
    assert only(checks, about(1)) is LiveOutcome.ALLOWED
    fake.hangs = True
    assert checks.ask(ANN, [about(1), about(2)], 0.05) == {1: LiveOutcome.ALLOWED, 2: LiveOutcome.TIMED_OUT}


def test_when_no_time_is_left_nothing_is_asked_and_the_source_is_not_blamed(make: Make) -> None:
    fake = FakeConnector(usually=ALLOWED)
    checks = make(fake, failures=1)
    for seconds in (0.0, -1.0):
        assert only(checks, about(1), seconds=seconds) is LiveOutcome.TIMED_OUT
    assert not fake.checked
    assert only(checks, about(1)) is LiveOutcome.ALLOWED
    assert only(checks, about(1), seconds=-1.0) is LiveOutcome.ALLOWED, "known already"


@pytest.mark.parametrize(
    "other",
    [
        BOB,
        replace(ANN, tenant="u"),
        replace(ANN, epoch=2),
    ],
)
def test_a_verdict_never_serves_another_person_tenant_or_state_of_permissions(make: Make, other: Who) -> None:
    fake = FakeConnector(usually=ALLOWED)
    checks = make(fake)
    assert only(checks, about(1)) is LiveOutcome.ALLOWED
    fake.usually = DENIED
    assert only(checks, about(1)) is LiveOutcome.ALLOWED, "still fresh"
    assert only(checks, about(1), other) is LiveOutcome.DENIED


@pytest.mark.parametrize("changes", [{"accounts": ("ann2",)}, {"external_id": "y"}, {"document_id": 2}])
def test_a_verdict_never_serves_another_account_or_document(make: Make, changes: dict[str, Any]) -> None:
    fake = FakeConnector(usually=ALLOWED)
    checks = make(fake)
    assert only(checks, about(1)) is LiveOutcome.ALLOWED
    fake.usually = DENIED
    assert only(checks, about(1, **changes)) is LiveOutcome.DENIED


def test_another_connector_of_the_source_does_not_inherit_its_verdicts_and_the_old_one_is_closed(
    make: Make,
) -> None:
    first, second = FakeConnector(usually=ALLOWED), FakeConnector(usually=DENIED)
    checks = make(first)
    assert only(checks, about(1)) is LiveOutcome.ALLOWED
    checks.use(SOURCE, second, second.close)
    assert only(checks, about(1)) is LiveOutcome.DENIED
    assert (first.closed, second.closed) == (1, 0)
    assert checks.sources == {SOURCE}
    checks.close()
    assert (second.closed, checks.sources) == (1, frozenset())
    assert only(checks, about(1)) is LiveOutcome.UNKNOWN


@pytest.mark.parametrize("changes", [{"accounts": ()}, {"external_id": ""}, {"source": "other:corp"}])
def test_whoever_or_whatever_the_source_does_not_know_is_not_asked_about(
    make: Make, changes: dict[str, Any]
) -> None:
    fake = FakeConnector(usually=ALLOWED)
    checks = make(fake, failures=1)
    for _ in range(3):
        assert only(checks, about(1, **changes)) is LiveOutcome.UNKNOWN
    assert not fake.checked
    assert only(checks, about(1)) is LiveOutcome.ALLOWED, "the breaker has not heard of it"


def test_a_failing_source_is_left_alone_tried_once_and_asked_again(make: Make, clock: Seconds) -> None:
    fake = FakeConnector(usually=RuntimeError("x"))
    checks = make(fake)
    for number in range(3):
        assert only(checks, about(number)) is LiveOutcome.UNKNOWN
    fake.usually = ALLOWED
    assert only(checks, about(9)) is LiveOutcome.BREAKER_OPEN
    assert len(fake.checked) == 3
    clock.now += 10
    fake.blocks = 0.2  # the first is still under way when the others come
    outcomes = checks.ask(ANN, [about(1), about(2), about(3)], 5)
    fake.blocks = 0.0
    assert sorted(outcomes.values()) == ["allowed", "breaker_open", "breaker_open"]
    outcomes = checks.ask(ANN, [about(4), about(5), about(6)], 5)
    assert set(outcomes.values()) == {LiveOutcome.ALLOWED}
    (seen,) = checks.status()
    assert seen.breaker is BreakerState.CLOSED


def test_one_source_that_hangs_takes_nothing_from_another(make: Make) -> None:
    stuck = FakeConnector(name="stuck:corp", hangs=True, stubborn=True)
    checks = make(FakeConnector(usually=ALLOWED))
    checks.use("stuck:corp", stuck)
    outcomes = checks.ask(ANN, [about(1, source="stuck:corp"), about(2)], 2.0)
    assert outcomes == {1: LiveOutcome.TIMED_OUT, 2: LiveOutcome.ALLOWED}
    stuck.hangs = False


def test_many_questions_at_once_each_get_their_own_answers(make: Make) -> None:
    fake = FakeConnector(usually=DENIED)
    fake.says = {(f"u{n}", f"x{d}"): ALLOWED for n in range(8) for d in range(20) if (n + d) % 3 == 0}
    checks = make(fake)

    def ask(person: int) -> dict[int, LiveOutcome]:
        who = Who("t", f"u{person}", 1)
        return checks.ask(who, [about(d, f"u{person}") for d in range(20)], 20)

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(ask, [*range(8), *range(8)]))
    for person, outcomes in zip([*range(8), *range(8)], found, strict=True):
        allowed = {document for document, outcome in outcomes.items() if outcome is LiveOutcome.ALLOWED}
        assert allowed == {d for d in range(20) if (person + d) % 3 == 0}


def test_what_was_not_used_is_logged_by_ids_and_a_refusal_is_no_failure(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    fake = FakeConnector(says={("ann", "x1"): ALLOWED, ("ann", "x2"): DENIED, ("ann", "x9"): ValueError("y")})
    checks = make(fake)
    checks.ask(ANN, [about(each) for each in (1, 2)], 5)
    assert caplog.text == ""
    checks.ask(ANN, [about(each) for each in (9, 1, 8, 2)], 5)
    lines = [each.getMessage() for each in caplog.records if each.name.endswith("access.live")]
    assert lines == ["fake:corp: unknown: 2 documents not used: 8, 9"]
    assert not [word for word in ("ann", "x9", "x8", "y") if word in caplog.text.split()]


STEP = st.tuples(
    st.sampled_from([0, 0, 1, 4, 11]),
    st.sampled_from(["ann", "bob"]),
    st.sampled_from([1, 2]),
    st.sampled_from("aaduuu"),
)
WORDS = {"a": ALLOWED, "d": DENIED, "u": UNKNOWN}
MEANS = {"a": "allowed", "d": "denied", "u": "unknown", "b": "breaker_open"}


@given(st.lists(STEP, max_size=40), st.sampled_from([0, 5, 30]), st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_cache_and_breaker_do_what_a_plain_history_says(
    steps: list[tuple[int, str, int, str]], keeps: int, failures: int
) -> None:
    clock, fake = Seconds(), FakeConnector()
    checks = LiveChecks(LiveRules(2.0, keeps, 20, failures, 10.0), clock)
    checks.use(SOURCE, fake)
    model = ReferenceSource(keeps, failures, 10)
    try:
        for passes, person, document, word in steps:
            clock.now += passes
            fake.usually = WORDS[word]
            fake.checked.clear()
            got = only(checks, about(document, person), Who("t", person, 1), 20)
            expected, is_asked = model.ask(clock.now, person, document, word)
            assert got.value == MEANS[expected]
            assert bool(fake.checked) == is_asked
    finally:
        checks.close()


def test_a_run_asks_once_about_a_document_and_tells_which_are_confirmed() -> None:
    asked: list[list[int]] = []

    def ask(documents: Collection[int], seconds: float) -> Mapping[int, LiveOutcome]:
        asked.append(list(documents))
        return {each: LiveOutcome.ALLOWED if each % 2 else LiveOutcome.DENIED for each in documents}

    run = LiveRun(ask, 2.0)
    assert run.confirm([1, 2, 3, 1]) == {1, 3}
    assert run.confirm([3, 4, 5]) == {3, 5}
    assert run.confirm([2]) == frozenset()
    assert run.confirm([]) == frozenset()
    assert asked == [[1, 2, 3], [4, 5]]
    assert run.outcomes[4] is LiveOutcome.DENIED


def test_the_time_of_a_run_is_for_all_its_checks_together() -> None:
    left: list[float] = []
    gate = threading.Event()

    def ask(documents: Collection[int], seconds: float) -> Mapping[int, LiveOutcome]:
        left.append(seconds)
        gate.wait(0.05)
        return dict.fromkeys(documents, LiveOutcome.ALLOWED)

    run = LiveRun(ask, 0.07)
    for document in range(4):
        run.confirm([document])
    assert left[0] == 0.07
    assert left == sorted(left, reverse=True)
    assert left[-1] <= 0


@pytest.mark.parametrize("error", [NotAvailableError("not available"), BusyError("busy")])
def test_where_nothing_can_be_asked_nothing_is_confirmed(error: Exception) -> None:
    def ask(documents: Collection[int], seconds: float) -> Mapping[int, LiveOutcome]:
        raise error

    run = LiveRun(ask, 2.0)
    assert run.confirm([1]) == frozenset()
    assert run.outcomes == {1: LiveOutcome.UNKNOWN}


def test_a_document_of_which_nothing_is_said_is_not_confirmed() -> None:
    run = LiveRun(lambda documents, seconds: {}, 2.0)
    assert run.confirm([1]) == frozenset()
    with pytest.raises(TypeError):
        run.outcomes[1] = LiveOutcome.ALLOWED  # type: ignore[index]
