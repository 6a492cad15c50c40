"""How well two values match in what they are said of."""

from fidedigno.verify.values.clauses import surroundings
from fidedigno.verify.values.subjects import subject_match
from tests.verify.values.reading import statement


def match(claim: str, evidence: str, one: int = 0, other: int = 0) -> float:
    return subject_match(surroundings(statement(claim)), one, surroundings(statement(evidence)), other)


def test_the_same_words_match_wholly() -> None:
    assert match("The Pro plan costs $10.", "The Pro plan costs $20.") == 1
    assert match("It has 3 users.", "It has 5 users.") == 1


def test_another_name_is_another_subject() -> None:
    assert match("The fee of the Basic plan is $10.", "The fee of the Pro plan is $20.") < 0.35
    assert match("It has 50 employees in Madrid.", "It has 200 employees.") < 0.5


def test_a_paraphrase_matches_by_halves() -> None:
    found = match(
        "Customers get their money back within 30 days.", "Refunds are given to clients within 14 days."
    )
    assert 0.5 <= found < 1


def test_other_words_match_little() -> None:
    assert match("The battery weighs 2 kg.", "The parcel was 3 kg heavier.") < 0.35


def test_a_heading_tells_the_subject_too() -> None:
    claim = surroundings(statement("The Pro plan costs $10."))
    without = surroundings(statement("It costs $20."))
    with_heading = surroundings(statement("It costs $20.", context="The Pro plan"))
    assert subject_match(claim, 0, without, 0) < subject_match(claim, 0, with_heading, 0) == 1


def test_what_follows_the_value_must_not_be_another_thing() -> None:
    assert match("The plan has a $20 credit.", "The plan has a $10 fee.") < match(
        "The plan has a $20 fee.", "The plan has a $10 fee."
    )
