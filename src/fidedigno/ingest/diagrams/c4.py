"""C4 macros, the same in Mermaid and in PlantUML: ``Person(a, "Ana")``, ``Rel(a, b, "uses", "HTTPS")``."""

from __future__ import annotations

import re

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder
from fidedigno.ingest.diagrams.statements import Statement, statements
from fidedigno.model.relation import Direction

_CALL = re.compile(r"([A-Za-z_]\w*)\s*\((.*)\)\s*(\{)?")
_ARGUMENT = re.compile(r"\s*(?:\$\w+\s*=\s*)?(?:\"([^\"]*)\"|([^,\"]*))\s*(?:,|$)")
_ELEMENT = re.compile(
    r"(?:Person|System|SystemDb|SystemQueue|Container|ContainerDb|ContainerQueue|Component|ComponentDb|ComponentQueue)(?:_Ext)?"
)
_BOUNDARY = re.compile(r"(?:\w+_)?Boundary|(?:Deployment_)?Node(?:_[LR])?")
_RELATION = re.compile(r"(?:Bi)?Rel(?:Index)?(?:_\w+)?")
MAX_ARGUMENTS = 12


class C4Lines:
    """Reads macros into a builder, one line at a time; keeps the open boundaries."""

    def __init__(self, builder: DiagramBuilder) -> None:
        self._builder = builder
        self.frames: list[str] = []

    def read(self, line: Statement) -> bool:
        """Read one line; ``False`` if it is none of the macros."""
        match = _CALL.fullmatch(line.text)
        if match is None:
            return False
        name, given = match[1], _arguments(match[2])
        frame = self.frames[-1] if self.frames else None
        if _ELEMENT.fullmatch(name) and given:
            self._builder.node(given[0], given[1] if len(given) > 1 else None, frame)
            # What is it made of, and what for: a reader sees both on the box.
            for detail in given[2:4]:
                self._builder.line(given[0], detail)
        elif _BOUNDARY.fullmatch(name) and given:
            self._builder.group(given[0], given[1] if len(given) > 1 else given[0], frame)
            if match[3]:
                self.frames.append(given[0])
        elif _RELATION.fullmatch(name) and len(given) > 1:
            self._relation(name, given, line)
        else:
            return False
        return True

    def _relation(self, name: str, given: list[str], line: Statement) -> None:
        ends = given[1:] if name.startswith("RelIndex") else given
        if len(ends) < 2:
            return
        label = ends[2] if len(ends) > 2 else ""
        if len(ends) > 3 and ends[3]:
            label = f"{label} [{ends[3]}]"
        source, target = (ends[1], ends[0]) if name == "Rel_Back" else (ends[0], ends[1])
        direction = Direction.BOTH if name.startswith("BiRel") else Direction.ONE_WAY
        self._builder.arrow(source, target, label, direction, start=line.start, end=line.end)

    def close(self) -> None:
        """End the innermost boundary."""
        if self.frames:
            self.frames.pop()


def _arguments(source: str) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(source) and len(found) < MAX_ARGUMENTS:
        match = _ARGUMENT.match(source, at)
        if match is None or match.end() == at:
            break
        found.append((match[1] if match[1] is not None else match[2]).strip())
        at = match.end()
    return found


def read_c4(text: str, start: int, stop: int, title: str = "") -> Diagram:
    """Read a C4 diagram of Mermaid whose keyword ends at ``start``.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    builder = DiagramBuilder("mermaid")
    builder.title = title
    macros = C4Lines(builder)
    for line in statements(text, start, stop, "%%"):
        if line.text == "}":
            macros.close()
        elif not macros.read(line) and line.text.startswith("title "):
            builder.title = line.text[6:]
    return builder.build()
