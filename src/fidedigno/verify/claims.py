"""An answer cut into its claims, with their places in it.

A claim is what can be true or false by itself: a sentence, a clause that stands alone, a list item, a row of a
table, a line of code. Questions, greetings, headings, lists of sources and "I do not know" claim nothing. Marks of
lists, emphasis and citations are outside the claim's words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.ingest.sentences import Unit, UnitKind, split_prose, units
from fidedigno.verify.claim_kinds import (
    LONGEST_SOURCE,
    ClaimKind,
    is_courtesy,
    is_label,
    is_question,
    is_source,
    is_source_label,
    is_title,
    is_unknown,
    opener_end,
    patterns,
    question_start,
    with_names,
)
from fidedigno.verify.claim_marks import (
    Citation,
    after_clause_mark,
    after_footnote,
    after_mark,
    bare,
    blanked,
    citations_in,
    leading_citations,
    trimmed,
)

__all__ = ["ClaimKind", "ClaimText", "bare_text", "clauses_of", "split_claims", "statements"]

MAX_SENTENCE = 4_000
"""Characters of one sentence that are read at once; a longer one is cut between two words into several claims."""
FEWEST_WORDS = 4
"""A clause of fewer words is no claim of its own."""
_LONGEST_WORD = 200
_WORD = re.compile(r"[^\W_]+")
_CLOSES = {")": "(", "»": "«", "”": "“"}
_NESTING = re.compile(r"[()«»“”\"]")
_BOLD_LINE = re.compile(r"\s*(?:\*\*|__)[^*_\n]{1,120}(?:\*\*|__):?[ \t]*(?=\n)")
_BLANK = frozenset("| \t\r")
_ROW_RULE = _BLANK | frozenset("-:=+")
_SPLIT = frozenset({UnitKind.PROSE, UnitKind.ITEM})
"""Units that are made of sentences; a heading, a row or a line of code is one claim or none."""
_WITH_MARKS = _SPLIT | {UnitKind.HEADING}
"""Units whose words have emphasis and citations around them."""


class _Stretch(NamedTuple):
    start: int
    end: int
    kind: ClaimKind


@dataclass(frozen=True, slots=True)
class ClaimText:
    """``answer[start:end]`` is the claim; ``sentence`` numbers the sentence that it is part of.

    ``cited`` are the numbers of the citation marks (``[2]``) that stand in it or right behind it; where it has
    none, those of the next clause of its sentence that has some.
    """

    start: int
    end: int
    kind: ClaimKind
    sentence: int
    cited: tuple[int, ...] = ()

    def of(self, answer: str) -> str:
        """Its words."""
        return answer[self.start : self.end]


def split_claims(answer: str) -> tuple[ClaimText, ...]:
    """Cut an answer into claims and what is none, in order; offsets index ``answer``. Linear in its length."""
    found: list[ClaimText] = []
    marks = citations_in(answer)
    all_units = units(answer)
    sentence, block, under_sources = 0, -1, False
    for number, unit in enumerate(all_units):
        kind = UnitKind.HEADING if _is_header(answer, all_units, number) else unit.kind
        continues = unit.kind is UnitKind.PROSE and unit.block == block
        for start, end in _sentences(answer, unit):
            begin = start
            if continues:
                begin, numbers = leading_citations(answer, start, end, marks)
                if numbers and found:
                    found[-1] = _also_citing(found[-1], numbers)
            if kind in _WITH_MARKS:
                claims = _placed(answer, tuple(_stretches(answer, begin, end, kind)), sentence, marks)
            else:
                claims = _as_written(answer, begin, end, sentence, marks)
            if under_sources and unit.kind is UnitKind.ITEM:
                claims = [_as_source(answer, claim) for claim in claims]
            found += claims
            sentence += bool(claims)
            continues = unit.kind in _SPLIT
        block = unit.block
        if unit.kind is not UnitKind.ITEM:
            under_sources = is_source_label(answer[unit.start : unit.end])
    return tuple(found)


def _also_citing(claim: ClaimText, numbers: tuple[int, ...]) -> ClaimText:
    return replace(claim, cited=tuple(dict.fromkeys((*claim.cited, *numbers))))


def _as_source(answer: str, claim: ClaimText) -> ClaimText:
    """An item under a label like ``Sources:`` names one, if it is short."""
    is_short = len(_WORD.findall(answer, claim.start, claim.end)) <= LONGEST_SOURCE
    is_one = is_short and claim.kind is ClaimKind.STATEMENT
    return replace(claim, kind=ClaimKind.SOURCE) if is_one else claim


def statements(claims: tuple[ClaimText, ...]) -> tuple[ClaimText, ...]:
    """Those that claim something."""
    return tuple(each for each in claims if each.kind is ClaimKind.STATEMENT)


def bare_text(answer: str, claim: ClaimText) -> str:
    """A claim's words with blanks in place of the citations inside it: as long as the claim."""
    text = claim.of(answer)
    return blanked(text, 0, len(text), citations_in(text))


