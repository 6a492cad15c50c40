"""Marks of slides and pictures come and go without a trace."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.parse.markdown import markdown_blocks
from fidedigno.ingest.parse.office_marks import PICTURE, Marks
from fidedigno.ingest.parse.pdf_blocks import PageBlock
from fidedigno.ingest.parsed import Block, BlockKind


def resolved(text: str, marks: Marks, said: dict[str, list[PageBlock]]) -> tuple[str, tuple[Block, ...]]:
    return marks.resolve(text, tuple(markdown_blocks(text)), lambda member: said.get(member, []))


def test_what_a_picture_says_stands_in_its_place_with_its_confidence() -> None:
    marks = Marks()
    source = "# Título\n\nAntes.\n\n![alt](media/a.png)\n\n![](media/b.png)\n\nDespués.\n"
    marked = PICTURE.sub(lambda found: marks.picture(found.group(1)), source)
    read = [PageBlock(BlockKind.HEADING, "Leído", 1, 1, confidence=0.9)]
    text, blocks = resolved(marked, marks, {"media/a.png": read})
    assert [(b.kind, text[b.start : b.end], b.confidence) for b in blocks] == [
        (BlockKind.HEADING, "# Título", None),
        (BlockKind.PARAGRAPH, "Antes.", None),
        (BlockKind.PARAGRAPH, "Leído", 0.9),
        (BlockKind.PARAGRAPH, "Después.", None),
    ]
    assert "mark" not in text


def test_blocks_have_the_number_of_their_slide_and_pictures_come_at_its_end() -> None:
    marks = Marks()
    slides = [marks.slide_format.format(page_num=n) + f"## Lámina {n}\n\nTexto {n}." for n in (1, 2)]
    marked = marks.with_pictures_of_slides("".join(slides), lambda n: ["x.png"] if n == 1 else [])
    read = [PageBlock(BlockKind.PARAGRAPH, "Foto", 0, 1, confidence=0.8)]
    text, blocks = resolved(marked, marks, {"x.png": read})
    assert [(b.page, text[b.start : b.end]) for b in blocks] == [
        (1, "## Lámina 1"),
        (1, "Texto 1."),
        (1, "Foto"),
        (2, "## Lámina 2"),
        (2, "Texto 2."),
    ]


def test_a_mark_inside_code_is_taken_out_too() -> None:
    marks = Marks()
    text, blocks = resolved(f"```\na{marks.picture('x').strip()}b\n```", marks, {})
    assert text == "```\nab\n```"
    assert [text[b.start : b.end] for b in blocks] == [text]


@given(
    st.lists(
        st.sampled_from(["Uno.", "# Dos", "- tres", "| a |\n| --- |\n| b |", "PICTURE", "SLIDE"]), max_size=8
    )
)
def test_offsets_fit_whatever_stands_around_the_marks(parts: list[str]) -> None:
    marks = Marks()
    pieces = [
        marks.picture("p")
        if part == "PICTURE"
        else marks.slide_format.format(page_num=3)
        if part == "SLIDE"
        else part
        for part in parts
    ]
    text, blocks = resolved(
        "\n\n".join(pieces), marks, {"p": [PageBlock(BlockKind.PARAGRAPH, "Visto", 0, 1)]}
    )
    assert "mark" not in text
    at = 0
    for block in blocks:
        assert at <= block.start < block.end <= len(text)
        assert not text[at : block.start].strip()
        at = block.end
    assert text.count("Visto") == parts.count("PICTURE")
    assert at == len(text)
