"""XML of drawings, read without entities, external files, deep nesting or more elements than a limit.

Expat itself, because the tree is not built before the limits are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from fidedigno.ingest.diagrams.diagram import broken, too_large

MAX_ELEMENTS = 300_000
MAX_DEPTH = 200
MAX_TEXT_CHARACTERS = 20_000_000


@dataclass(slots=True)
class Element:
    """An element without its namespace. ``text`` is its own text up to its first child, ``tail`` what follows it."""

    name: str
    attributes: Mapping[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""
    tail: str = ""

    def walk(self) -> Iterator[Element]:
        """This element and all below it, in order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))

    def get(self, name: str, default: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, default)

    def words(self) -> str:
        """All text below it, one blank between the pieces."""
        pieces = [each.text for each in self.walk()]
        tails = [child.tail for each in self.walk() for child in each.children]
        return (
            " ".join(" ".join((*pieces, *tails)).split())
            if any(t.strip() for t in tails)
            else " ".join(" ".join(pieces).split())
        )

    def find(self, name: str) -> Element | None:
        """The first child of that name."""
        return next((child for child in self.children if child.name == name), None)


class _Tree:
    def __init__(self) -> None:
        self.root: Element | None = None
        self.comments: list[str] = []
        self._open: list[Element] = []
        self._count = 0
        self._characters = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise too_large("elements", MAX_ELEMENTS)
        if len(self._open) >= MAX_DEPTH:
            raise too_large("nested elements", MAX_DEPTH)
        element = Element(name.rpartition(":")[2], attributes)
        if self._open:
            self._open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self._open.append(element)

    def end(self, _: str) -> None:
        self._open.pop()

    def data(self, text: str) -> None:
        self._characters += len(text)
        if self._characters > MAX_TEXT_CHARACTERS:
            raise too_large("characters", MAX_TEXT_CHARACTERS)
        if not self._open:
            return
        at = self._open[-1]
        if at.children:
            at.children[-1].tail += text
        else:
            at.text += text

    def comment(self, text: str) -> None:
        if len(self.comments) < MAX_ELEMENTS:
            self.comments.append(text)

    def refuse(self, *_: object) -> None:
        raise broken("it declares entities of its own, which are not read")


@dataclass(frozen=True, slots=True)
class XmlDocument:
    """The tree and the comments, in order."""

    root: Element
    comments: tuple[str, ...]


def read_xml(content: bytes | str) -> XmlDocument:
    """Parse a document.

    Raises:
        DocumentFailedError: if it is not well formed, declares entities, or is over a limit.
    """
    tree = _Tree()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.data
    parser.CommentHandler = tree.comment
    parser.EntityDeclHandler = tree.refuse
    parser.ExternalEntityRefHandler = None
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError):
        raise broken("it is not well-formed XML") from None
    if tree.root is None:
        raise broken("it is empty")
    return XmlDocument(tree.root, tuple(tree.comments))
