"""Tables as text."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.parse.table_text import cell_text, table_text


def test_a_table_has_its_header_row_and_rule() -> None:
    done = table_text([["a", "b"], ["1"], ["", ""], ["x|y", " z\n w "]])
    assert done.text == "| a | b |\n| --- | --- |\n| 1 |  |\n| x\\|y | z w |"
    assert done.header == "| a | b |\n| --- | --- |"
    assert done.width == 2


def test_without_a_header_no_row_is_taken_for_one() -> None:
    done = table_text([["1", "2"]], has_header=False)
    assert done.header == ""
    assert done.text.splitlines() == ["|  |  |", "| --- | --- |", "| 1 | 2 |"]


def test_nothing_gives_nothing() -> None:
    assert table_text([["", " "]]).text == ""


@given(st.lists(st.lists(st.text(max_size=8), min_size=1, max_size=5), min_size=1, max_size=6))
def test_every_cell_stands_in_one_line_of_equal_width(rows: list[list[str]]) -> None:
    lines = table_text(rows).text.split("\n") if table_text(rows).text else []
    width = max((len(row) for row in rows if any(cell_text(each) for each in row)), default=0)
    for line in lines:
        assert line.replace("\\|", "").count("|") == width + 1
