"""Where sentences begin and end, as offsets into a text; Markdown, tables, lists, code and logs included.

A unit is what can be quoted on its own: a sentence of prose, a list item, a table row, a line of code or
of a log, a heading. Units never overlap, never run across blocks, and are exact slices without the white
space around them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache, partial
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


FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_ASCIIDOC_FENCE = "----"
_HEADING = re.compile(r"\s{0,3}(?:#{1,6}|={1,6})\s+\S")
_RULE_CHARACTERS = frozenset("-*_=+|:~^ \t")
UNDERLINE_CHARACTERS = frozenset('=-~^"*+#')
_ROW = re.compile(r"\s*\|.*\S|[^\t\n]+(?:\t[^\t\n]*){2,}|[^|\n]+(?:\s\|\s[^|\n]*){2,}")
_ITEM = re.compile(r"\s*(?:[-*+•·‣]|\d{1,3}[.)]|[a-z][.)]|\*{2,5}|\.{1,5})\s+\S")
_LOG = re.compile(
    r"\s*\[?(?:\d{4}-\d\d-\d\d[T ,]\d\d:\d\d|\d{2,4}/\d\d/\d\d \d\d:\d\d|\d{6} \d{6} \d+ [A-Z]+ |"
    r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\d\d:\d\d:\d\d[.,]\d{3} |"
    r"\S+\.log\S* \d{4}-\d\d-\d\d |(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b[\]:]? )"
)
_INDENTED_CODE = re.compile(r"(?: {4,}|\t)\S")
END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]*_`]*+(?=\s|$)")
OPENING = re.compile(r"[\s\"'“‘«(\[*_`¿¡—–-]*")
_WORD_BEFORE = re.compile(r"[^\s(\[«“\"'¿¡]+$")


@cache
def _abbreviations() -> tuple[frozenset[str], frozenset[str]]:
    data = yaml.safe_load(
        files("fidedigno.ingest").joinpath("abbreviations.yaml").read_text(encoding="utf-8")
    )
    inner = frozenset(word for language in data.values() for word in str(language["inner"]).split())
    either = frozenset(word for language in data.values() for word in str(language["either"]).split())
    return inner, either - inner


def is_abbreviation(word: str) -> bool:
    """Whether a full stop behind ``word`` may belong to it (``art``, ``etc``)."""
    return any(word.casefold() in known for known in _abbreviations())


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
        spans = split_prose(text, start, end) if splits else iter([trim(text, start, end)])
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
    reader, position = LineReader(), 0
    for number, line in enumerate(lines):
        start, position = position, position + len(line)
        below = lines[number + 1] if number + 1 < len(lines) else ""
        yield _Line(start, position, reader.kind(line, below, partial(_delimiter_ahead, text, position)))


def _delimiter_ahead(text: str, position: int) -> bool:
    return text.find(f"\n{_ASCIIDOC_FENCE}", position) >= 0


class LineReader:
    """The kinds of the lines of a text, asked for in order."""

    def __init__(self) -> None:
        self._fence: str | None = None
        self._after_blank = True
        self._in_item = False

    @property
    def in_fence(self) -> bool:
        """Whether the next line is inside a fenced block of code."""
        return self._fence is not None

    @property
    def may_be_code(self) -> bool:
        """Whether the next line is code if it is indented."""
        return self._after_blank and not self._in_item

    def may_be_title(self, line: str) -> bool:
        """Whether ``line``, the next one, is a title if the line below underlines it."""
        return self._after_blank and self._fence is None and not line.startswith(("[", "."))

    def kind(
        self, line: str, below: str, delimiter_ahead: Callable[[], bool], *, prose: bool = False
    ) -> UnitKind | None:
        """The kind of the next line; ``None`` for a blank line, rule, underline or fence.

        Args:
            line: the line, with its end.
            below: the line after it, or empty.
            delimiter_ahead: whether an AsciiDoc delimiter that opens here is closed further on.
            prose: it was settled before that the line is prose.
        """
        bare = line.rstrip()
        mark = self._opening(bare, delimiter_ahead) if self._fence is None else bare.strip()
        if mark and (
            self._fence is None or (mark.startswith(self._fence) and not mark.strip(self._fence[0]))
        ):
            self._fence = mark if self._fence is None else None
            self._after_blank = True
            return None
        if self._fence is not None:
            kind = UnitKind.CODE if bare else None
        else:
            kind = UnitKind.PROSE if prose else kind_of_line(bare, self.may_be_code)
            if kind is UnitKind.PROSE and not prose and self.may_be_title(bare) and is_underline(below):
                kind = UnitKind.HEADING
        if bare:
            self._in_item = kind is UnitKind.ITEM or (self._in_item and line[0] in " \t")
        self._after_blank = not bare or kind is UnitKind.CODE or bare.startswith("[")
        return kind

    def _opening(self, line: str, delimiter_ahead: Callable[[], bool]) -> str | None:
        """The mark that opens a code block here, if one does."""
        mark = FENCE.match(line)
        if mark:
            return mark[1]
        return line if line == _ASCIIDOC_FENCE and self._after_blank and delimiter_ahead() else None


def is_underline(line: str) -> bool:
    """Whether a line underlines the one above as a title (Markdown, reStructuredText)."""
    bare = line.rstrip()
    return len(bare) >= 3 and len(set(bare)) == 1 and bare[0] in UNDERLINE_CHARACTERS


def kind_of_line(line: str, may_be_code: bool) -> UnitKind | None:
    """The kind of a line by its own shape; ``None`` for a blank line or a rule."""
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


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without the white space around it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def split_prose(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of one paragraph, without the space around them."""
    begin = start
    for match in END.finditer(text, start, end):
        if ends_sentence(text, begin, match, end):
            yield trim(text, begin, match.end())
            begin = match.end()
    last = trim(text, begin, end)
    if last[0] < last[1]:
        yield last


def ends_sentence(text: str, begin: int, match: re.Match[str], end: int) -> bool:
    """Whether a sentence that begins at ``begin`` ends with a match of :data:`END`, in a paragraph until ``end``."""
    opening = OPENING.match(text, match.end(), end)
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
