import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.polarity.opposites import differing_opposites
from fidedigno.verify.statement import Difference
from tests.verify.polarity.comparing import found_by

FRAMES = {"es": "La sala de lectura es {} en agosto.", "en": "The reading room is {} in August."}
QUALITIES = {
    "es": [
        ("gratuito", "pagado"),
        ("seguro", "peligroso"),
        ("interno", "externo"),
        ("limitado", "ilimitado"),
    ],
    "en": [("free", "paid"), ("safe", "dangerous"), ("internal", "external"), ("limited", "unlimited")],
}
PAIRS = [(language, *pair) for language, pairs in QUALITIES.items() for pair in pairs]


def differing(claim: str, evidence: str, language: str) -> list[Difference]:
    return found_by(differing_opposites, claim, evidence, language)


@given(st.sampled_from(PAIRS), st.booleans(), st.booleans())
def test_opposites_are_found_either_way_and_undone_by_one_denial(
    pair: tuple[str, str, str], first: bool, second: bool
) -> None:
    language, one, other = pair
    no = {"es": "no es", "en": "is not"}[language]
    frame, plainly = FRAMES[language], {"es": "es", "en": "is"}[language]
    texts = [
        frame.format(word).replace(f" {plainly} ", f" {no} " if denied else f" {plainly} ")
        for word, denied in ((one, first), (other, second))
    ]
    forth, back = differing(*texts, language), differing(*reversed(texts), language)
    assert bool(forth) is bool(back) is (first is second)


def test_a_quality_that_tells_subjects_apart_is_a_weak_sign() -> None:
    found = differing("New users get a discount.", "Old users get a discount.", "en")
    assert all(each.certainty < 0.5 for each in found)


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("es", "Hay más de 5 salas.", "Hay menos de 5 salas."),
        ("en", "It has more than 5 rooms.", "It has less than 5 rooms."),
        ("es", "Cierra antes de las 9.", "Cierra después de las 9."),
    ],
)
def test_bounds_on_numbers_are_left_to_others(language: str, claim: str, evidence: str) -> None:
    assert differing(claim, evidence, language) == []


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Acme bought the mill from Globex.", "Globex sold the mill to Acme."),
        ("Backups run before the upgrade.", "The upgrade runs after the backups."),
    ],
)
def test_the_other_side_of_one_event_agrees(claim: str, evidence: str) -> None:
    assert all(each.certainty < 0.5 for each in differing(claim, evidence, "en"))


def test_a_text_with_both_opposites_is_a_weak_sign() -> None:
    found = differing("It supports old browsers.", "It supports both new and old browsers.", "en")
    assert all(each.certainty < 0.5 for each in found)


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("es", "Los niños pagan menos que los adultos.", "Los adultos pagan más que los niños."),
        ("en", "Pupils pay less than adults.", "Adults pay more than pupils."),
        ("en", "The right to vote belongs to tenants.", "Tenants left the right to vote out."),
        ("en", "Take the drug while fasting.", "The drug is taken on an empty stomach."),
        ("en", "Window seats cost less.", "Window seats are cheaper."),
        ("es", "Va a cubrir la plaza.", "La plaza se va a cubrir al aire libre."),
    ],
)
def test_words_of_several_meanings_are_no_opposites(language: str, claim: str, evidence: str) -> None:
    assert all(each.certainty < 0.5 for each in differing(claim, evidence, language))


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Add the oil all at once.", "Add the oil slowly."),
        ("en", "The coins lay on top of the ash.", "The coins lay beneath the ash."),
        ("en", "The firm ships out cork.", "The firm imports cork."),
        ("en", "The vaccine weakens the immune response.", "The vaccine strengthens the immune response."),
        ("es", "Eche el aceite de golpe.", "Eche el aceite poco a poco."),
        ("es", "Las dietas se suman a la base.", "Las dietas se excluyen de la base."),
        ("es", "Se estrechó el arcén de la comarcal.", "Se amplió el arcén de la comarcal."),
        ("es", "El ministro confirmó la noticia.", "El ministro desmintió la noticia."),
    ],
)
def test_phrases_and_verbs_meet_their_opposites(language: str, claim: str, evidence: str) -> None:
    assert any(each.certainty >= 0.5 for each in differing(claim, evidence, language))
