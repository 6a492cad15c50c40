"""What is said of a value that the sentence does not have."""

import pytest

from fidedigno.verify.statement import Difference
from fidedigno.verify.values.clauses import surroundings
from fidedigno.verify.values.pair import Pair
from fidedigno.verify.values.unequal import judge_unequal
from tests.verify.values.reading import compare, statement


def judged(claim: str, evidence: str, *, is_nowhere: bool = False) -> Difference | bool:
    mine, theirs = statement(claim), statement(evidence)
    pair = Pair(mine, theirs, surroundings(mine), surroundings(theirs))
    return judge_unequal(pair, 0, frozenset(), 0, is_nowhere=is_nowhere)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("It was noticed on 3 May 1834.", "The comet was seen on 3 May 1843."),
        ("The prize is 420 euros.", "Winners get 402 euros."),
        ("It has 48.5 seats.", "The stadium seats 48,500 people."),
        ("The show is at 20:00, Lisbon time.", "They play at 20:00, Madrid time."),
    ],
)
def test_a_value_that_is_one_off_is_surely_the_same_one(claim: str, evidence: str) -> None:
    (found,) = compare(claim, evidence).differences
    assert found.certainty >= 0.5


def test_only_like_things_are_added_up_without_a_word_for_it() -> None:
    assert compare("There must be seven replicas.", "There are 5 replicas; 2 in tests.").differences
    assert not compare("In total there are seven.", "There are 5 replicas and 2 backups.").differences


def test_the_rest_of_a_hundred_per_cent_contradicts_nothing() -> None:
    assert not compare(
        "You may miss 20 % of the lessons.", "Attendance must reach 80 % of the lessons."
    ).differences


def test_a_value_that_is_nowhere_else_is_surer() -> None:
    near, nowhere = (
        judged("The gardener is paid per month.", "The gardener charges per hour.", is_nowhere=each)
        for each in (False, True)
    )
    assert isinstance(near, Difference)
    assert isinstance(nowhere, Difference)
    assert near.certainty < nowhere.certainty
