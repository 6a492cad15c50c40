"""A value is put in only where it is the one of its type and subject."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.heal.unique import is_unique


@pytest.mark.parametrize(
    ("sentence", "value", "claim", "expected"),
    [
        ("El plan Pro cuesta 120 $ al año.", "120", "El plan Pro cuesta 10 $", True),
        ("Basic costs $10 and Pro costs $120.", "120", "Pro costs $90", True),
        ("Basic costs $10 and Pro costs $120.", "10", "Basic costs $90", True),
        ("Basic costs $10 and Pro costs $120.", "120", "Basic costs $90", False),
        ("Basic costs $10 and Pro costs $120.", "120", "The plan costs $90", False),
        ("El Básico cuesta 10 € y el Pro cuesta 120 €.", "120", "El Pro cuesta 90 €", True),
        ("El Básico cuesta 10 € y el Pro cuesta 120 €.", "10", "El Pro cuesta 90 €", False),
        ("Hay 14 días y 3 avisos.", "14", "Hay 30 días", True),
        ("Hay 14 días o 20 días.", "14", "Hay 30 días", False),
        ("Hay 14 días, sí, 14 días.", "14", "Hay 30 días", True),
        ("Sin cifras.", "cifras", "x", True),
    ],
)
def test_type_and_subject_decide(sentence: str, value: str, claim: str, expected: bool) -> None:
    start = sentence.index(value)
    assert is_unique(sentence, start, start + len(value), claim) is expected


@given(st.text(alphabet="1 2.,$%abñ🙂", max_size=60), st.text(max_size=20))
def test_the_only_number_of_a_sentence_is_always_unique(text: str, claim: str) -> None:
    bare = "".join(letter for letter in text if not letter.isdigit())
    assert is_unique(f"{bare} 7", len(bare) + 1, len(bare) + 2, claim)
