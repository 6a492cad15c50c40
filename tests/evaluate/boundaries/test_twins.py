"""Refusals are compared in words, shape, decision, length and exit code; times by a ratio with an interval."""

from datetime import UTC, datetime

import pytest

from fidedigno.deliver import answer_as_dict, render
from fidedigno.evaluate.boundaries.routes import Exchange
from fidedigno.evaluate.boundaries.twins import MIN_PAIRS, compare, timing_of
from fidedigno.model import Answer, Claim, Decision
from tests.fakes.cards import card


def refused(message: str = "I have no approved source.", **changes) -> Exchange:
    decision = changes.pop("decision", Decision.ABSTAIN)
    answer = Answer("a", decision, (), (), message, "en", datetime.now(UTC), **changes)
    return Exchange("ask", "returned", answer_as_dict(answer), render(answer), answer=answer)


def answered() -> Exchange:
    answer = Answer("a", Decision.ANSWER, (Claim("x", ("e",)),), (card(id="e"),), "", "en", datetime.now(UTC))
    return Exchange("ask", "returned", answer_as_dict(answer), render(answer), answer=answer)


def test_equal_refusals_do_not_differ() -> None:
    found = compare(refused(), refused(), ["Salary"], ["Zarbulence"])
    assert found.comparable
    assert found.differs_in == ()


def test_what_the_question_named_may_be_repeated() -> None:
    one, other = refused("Nothing about Salary bands."), refused("Nothing about Zarbulence.")
    assert compare(one, other, ["Salary", "Salary bands"], ["Zarbulence"]).differs_in == ()


@pytest.mark.parametrize(
    ("other", "part"),
    [
        (refused("No access."), "words"),
        (refused(decision=Decision.ESCALATE), "decision"),
        (refused(next_action="Ask HR."), "next_action"),
        (refused(scope={"course": "x"}), "shape"),
        (Exchange("ask", "FID500", {"code": "FID500"}, "not available", 6), "exit_code"),
    ],
)
def test_every_part_of_a_refusal_is_compared(other: Exchange, part: str) -> None:
    assert part in compare(refused(), other, (), ()).differs_in


def test_an_answer_from_permitted_sources_is_not_compared() -> None:
    assert not compare(answered(), refused(), (), ()).comparable
    assert not compare(refused(), refused(question_class="price"), (), ()).comparable


def test_a_clear_difference_of_times_is_told_and_noise_is_not() -> None:
    alike = timing_of([(0.10 + n % 3 / 100, 0.10 + (n + 1) % 3 / 100) for n in range(40)], 1)
    apart = timing_of([(0.2 + n % 3 / 100, 0.1 + n % 3 / 100) for n in range(40)], 1)
    assert alike is not None
    assert apart is not None
    assert alike.low <= alike.ratio <= alike.high
    assert (alike.same_class, apart.same_class) == (True, False)


def test_few_times_tell_nothing() -> None:
    assert timing_of([(1.0, 1.0)] * (MIN_PAIRS - 1), 0) is None
