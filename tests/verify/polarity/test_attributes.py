import pytest

from fidedigno.verify.polarity.attributes import differing_attributes
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Difference, Statement

BOTH = {
    "en": "The Pro plan has chat support and the Basic plan has email support.",
    "es": "El plan Pro tiene soporte telefónico y el plan Básico tiene soporte postal.",
}


def differing(claim: str, language: str) -> list[Difference]:
    evidence = read(Statement.of(BOTH[language], language))
    return [each for _, each in differing_attributes(read(Statement.of(claim, language)), [(0, evidence)])]


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


@pytest.mark.parametrize(
    ("language", "sentences", "claim"),
    [
        ("en", ["The red bin takes paper.", "The blue bin takes glass."], "Put glass in the red bin."),
        (
            "es",
            ["El cubo rojo es para papel.", "El cubo azul es para vidrio."],
            "El vidrio va en el cubo rojo.",
        ),
        ("en", ["Gravel comes by truck, cement by rail."], "Cement comes by truck."),
        ("es", ["El largo es para empresas; el corto, para particulares."], "El corto es para empresas."),
    ],
)
def test_two_sentences_and_a_verb_left_out_are_set_side_by_side(
    language: str, sentences: list[str], claim: str
) -> None:
    evidence = [(number, read(Statement.of(text, language))) for number, text in enumerate(sentences)]
    (found,) = differing_attributes(read(Statement.of(claim, language)), evidence)
    assert found[1].certainty >= 0.5


def test_a_subject_that_is_taken_up_by_another_word_is_no_second_one() -> None:
    evidence = ["The Pro plan costs nothing in May.", "It can be cancelled at any time."]
    readings = [(number, read(Statement.of(text, "en"))) for number, text in enumerate(evidence)]
    assert differing_attributes(read(Statement.of("The Pro plan can be cancelled.", "en")), readings) == []
