"""What stands around the words of a claim and is none of them: marks of lists, emphasis, citations.

Only places are told. What a citation points at is judged elsewhere; here it is taken off, so that ``[2]`` is read
as no figure.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fidedigno.ingest.sentences import Unit, UnitKind
from fidedigno.verify.claim_kinds import patterns

_QUOTED = r"[\s>]*"
_ITEM_MARK = re.compile(
    _QUOTED
    + r"(?:(?:[-*+•·‣]|\*{2,5}|\.{1,5}|\d{1,3}[.)]|[a-zA-Z]\)|[a-z]\.|\(\d{1,2}\))\s+)?(?:\[[ xX]?\]\s+)?"
)
_PROSE_MARK = re.compile(_QUOTED + r"(?:(?:[•·‣–—]|[a-zA-Z]\)|\(\d{1,2}\)|\([a-z]\))\s+)?")
_HEADING_MARK = re.compile(_QUOTED + r"[#=]*")
_OPENING = re.compile(r"[*_`\s]*")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,20}\]:\s*")
_SEPARATORS = " \t\n\r*_`"
_FEWEST_OF_A_RANGE, _MOST_OF_A_RANGE = 2, 20
_PLAIN_MARKS = frozenset({UnitKind.CODE, UnitKind.LOG, UnitKind.ROW})
"""Units whose signs belong to them: ``__init__``, ``*args``."""


class Citation(NamedTuple):
    """``answer[start:end]`` is a citation mark, which points at ``numbers``."""

    start: int
    end: int
    numbers: tuple[int, ...]


def citations_in(answer: str) -> tuple[Citation, ...]:
    """The citation marks of an answer: ``[1]``, ``[^2]``, ``[1, 3-5]``, ``[1](address)``, ``【4†source】``,
    ``(source 2)``; a footnote's own mark is none."""
    return tuple(
        Citation(match.start(), match.end(), tuple(_numbers(match)))
        for match in patterns().citation.finditer(answer)
        if not (_is_footnote(answer, match) or (match["bare"] or "1").startswith("0"))
    )


def _is_footnote(answer: str, match: re.Match[str]) -> bool:
    return match.group().startswith("[^") and answer.startswith(":", match.end())


def _numbers(match: re.Match[str]) -> Iterator[int]:
    written = match["bare"] or match["wide"] or match["named"]
    if not written:
        return
    if written.isdigit():
        yield int(written)
        return
    for part in re.split(r"\s?[,;]\s?", written):
        ends = [int(each) for each in re.findall(r"\d+", part)]
        if len(ends) > 1 and _FEWEST_OF_A_RANGE <= ends[1] - ends[0] + 1 <= _MOST_OF_A_RANGE:
            yield from range(ends[0], ends[1] + 1)
        else:
            yield from ends


def after_mark(answer: str, unit: Unit) -> int:
    """Where the words of a unit begin, behind its list mark, box, quotation sign or ``#``."""
    if unit.kind in _PLAIN_MARKS:
        return unit.start
    shape = _ITEM_MARK if unit.kind is UnitKind.ITEM else _PROSE_MARK
    if unit.kind is UnitKind.HEADING:
        shape = _HEADING_MARK
    return _end_of(shape, answer, unit.start, unit.end)


def after_footnote(answer: str, start: int, end: int) -> int:
    """Where the text of a footnote begins; ``start`` where there is none."""
    return _end_of(_FOOTNOTE, answer, start, end)


def after_clause_mark(answer: str, start: int, end: int) -> int:
    """Where the words of a clause begin: an enumeration may run on in a sentence, ``b) the second``."""
    return _end_of(_PROSE_MARK, answer, start, end)


def _end_of(shape: re.Pattern[str], answer: str, start: int, end: int) -> int:
    match = shape.match(answer, start, end)
    return match.end() if match else start


def leading_citations(
    answer: str, start: int, end: int, marks: Sequence[Citation]
) -> tuple[int, tuple[int, ...]]:
    """Where a sentence begins behind the citations before it, and what they point at.

    ``It is free. [1] It is new.``: the mark behind the full stop belongs to the sentence before.
    """
    numbers: list[int] = []
    at = bisect_left(marks, (start,))
    while at < len(marks) and marks[at].end <= end and not answer[start : marks[at].start].strip(_SEPARATORS):
        start = marks[at].end
        numbers += marks[at].numbers
        at += 1
    return start, tuple(numbers)


def bare(answer: str, start: int, end: int, marks: Sequence[Citation]) -> tuple[int, int]:
    """A stretch without the emphasis, white space and citations around it.

    A full stop between the last word and a citation stays; one behind it goes with it.
    """
    first = _end_of(_OPENING, answer, leading_citations(answer, start, end, marks)[0], end)
    if not marks:
        return first, _without_end(answer, first, end)
    last = _without_end(answer, first, end)
    at = bisect_left(marks, (last,)) - 1
    while at >= 0 and marks[at].start >= first:
        behind = last - 1 if last > first and answer[last - 1] in ".;,:" else last
        behind = _without_end(answer, first, behind)
        if marks[at].end != behind:
            break
        last = _without_end(answer, first, marks[at].start)
        at -= 1
    return first, last


def trimmed(answer: str, start: int, end: int) -> tuple[int, int]:
    """A stretch without the white space around it."""
    while start < end and answer[start].isspace():
        start += 1
    while end > start and answer[end - 1].isspace():
        end -= 1
    return start, end


def _without_end(answer: str, start: int, end: int) -> int:
    while end > start and (answer[end - 1] in _SEPARATORS or answer[end - 1].isspace()):
        end -= 1
    return end


def blanked(answer: str, start: int, end: int, marks: Sequence[Citation]) -> str:
    """A stretch with blanks in place of the citations in it, of the same length."""
    parts: list[str] = []
    at = start
    for mark in marks[bisect_left(marks, (start,)) :]:
        if mark.end > end:
            break
        parts += (answer[at : mark.start], " " * (mark.end - mark.start))
        at = mark.end
    return "".join((*parts, answer[at:end]))
