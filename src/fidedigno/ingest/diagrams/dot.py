"""Graphviz DOT: graphs, clusters, chains of edges, sets of nodes, labels of text and of HTML.

The grammar is small and is read by our own scanner, because every edge has to keep its place in the text,
and because hostile nesting must cost neither the stack nor more than linear time.
Source: the DOT language, graphviz.org/doc/info/lang.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, broken, too_large
from fidedigno.model.relation import Direction

MAX_CHARACTERS = 5_000_000
MAX_DEPTH = 200
MAX_SET = 2_000
"""A set of nodes larger than this is not multiplied with another."""

_TOKEN = re.compile(
    r"(?P<blank>\s+|//[^\n]*|/\*.*?(?:\*/|\Z)|^#[^\n]*)|(?P<op>->|--)|(?P<quoted>\"(?:[^\"\\]|\\.)*\")|(?P<html><)"
    r"|(?P<id>[^\W\d]\w*|-?(?:\.\d+|\d+(?:\.\d*)?)(?![^\W\d]))|(?P<mark>[{}\[\];,:=+])|(?P<other>.)",
    re.DOTALL | re.MULTILINE,
)
_KEYWORDS = frozenset(("strict", "graph", "digraph", "node", "edge", "subgraph"))
_FIELD_PORT = re.compile(r"<[^<>]{0,100}>")


class _Token(NamedTuple):
    kind: str
    """``id`` for every kind of name, ``op``, or the mark itself; ``word`` for a keyword."""
    text: str
    start: int
    end: int


@dataclass(slots=True)
class _Scope:
    """What holds between two braces: the frame, default attributes, and the nodes named so far."""

    frame: str | None
    edge: dict[str, str]
    node: dict[str, str]
    named: dict[str, None] = field(default_factory=dict)
    start: int = 0


@dataclass(slots=True)
class _Chain:
    """The statement under way: sets of nodes joined by operators. ``ended`` tells that a set was just read."""

    sets: list[dict[str, None]] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    ended: bool = False


def read_dot(text: str, start: int = 0, end: int | None = None) -> Diagram:
    """Read the first graph of ``text[start:end]``. Offsets count from the beginning of ``text``.

    Raises:
        DocumentFailedError: if it is no graph, or over a limit.
    """
    stop = len(text) if end is None else end
    if stop - start > MAX_CHARACTERS:
        raise DocumentFailedError(f"the diagram has more than {MAX_CHARACTERS:,} characters", "Split it.")
    tokens = _Tokens(text, start, stop)
    directed = False
    while (token := tokens.next()) is not None and token.kind != "{":
        directed = directed or (token.kind == "word" and token.text.lower() == "digraph")
        if token.kind == "word" and token.text.lower() in ("graph", "digraph"):
            continue
        if token.kind not in ("word", "id"):
            raise broken(f"no graph begins at character {token.start}")
    if token is None:
        raise broken("no graph begins in it")
    return _Reader(tokens, directed=directed).read()


class _Tokens:
    """The tokens, with one to look ahead."""

    def __init__(self, text: str, start: int, stop: int) -> None:
        self._text = text
        self._stream = self._scan(start, stop)
        self._ahead: list[_Token] = []

    def next(self) -> _Token | None:
        """Take the next token; ``None`` at the end."""
        return self._ahead.pop() if self._ahead else next(self._stream, None)

    def peek(self) -> _Token | None:
        """Look at the next token."""
        token = self.next()
        if token is not None:
            self._ahead.append(token)
        return token

    def take(self, kind: str) -> _Token | None:
        """Take the next token if it is of that kind."""
        token = self.peek()
        return self.next() if token is not None and token.kind == kind else None

    def _scan(self, at: int, stop: int) -> Iterator[_Token]:
        while at < stop and (match := _TOKEN.match(self._text, at, stop)):
            at = match.end()
            kind = match.lastgroup
            if kind == "html":
                at = _html_end(self._text, match.start(), stop)
                yield _Token("id", self._text[match.start() : at][1:-1], match.start(), at)
            elif kind == "quoted":
                yield _Token("id", _unquoted(match.group()), match.start(), at)
            elif kind == "id":
                word = match.group().lower() in _KEYWORDS
                yield _Token("word" if word else "id", match.group(), match.start(), at)
            elif kind in ("op", "mark"):
                yield _Token(match.group() if kind == "mark" else "op", match.group(), match.start(), at)


def _html_end(text: str, at: int, stop: int) -> int:
    """Where an HTML label that begins at ``at`` ends."""
    depth = 0
    for match in re.compile(r"[<>]").finditer(text, at, stop):
        depth += 1 if match.group() == "<" else -1
        if depth == 0:
            return match.end()
    return stop


def _unquoted(source: str) -> str:
    return source[1:-1].replace("\\\n", "").replace('\\"', '"')


class _Reader:
    """Follows the braces with a stack of its own."""

    def __init__(self, tokens: _Tokens, *, directed: bool) -> None:
        self._tokens = tokens
        self._directed = directed
        self._builder = DiagramBuilder("graphviz")
        self._scopes = [_Scope(None, {}, {})]
        self._chains = [_Chain()]

    def read(self) -> Diagram:
        """Read up to the brace that closes the graph."""
        while (token := self._tokens.next()) is not None:
            if token.kind == "{":
                self._open(token, "")
            elif token.kind == "}":
                if len(self._scopes) == 1:
                    break
                self._close(token)
            elif token.kind == "word":
                self._word(token)
            elif token.kind == "id":
                self._name(token)
            elif token.kind == "op":
                self._chains[-1].ended = False
            elif token.kind == "[":
                self._finish(self._attributes())
            else:
                self._finish({})
        self._finish({})
        return self._builder.build()

    def _open(self, token: _Token, name: str) -> None:
        if len(self._scopes) >= MAX_DEPTH:
            raise too_large("nested frames", MAX_DEPTH)
        self._begin_operand()
        parent = self._scopes[-1]
        frame = parent.frame
        if name.startswith("cluster"):
            frame = self._builder.group(name, "", parent.frame)
        self._scopes.append(_Scope(frame, dict(parent.edge), dict(parent.node), start=token.start))
        self._chains.append(_Chain())

    def _close(self, token: _Token) -> None:
        self._finish({})
        scope = self._scopes.pop()
        self._chains.pop()
        self._scopes[-1].named.update(scope.named)
        self._operand(scope.named, scope.start, token.end)

    def _word(self, token: _Token) -> None:
        word = token.text.lower()
        if word == "subgraph":
            named = self._tokens.take("id")
            opening = self._tokens.take("{")
            if opening is not None:
                self._open(token, named.text if named else "")
        elif self._tokens.take("["):
            given = self._attributes()
            if word == "edge":
                self._scopes[-1].edge.update(given)
            elif word == "node":
                self._scopes[-1].node.update(given)
            else:
                self._graph_attribute(given)

    def _name(self, token: _Token) -> None:
        text = token.text
        end = token.end
        while self._tokens.take("+") and (more := self._tokens.take("id")):
            text, end = text + more.text, more.end
        if self._tokens.take("="):
            value = self._tokens.take("id") or self._tokens.take("word")
            self._graph_attribute({text.lower(): value.text if value else ""})
            return
        while self._tokens.take(":") and (port := self._tokens.take("id")):
            end = port.end
        self._begin_operand()
        scope = self._scopes[-1]
        if not self._builder.knows(text):
            label = scope.node.get("label")
            self._builder.node(text, None if label is None else _label(label, text), scope.frame)
        scope.named[text] = None
        self._operand({text: None}, token.start, end)

    def _begin_operand(self) -> None:
        """Two operands without an operator between them are two statements."""
        if self._chains[-1].ended:
            self._finish({})

    def _operand(self, nodes: dict[str, None], start: int, end: int) -> None:
        chain = self._chains[-1]
        chain.sets.append(nodes)
        chain.spans.append((start, end))
        chain.ended = True

    def _graph_attribute(self, given: dict[str, str]) -> None:
        frame = self._scopes[-1].frame
        if "label" not in given:
            return
        if len(self._scopes) == 1:
            self._builder.title = _label(given["label"], "")
        elif frame is not None:
            self._builder.relabel(frame, _label(given["label"], ""))

    def _attributes(self) -> dict[str, str]:
        """``[a=b, c=d][e=f]``; the first bracket is read already."""
        found: dict[str, str] = {}
        while (token := self._tokens.next()) is not None:
            if token.kind == "]":
                if self._tokens.take("["):
                    continue
                break
            if token.kind in ("id", "word") and self._tokens.take("="):
                value = self._tokens.take("id") or self._tokens.take("word")
                text = value.text if value else ""
                while self._tokens.take("+") and (more := self._tokens.take("id")):
                    text += more.text
                found[token.text.lower()] = text
        return found

    def _finish(self, given: dict[str, str]) -> None:
        """End the statement: nodes get their label, neighbours in the chain their edges."""
        chain, self._chains[-1] = self._chains[-1], _Chain()
        if len(chain.sets) == 1 and given:
            for name in chain.sets[0]:
                label = given.get("label", given.get("xlabel"))
                self._builder.node(name, None if label is None else _label(label, name))
            return
        attributes = {**self._scopes[-1].edge, **given}
        if attributes.get("style", "").startswith("invis"):
            return
        label = _label(attributes.get("label") or attributes.get("xlabel") or "", "")
        for index in range(len(chain.sets) - 1):
            self._edges(chain, index, label, attributes)

    def _edges(self, chain: _Chain, index: int, label: str, attributes: dict[str, str]) -> None:
        left, right = chain.sets[index], chain.sets[index + 1]
        if len(left) * len(right) > MAX_SET:
            raise too_large("arrows between two sets", MAX_SET)
        start, end = chain.spans[index][0], chain.spans[index + 1][1]
        way = attributes.get("dir", "forward" if self._directed else "none").lower()
        direction = {"both": Direction.BOTH, "none": Direction.NONE}.get(way, Direction.ONE_WAY)
        for source in left:
            for target in right:
                ends = (target, source) if way == "back" else (source, target)
                self._builder.arrow(*ends, label, direction, start=start, end=end)


def _label(source: str, name: str) -> str:
    r"""A label as it is drawn: ``\N`` is the name, fields of records are parted, ``\n`` breaks the line."""
    words = source.replace("\\N", name).replace("\\G", "")
    words = re.sub(r"\\[nlr]", " ", words)
    if "|" in words:
        words = re.sub(r"[{}]", " ", _FIELD_PORT.sub("", words)).replace("|", " | ")
    return words
