from pathlib import Path

import pytest

from fidedigno.ingest.parse.asciidoc import AsciiDocParser
from fidedigno.ingest.parsed import BlockKind


def blocks(text: str) -> list[tuple[BlockKind, str]]:
    parsed = AsciiDocParser().parse(text.encode(), name="a.adoc")
    return [(block.kind, parsed.text[block.start : block.end]) for block in parsed.blocks]


def test_each_kind_of_block_is_found_where_it_stands() -> None:
    text = (
        "= Title\n:attr: x\n\n// secret\nPara one\ngoes on.\n\n* a\n** b\n\n* c\n+\nmore\n\n"
        "[source,sh]\n----\nls\n\n== no heading\n----\n\n.Caption\n|===\n|A |B\n\n|1 |2\n|3 |4\n|===\n\n"
        "////\nhidden\n////\n\n[NOTE]\n====\nInside.\n====\n\nOther\n-----\n\n literal\n"
    )
    assert blocks(text) == [
        (BlockKind.HEADING, "= Title"),
        (BlockKind.PARAGRAPH, "Para one\ngoes on."),
        (BlockKind.LIST, "* a\n** b\n\n* c\n+\nmore"),
        (BlockKind.CODE, "[source,sh]\n----\nls\n\n== no heading\n----"),
        (BlockKind.TABLE, ".Caption\n|===\n|A |B\n\n|1 |2\n|3 |4\n|==="),
        (BlockKind.PARAGRAPH, "Inside."),
        (BlockKind.HEADING, "Other\n-----"),
        (BlockKind.CODE, " literal"),
    ]


def test_a_table_knows_its_header_row() -> None:
    parsed = AsciiDocParser().parse(b"|===\n|A |B\n\n|1 |2\n|3 |4\n|===\n", name="a.adoc")
    assert parsed.blocks[0].header == "|A |B"


def test_a_block_that_is_never_closed_reaches_the_end() -> None:
    assert blocks("----\ncode\n\nmore")[0] == (BlockKind.CODE, "----\ncode\n\nmore")


@pytest.mark.shared
def test_every_heading_of_a_real_book_is_found(shared_data: Path) -> None:
    for path in (shared_data / "corpora/git-book-es/book").rglob("*.asc"):
        content = path.read_bytes()
        parsed = AsciiDocParser().parse(content, name=path.name)
        found = {parsed.text[b.start : b.end] for b in parsed.blocks if b.kind is BlockKind.HEADING}
        inside_code = {
            line
            for b in parsed.blocks
            if b.kind is BlockKind.CODE
            for line in parsed.text[b.start : b.end].splitlines()
        }
        for line in parsed.text.splitlines():
            if line.startswith(("== ", "=== ", "==== ")) and line not in inside_code:
                assert line in found, path.name
