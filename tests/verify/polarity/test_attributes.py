import pytest

from fidedigno.verify.polarity.attributes import differing_attributes
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Difference, Statement

BOTH = {
    "en": "The Pro plan has chat support and the Basic plan has email support.",
    "es": "El plan Pro tiene soporte telefónico y el plan Básico tiene soporte postal.",
}


def differing(claim: str, language: str) -> list[Difference]:
    evidence = Statement.of(BOTH[language], language)
    return differing_attributes(Pair(read(Statement.of(claim, language)), read(evidence)))


@pytest.mark.parametrize(
    ("language", "claim", "stretch"),
    [
        ("en", "The Basic plan has chat support.", "chat"),
        ("es", "El plan Básico tiene soporte telefónico.", "telefónico"),
    ],
)
def test_an_attribute_of_the_other_is_found(language: str, claim: str, stretch: str) -> None:
    (found,) = differing(claim, language)
    assert found.certainty >= 0.5
    assert claim[found.start : found.end] == stretch


@pytest.mark.parametrize(
    ("language", "claim"),
    [
        ("en", "The Pro plan has chat support."),
        ("en", "The Team plan has chat support."),
        ("es", "El plan Básico tiene soporte postal."),
    ],
)
def test_its_own_attribute_and_unknown_owners_are_left(language: str, claim: str) -> None:
    assert differing(claim, language) == []
