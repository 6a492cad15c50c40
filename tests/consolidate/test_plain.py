from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.plain import plain


@given(st.text())
def test_every_letter_keeps_its_place(text: str) -> None:
    assert len(plain(text)) == len(text)


def test_case_and_accents_are_gone() -> None:
    assert plain("Prórroga de la PRÁCTICA, año 1ª") == "prorroga de la practica, ano 1a"
