"""Where sentences begin and end, as offsets into a text; Markdown, tables, lists, code and logs included.

A unit is what can be quoted on its own: a sentence of prose, a list item, a table row, a line of code or
of a log, a heading. Units never overlap, never run across blocks, and are exact slices without the white
space around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml

MAX_WHOLE_ITEM = 400
"""A list item longer than this many characters is split into its sentences."""


class UnitKind(StrEnum):
    """What a unit is, by the shape of its lines."""

    PROSE = "prose"
    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    LOG = "log"


class Unit(NamedTuple):
    """A quotable stretch, as ``[start, end)`` character offsets into the text it was found in.

    ``block`` numbers the paragraph, list, table, code block or run of log lines that it belongs to.
    """

    start: int
    end: int
    kind: UnitKind
    block: int


_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_ASCIIDOC_FENCE = "----"
_HEADING = re.compile(r"\s{0,3}(?:#{1,6}|={1,6})\s+\S")
_RULE_CHARACTERS = frozenset("-*_=+|:~^ \t")
_UNDERLINE_CHARACTERS = frozenset('=-~^"*+#')
_ROW = re.compile(r"\s*\|.*\S|[^\t\n]+(?:\t[^\t\n]*){2,}|[^|\n]+(?:\s\|\s[^|\n]*){2,}")
_ITEM = re.compile(r"\s*(?:[-*+•·‣]|\d{1,3}[.)]|[a-z][.)]|\*{2,5}|\.{1,5})\s+\S")
_LOG = re.compile(
    r"\s*\[?(?:\d{4}-\d\d-\d\d[T ,]\d\d:\d\d|\d{2,4}/\d\d/\d\d \d\d:\d\d|\d{6} \d{6} \d+ [A-Z]+ |"
    r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\d\d:\d\d:\d\d[.,]\d{3} |"
    r"\S+\.log\S* \d{4}-\d\d-\d\d |(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b[\]:]? )"
)
_INDENTED_CODE = re.compile(r"(?: {4,}|\t)\S")
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]*_`]*+(?=\s|$)")
_OPENING = re.compile(r"[\s\"'“‘«(\[*_`¿¡—–-]*")
_WORD_BEFORE = re.compile(r"[^\s(\[«“\"'¿¡]+$")


@cache
def _abbreviations() -> tuple[frozenset[str], frozenset[str]]:
    data = yaml.safe_load(
        files("fidedigno.ingest").joinpath("abbreviations.yaml").read_text(encoding="utf-8")
    )
    inner = frozenset(word for language in data.values() for word in str(language["inner"]).split())
    either = frozenset(word for language in data.values() for word in str(language["either"]).split())
    return inner, either - inner


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the ``[start, end)`` offsets of every unit of ``text``, in order."""
    return [(unit.start, unit.end) for unit in units(text)]


def units(text: str) -> list[Unit]:
    """Return every unit of ``text`` in order, with what kind it is and which block it belongs to.

    Rules, fences and blank lines are no units. Linear in the length of the text.
    """
    found: list[Unit] = []
    block = 0
    previous: UnitKind | None = None
    for start, end, kind in _stretches(text):
        if kind is None:
            blank = not text[start:end].strip()
            if previous is (UnitKind.ROW if blank else UnitKind.CODE):
                previous = None
            continue
        if kind is not previous or kind is UnitKind.PROSE or kind is UnitKind.HEADING:
            block += 1
        previous = kind
        splits = kind is UnitKind.PROSE or (kind is UnitKind.ITEM and end - start > MAX_WHOLE_ITEM)
        spans = split_prose(text, start, end) if splits else iter([_trim(text, start, end)])
        found.extend(Unit(first, last, kind, block) for first, last in spans if last > first)
    return found


class _Line(NamedTuple):
    start: int
    end: int
    kind: UnitKind | None


def _stretches(text: str) -> Iterator[tuple[int, int, UnitKind | None]]:
    """Join neighbouring prose lines into paragraphs and lines that continue a list item into it."""
    open_start, open_end = 0, 0
    open_kind: UnitKind | None = None
    for line in _classified(text):
        continues = line.kind is UnitKind.PROSE and open_kind in (UnitKind.PROSE, UnitKind.ITEM)
        if continues:
            open_end = line.end
            continue
        if open_kind is not None:
            yield open_start, open_end, open_kind
        if line.kind is None:
            yield line.start, line.end, None
        open_start, open_end, open_kind = line.start, line.end, line.kind
    if open_kind is not None:
        yield open_start, open_end, open_kind


