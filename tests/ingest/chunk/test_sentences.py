from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.chunk import sentences_of


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Una. Dos.", ["Una.", "Dos."]),
        ("¿Cómo? ¡Así! Bien.", ["¿Cómo?", "¡Así!", "Bien."]),
        ("El Sr. Pérez llegó. Era tarde.", ["El Sr. Pérez llegó.", "Era tarde."]),
        ("Véase p. ej. Madrid. Fin.", ["Véase p. ej. Madrid.", "Fin."]),
        ("Version 1.2.3 works. It does.", ["Version 1.2.3 works.", "It does."]),
        ("Intro:\n- one\n- two", ["Intro:", "- one", "- two"]),
        ("A paragraph\nof lines\n\nAnother", ["A paragraph\nof lines", "Another"]),
        ('He said "no." Then left.', ['He said "no."', "Then left."]),
    ],
)
def test_sentences_end_where_people_end_them(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@given(st.text(alphabet="aB. ?!\n-¿1)\t"))
def test_sentences_are_in_order_and_lose_nothing(text: str) -> None:
    spans = list(sentences_of(text))
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
