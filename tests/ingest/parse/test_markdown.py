import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.markdown import MarkdownParser, markdown_blocks
from fidedigno.ingest.parsed import BlockKind, ParsedDocument


def parse(text: str, name: str = "notes/plan.md") -> ParsedDocument:
    return MarkdownParser().parse(text.encode(), name=name)


def blocks(text: str) -> list[tuple[BlockKind, str]]:
    parsed = parse(text)
    return [(block.kind, parsed.text[block.start : block.end]) for block in parsed.blocks]


def test_each_kind_of_block_is_found_where_it_stands() -> None:
    text = "# T #\n\nOne\ntwo\n\n- a\n  - b\n- c\n\n> q\n\n"
    text += "```sh\nls\n```\n\n    raw\n\n|a|b|\n|-|-|\n|1|2|\n\nU\n===\n"
    assert blocks(text) == [
        (BlockKind.HEADING, "# T #"),
        (BlockKind.PARAGRAPH, "One\ntwo"),
        (BlockKind.LIST, "- a\n  - b\n- c"),
        (BlockKind.PARAGRAPH, "> q"),
        (BlockKind.CODE, "```sh\nls\n```"),
        (BlockKind.CODE, "    raw"),
        (BlockKind.TABLE, "|a|b|\n|-|-|\n|1|2|"),
        (BlockKind.HEADING, "U\n==="),
    ]


def test_a_heading_inside_code_or_a_list_is_none() -> None:
    assert [kind for kind, _ in blocks("```\n# no\n```\n\n- x\n\n  # inner\n")] == [
        BlockKind.CODE,
        BlockKind.LIST,
    ]


def test_a_table_knows_its_header_row_with_its_rule() -> None:
    assert parse("|a|b|\n|-|-|\n|1|2|\n").blocks[0].header == "|a|b|\n|-|-|"


def test_offsets_count_in_the_file_with_its_line_ends_and_front_matter() -> None:
    parsed = parse("---\r\ntitle: X\r\n---\r\n# Añadir\r\n\r\ntexto\r\n")
    assert [parsed.text[b.start : b.end] for b in parsed.blocks] == ["# Añadir", "texto"]
    assert parsed.text.startswith("---\r\n")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Del autor\n---\n# Otro\n", "Del autor"),
        ("intro\n\n## **El** `plan` [b](c) {#x}\n", "El plan b"),
        ("intro\n", "plan"),
        ("# \n\n# B\n", "B"),
        ("Título\n======\n", "Título"),
        (r"# kube\_pod" + "\n", "kube_pod"),
    ],
)
def test_the_title_is_declared_or_the_first_heading_or_the_name(text: str, title: str) -> None:
    assert parse(text).title == title


def test_front_matter_is_metadata_and_no_block() -> None:
    parsed = parse("---\nacl: [user:ana]\nversion: 1.10\n---\ntext\n")
    assert dict(parsed.metadata) == {"acl": ["user:ana"], "version": "1.10"}
    assert len(parsed.blocks) == 1


def test_toml_front_matter_is_read_too() -> None:
    assert parse('+++\nowner = "eva"\n+++\ntext\n').metadata["owner"] == "eva"


def test_a_thematic_break_at_the_start_is_not_front_matter() -> None:
    assert blocks("---\n\nprose first\n\n---\nmore\n")[0] == (BlockKind.PARAGRAPH, "prose first")


@pytest.mark.parametrize("bom", [b"\xef\xbb\xbf", b""])
def test_a_byte_order_mark_is_not_part_of_the_text(bom: bytes) -> None:
    assert MarkdownParser().parse(bom + b"# T", name="a.md").text == "# T"


def test_windows_1252_is_read_when_it_is_not_utf_8() -> None:
    assert MarkdownParser().parse("# Añadir €".encode("cp1252"), name="a.md").text == "# Añadir €"


def test_utf_16_is_read_by_its_mark() -> None:
    assert MarkdownParser().parse("# Añadir".encode("utf-16"), name="a.md").text == "# Añadir"


def test_a_comment_hides_its_text_and_nothing_else() -> None:
    assert blocks("<!-- a\nb --> visible\n\n<div>\nshown\n</div>\n") == [
        (BlockKind.PARAGRAPH, "visible"),
        (BlockKind.PARAGRAPH, "<div>\nshown\n</div>"),
    ]


def test_front_matter_that_is_not_a_mapping_of_keys_fails() -> None:
    with pytest.raises(DocumentFailedError, match="line 4"):
        parse("---\ntitle: x\nacl: [a\n---\n")


_LINES = st.sampled_from(
    [
        "# a",
        "text",
        "",
        "",
        "- item",
        "  more",
        "```",
        "    code",
        "|a|b|",
        "|-|-|",
        "> q",
        "<!-- x",
        "y --> z",
        "===",
        "<div>",
    ]
)


@settings(max_examples=400, deadline=None)
@given(lines=st.lists(_LINES, max_size=25), window=st.integers(1, 80))
def test_reading_by_windows_gives_the_same_blocks(lines: list[str], window: int) -> None:
    text = "\n".join(lines)
    assert list(markdown_blocks(text, window=window)) == list(markdown_blocks(text, window=10_000))
