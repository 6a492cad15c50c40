import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.negation import denies_directly, find_denials, is_denied


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("No se entrega el DOCE", True),
        ("Ya no es el DOCE", True),
        ("It is not due on the DOCE", True),
        ("It isn't due on the DOCE", True),
        ("Late work won’t be accepted on the DOCE", True),
        ("Sin penalización del DOCE", True),
        ("en lugar del DOCE", True),
        ("instead of DOCE", True),
        ("No se admite después del DOCE", False),
        ("It cannot be handed in after DOCE", False),
        ("No se penaliza más de DOCE", False),
        ("Se entrega el DOCE", False),
        ("No hay clase, se entrega el DOCE", False),
        ("No es el nueve sino el DOCE", False),
        ("not the ninth but the DOCE", False),
        ("No solo se entrega el DOCE", False),
        ("not only the DOCE", False),
        ("Notas: el DOCE", False),
        ("nocturno el DOCE", False),
    ],
)
def test_a_denial_reaches_to_the_end_of_its_clause(text: str, denied: bool) -> None:
    assert is_denied(find_denials(text), text.index("DOCE")) is denied


@pytest.mark.parametrize(
    ("text", "direct"),
    [
        ("Sin PENALIZACIÓN", True),
        ("No hay ninguna PENALIZACIÓN", True),
        ("There is no PENALIZACIÓN", True),
        ("No se admite trabajo alguno que tenga PENALIZACIÓN", False),
        ("La PENALIZACIÓN no cambia", False),
        ("Clock not ready PENALIZACIÓN: 20", False),
    ],
)
def test_what_is_denied_directly_does_not_exist(text: str, direct: bool) -> None:
    assert denies_directly(find_denials(text), text, text.index("PENALIZACIÓN")) is direct


@given(st.text(alphabet=st.sampled_from("no sin'’,.;t úéa"), max_size=300))
def test_denials_stay_inside_their_text(text: str) -> None:
    for each in find_denials(text):
        assert 0 <= each.start < each.end <= each.limit <= each.reach <= len(text)
