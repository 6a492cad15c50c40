"""Mermaid class, entity-relationship and state diagrams."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, both_ways
from fidedigno.ingest.diagrams.mermaid_flow import mermaid_words
from fidedigno.ingest.diagrams.statements import Statement, statements
from fidedigno.model.relation import Direction

_NAME = r"(?:`[^`]+`|[\w.\-~<>,]*[\w~>]|\(\))"
_CLASS = re.compile(
    r"class\s+(`[^`]+`|[\w.\-]+)(~[^~]+~)?(?:\[\"?([^\]\"]*)\"?\])?\s*(?::::?\s*\w+)?\s*(<<[^>]*>>)?\s*(\{)?(.*?)(\})?"
)
_CLASS_RELATION = re.compile(
    rf"(?P<a>{_NAME})\s*(?:\"(?P<na>[^\"]*)\"\s*)?(?P<left><\||[<*o]|\(\))?(?P<body>--|\.\.)(?P<right>\|>|[>*o]|\(\))?"
    rf"\s*(?:\"(?P<nb>[^\"]*)\"\s*)?(?P<b>{_NAME})\s*(?::\s*(?P<text>.*))?"
)
_MEMBER = re.compile(r"(`[^`]+`|[\w.\-]+)\s*:\s*(.+)")
_NOTE = re.compile(r"note(?:\s+for\s+\S+)?\s+\"(.*)\"", re.IGNORECASE)
_SKIPPED = (
    "direction ",
    "style ",
    "classDef ",
    "cssClass ",
    "click ",
    "link ",
    "callback ",
    "accTitle",
    "accDescr",
)
_ER_END = r"(\"[^\"]+\"|[^\s:{}|\"]+)"
_COUNT = (
    r"(?:one or more|one or many|zero or one|zero or more|zero or many|one or zero|many|only one|1|[01]\+)"
    r"(?:\([01]\))?"
)
_ER_LINK = rf"(?:[|}}o]{{2}}\s*(?:--|\.\.)\s*[|{{o]{{2}}|u?--u?|{_COUNT}\s+(?:optionally to|to)\s+{_COUNT}\s)"
_ER_RELATION = re.compile(rf"(?P<a>{_ER_END})\s*{_ER_LINK}\s*(?P<b>{_ER_END})\s*(?::\s*(?P<text>.*))?")
_ENTITY = re.compile(r"(\"[^\"]+\"|[^\s:{}\[\"]+)(?:\[\"?([^\]\"]*)\"?\])?\s*(\{)?\s*(\})?")
_TRANSITION = re.compile(
    r"(?P<a>\[\*\]|[\w.\-]+?)(?::::\w+)?\s*-->\s*(?P<b>\[\*\]|[\w.\-]+)(?::::\w+)?\s*(?::\s*(?P<text>.*))?"
)
_STATE_AS = re.compile(r"state\s+\"([^\"]*)\"\s+as\s+([\w.\-]+)\s*(\{)?")
_STATE = re.compile(r"state\s+([\w.\-]+)\s*(?:<<[^>]*>>)?\s*(\{)?")
_DESCRIBED = re.compile(r"([\w.\-]+)\s*:\s*(.+)")


def read_class(text: str, start: int, stop: int, title: str = "") -> Diagram:
    """Read a class diagram whose keyword ends at ``start``.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    builder = DiagramBuilder("mermaid")
    builder.title = title
    frames: list[str] = []
    lines = statements(text, start, stop, "%%")
    for line in lines:
        words = line.text
        if words.startswith(_SKIPPED):
            continue
        if match := _CLASS.fullmatch(words):
            _declare_class(builder, match, lines, frames[-1] if frames else None)
        elif words.startswith("namespace ") and words.endswith("{"):
            name = words[len("namespace ") : -1].strip()
            frames.append(builder.group(f"namespace {name}", name, frames[-1] if frames else None))
        elif words == "}":
            frames = frames[:-1]
        elif match := _NOTE.fullmatch(words):
            builder.note(mermaid_words(match[1]))
        elif match := _CLASS_RELATION.fullmatch(words):
            _class_relation(builder, match, line)
        elif match := _MEMBER.fullmatch(words):
            builder.line(_class_id(match[1]), _generic(match[2]))
    return builder.build()


