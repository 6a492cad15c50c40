"""Storage format as a plain web page: what a reader sees of a page's own text.

Storage format holds macros as they were written and never what they would fetch from other pages, whose rights
are others. Code blocks become ``pre``; parameters, tasks' numbers and hidden excerpts are left out.
"""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

_DROPPED = frozenset({"ac:parameter", "ac:placeholder", "ac:task-id", "ac:task-uuid", "ac:task-status"})
_BECOMES = {
    "ac:plain-text-body": "pre",
    "ac:rich-text-body": "div",
    "ac:structured-macro": "div",
    "ac:task-list": "ul",
    "ac:task": "li",
    "ac:task-body": "span",
    "ac:layout": "div",
    "ac:layout-section": "div",
    "ac:layout-cell": "div",
    "ac:link-body": "span",
    "ac:plain-text-link-body": "span",
}
_MACRO = "ac:structured-macro"


def web_page(title: str, storage: str) -> bytes:
    """The page in UTF-8, with its title as its first heading."""
    reader = _Reader()
    source = _without_marked_sections(storage)
    # The standard parser rescans the rest of the page for each tag that is never closed.
    end = source.rfind(">") + 1
    reader.feed(source[:end] + source[end:].replace("<", "&lt;"))
    reader.close()
    name = escape(title)
    page = (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{name}</title></head>"
        f"<body><h1>{name}</h1>{''.join(reader.out)}</body></html>"
    )
    return page.encode("utf-8", "replace")


def _without_marked_sections(storage: str) -> str:
    """Write CDATA as text and leave comments out, each closed or not, in one pass."""
    kept: list[str] = []
    at = 0
    while (start := storage.find("<!", at)) >= 0:
        kept.append(storage[at:start])
        if storage.startswith("<![CDATA[", start):
            end = storage.find("]]>", start)
            kept.append(escape(storage[start + 9 : end if end >= 0 else None]))
        else:
            close = "-->" if storage.startswith("<!--", start) else ">"
            end = storage.find(close, start)
            end = end + len(close) - 3 if end >= 0 else -1
        if end < 0:
            return "".join(kept)
        at = end + 3
    return "".join((*kept, storage[at:]))


class _Reader(HTMLParser):
    """Writes the tags of the web anew and the vendor's own as the web's, or not at all."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.out: list[str] = []
        self._macros: list[str] = []
        self._hidden_in: int | None = None
        self._dropping: list[str] = []
        self._parameter = ""
        self._said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("ac:name") or ""
        if tag == _MACRO and not self._dropping:
            self._macros.append(name)
        if self._dropping:
            if tag == self._dropping[-1]:
                self._dropping.append(tag)
        elif tag == "ac:parameter" and name == "title":
            self._write("<p>")
        elif tag in _DROPPED:
            self._dropping.append(tag)
            self._parameter, self._said = name, ""
        elif tag in _BECOMES:
            self._write(f"<{_BECOMES[tag]}>")
        elif ":" not in tag:
            self._write(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - theirs
        if ":" not in tag and not self._dropping:
            self._write(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self._dropping:
            if tag == self._dropping[-1]:
                self._dropping.pop()
                self._note_hidden(tag)
        elif tag == "ac:parameter":
            self._write("</p>")
        elif tag in _BECOMES:
            self._write(f"</{_BECOMES[tag]}>")
        elif ":" not in tag:
            self._write(f"</{tag}>")
        if tag == _MACRO and self._macros and not self._dropping:
            self._macros.pop()
            if self._hidden_in is not None and len(self._macros) < self._hidden_in:
                self._hidden_in = None

    def _note_hidden(self, tag: str) -> None:
        hides = tag == "ac:parameter" and self._parameter == "hidden" and self._said.strip() == "true"
        if hides and self._macros[-1:] == ["excerpt"] and self._hidden_in is None:
            self._hidden_in = len(self._macros)

    def handle_data(self, data: str) -> None:
        self._write(escape(data, quote=False))

    def handle_entityref(self, name: str) -> None:
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._write(f"&#{name};")

    def _write(self, text: str) -> None:
        if self._dropping:
            self._said = (self._said + text)[:100]
        elif self._hidden_in is None:
            self.out.append(text)
