"""Diagrams as text: every line can be cited, and no word is added."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import render as module
from fidedigno.ingest.diagrams.diagram import DiagramBuilder
from fidedigno.ingest.diagrams.render import render
from fidedigno.model.relation import Direction

words = st.text(alphabet="abcñé XY", max_size=8)


@st.composite
def diagrams(draw):
    builder = DiagramBuilder("test")
    builder.title = draw(words)
    for number in range(draw(st.integers(0, 2))):
        builder.group(f"g{number}", draw(words))
    for number in range(draw(st.integers(0, 5))):
        builder.node(f"n{number}", draw(words), draw(st.sampled_from([None, "g0", "g1"])))
        for line in draw(st.lists(words, max_size=2)):
            builder.line(f"n{number}", line)
    for _ in range(draw(st.integers(0, 5))):
        ends = [f"n{draw(st.integers(0, 5))}" for _ in range(2)]
        builder.arrow(*ends, draw(words), draw(st.sampled_from(Direction)))
    for note in draw(st.lists(words, max_size=2)):
        builder.note(note)
    return builder.build()


@given(st.lists(diagrams(), max_size=3))
def test_relations_and_blocks_point_at_their_line_and_no_word_is_added(found) -> None:
    parsed = render(found, title="t", parser="p")
    assert [parsed.text[r.start : r.end] for r in parsed.relations] == [r.text for r in parsed.relations]
    assert "\n\n".join(parsed.text[b.start : b.end] for b in parsed.blocks) == parsed.text
    seen = " ".join(
        " ".join((d.title, *(n.label for n in d.nodes), *(g for n in d.nodes for g in n.group),
                  *(x for n in d.nodes for x in n.lines), *(a.label for a in d.arrows), *d.notes))
        for d in found
    )  # fmt: skip
    assert set(re.findall(r"\w+", parsed.text)) <= set(re.findall(r"\w+", seen))


@given(diagrams())
def test_whatever_a_reader_sees_is_in_the_text(diagram) -> None:
    text = render([diagram], title="t", parser="p").text
    for label in (n.label for n in diagram.nodes):
        assert label in text
    for note in diagram.notes:
        assert note in text


def test_pages_follow_each_other_with_their_titles() -> None:
    pages = []
    for number, name in enumerate(("Uno", "Dos"), start=1):
        builder = DiagramBuilder("test", number)
        builder.title = name
        builder.arrow("a", "b")
        pages.append(builder.build())
    parsed = render(pages, title="archivo", parser="p")
    assert parsed.text == "Uno\n\na → b\n\nDos\n\na → b"
    assert parsed.title == "Uno"
    assert [block.page for block in parsed.blocks] == [1, 1, 2, 2]


def test_too_long_a_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CHARACTERS", 3)
    builder = DiagramBuilder("test")
    builder.arrow("a", "b")
    with pytest.raises(DocumentFailedError, match="3 characters"):
        render([builder.build()], title="t", parser="p")