def _classified(text: str) -> Iterator[_Line]:
    """Each line with its kind; ``None`` for blank lines, rules, underlines and fences."""
    lines = text.splitlines(keepends=True)
    fence: str | None = None
    after_blank, in_item, position = True, False, 0
    for number, line in enumerate(lines):
        start, position = position, position + len(line)
        bare = line.rstrip()
        mark = _fence_mark(bare, after_blank, text, position) if fence is None else bare.strip()
        if mark and (fence is None or (mark.startswith(fence) and not mark.strip(fence[0]))):
            fence = mark if fence is None else None
            yield _Line(start, position, None)
            after_blank = True
            continue
        if fence is not None:
            kind = UnitKind.CODE if bare else None
        else:
            kind = _kind_of(bare, after_blank and not in_item)
            if kind is UnitKind.PROSE and _is_title(bare, after_blank, lines, number + 1):
                kind = UnitKind.HEADING
        if bare:
            in_item = kind is UnitKind.ITEM or (in_item and line[0] in " \t")
        after_blank = not bare or kind is UnitKind.CODE or bare.startswith("[")
        yield _Line(start, position, kind)


def _fence_mark(line: str, after_blank: bool, text: str, position: int) -> str | None:
    """The mark that opens a code block here, if one does."""
    mark = _FENCE.match(line)
    if mark:
        return mark[1]
    if line == _ASCIIDOC_FENCE and after_blank and text.find(f"\n{_ASCIIDOC_FENCE}", position) >= 0:
        return line
    return None


def _is_title(line: str, after_blank: bool, lines: list[str], number: int) -> bool:
    """Whether the next line underlines this one as a title (Markdown, reStructuredText)."""
    below = lines[number].rstrip() if number < len(lines) else ""
    is_underline = len(below) >= 3 and len(set(below)) == 1 and below[0] in _UNDERLINE_CHARACTERS
    return after_blank and is_underline and not line.startswith(("[", "."))


def _kind_of(line: str, may_be_code: bool) -> UnitKind | None:
    bare = line.strip()
    if not bare or bare == "+" or (len(bare) >= 3 and not set(bare) - _RULE_CHARACTERS):
        return None
    for kind, shape in (
        (UnitKind.HEADING, _HEADING),
        (UnitKind.LOG, _LOG),
        (UnitKind.ITEM, _ITEM),
        (UnitKind.ROW, _ROW),
    ):
        if shape.match(line):
            return kind
    if may_be_code and _INDENTED_CODE.match(line):
        return UnitKind.CODE
    return UnitKind.PROSE


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def split_prose(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of one paragraph, without the space around them."""
    begin = start
    for match in _END.finditer(text, start, end):
        if _ends_sentence(text, begin, match, end):
            yield _trim(text, begin, match.end())
            begin = match.end()
    last = _trim(text, begin, end)
    if last[0] < last[1]:
        yield last


def _ends_sentence(text: str, begin: int, match: re.Match[str], end: int) -> bool:
    opening = _OPENING.match(text, match.end(), end)
    following = opening.end() if opening else match.end()
    if opening is None or following >= end:
        return False
    first = text[following]
    fresh = not first.isalpha() or not first.islower() or any(mark in opening.group() for mark in "¿¡")
    marks = match.group().rstrip("\"'”’»)]*_`")
    if marks != ".":
        return fresh or not marks.startswith((".", "…"))
    word = _WORD_BEFORE.search(text, max(begin, match.start() - 40), match.start())
    before = word.group().casefold().lstrip("*_`") if word else ""
    inner, either = _abbreviations()
    is_initial = len(before) == 1 and text[match.start() - 1].isupper()
    closes_quote = any(mark in match.group() for mark in '"”’»')
    if not closes_quote and (before in inner or is_initial):
        return False
    return fresh and not (before in either and first.isdigit())
