"""A reranker changes the order and nothing else, and whatever it does wrong leaves the order as it was."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.gather.candidate import Candidate
from fidedigno.gather.rerank.protocol import Passage, RerankError
from fidedigno.gather.rerank.stage import Outcome, Reranking, RerankStage
from fidedigno.model import Sensitivity
from tests.gather.rerank.cards import candidates


@dataclass
class FakeReranker:
    """Scores as it is told; sees only what is labelled low enough."""

    scores: Callable[[Sequence[Passage]], object]
    ceiling: Sensitivity = Sensitivity.RESTRICTED
    given: list[str] = field(default_factory=list)
    closed: bool = False
    fingerprint: str = "fake/1"

    def may_read(self, passage: Passage) -> bool:
        return passage.sensitivity <= self.ceiling

    def score(self, question: str, passages: Sequence[Passage]) -> Sequence[float]:
        self.given += [each.id for each in passages]
        return self.scores(passages)  # type: ignore[return-value]

    def close(self) -> None:
        self.closed = True


def reverse(passages: Sequence[Passage]) -> list[float]:
    return [float(each.fused_rank) for each in passages]


def order(reranker: FakeReranker, given: Sequence[Candidate], **options: float) -> Reranking:
    stage = RerankStage(reranker, **options)  # type: ignore[arg-type]
    try:
        return stage.order("what?", given)
    finally:
        stage.close()


def ids(found: Reranking) -> list[str]:
    return [each.evidence.id for each in found.candidates]


def test_the_best_come_first_with_their_scores_and_places() -> None:
    found = order(FakeReranker(lambda _: [0.1, 0.7, 0.4]), candidates("a", "b", "c"))
    assert ids(found) == ["1", "2", "0"]
    assert [each.rank for each in found.candidates] == [1, 2, 3]
    assert [each.rerank_score for each in found.candidates] == [0.7, 0.4, 0.1]
    assert found.outcome is Outcome.USED
    assert (found.reranker, found.cause) == ("fake/1", "")
    assert found.scores == {"0": 0.1, "1": 0.7, "2": 0.4}


def test_equal_scores_keep_the_fused_order() -> None:
    assert ids(order(FakeReranker(lambda given: [0.0] * len(given)), candidates(*"abcd"))) == list("0123")


def test_more_of_the_named_identifiers_stay_before_fewer() -> None:
    codes = {0: frozenset({"e-1", "e-2"}), 1: frozenset({"e-1"}), 2: frozenset({"e-2"})}
    assert ids(order(FakeReranker(reverse), candidates(*"abcde", codes=codes))) == ["0", "2", "1", "4", "3"]


def test_only_the_first_ones_are_looked_at() -> None:
    reranker = FakeReranker(reverse)
    found = order(reranker, candidates(*"abcde"), depth=3)
    assert ids(found) == ["2", "1", "0", "3", "4"]
    assert reranker.given == ["0", "1", "2"]
    assert [each.rerank_score for each in found.candidates[3:]] == [None, None]
    assert RerankStage(reranker, depth=3).depth == 3


def test_what_may_not_be_sent_is_not_and_keeps_its_place() -> None:
    reranker = FakeReranker(reverse, ceiling=Sensitivity.INTERNAL)
    labels = {1: Sensitivity.CONFIDENTIAL, 3: Sensitivity.RESTRICTED}
    assert ids(order(reranker, candidates(*"abcde", labels=labels))) == ["4", "1", "2", "3", "0"]
    assert reranker.given == ["0", "2", "4"]


@pytest.mark.parametrize(
    "given", [[], candidates("a"), candidates("a", "b", labels={1: Sensitivity.RESTRICTED})]
)
def test_where_nothing_can_be_ordered_nothing_is_asked(given: list[Candidate]) -> None:
    reranker = FakeReranker(reverse, ceiling=Sensitivity.INTERNAL)
    found = order(reranker, given)
    assert found.candidates == tuple(given)
    assert (found.outcome, found.cause, reranker.given) == (Outcome.OFF, "nothing_to_order", [])


def test_without_a_reranker_everything_stays() -> None:
    stage = RerankStage(None)
    given = candidates("a", "b")
    found = stage.order("what?", given)
    assert (found.candidates, found.outcome, found.reranker) == (tuple(given), Outcome.OFF, "")
    assert stage.depth == 0
    stage.close()


@pytest.mark.parametrize(
    ("told", "cause"),
    [
        ([1.0], "count"),
        ([1.0] * 4, "count"),
        ([1.0, float("nan"), 0.0], "not_a_number"),
        ([1.0, float("inf"), 0.0], "not_a_number"),
        ([1.0, "0.5", 0.0], "shape"),
        ([1.0, True, 0.0], "shape"),
        ([1.0, None, 0.0], "shape"),
        ([1.0, 10**400, 0.0], "OverflowError"),
        (None, "TypeError"),
        (3, "TypeError"),
    ],
)
def test_scores_that_are_none_leave_the_order(
    told: object, cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    given = candidates("a secret", "b", "c")
    with caplog.at_level(logging.DEBUG):
        found = order(FakeReranker(lambda _: told), given)
    assert found.candidates == tuple(given)
    assert (found.outcome, found.cause, dict(found.scores)) == (Outcome.FAILED, cause, {})
    assert cause in caplog.text
    assert "secret" not in caplog.text
    assert "what?" not in caplog.text


@pytest.mark.parametrize(
    ("error", "outcome", "cause"),
    [
        (RerankError("shape"), Outcome.FAILED, "shape"),
        (RerankError("runtime: Fail"), Outcome.FAILED, "runtime: Fail"),
        (RerankError("timed_out"), Outcome.TIMED_OUT, "timed_out"),
        (RerankError("the secret of a document"), Outcome.FAILED, "RerankError"),
        (ValueError("the secret of a document"), Outcome.FAILED, "ValueError"),
        (MemoryError(), Outcome.FAILED, "MemoryError"),
    ],
)
def test_an_error_leaves_the_order_and_tells_no_text(
    error: Exception, outcome: Outcome, cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: object) -> object:
        raise error

    given = candidates("a", "b")
    found = order(FakeReranker(fails), given)
    assert found.candidates == tuple(given)
    assert (found.outcome, found.cause) == (outcome, cause)
    assert "secret" not in caplog.text


def test_a_late_one_is_given_up_and_does_not_hold_up_the_next_question() -> None:
    go_on = threading.Event()

    def hangs(passages: Sequence[Passage]) -> list[float]:
        go_on.wait(20)
        return reverse(passages)

    stage = RerankStage(FakeReranker(hangs), milliseconds=50, threads=2)
    given = candidates("a", "b")
    try:
        began = time.monotonic()
        found = [stage.order("what?", given) for _ in range(4)]
        assert time.monotonic() - began < 5
        assert [(each.outcome, each.cause) for each in found] == [
            (Outcome.TIMED_OUT, "late"),
            (Outcome.TIMED_OUT, "late"),
            (Outcome.FAILED, "busy"),
            (Outcome.FAILED, "busy"),
        ]
        assert all(each.candidates == tuple(given) for each in found)
    finally:
        go_on.set()
    until = time.monotonic() + 10
    while stage.order("what?", given).outcome is not Outcome.USED:
        assert time.monotonic() < until, "the places of computations that ended are not free again"
        time.sleep(0.01)
    stage.close()


def test_a_closed_one_leaves_the_order() -> None:
    reranker = FakeReranker(reverse)
    stage = RerankStage(reranker)
    stage.close()
    assert reranker.closed
    given = candidates("a", "b")
    assert [stage.order("what?", given).outcome for _ in range(9)] == [Outcome.FAILED] * 9
    assert stage.order("what?", given).candidates == tuple(given)


@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.integers(0, 2), st.sampled_from(Sensitivity)),
        min_size=2,
        max_size=12,
    ),
    st.integers(2, 12),
)
def test_the_order_is_that_of_a_plain_sort_with_the_rest_in_place(
    drawn: list[tuple[int, int, Sensitivity]], depth: int
) -> None:
    drawn = sorted(drawn, key=lambda each: -each[1])
    given = candidates(
        *("x" for _ in drawn),
        codes={at: frozenset(map(str, range(held))) for at, (_, held, _) in enumerate(drawn)},
        labels={at: label for at, (_, _, label) in enumerate(drawn)},
    )
    scores = {str(at): float(score) for at, (score, _, _) in enumerate(drawn)}
    reranker = FakeReranker(lambda passages: [scores[each.id] for each in passages], Sensitivity.INTERNAL)
    found = order(reranker, given, milliseconds=20_000, depth=depth)
    seen = [at for at in range(min(depth, len(drawn))) if drawn[at][2] <= Sensitivity.INTERNAL]
    expected = list(range(len(drawn)))
    if len(seen) >= 2:
        best = sorted(seen, key=lambda at: (-drawn[at][1], -drawn[at][0], at))
        for place, at in zip(seen, best, strict=True):
            expected[place] = at
    assert ids(found) == [str(at) for at in expected]
    assert [each.rank for each in found.candidates] == list(range(1, len(drawn) + 1))


def test_a_page_without_text_is_not_scored_and_keeps_its_place() -> None:
    given = candidates("a", "b", "c")
    page = replace(given[1], evidence=replace(given[1].evidence, content=""))
    reranker = FakeReranker(reverse)
    found = order(reranker, [given[0], page, given[2]])
    assert reranker.given == ["0", "2"]
    assert ids(found) == ["2", "1", "0"]
