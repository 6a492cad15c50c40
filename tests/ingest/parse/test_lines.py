from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.parse.lines import lines_of


@given(st.text(alphabet="ab\r\n\u2028\x0b\x85", max_size=30))
def test_lines_are_the_slices_between_line_ends_and_lose_nothing(text: str) -> None:
    lines = list(lines_of(text))
    expected = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [line.text for line in lines] == (expected[:-1] if expected[-1] == "" else expected)
    assert all(text[line.start : line.end] == line.text for line in lines)
