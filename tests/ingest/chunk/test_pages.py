"""Chunks of paged documents: one page each, with their place and how sure the recogniser was."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.chunk import chunk_document
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument
from fidedigno.model import Box, Chunk


def document(*blocks: tuple[BlockKind, str, int, Box | None, float | None]) -> ParsedDocument:
    texts, done, at = [], [], 0
    for kind, text, page, box, confidence in blocks:
        level = 1 if kind is BlockKind.HEADING else 0
        done.append(Block(kind, at, at + len(text), level, page, box=box, confidence=confidence))
        texts.append(text)
        at += len(text) + 2
    return ParsedDocument("\n\n".join(texts), tuple(done))


def cut(parsed: ParsedDocument) -> list[Chunk]:
    return list(
        chunk_document(parsed, count_tokens=lambda text: len(text.split()), max_tokens=60, overlap_tokens=12)
    )


def test_a_passage_stands_on_one_page_with_the_box_of_what_is_in_it_and_the_least_confidence() -> None:
    one, two, three = Box(0.1, 0.1, 0.5, 0.2), Box(0.3, 0.3, 0.9, 0.4), Box(0, 0, 1, 0.1)
    chunks = cut(
        document(
            (BlockKind.PARAGRAPH, "Primera frase de la hoja.", 1, one, 0.99),
            (BlockKind.PARAGRAPH, "Segunda frase de la hoja.", 1, two, 0.7),
            (BlockKind.PARAGRAPH, "Otra hoja.", 2, three, None),
        )
    )
    assert [(chunk.page, chunk.box, chunk.confidence) for chunk in chunks] == [
        (1, Box(0.1, 0.1, 0.9, 0.4), 0.7),
        (2, three, None),
    ]


def test_a_heading_at_the_foot_of_a_page_goes_with_the_text_of_the_next() -> None:
    (chunk,) = cut(
        document(
            (BlockKind.HEADING, "Plazos", 1, None, None),
            (BlockKind.PARAGRAPH, "El 3 de mayo.", 2, None, None),
        )
    )
    assert chunk.page == 2
    assert chunk.text == "Plazos\n\nEl 3 de mayo."


words = st.lists(st.sampled_from(["uno", "dos", "tres.", "Cuatro"]), min_size=1, max_size=90).map(" ".join)


@given(st.lists(st.tuples(words, st.integers(0, 1)), min_size=1, max_size=8))
def test_nothing_of_another_page_is_in_a_passage(parts: list[tuple[str, int]]) -> None:
    page, blocks = 1, []
    for text, further in parts:
        page += further
        blocks.append((BlockKind.PARAGRAPH, text, page, None, None))
    parsed = document(*blocks)
    for chunk in cut(parsed):
        pages = {block.page for block in parsed.blocks if block.start < chunk.end and block.end > chunk.start}
        assert pages == {chunk.page}
