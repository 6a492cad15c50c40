"""Tables without lines, from the places of their words."""

import pytest

from fidedigno.ingest.parse.aligned_table import aligned_tables, is_numeric
from fidedigno.ingest.parse.layout import Fragment

HEIGHT = 10.0


def at(text: str, left: float, row: float, *, right: float | None = None) -> Fragment:
    start = left if right is None else right - 5 * len(text)
    return Fragment(text, start, row * 16, right or left + 5 * len(text), row * 16 + HEIGHT)


def statement() -> list[Fragment]:
    """An income statement as annual reports print it."""
    words = [
        at("(In millions)", 40, 0), at("Year Ended May 31,", 320, 0),
        at("2018", 0, 1, right=330), at("2017", 0, 1, right=430),
        at("Revenues:", 40, 2),
        at("Net sales", 40, 3), at("$", 300, 3), at("36,397", 0, 3, right=330), at("34,350", 0, 3, right=430),
        at("Other expense (income), net", 40, 4), at("66", 0, 4, right=330), at("(196", 0, 4, right=430),
        at(")", 431, 4),
        at("Net income", 40, 5), at("1,933", 0, 5, right=330), at("—", 0, 5, right=430),
    ]  # fmt: skip
    return words


def test_the_header_its_units_and_its_years_are_kept_and_rows_are_addressable() -> None:
    (found,) = aligned_tables(statement())
    lines = found.table.text.splitlines()
    assert lines[0].startswith("| (In millions) |")
    assert "2018 |" in lines[0]
    assert "Year Ended May 31," in lines[0]
    assert lines[2:] == [
        "| Revenues: |  |  |",
        "| Net sales | $ 36,397 | 34,350 |",
        "| Other expense (income), net | 66 | (196) |",
        "| Net income | 1,933 | — |",
    ]
    assert found.table.header == "\n".join(lines[:2])


def test_a_long_label_does_not_swallow_a_column() -> None:
    long = at("Cash, cash equivalents and restricted cash at the end", 40, 6)
    (found,) = aligned_tables([*statement(), long, at("5", 0, 6, right=430)])
    assert found.table.width == 3
    assert found.table.text.splitlines()[-1].endswith("|  | 5 |")


def test_prose_with_numbers_in_it_is_no_table() -> None:
    words = [at(f"En {2000 + n} hubo {n} casos de los que se informó en el acta", 40, n) for n in range(6)]
    assert list(aligned_tables(words)) == []


def test_two_rows_of_figures_are_no_table() -> None:
    assert list(aligned_tables([at("a", 40, 0), at("1", 200, 0), at("b", 40, 1), at("2", 200, 1)])) == []


def test_tables_far_apart_are_two() -> None:
    lower = [each._replace(top=each.top + 300, bottom=each.bottom + 300) for each in statement()]
    assert len(list(aligned_tables([*statement(), *lower]))) == 2


@pytest.mark.parametrize(
    "text", ["1", "1.250,50", "(196)", "$ 36,397", "-3 %", "—", "12,5 €", "n/a", "3.2x", "2018"]
)
def test_figures(text: str) -> None:
    assert is_numeric(text)


@pytest.mark.parametrize("text", ["Tema 3", "abc", "", "3 de mayo", "A1", "1ª edición"])
def test_no_figures(text: str) -> None:
    assert not is_numeric(text)