def _declare_class(
    builder: DiagramBuilder, match: re.Match[str], lines: Iterator[Statement], frame: str | None
) -> None:
    id_ = _class_id(match[1])
    generic = _generic(match[2] or "")
    label = match[3] or (id_ + generic if generic else None)
    builder.node(id_, label, frame)
    if match[4]:
        builder.line(id_, match[4])
    if match[6] and match[6].strip():
        builder.line(id_, _generic(match[6]))
    if match[5] and not match[7]:
        for inside in lines:
            if inside.text.startswith("}"):
                break
            builder.line(id_, _generic(inside.text))


def _class_id(name: str) -> str:
    return name.strip("`").partition("~")[0]


def _generic(text: str) -> str:
    """``List~int~`` is drawn as ``List<int>``, which must not pass for a tag."""
    return re.sub(r"~([^~]*)~", r"‹\1›", text.replace("<<", "«").replace(">>", "»"))


def _class_relation(builder: DiagramBuilder, match: re.Match[str], line: Statement) -> None:
    left, right = match["left"] or "", match["right"] or ""
    direction, swapped = both_ways(left.startswith("<"), right.endswith(">"))
    ends = [_class_id(match["a"]), _class_id(match["b"])]
    if swapped:
        ends.reverse()
    label = mermaid_words(match["text"] or "")
    builder.arrow(ends[0], ends[1], label, direction, start=line.start, end=line.end)


def read_entities(text: str, start: int, stop: int, title: str = "") -> Diagram:
    """Read an entity-relationship diagram. Its lines have no arrow heads: what they say is read from left to right.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    builder = DiagramBuilder("mermaid")
    builder.title = title
    lines = statements(text, start, stop, "%%")
    for line in lines:
        words = line.text
        if words.startswith(_SKIPPED):
            continue
        if match := _ER_RELATION.fullmatch(words):
            label = mermaid_words((match["text"] or "").strip('"'))
            source, target = match["a"].strip('"'), match["b"].strip('"')
            builder.arrow(source, target, label, Direction.NONE, start=line.start, end=line.end)
        elif match := _ENTITY.fullmatch(words):
            id_ = builder.node(match[1].strip('"'), match[2])
            if match[3] and not match[4]:
                for inside in lines:
                    if inside.text.startswith("}"):
                        break
                    builder.line(id_, inside.text)
    return builder.build()


def read_state(text: str, start: int, stop: int, title: str = "") -> Diagram:
    """Read a state diagram. The beginning and the end of each frame are the states ``●``.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    builder = DiagramBuilder("mermaid")
    builder.title = title
    frames: list[str] = []
    in_note = False
    for line in statements(text, start, stop, "%%"):
        words, frame = line.text, frames[-1] if frames else None
        if in_note:
            in_note = words.lower() != "end note"
            if in_note:
                builder.note(words)
        elif words.startswith(_SKIPPED) or words == "--":
            continue
        elif words.lower().startswith("note "):
            note = words.partition(":")[2]
            builder.note(note)
            in_note = not note
        elif match := _TRANSITION.fullmatch(words):
            ends = [_state(builder, match[key], frame) for key in ("a", "b")]
            label = mermaid_words(match["text"] or "")
            builder.arrow(ends[0], ends[1], label, start=line.start, end=line.end)
        elif match := _STATE_AS.fullmatch(words) or _STATE.fullmatch(words):
            label, id_ = (match[1], match[2]) if match.re is _STATE_AS else (match[1], match[1])
            if match[match.re.groups]:
                frames.append(builder.group(id_, label, frame))
            else:
                builder.node(id_, mermaid_words(label) if match.re is _STATE_AS else None, frame)
        elif words == "}":
            frames = frames[:-1]
        elif match := _DESCRIBED.fullmatch(words):
            builder.node(match[1], mermaid_words(match[2]), frame)
    return builder.build()


def _state(builder: DiagramBuilder, name: str, frame: str | None) -> str:
    if name == "[*]":
        return builder.node(f"[*] {frame or ''}", "●", frame)
    return name if builder.has_group(name) else builder.node(name, None, frame)
