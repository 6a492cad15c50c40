import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates.fold import composed, fold


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


@given(st.text(alphabet=st.one_of(st.sampled_from("aeioun\u0301\u0303\u0308\u0327"), st.characters())))
def test_composed_signs_know_where_they_begin(text: str) -> None:
    whole, offsets = composed(text)
    assert len(offsets) == len(whole) + 1
    assert (offsets[-1], list(offsets)) == (len(text), sorted(set(offsets)))
    parts = [text[offsets[i] : offsets[i + 1]] for i in range(len(whole))]
    assert "".join(parts) == text[offsets[0] if whole else 0 :]
    assert all(
        part == sign or unicodedata.normalize("NFC", part) == sign
        for part, sign in zip(parts, whole, strict=True)
    )


def test_the_accents_of_spanish_are_composed() -> None:
    text = "mañana, miércoles próximo"
    assert composed(unicodedata.normalize("NFD", text))[0] == text
