"""A value told of another subject in another place."""

import pytest

from fidedigno.verify.values.clauses import surroundings
from fidedigno.verify.values.places import Place, is_of_another
from tests.verify.values.reading import statement


def sure(
    claim: str, equal: str, rival: str, language: str = "en", context: tuple[str, str] = ("", "")
) -> float:
    """``equal`` comes first in reading order, unless it begins with ``>``."""
    later = equal.startswith(">")
    mine = surroundings(statement(claim, language))
    first = Place(surroundings(statement(equal.lstrip(">"), language, context[0])), 0, int(later))
    second = Place(surroundings(statement(rival, language, context[1])), 0, int(not later))
    return is_of_another(mine, 0, first, second)


@pytest.mark.parametrize(
    ("claim", "equal", "rival", "language"),
    [
        ("Basic costs 20.", ">Pro costs 20.", "Basic costs 10.", "en"),
        (
            "El abono de tarde vale 9 euros.",
            "El abono completo cuesta 9 euros.",
            "El abono de tarde cuesta 5 euros.",
            "es",
        ),
        (
            "El certificado interno dura 90 días.",
            "Los certificados públicos duran 90 días.",
            "Los internos, 30 días.",
            "es",
        ),
        ("The oven needs 12 minutes.", "The grill needs 12 minutes.", "The oven, 25.", "en"),
        ("Members pay 9 euros.", ">Non-members pay 9 euros.", "Members pay 5 euros.", "en"),
        ("Los no socios pagan 5 euros.", "Los socios pagan 5 euros.", "Los no socios pagan 9 euros.", "es"),
        ("Track B ends in 3 weeks.", "Track A ends in 3 weeks.", "Track B ends in 5 weeks.", "en"),
    ],
)
def test_the_subject_of_the_other_place_is_recognised(
    claim: str, equal: str, rival: str, language: str
) -> None:
    assert sure(claim, equal, rival, language) >= 0.5


@pytest.mark.parametrize(
    ("claim", "equal", "rival"),
    [
        ("Pro costs 20.", ">Pro costs 20.", "Basic costs 10."),
        ("It costs 20.", ">Pro costs 20.", "Basic costs 10."),
        ("Team costs 20.", ">Pro costs 20.", "Basic costs 10."),
        (
            "New buyers get it back in 30 days.",
            ">Refunds take 30 days.",
            "The trial lasts 14 days for new buyers.",
        ),
        (
            "The batteries last eight months.",
            ">The sensor's, eight months.",
            "The batteries of the lamp last two years.",
        ),
        ("Basic costs 20, respectively.", ">Pro costs 20.", "Basic costs 10."),
        ("Guests who are not members pay 9 euros.", ">The others pay 9 euros.", "Members pay 5 euros."),
    ],
)
def test_its_own_subject_or_none_that_is_known_says_nothing(claim: str, equal: str, rival: str) -> None:
    assert sure(claim, equal, rival) == 0.0


def test_a_heading_tells_the_subject() -> None:
    headings = ("Pro plan", "Basic plan")
    assert sure("The Basic plan costs $20.", ">Price: $20.", "Price: $10.", context=headings) >= 0.5
    assert sure("The Pro plan costs $20.", ">Price: $20.", "Price: $10.", context=headings) == 0.0
