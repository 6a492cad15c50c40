"""Mermaid flowcharts: nodes of every shape, chains, fans, labelled arrows and nested frames.

A scanner that only moves forward: its time is linear in the length of the text, whatever is in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, both_ways

_BLANK = re.compile(r"(?:[ \t]|%%[^\r\n]*(?=[\r\n]|\Z))*")
_SPACE = re.compile(r"(?:[\s;]|%%[^\r\n]*)+")
_REST = re.compile(r"[^\r\n;]*")
_LINE = re.compile(r"[^\r\n]*")
_ID = re.compile(r"(?:\w|[!#$%'*+.`?/:](?<!::)(?!::)|-(?![-.>])|=(?!=)|\\)+")
_EDGE_ID = re.compile(r"[\w-]{1,100}@(?=[<xo]?[-=~])")
_LINK = re.compile(
    r"(?P<left>[xo<]?)(?:(?:-{2,}|={2,})(?P<right>[-=xo>])|-?\.+-(?P<dotted>[xo>]?)|(?P<hidden>~{3,}))"
)
_OPEN_LINK = re.compile(r"(?P<left>[xo<]?)(?P<body>--|==|-\.)")
_CLOSING = {
    "--": re.compile(r"-{2,}(?P<right>[-xo>])"),
    "==": re.compile(r"={2,}(?P<right>[=xo>])"),
    "-.": re.compile(r"\.+-(?P<right>[xo>]?)"),
}
_PIPE = re.compile(r"[ \t]*\|(\"[^\"]*\"|[^|\r\n]*)\|")
_WORD = re.compile(r"[A-Za-z]+")
_SHAPES = (
    ("(((", (")))",)),
    ("((", ("))",)),
    ("([", ("])",)),
    ("[[", ("]]",)),
    ("[(", (")]",)),
    ("{{", ("}}",)),
    ("[/", ("/]", "\\]")),
    ("[\\", ("\\]", "/]")),
    ("[", ("]",)),
    ("(", (")",)),
    ("{", ("}",)),
    (">", ("]",)),
)
_SKIPPED_WORDS = frozenset(
    ("style", "classDef", "class", "click", "linkStyle", "direction", "accTitle", "accDescr")
)
_META_LABEL = re.compile(r"label\s*:\s*(?:\"([^\"]*)\"|'([^']*)'|([^,}\r\n]*))")
_ENTITY = re.compile(r"#(\w{1,10});")
MAX_LABEL_SCAN = 4_000
MAX_META = 2_000


@dataclass(slots=True)
class _Flow:
    text: str
    at: int
    stop: int
    builder: DiagramBuilder = field(default_factory=lambda: DiagramBuilder("mermaid"))
    frames: list[str] = field(default_factory=list)

    def read(self) -> Diagram:
        rest = _LINE.match(self.text, self.at, self.stop)
        # ``graph TD; A-->B`` may stand on one line.
        header = (rest.group() if rest else "").split(";", 1)
        self.at += len(header[0]) if len(header) > 1 else len(rest.group() if rest else "")
        while self._skip(_SPACE) or self.at < self.stop:
            if self.at >= self.stop:
                break
            before = self.at
            self._statement()
            if self.at == before:
                self.at += 1
        return self.builder.build()

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        match = pattern.match(self.text, self.at, self.stop)
        moved = match is not None and match.end() > self.at
        if match is not None:
            self.at = match.end()
        return moved

    def _statement(self) -> None:
        match = _WORD.match(self.text, self.at, self.stop)
        word = match.group() if match else ""
        follows = self.text[match.end() : match.end() + 1] if match else ""
        if word == "subgraph" and not follows.strip():
            self.at += len(word)
            self._frame()
        elif word == "end" and (not follows.strip() or follows == ";"):
            self.at += len(word)
            if self.frames:
                self.frames.pop()
        elif word in _SKIPPED_WORDS and (not follows.strip() or follows in ":{"):
            self._skip(_LINE)
        else:
            self._chain()

    def _frame(self) -> None:
        match = _LINE.match(self.text, self.at, self.stop)
        source = (match.group() if match else "").strip().rstrip(";")
        self.at = match.end() if match else self.at
        name, bracket, label = source.partition("[")
        if bracket and not source.startswith('"'):
            id_, label = name.strip(), label.rstrip().removesuffix("]").strip().strip('"')
        else:
            label = source.strip('"')
            id_ = label
        id_ = id_ or f"subgraph {self.at}"
        parent = self.frames[-1] if self.frames else None
        self.builder.group(id_, mermaid_words(label), parent)
        if len(self.frames) < 1_000:
            self.frames.append(id_)

    def _chain(self) -> None:
        """``A & B --> C -->|text| D``: every node of one side with every node of the next."""
        start = self.at
        left = self._nodes()
        while left:
            self._skip(_BLANK)
            link = self._link()
            if link is None:
                break
            label, heads = link
            # The target may stand on the next line.
            self._skip(_SPACE)
            right_start = self.at
            right = self._nodes()
            if not right:
                break
            for source in left if heads is not None else ():
                for target in right:
                    direction, swapped = both_ways(*(heads or (False, False)))
                    ends = (target, source) if swapped else (source, target)
                    self.builder.arrow(*ends, mermaid_words(label), direction, start=start, end=self.at)
            start, left = right_start, right
        if self.at < self.stop and self.text[self.at] not in "\r\n;":
            self._skip(_REST)

    def _nodes(self) -> list[str]:
        found: list[str] = []
        while (node := self._node()) is not None:
            found.append(node)
            end = self.at
            self._skip(_BLANK)
            if self.text[self.at : self.at + 1] != "&":
                self.at = end
                break
            self.at += 1
            self._skip(_SPACE)
        return found

    def _node(self) -> str | None:
        match = _ID.match(self.text, self.at, self.stop)
        if match is None:
            return None
        id_ = match.group()
        self.at = match.end()
        label = self._label()
        if self.text.startswith(":::", self.at):
            self.at += 3
            self._skip(re.compile(r"[\w-]*"))
        if self.builder.has_group(id_) and label is None:
            return id_
        return self.builder.node(
            id_, None if label is None else mermaid_words(label), self.frames[-1] if self.frames else None
        )

    def _label(self) -> str | None:
        if self.text.startswith("@{", self.at):
            close = self.text.find("}", self.at, min(self.stop, self.at + MAX_META))
            body = self.text[self.at : close if close >= 0 else self.at]
            self.at = close + 1 if close >= 0 else self.at + 2
            meta = _META_LABEL.search(body)
            return next((each for each in meta.groups() if each is not None), None) if meta else None
        for opening, closings in _SHAPES:
            if self.text.startswith(opening, self.at, self.stop):
                found = self._inside(self.at + len(opening), closings)
                if found is not None:
                    return found
        return None

    def _inside(self, start: int, closings: tuple[str, ...]) -> str | None:
        """What stands up to the closing bracket, and go beyond it; quotation marks may hold any bracket."""
        limit = min(self.stop, start + MAX_LABEL_SCAN)
        quoted = re.compile(r"\s*\"([^\"]*)\"\s*").match(self.text, start, limit)
        if quoted is not None:
            for closing in closings:
                if self.text.startswith(closing, quoted.end()):
                    self.at = quoted.end() + len(closing)
                    return quoted.group(1)
        line_end = _LINE.match(self.text, start, limit)
        limit = line_end.end() if line_end else limit
        ends = [(at, each) for each in closings if (at := self.text.find(each, start, limit)) >= 0]
        if not ends:
            return None
        at, closing = min(ends)
        self.at = at + len(closing)
        return self.text[start:at]

    def _link(self) -> tuple[str, tuple[bool, bool] | None] | None:
        """The label of the arrow that begins here and whether it has heads left and right.

        The heads are ``None`` for an invisible link.
        """
        self._skip(_EDGE_ID)
        whole = _LINK.match(self.text, self.at, self.stop)
        if whole is not None:
            self.at = whole.end()
            right = whole["right"] or whole["dotted"] or ""
            heads = (bool(whole["left"]), right in ("x", "o", ">"))
            pipe = _PIPE.match(self.text, self.at, self.stop)
            if pipe is not None:
                self.at = pipe.end()
            label = pipe.group(1).strip().strip('"') if pipe else ""
            return label, None if whole["hidden"] else heads
        opening = _OPEN_LINK.match(self.text, self.at, self.stop)
        if opening is None:
            return None
        line = _LINE.match(self.text, opening.end(), min(self.stop, opening.end() + MAX_LABEL_SCAN))
        limit = line.end() if line else opening.end()
        closing = _CLOSING[opening["body"]].search(self.text, opening.end(), limit)
        if closing is None:
            return None
        label = self.text[opening.end() : closing.start()].strip().strip('"')
        self.at = closing.end()
        return label, (bool(opening["left"]), closing["right"] in ("x", "o", ">"))


def mermaid_words(label: str) -> str:
    """Mermaid writes ``#quot;`` and ``#35;`` for entities, and Markdown between backquotes."""
    words = label.strip()
    if words.startswith("`") and words.endswith("`"):
        words = words.strip("`").replace("**", "")
    return _ENTITY.sub(lambda m: f"&{m[1]};" if not m[1].isdigit() else f"&#{m[1]};", words)


def read_flow(text: str, start: int, stop: int, title: str = "") -> Diagram:
    """Read a flowchart whose keyword ends at ``start``.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    flow = _Flow(text, start, stop)
    flow.builder.title = title
    return flow.read()
