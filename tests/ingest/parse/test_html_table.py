"""Tables with merged cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.parse.html import HtmlParser
from fidedigno.ingest.parse.html_table import MAX_CELLS, Cell, grid_of, header_depth, span, with_one_header


def rows_of_page(page: str) -> list[str]:
    return HtmlParser().parse(page.encode(), name="a.html").text.splitlines()


def test_what_is_merged_stands_in_every_place_that_it_covers() -> None:
    page = """<table>
      <tr><th rowspan=2>Curso</th><th colspan=2>Entregas</th></tr><tr><th>Primera</th><th>Segunda</th></tr>
      <tr><td rowspan=2>Redes</td><td>3 de mayo</td><td>9 de mayo</td></tr><tr><td colspan=2>sin fecha</td></tr>
    </table>"""
    assert rows_of_page(page) == [
        "| Curso | Entregas Primera | Entregas Segunda |",
        "| --- | --- | --- |",
        "| Redes | 3 de mayo | 9 de mayo |",
        "| Redes | sin fecha | sin fecha |",
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("3", 3),
        (" 2 ", 2),
        ("0", 1),
        ("-4", 1),
        ("x", 1),
        (None, 1),
        ("", 1),
        ("9" * 50, 1),
        ("²", 1),
        ("99999", 10),
    ],
)
def test_a_span_is_a_small_number_whatever_is_written(value: str | None, expected: int) -> None:
    assert span(value, 10) == expected


def test_a_table_that_would_be_enormous_is_not_spread() -> None:
    cells = [[Cell("x", 200, 1_000)] * 4 for _ in range(4)]
    assert sum(cell.columns * cell.rows for row in cells for cell in row) > MAX_CELLS
    assert grid_of(cells) == [["x"] * 4] * 4


def test_only_rows_of_header_cells_are_the_header() -> None:
    head = [Cell("a", is_header=True), Cell("b", is_header=True)]
    assert header_depth([head, head, [Cell("1"), Cell("2")]]) == 2
    assert header_depth([[Cell("a", rows=2), Cell("b")], [Cell("c")], [Cell("1"), Cell("2")]]) == 0
    assert header_depth([head]) == 0
    assert with_one_header([["a", "b"], ["a", "c"], ["1", "2"]], 2) == [["a", "b c"], ["1", "2"]]


cells = st.builds(
    Cell, st.text("abc", min_size=1, max_size=3), st.integers(1, 3), st.integers(1, 3), st.booleans()
)


def reference(rows: list[list[Cell]]) -> dict[tuple[int, int], str]:
    """Each cell goes to the first free place of its row, as the HTML standard has it."""
    taken: dict[tuple[int, int], str] = {}
    for y, row in enumerate(rows):
        for cell in row:
            x = next(x for x in range(1_000) if (y, x) not in taken)
            for dy in range(cell.rows):
                for dx in range(cell.columns):
                    if y + dy < len(rows):
                        taken.setdefault((y + dy, x + dx), cell.text)
    return taken


@given(st.lists(st.lists(cells, max_size=5), max_size=5))
def test_cells_are_where_the_standard_puts_them(rows: list[list[Cell]]) -> None:
    grid = grid_of(rows)
    expected = reference(rows)
    for y, row in enumerate(grid):
        assert row == [expected[y, x] for x in range(len(row))]
        assert (y, len(row)) not in expected
