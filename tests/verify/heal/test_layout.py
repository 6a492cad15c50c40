"""What of an answer belongs together, and what of it is never written over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.heal.layout import read_layout


def kept(answer: str, *words: str) -> list[str]:
    """The units that are left when those with ``words`` are taken out."""
    layout = read_layout(answer)
    numbers = range(len(layout.units))
    doomed = frozenset(number for number in numbers if any(word in layout.text(number) for word in words))
    closed = layout.closed(doomed)
    return [layout.text(number) for number in numbers if number not in closed]


@pytest.mark.parametrize(
    ("answer", "protected"),
    [
        ("Usa `plan 10` ya", "10"),
        ("Dice «son 10 días» ahí", "10"),
        ("It says “10 days” there", "10"),
        ('It says "10 days" there', "10"),
        ("Así:\n\n```\nx = 10\n```\n", "10"),
    ],
)
def test_code_and_quotations_are_protected(answer: str, protected: str) -> None:
    layout = read_layout(answer)
    at = answer.index(protected)
    assert layout.is_protected(at, at + len(protected))
    assert not layout.is_protected(0, 2)


def test_an_inch_mark_or_apostrophe_protects_nothing() -> None:
    answer = "It's a 10\" screen that isn't 12 wide"
    layout = read_layout(answer)
    assert not layout.is_protected(answer.index("12"), answer.index("12") + 2)


def test_a_line_of_code_takes_its_block_along() -> None:
    assert kept("Uno.\n\n```\nmal()\nbien()\n```\n\nDos.", "mal") == ["Uno.", "Dos."]


def test_a_heading_goes_with_all_that_stood_under_it() -> None:
    assert kept("# A\n\nMal.\n\n# B\n\nBien.", "Mal") == ["# B", "Bien."]
    assert kept("# A\n\n## Sub\n\nMal.\n\n# B\n\nBien.", "Mal") == ["# B", "Bien."]


def test_a_heading_stays_while_something_is_left_under_it() -> None:
    assert kept("# A\n\nMal. Bien.", "Mal") == ["# A", "Bien."]
    assert kept("# A\n\nMal.\n\n## Sub\n\nBien.", "Mal") == ["# A", "## Sub", "Bien."]


def test_a_heading_that_was_empty_from_the_start_is_not_ours_to_take() -> None:
    assert "# A" in kept("# A\n\n# B\n\nMal.\n\n# C\n\nBien.", "Mal")


def test_a_lead_in_goes_with_its_whole_list() -> None:
    assert kept("Bien.\n\nAutores:\n\n- Mal uno\n- Mal dos\n", "Mal") == ["Bien."]
    assert kept("Autores:\n\n- Mal uno\n- Bien\n", "Mal") == ["Autores:", "- Bien"]


def test_a_header_row_goes_with_all_its_rows() -> None:
    table = "Bien.\n\n| a | b |\n|---|---|\n| mal | 1 |\n| mal | 2 |\n"
    assert kept(table, "mal") == ["Bien."]
    assert len(kept(table, "| 1")) == 3


def test_headings_alone_say_nothing() -> None:
    layout = read_layout("# Título\n\nMal.")
    assert layout.says_something(frozenset())
    assert not layout.says_something(frozenset({1}))


@given(st.text(alphabet='ab .\n#-|`*"«»🙂\x00\ud800ש1', max_size=80), st.integers(0, 80), st.integers(0, 80))
def test_the_units_at_a_place_are_exactly_those_that_share_a_letter_with_it(
    answer: str, one: int, other: int
) -> None:
    start, end = sorted((one, other))
    end = max(end, start + 1)
    layout = read_layout(answer)
    touched = [number for number, unit in enumerate(layout.units) if unit.start < end and start < unit.end]
    assert list(layout.touching(start, end)) == touched
