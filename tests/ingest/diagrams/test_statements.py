"""Lines with their offsets."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.diagrams.statements import MAX_LINE_CHARACTERS, statements


@given(st.text(alphabet="ab %-\t\n\r", max_size=200))
def test_offsets_hold_the_line_as_it_is_written(text: str) -> None:
    found = list(statements(text, 0, len(text), "%%"))
    for line in found:
        assert " ".join(text[line.start : line.end].split()) == line.text or "-------" in text
    written = [each.strip() for each in text.replace("\r", "\n").split("\n")]
    assert len(found) == len([each for each in written if each and not each.startswith("%%")])


def test_long_lines_and_drawn_out_marks_are_cut_short() -> None:
    (line,) = statements("a " + "-" * 50 + "> b", 0, 55, "%%")
    assert line.text == "a ---> b"
    (line,) = statements("x" * 10_000, 0, 10_000, "%%")
    assert len(line.text) == MAX_LINE_CHARACTERS
