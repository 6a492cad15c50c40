import pytest

from fidedigno.ingest.parse.html import HtmlParser
from fidedigno.ingest.parsed import BlockKind


def blocks(page: str) -> list[tuple[BlockKind, int, str]]:
    parsed = HtmlParser().parse(page.encode(), name="a.html")
    return [(block.kind, block.level, parsed.text[block.start : block.end]) for block in parsed.blocks]


def test_the_structure_of_a_page_is_kept() -> None:
    page = """<html><head><title>Guía</title><style>p{}</style></head><body><h1>Plazos</h1>
      <p>Uno <b>dos</b><br>tres
      <ul><li>a<ol><li>x<li>y</ol></li><li>b</ul><pre>ls\n  -l</pre>
      <table><tr><th>k<th>v<tr><td>1<td>a|b</table></body></html>"""
    assert blocks(page) == [
        (BlockKind.HEADING, 1, "Plazos"),
        (BlockKind.PARAGRAPH, 0, "Uno dos tres"),
        (BlockKind.LIST, 0, "- a\n  1. x\n  2. y\n- b"),
        (BlockKind.CODE, 0, "ls\n  -l"),
        (BlockKind.TABLE, 0, "| k | v |\n| --- | --- |\n| 1 | a\\|b |"),
    ]
    assert HtmlParser().parse(page.encode(), name="a.html").title == "Guía"


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>bad</script>",
        "<style>bad</style>",
        "<!-- bad -->",
        "<!-- bad --!>",
        "<template><p>bad</p></template>",
        "<noscript>bad</noscript>",
        "<p hidden>bad</p>",
        "<div aria-hidden='true'><p>bad <b>bad</b></p></div>",
        "<span style='DISPLAY : none'>bad</span>",
        "<span style='color:red;visibility:hidden'>bad</span>",
        "<span style='font-size:0'>bad</span>",
        "<span style='opacity: 0;'>bad</span>",
        "<svg><text>bad</text></svg>",
        "<?php bad ?>",
        "<![CDATA[bad]]>",
        "<div hidden><div><p>bad</div>bad</div>",
    ],
)
def test_what_a_reader_does_not_see_is_not_read(hidden: str) -> None:
    text = HtmlParser().parse(f"<p>before{hidden}</p><p>after</p>".encode(), name="a.html").text
    assert "bad" not in text
    assert "before" in text
    assert "after" in text


def test_an_unclosed_comment_hides_the_rest() -> None:
    assert blocks("<p>a</p><!-- bad <p>bad</p>") == [(BlockKind.PARAGRAPH, 0, "a")]


def test_a_table_inside_a_cell_is_read_as_its_words() -> None:
    page = "<table><tr><td>k<td>v<tr><td>1<td><table><tr><td>x<td>y</table></table><p>end"
    assert blocks(page)[0][2].splitlines()[-1] == "| 1 | x y |"
    assert blocks(page)[1][2] == "end"


def test_the_declared_encoding_is_used_when_it_is_not_utf_8() -> None:
    page = "<meta charset=iso-8859-15><p>Añadir 5 €</p>".encode("iso-8859-15")
    assert HtmlParser().parse(page, name="a.html").text == "Añadir 5 €"
