"""PlantUML: component, deployment, use case, class, state and sequence diagrams, and C4 macros.

Read line by line. Nothing is included, defined or run: lines of the preprocessor are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.c4 import C4Lines
from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, both_ways
from fidedigno.ingest.diagrams.plantuml_arrow import PlantArrow, plant_end, read_arrow
from fidedigno.ingest.diagrams.statements import Statement, statements

MAX_CHARACTERS = 5_000_000
_START = re.compile(r"^[ \t]*@start(\w+)[^\r\n]*$", re.MULTILINE)
_END = re.compile(r"^[ \t]*@end\w+", re.MULTILINE)
_VISIBLE = re.compile(r"[^\r\n]")
_THING = (
    r"abstract\s+class|abstract|actor|agent|annotation|artifact|boundary|card|circle|class|cloud|collections|component|"
    r"control|database|diamond|entity|enum|exception|file|folder|frame|hexagon|interface|label|map|metaclass|node|object|"
    r"package|participant|person|port|portin|portout|process|protocol|queue|rectangle|record|stack|state|storage|struct|"
    r"usecase|action|namespace|stereotype|dataclass"
)
_NAME = r"\"[^\"]+\"|\[[^\]\n]+\]|\([^()\n]+\)|:[^:\n]+:|\(\)\s*(?:\"[^\"]+\"|[\w.]+)|[^\s\"{}#:;,<]+"
_DECLARED = re.compile(
    rf"(?:create\s+)?(?:(?P<thing>{_THING})/?\s+)?(?P<a>{_NAME})(?:\s*<(?!<)[^<>]*(?:<[^<>]*>[^<>]*)*>)?(?P<before>(?:\s*<<[^>]*>>)*)"
    rf"(?:\s+as\s+(?P<b>{_NAME}))?"
    r"(?P<rest>(?:\s*(?:<<[^>]*>>|#[\w/;:.,|\\-]+|order\s+\d+|(?:extends|implements)\s+[\w.,\s]+))*)"
    r"\s*(?P<open>\{)?\s*(?P<close>\})?(?:\s*:\s*(?P<text>.*))?",
    re.IGNORECASE,
)
_INHERITS = re.compile(r"(?:extends|implements)\s+([\w.]+(?:\s*,\s*[\w.]+)*)", re.IGNORECASE)
_CLASS_LIKE = frozenset(
    ("class", "abstract", "annotation", "enum", "exception", "interface", "metaclass", "object", "protocol",
     "struct", "map", "entity", "record", "dataclass", "stereotype", "circle")
)  # fmt: skip
_SEQUENCE_WORDS = frozenset(
    (
        "participant",
        "autonumber",
        "activate",
        "deactivate",
        "return",
        "alt",
        "loop",
        "opt",
        "par",
        "collections",
    )
)
_NOTE = re.compile(r"(?:[hr]?note|ref)\s+.*?:\s*(.+)", re.IGNORECASE)
_NOTE_INLINE = re.compile(r"[hr]?note\s+\"([^\"]+)\"\s+as\s+\w+", re.IGNORECASE)
_BLOCK_OPENERS = re.compile(r"[hr]?note\b|legend\b|title$|header$|footer$|ref\s+over\b[^:]*$", re.IGNORECASE)
_BLOCK_ENDS = re.compile(r"(?:end\s*(?:note|legend|title|header|footer|rnote|hnote|ref))", re.IGNORECASE)
_LONG_LABEL = re.compile(rf"(?:{_THING})\s+([\w.]+)\s*(?:<<[^>]*>>\s*)?\[", re.IGNORECASE)
_LONG_LABEL_END = re.compile(r"\]")
_SKIPPED_BLOCK = re.compile(
    r"(?:skinparam|sprite)\b[^{]*\{$|<style>$|!(?:unquoted\s+)?(?:function|procedure)\b(?!.*!return)",
    re.IGNORECASE,
)
_SKIPPED_END = re.compile(r"\}|</style>|!end(?:function|procedure)", re.IGNORECASE)
_SKIPPED = re.compile(
    r"(?:!|@|skinparam\b|hide\b|show\b|scale\b|left to right|top to bottom|autonumber\b|activate\b|deactivate\b|"
    r"destroy\b|return\b|newpage\b|autoactivate\b|caption\b|mainframe\b|remove\b|allow|alt\b|else\b|loop\b|opt\b|par\b|"
    r"break\b|critical\b|group\b|end\b|end$|==|\.\.\.|\|\|\||set\b|page\b|sprite\b|<|together\b|ref\b|--$|\|\|$|url\b)",
    re.IGNORECASE,
)  # fmt: skip
_MEMBER = re.compile(r"([\w.]+|\"[^\"]+\")\s*:\s*(.+)")


def read_plantuml(text: str, start: int = 0, end: int | None = None) -> list[Diagram]:
    """Read every diagram of ``text[start:end]``: from ``@startuml`` to ``@enduml``, or the whole without them.

    Kinds that draw no relations (JSON, mind maps, Gantt) give none. Offsets count from the beginning of ``text``.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    stop = len(text) if end is None else end
    if stop - start > MAX_CHARACTERS:
        raise DocumentFailedError(f"the diagram has more than {MAX_CHARACTERS:,} characters", "Split it.")
    found = []
    openings = list(_START.finditer(text, start, stop))
    if not openings:
        return [_Plant(_blanked(text[start:stop]), start).read()]
    for number, opening in enumerate(openings):
        limit = openings[number + 1].start() if number + 1 < len(openings) else stop
        closing = _END.search(text, opening.end(), limit)
        if opening[1].lower() == "uml":
            body = text[opening.end() : closing.start() if closing else limit]
            found.append(_Plant(_blanked(body), opening.end()).read())
    return found


