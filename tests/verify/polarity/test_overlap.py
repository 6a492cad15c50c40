from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import Reading, read
from fidedigno.verify.statement import Statement


def certainty(
    claim: str, evidence: str, word: str, other: str, *, apart: bool = False, context: str = ""
) -> float:
    pair = Pair(read(Statement.of(claim, "en")), read(Statement.of(evidence, "en", context=context)))
    return pair.certainty(token(pair.claim, word), token(pair.evidence, other), apart=apart)


def token(reading: Reading, word: str) -> Token:
    return next(each for each in reading.tokens if each.text == word)


def test_the_same_but_for_what_is_compared_is_certain() -> None:
    assert (
        certainty("The gate opens at dawn.", "The gate closes at dawn.", "opens", "closes", apart=True) == 1.0
    )


def test_two_names_make_it_doubtful() -> None:
    same = certainty("The Pro plan expires.", "The Pro plan expired.", "expires", "expired")
    other = certainty("The Pro plan expires.", "The Team plan expired.", "expires", "expired")
    assert same == 1.0
    assert other < 0.3


def test_what_one_of_them_adds_counts_less_than_what_each_has_alone() -> None:
    added = certainty("The gate opens.", "The northern gate opens at dawn.", "opens", "opens")
    strange = certainty("The wooden gate opens slowly.", "The northern gate opens early.", "opens", "opens")
    assert added > strange


def test_a_condition_of_one_side_makes_it_less_certain() -> None:
    free = certainty("The gate opens.", "The gate opens.", "opens", "opens")
    bound = certainty("The gate opens.", "If rain falls, the gate opens.", "opens", "opens")
    assert bound < free


def test_a_heading_counts_as_said() -> None:
    bare = certainty("The harbour gate opens.", "It opens.", "opens", "opens")
    assert certainty("The harbour gate opens.", "It opens.", "opens", "opens", context="Harbour gate") >= bare
