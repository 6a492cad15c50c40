import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates.fold import fold


@given(st.text())
def test_folding_keeps_every_offset(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(alphabet="aAáÁeéíÍoóÓuúüÜñÑxyz "))
def test_spanish_letters_lose_their_case_and_accent(text: str) -> None:
    plain = unicodedata.normalize("NFD", text.lower())
    assert fold(text) == "".join(letter for letter in plain if not unicodedata.combining(letter))


@pytest.mark.parametrize("text", ["İstanbul el lunes", "ǰ ẖ İİİ mañana"])
def test_a_letter_whose_lower_case_is_longer_moves_nothing(text: str) -> None:
    assert fold(text)[-4:] == text[-4:].replace("ñ", "n")


def test_nothing_is_read_across_an_empty_line() -> None:
    assert not any(letter.isspace() for letter in fold("\n\n"))
