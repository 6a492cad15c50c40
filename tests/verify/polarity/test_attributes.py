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


def mixes(claim: str, sentences: list[str], language: str) -> bool:
    told = [(at, read(Statement.of(text, language))) for at, text in enumerate(sentences)]
    found = differing_attributes(read(Statement.of(claim, language)), told)
    return any(each.certainty >= 0.5 for _, each in found)


@pytest.mark.parametrize(
    ("language", "sentences", "right", "wrong"),
    [
        (
            "en",
            ["Spare sails: upper loft.", "Spare ropes: lower loft."],
            "The ropes are kept in the lower loft.",
            "The ropes are kept in the upper loft.",
        ),
        ("en", ["Cabin: pine.", "Sauna: cedar."], "The sauna is of cedar.", "The sauna is of pine."),
        (
            "en",
            ["The steps at the gate are slate, whereas those by the pond are brick."],
            "By the pond the steps are brick.",
            "By the pond the steps are slate.",
        ),
        (
            "en",
            ["The red box holds fuses; the grey one, bulbs."],
            "Bulbs are in the grey box.",
            "Bulbs are in the red box.",
        ),
        (
            "es",
            ["La caja roja guarda los fusibles y la gris, las bombillas."],
            "Los fusibles están en la caja roja.",
            "Los fusibles están en la caja gris.",
        ),
        (
            "es",
            ["Los trapos sucios van al cesto azul; los no sucios, al cesto blanco."],
            "Los trapos sucios se echan al cesto azul.",
            "Los trapos sucios se echan al cesto blanco.",
        ),
        (
            "es",
            ["La aplicación está escrita en Kotlin, mientras que el servidor funciona con Erlang."],
            "El servidor está hecho en Erlang.",
            "El servidor está hecho en Kotlin.",
        ),
    ],
)
def test_lists_labels_and_clauses_without_a_verb(
    language: str, sentences: list[str], right: str, wrong: str
) -> None:
    assert mixes(wrong, sentences, language)
    assert not mixes(right, sentences, language)


@pytest.mark.parametrize(
    ("claim", "sentences"),
    [
        ("The server is a Go program.", ["The app is written in Kotlin, while the server runs on Go."]),
        ("Ann asks Mike to buy butter.", ["Ann: Darling, buy some butter.", "Mike: Ok."]),
        (
            "The food was checked by the FDA.",
            ["In Ohio, food is checked by the Food and Drug Authority (FDA)."],
        ),
    ],
)
def test_other_words_for_the_kind_and_names_with_and_tell_nothing(claim: str, sentences: list[str]) -> None:
    assert not mixes(claim, sentences, "en")