def _blanked(body: str) -> str:
    """Without block comments, every offset as it was."""
    parts: list[str] = []
    at = 0
    while (opening := body.find("/'", at)) >= 0 and (closing := body.find("'/", opening + 2)) >= 0:
        parts += (body[at:opening], _VISIBLE.sub(" ", body[opening : closing + 2]))
        at = closing + 2
    return "".join((*parts, body[at:]))


@dataclass(slots=True)
class _Plant:
    body: str
    shift: int
    builder: DiagramBuilder = field(default_factory=lambda: DiagramBuilder("plantuml"))
    frames: list[str] = field(default_factory=list)
    macros: C4Lines = field(init=False)
    inside: str | None = None
    """The class whose members are being read."""

    def __post_init__(self) -> None:
        self.macros = C4Lines(self.builder)

    def read(self) -> Diagram:
        lines = list(statements(self.body, 0, len(self.body), "'"))
        is_sequence = _is_sequence(lines)
        stream = iter(lines)
        for line in stream:
            self.macros.frames = self.frames
            if self.inside is not None:
                self._member(line.text)
            elif _SKIPPED_BLOCK.match(line.text):
                _skip_to(stream, _SKIPPED_END)
            elif opening := _LONG_LABEL.fullmatch(line.text):
                self.builder.node(opening[1], " ".join(_lines_to(stream, _LONG_LABEL_END)), self._frame())
            elif self._words(line.text, stream):
                continue
            elif line.text.startswith("}"):
                self.frames = self.frames[:-1]
            elif self.macros.read(line._replace(start=line.start + self.shift, end=line.end + self.shift)):
                continue
            elif (arrow := read_arrow(line.text)) is not None:
                self._arrow(arrow, line, is_sequence=is_sequence)
            elif line.text.endswith("{") and _SKIPPED.match(line.text):
                # ``together {`` draws nothing, but its brace is closed.
                self.frames.append(self.builder.group(f"frame {line.start}", "", self._frame()))
            elif not _SKIPPED.match(line.text):
                self._declared(line)
        return self.builder.build()

    def _words(self, line: str, stream: Iterator[Statement]) -> bool:
        """Titles, notes and legends, on one line or on several."""
        lowered = line.lower()
        if match := _NOTE_INLINE.fullmatch(line) or _NOTE.fullmatch(line):
            self.builder.note(match[1])
        elif _BLOCK_OPENERS.match(line):
            block = " ".join(_lines_to(stream, _BLOCK_ENDS))
            if lowered == "title":
                self.builder.title = block
            else:
                self.builder.note(block)
        elif lowered.startswith(("title ", "title:")):
            self.builder.title = line[6:]
        elif lowered.startswith(("header ", "footer ", "caption ")):
            self.builder.note(line[7:])
        elif re.match(r"box(?:$|[ \"#])", lowered):
            label = re.sub(r"\s*#\w+$", "", line[3:]).strip().strip('"')
            self.frames.append(self.builder.group(f"box {len(self.frames)} {label}", label))
        elif lowered == "end box":
            self.frames = self.frames[:-1]
        else:
            return False
        return True

    def _member(self, line: str) -> None:
        if line.startswith("}"):
            self.inside = None
        elif self.inside is not None and not re.fullmatch(r"[-.=_]{2,}.*", line):
            self.builder.line(self.inside, re.sub(r"\{(?:static|abstract|field|method)\}\s*", "", line))

    def _end(self, end: tuple[str, str | None]) -> str:
        id_, label = end
        if id_ == "[*]":
            frame = self.frames[-1] if self.frames else ""
            return self.builder.node(f"[*] {frame}", label, frame or None)
        if self.builder.has_group(id_):
            return id_
        # A label that a declaration gave stays: ``[A]`` in an arrow only names the component again.
        known = self.builder.knows(id_)
        return self.builder.node(id_, None if known else label, None if known else self._frame())

    def _is_known(self, id_: str) -> bool:
        return self.builder.knows(id_) or self.builder.has_group(id_)

    def _frame(self) -> str | None:
        return self.frames[-1] if self.frames else None

    def _arrow(self, arrow: PlantArrow, line: Statement, *, is_sequence: bool) -> None:
        is_marked = arrow.a[1] is not None or arrow.b[1] is not None
        if arrow.weak and not (is_marked or self._is_known(arrow.a[0]) or self._is_known(arrow.b[0])):
            return
        a, b = self._end(arrow.a), self._end(arrow.b)
        if arrow.hidden:
            return
        heads = arrow.heads
        if not any(heads):
            # A line without heads may say by a triangle beside its label which way it is read.
            words = arrow.text.split(" ")
            heads = ("<" in (words[0], words[-1]), ">" in (words[0], words[-1]))
        direction, swapped = both_ways(*heads)
        source, target = (b, a) if swapped else (a, b)
        label = re.sub(r"^[<>]\s+|\s+[<>]$", "", arrow.text)
        start, end = line.start + self.shift, line.end + self.shift
        reply = is_sequence and arrow.dashed
        self.builder.arrow(source, target, label, direction, start=start, end=end, reply=reply)

    def _declared(self, line: Statement) -> None:
        match = _DECLARED.fullmatch(line.text)
        if match is None or not (match["thing"] or match["a"][0] in "[(:"):
            if line.text.endswith("{"):
                self.frames.append(self.builder.group(f"frame {line.start}", "", self._frame()))
            elif member := _MEMBER.fullmatch(line.text):
                self.builder.line(member[1].strip('"'), member[2])
            return
        first, second = plant_end(match["a"]), plant_end(match["b"]) if match["b"] else None
        id_, label = first
        if second is not None:
            # ``"Label" as X`` and ``X as "Label"`` are both written.
            is_named = second[1] is None or match["b"].startswith(("[", "(", ":"))
            id_, label = (second[0], label or id_) if is_named else (id_, second[1])
        thing = (match["thing"] or "").lower().split()[0] if match["thing"] else ""
        if match["open"] and not match["close"] and thing not in _CLASS_LIKE:
            self.frames.append(self.builder.group(id_, label or id_, self._frame()))
            return
        self.builder.node(id_, label, self._frame())
        for stereotype in re.findall(r"<<([^>]*)>>", match["before"] + (match["rest"] or "")):
            self.builder.line(id_, f"«{stereotype.strip()}»")
        if match["text"]:
            self.builder.line(id_, match["text"])
        for inherits in _INHERITS.finditer(match["rest"] or ""):
            for name in inherits[1].split(","):
                start, end = line.start + self.shift, line.end + self.shift
                self.builder.arrow(id_, self.builder.node(name.strip()), start=start, end=end)
        if match["open"] and not match["close"]:
            self.inside = id_


def _is_sequence(lines: list[Statement]) -> bool:
    """Messages between participants: there a dashed arrow is the answer to a call."""
    words = {line.text.split(None, 1)[0].lower() for line in lines}
    if words & _SEQUENCE_WORDS:
        return True
    arrows = [arrow for line in lines[:500] if (arrow := read_arrow(line.text)) is not None]
    structural = any(
        line.text.startswith(("[", "(", "class ", "component ", "node ", "state ")) for line in lines
    )
    return bool(arrows) and not structural and any(not each.dashed and each.text for each in arrows)


def _lines_to(stream: Iterator[Statement], end: re.Pattern[str]) -> Iterator[str]:
    for line in stream:
        if end.match(line.text):
            return
        yield line.text


def _skip_to(stream: Iterator[Statement], end: re.Pattern[str]) -> None:
    for _ in _lines_to(stream, end):
        pass
