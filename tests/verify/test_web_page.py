from html.parser import HTMLParser

from fidedigno.verify.web_page import table, web_page


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(value) for name, value in attrs if name in {"src", "href"}]


def test_a_page_fetches_and_runs_nothing_and_reads_in_light_and_dark() -> None:
    page = web_page("<b>Title</b>", "es", "<p>x</p>")
    seen = Seen()
    seen.feed(page)
    assert not seen.links
    assert not {"script", "link", "img", "iframe", "b"} & set(seen.tags)
    assert "default-src 'none'" in page
    assert "prefers-color-scheme:dark" in page
    assert '<html lang="es">' in page


def test_cells_are_escaped() -> None:
    assert "<td>&lt;i&gt;</td>" in table(["a"], [["<i>"]])