def _sentences(answer: str, unit: Unit) -> Iterator[tuple[int, int]]:
    """The sentences of a unit, without its list mark; no longer than :data:`MAX_SENTENCE`."""
    start = after_mark(answer, unit)
    if unit.kind not in _SPLIT:
        yield from _cut(answer, start, unit.end)
        return
    title = _BOLD_LINE.match(answer, start, unit.end)
    if title:
        yield title.span()
        start = title.end()
    if unit.kind is UnitKind.PROSE:
        yield from _cut(answer, start, unit.end)
        return
    for first, last in split_prose(answer, start, unit.end):
        yield from _cut(answer, after_clause_mark(answer, first, last), last)


def _cut(answer: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > MAX_SENTENCE:
        at = start + MAX_SENTENCE
        least = at - _LONGEST_WORD
        while at > least and not answer[at - 1].isspace():
            at -= 1
        at = at if at > least else start + MAX_SENTENCE
        yield start, at
        start = at
    yield start, end


def _stretches(answer: str, start: int, end: int, unit: UnitKind) -> Iterator[_Stretch]:
    """The clauses of a sentence, or the whole of it where it claims nothing."""
    if unit is UnitKind.HEADING:
        yield _Stretch(start, end, ClaimKind.HEADING)
        return
    words = after_footnote(answer, start, end)
    text = answer[words:end]
    folded = plain(text)
    named = with_names(text, folded)
    whole = _kind_of_sentence(text, folded, named, footnote=words > start)
    if answer.startswith("\n", end) and _BOLD_LINE.match(answer, start, end + 1) and is_title(text):
        whole = ClaimKind.HEADING
    asked = question_start(text) if whole is ClaimKind.QUESTION else 0
    if asked:
        yield from _stretches(answer, words, words + asked, unit)
        yield _Stretch(words + asked, end, ClaimKind.QUESTION)
        return
    if whole is not ClaimKind.STATEMENT:
        yield _Stretch(words, end, whole)
        return
    begin = 0
    while (behind := opener_end(named, begin)) > begin:
        yield _Stretch(words + begin, words + behind, ClaimKind.COURTESY)
        begin = behind
    if begin and is_courtesy(named[begin:]):
        yield _Stretch(words + begin, end, ClaimKind.COURTESY)
        return
    for first, last in _clauses(folded, begin):
        kind = ClaimKind.UNKNOWN if is_unknown(folded[first:last]) else ClaimKind.STATEMENT
        yield _Stretch(words + first, words + last, kind)


def _kind_of_sentence(text: str, folded: str, named: str, *, footnote: bool) -> ClaimKind:
    if is_question(text):
        return ClaimKind.QUESTION
    if is_source(folded, footnote=footnote):
        return ClaimKind.SOURCE
    if is_courtesy(named):
        return ClaimKind.COURTESY
    return ClaimKind.HEADING if is_label(text) else ClaimKind.STATEMENT


def clauses_of(sentence: str) -> tuple[tuple[int, int], ...]:
    """The parts of a sentence that stand alone, as ``[start, end)``; the whole of it where there is one."""
    return tuple(_clauses(plain(sentence), 0))


def _clauses(folded: str, start: int) -> Iterator[tuple[int, int]]:
    """One with too few words stays with the part before, unless all that it says is that it does not know."""
    turns = list(patterns().turn.finditer(folded, start))
    if turns:
        words = [word.start() for word in _WORD.finditer(folded, start)]
        inside = _inside_marks(folded, start, turns)
    begin = start
    for number, turn in enumerate(turns):
        first, here, after = (bisect_left(words, at) for at in (begin, turn.start(), turn.end()))
        enough = here - first >= FEWEST_WORDS and len(words) - after >= FEWEST_WORDS
        if inside[number] or not (enough or is_unknown(folded[begin : turn.start()])):
            continue
        yield begin, turn.start()
        begin = turn.end()
    yield begin, len(folded)


def _inside_marks(folded: str, start: int, turns: Sequence[re.Match[str]]) -> list[bool]:
    """For each turn whether a bracket or quotation that opened before is still open."""
    found: list[bool] = []
    open_marks, quoted = dict.fromkeys("(«“", 0), False
    nesting = _NESTING.finditer(folded, start)
    mark = next(nesting, None)
    for turn in turns:
        while mark is not None and mark.start() < turn.start():
            sign = mark.group()
            quoted ^= sign == '"'
            if sign in open_marks:
                open_marks[sign] += 1
            elif sign in _CLOSES:
                open_marks[_CLOSES[sign]] -= 1
            mark = next(nesting, None)
        found.append(quoted or any(count > 0 for count in open_marks.values()))
    return found


def _as_written(
    answer: str, start: int, end: int, sentence: int, marks: Sequence[Citation]
) -> list[ClaimText]:
    """A row, a line of code or of a log: its signs belong to it."""
    start, end = trimmed(answer, start, end)
    if not _WORD.search(answer, start, end):
        return []
    return [ClaimText(start, end, ClaimKind.STATEMENT, sentence, _cited(marks, start, end))]


def _cited(marks: Sequence[Citation], start: int, end: int) -> tuple[int, ...]:
    inside = marks[bisect_left(marks, (start,)) : bisect_left(marks, (end,))]
    return tuple(dict.fromkeys(number for mark in inside for number in mark.numbers)) if inside else ()


def _placed(
    answer: str, stretches: Sequence[_Stretch], sentence: int, marks: Sequence[Citation]
) -> list[ClaimText]:
    """The claims of one sentence: those with a word in them, without what stands around it."""
    cited: tuple[int, ...] = ()
    placed: list[ClaimText] = []
    for stretch in reversed(stretches):
        cited = _cited(marks, stretch.start, stretch.end) or cited
        begin = stretch.start
        if stretch is not stretches[0]:
            begin = after_clause_mark(answer, begin, stretch.end)
        start, end = bare(answer, begin, stretch.end, marks)
        if _WORD.search(answer, start, end):
            placed.append(ClaimText(start, end, stretch.kind, sentence, cited))
    placed.reverse()
    return placed


def _is_header(answer: str, all_units: Sequence[Unit], number: int) -> bool:
    """Whether a row opens its table and a rule stands under it."""
    unit = all_units[number]
    if unit.kind is not UnitKind.ROW or (number and all_units[number - 1].block == unit.block):
        return False
    start = answer.find("\n", unit.end) + 1
    end = answer.find("\n", start)
    below = answer[start : end if end >= 0 else len(answer)] if start else ""
    return not set(below) <= _BLANK and set(below) <= _ROW_RULE
