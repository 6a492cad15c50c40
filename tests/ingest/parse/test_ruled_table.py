"""Tables with lines."""

from fidedigno.ingest.parse.layout import Fragment
from fidedigno.ingest.parse.pdf_rules import Rule
from fidedigno.ingest.parse.ruled_table import ruled_tables


def word(text: str, left: float, top: float) -> Fragment:
    return Fragment(text, left, top, left + 4 * len(text), top + 8)


def level(at: float, start: float = 0, end: float = 300) -> Rule:
    return Rule(False, at, start, end)


def upright(at: float, start: float = 0, end: float = 60) -> Rule:
    return Rule(True, at, start, end)


GRID = [*(level(20 * n) for n in range(4)), upright(0), upright(100), upright(200, 20), upright(300)]
WORDS = [
    word("Grupo", 10, 5), word("Entregas", 150, 5),
    word("Nombre", 10, 25), word("Primera", 110, 25), word("Segunda", 210, 25),
    word("A", 10, 45), word("3", 110, 45), word("de", 120, 45), word("mayo", 132, 45), word("9", 210, 45),
]  # fmt: skip


def test_cells_are_where_the_lines_are_and_a_merged_header_goes_over_what_it_spans() -> None:
    (found,) = ruled_tables(GRID, WORDS)
    assert found.table.text.splitlines() == [
        "| Grupo Nombre | Entregas Primera | Entregas Segunda |",
        "| --- | --- | --- |",
        "| A | 3 de mayo | 9 |",
    ]
    assert (found.left, found.top, found.right, found.bottom) == (0, 0, 300, 60)


def test_lines_drawn_in_pieces_are_one() -> None:
    pieces = [
        half for rule in GRID for half in (rule._replace(end=(rule.start + rule.end) / 2),
        rule._replace(start=(rule.start + rule.end) / 2))
    ]  # fmt: skip
    assert list(ruled_tables(pieces, WORDS)) == list(ruled_tables(GRID, WORDS))


def test_a_merged_column_is_filled_down() -> None:
    grid = [level(0), level(20), level(40, 100), level(60), upright(0), upright(100), upright(300)]
    words = [
        word("Aula", 10, 5),
        word("Hora", 110, 5),
        word("B2", 10, 35),
        word("9", 110, 25),
        word("10", 110, 45),
    ]
    (found,) = ruled_tables(grid, words)
    assert found.table.text.splitlines()[2:] == ["| B2 | 9 |", "| B2 | 10 |"]


def test_a_frame_or_shaded_rows_are_no_table() -> None:
    frame = [level(0), level(60), upright(0), upright(300)]
    assert list(ruled_tables(frame, WORDS)) == []
    assert list(ruled_tables([*GRID, *[upright(x) for x in range(5, 300, 9)]], WORDS)) == []


def test_a_word_across_the_edge_shows_that_it_is_no_table() -> None:
    assert list(ruled_tables(GRID, [*WORDS, word("una frase que sigue fuera", 280, 45)])) == []


def test_nothing_in_it_is_no_table() -> None:
    assert list(ruled_tables(GRID, [])) == []
    assert list(ruled_tables([], WORDS)) == []
