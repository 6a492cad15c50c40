"""An answer cut into its claims, with their places in it.

A claim is what can be true or false by itself: a sentence, a clause that stands alone, a list item, a row of a
table, a line of code. Questions, greetings, headings and "I do not know" claim nothing. Marks of lists, emphasis
and citations are outside the claim's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.ingest.sentences import Unit, UnitKind, units

MAX_SENTENCE = 4_000
"""Characters of one sentence that are read; a longer one is cut there into several claims."""
FEWEST_WORDS = 4
"""A clause of fewer words is no claim of its own."""
_MARK = re.compile(r"[\s>]*(?:(?:[-*+•·‣]|\d{1,3}[.)]|[a-zA-Z][.)]|\(\d{1,2}\))\s+)?[*_`#\s]*")
_CITATION = re.compile(r"\s*(?:\[\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]|【[^】\n]{1,40}】)")
_TAIL = re.compile(r"[\s*_`]+$")
_WORD = re.compile(r"[^\W_]+")
_ROW_RULE = frozenset("|-:= \t+")


class ClaimKind(StrEnum):
    """What a stretch of an answer is. Only a statement is judged."""

    STATEMENT = "statement"
    QUESTION = "question"
    COURTESY = "courtesy"
    UNKNOWN = "unknown"
    """That one does not know, or that the sources do not say."""
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class ClaimText:
    """``answer[start:end]`` is the claim; ``sentence`` numbers the sentence that it is part of.

    ``cited`` are the numbers of the citation marks (``[2]``) of its sentence.
    """

    start: int
    end: int
    kind: ClaimKind
    sentence: int
    cited: tuple[int, ...] = ()

    def of(self, answer: str) -> str:
        """Its words."""
        return answer[self.start : self.end]


@dataclass(frozen=True, slots=True)
class _Patterns:
    courtesy: re.Pattern[str]
    unknown: re.Pattern[str]
    turns: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    text = files("fidedigno.verify").joinpath("claims.yaml").read_text(encoding="utf-8")
    data: dict[str, dict[str, Any]] = yaml.safe_load(text)
    both = {name: [each for language in ("es", "en") for each in data[name][language]] for name in data}
    return _Patterns(
        re.compile("(?:" + "|".join(both["courtesy"]) + r")[\s.!:,]*"),
        re.compile("(?:" + "|".join(both["unknown"]) + ")"),
        re.compile(r"(?:;|[,:—–]\s+(?=(?:" + "|".join(both["turns"]) + r")\b)|\s(?=(?:"
                   + "|".join(both["turns"][:0] or ["but", "pero", "whereas", "mientras que"]) + r")\b))"),
    )  # fmt: skip


def split_claims(answer: str) -> tuple[ClaimText, ...]:
    """Cut an answer into claims and what is none, in order; offsets index ``answer``. Linear in its length."""
    found: list[ClaimText] = []
    all_units = units(answer)
    for number, unit in enumerate(all_units):
        if unit.kind is UnitKind.ROW and _is_header(answer, all_units, number):
            found.append(ClaimText(unit.start, unit.end, ClaimKind.HEADING, number))
            continue
        found.extend(_claims_of(answer, unit, number))
    return tuple(found)


def statements(claims: tuple[ClaimText, ...]) -> tuple[ClaimText, ...]:
    """Those that claim something."""
    return tuple(each for each in claims if each.kind is ClaimKind.STATEMENT)


def _claims_of(answer: str, unit: Unit, number: int) -> Iterator[ClaimText]:
    for first in range(unit.start, unit.end, MAX_SENTENCE):
        last = min(first + MAX_SENTENCE, unit.end)
        start, end, cited = _bare(answer, first, last)
        if not _WORD.search(answer, start, end):
            continue
        kind = _kind(answer, start, end, unit.kind)
        if kind is not ClaimKind.STATEMENT or unit.kind not in {UnitKind.PROSE, UnitKind.ITEM}:
            yield ClaimText(start, end, kind, number, cited)
            continue
        for clause in _clauses(answer, start, end):
            yield ClaimText(*clause, kind, number, cited)


def _bare(answer: str, start: int, end: int) -> tuple[int, int, tuple[int, ...]]:
    """Without list marks and emphasis around it, and without the citations at its end."""
    mark = _MARK.match(answer, start, end)
    start = mark.end() if mark else start
    marks = [each.group() for each in _CITATION.finditer(answer, start, end)]
    cited = tuple(int(number) for mark in marks for number in re.findall(r"\d{1,3}", mark))
    while True:
        before = end
        tail = _TAIL.search(answer, max(start, end - 40), end)
        end = tail.start() if tail else end
        full_stop = 1 if end > start and answer[end - 1] in ".;" else 0
        closing = [
            each
            for each in _CITATION.finditer(answer, max(start, end - 60), end - full_stop)
            if each.end() == end - full_stop
        ]
        if closing:
            end = closing[0].start()
        if end == before:
            return start, end, cited


def _kind(answer: str, start: int, end: int, unit: UnitKind) -> ClaimKind:
    text = answer[start:end]
    if unit is UnitKind.HEADING:
        return ClaimKind.HEADING
    bare = text.rstrip(" *_`\"'”’»)")
    if bare.endswith(("?", "？")) or (text.lstrip(" *_\"'“«(").startswith("¿") and "? " not in text):
        return ClaimKind.QUESTION
    folded = plain(text[:400]).strip()
    patterns = _patterns()
    if patterns.courtesy.fullmatch(folded):
        return ClaimKind.COURTESY
    if patterns.unknown.match(folded):
        return ClaimKind.UNKNOWN
    short_label = text.rstrip().endswith(":") and len(_WORD.findall(text)) <= FEWEST_WORDS * 2
    return ClaimKind.HEADING if short_label and unit is UnitKind.PROSE else ClaimKind.STATEMENT


def _clauses(answer: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a sentence that stand alone; one with too few words stays with the part before."""
    folded = plain(answer[start:end])
    begin = start
    for turn in _patterns().turns.finditer(folded):
        at, after = start + turn.start(), start + turn.end()
        left = _WORD.findall(answer, begin, at)
        right = _WORD.findall(answer, after, end)
        if len(left) >= FEWEST_WORDS and len(right) >= FEWEST_WORDS and not _inside_marks(answer, start, at):
            yield _trimmed(answer, begin, at)
            begin = after
    yield _trimmed(answer, begin, end)


def _inside_marks(answer: str, start: int, at: int) -> bool:
    """Whether a bracket or quotation that opened before is still open."""
    before = answer[start:at]
    return (
        before.count("(") > before.count(")")
        or before.count("«") > before.count("»")
        or before.count("“") > before.count("”")
        or before.count('"') % 2 == 1
    )


def _trimmed(answer: str, start: int, end: int) -> tuple[int, int]:
    while start < end and (answer[start].isspace() or answer[start] in ",;"):
        start += 1
    while end > start and (answer[end - 1].isspace() or answer[end - 1] in ",;"):
        end -= 1
    return start, end


def _is_header(answer: str, all_units: list[Unit], number: int) -> bool:
    """Whether a row opens its table and a rule stands under it."""
    unit = all_units[number]
    opens = number == 0 or all_units[number - 1].block != unit.block
    following = all_units[number + 1] if number + 1 < len(all_units) else None
    if not opens or following is None or following.block != unit.block:
        return False
    between = answer[unit.end : following.start].strip()
    return bool(between) and set(between) <= _ROW_RULE | {"\n", "\r"}
