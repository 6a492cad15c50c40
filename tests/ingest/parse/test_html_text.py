import pytest

from fidedigno.ingest.parse.html import HtmlParser
from fidedigno.ingest.parse.html_text import HtmlText
from fidedigno.ingest.parsed import BlockKind


def words(html: str) -> list[tuple[BlockKind, str]]:
    parsed = HtmlParser().parse(html.encode(), name="a.html")
    return [(each.kind, parsed.text[each.start : each.end]) for each in parsed.blocks]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<br>b</p>", [(BlockKind.PARAGRAPH, "a b")]),
        ("<ol><li>a<ul><li>b</ul><li>c</ol>", [(BlockKind.LIST, "1. a\n  - b\n2. c")]),
        ("<img alt='un plano'>", [(BlockKind.PARAGRAPH, "un plano")]),
        ("</table></li></ul>texto", [(BlockKind.PARAGRAPH, "texto")]),
    ],
)
def test_elements_become_the_blocks_that_people_see(html: str, expected: list[tuple[BlockKind, str]]) -> None:
    assert words(html) == expected


def test_a_bar_in_a_cell_does_not_end_it() -> None:
    ((kind, text),) = words("<table><tr><th>a|b<th>c</tr><tr><td>1<td>2</tr></table>")
    assert kind is BlockKind.TABLE
    assert "a\\|b" in text


def test_elements_that_close_without_having_opened_do_no_harm() -> None:
    page = HtmlText()
    for tag in ("ul", "ol", "pre", "h1", "li", "td", "p"):
        page.end(tag)
    page.begin("p", {})
    page.write("texto")
    page.end("p")
    assert [part[0] for part in page.parts] == [BlockKind.PARAGRAPH]
    assert "texto" in page.parts[0]
