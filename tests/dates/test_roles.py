import pytest

from fidedigno.dates.roles import role_after, role_before, role_of
from tests.dates.reading import scan_of


@pytest.mark.parametrize(
    ("words", "role"),
    [
        ("hasta el", "until"), ("antes del", "until"), ("no más tarde del día", "until"), ("no later than", "until"),
        ("by the", "until"), ("a partir de", "from"), ("since", "from"), ("a fecha de", "as_of"), ("as of", "as_of"),
        ("hasta que llegue el", None), ("by ear on", None), ("", None), ("the", None), ("lo hice antes", None),
    ],
)  # fmt: skip
def test_the_last_words_give_the_role(words: str, role: str | None) -> None:
    text = f"{words} 2026-11-13"
    assert role_before(scan_of(text), len(words) + 1) == role


def test_a_sentence_that_ended_gives_no_role() -> None:
    assert role_before(scan_of("No hay hasta. 13/11/2026"), 14) is None
    assert role_of("hasta") == "until"


def test_a_word_after_the_date_makes_it_a_beginning() -> None:
    assert role_after(scan_of("13/11/2026 en adelante"), 10) == "from"
    assert role_after(scan_of("13/11/2026 entero"), 10) is None
