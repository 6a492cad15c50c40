"""Contradictions corrected in place: one value for another, a billing period throughout, a sentence by its source.

A value is put in only where the finding says what should stand there, the evidence is no order to a model, and it
is the one value of its type and subject. Whatever cannot be patched so is replaced by the sentence of evidence that
contradicts it, in the answer's language, or taken out. Code and quotations are never written over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from fidedigno.consolidate.negation import find_denials
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.ingest.sentences import UnitKind
from fidedigno.verify.heal.articles import adapted_article
from fidedigno.verify.heal.billing import Direction, direction, has_money, period_edits, periods_in
from fidedigno.verify.heal.changes import Change, ChangeKind
from fidedigno.verify.heal.draft import Draft, Reason
from fidedigno.verify.heal.layout import Layout
from fidedigno.verify.heal.quotes import Source
from fidedigno.verify.heal.standing import Standing, Wrong
from fidedigno.verify.heal.unique import is_unique
from fidedigno.verify.report import CheckedClaim, EvidenceSpan

_PERIOD = "period_differs"
_MARKER = re.compile(r"(?:>\s*)*(?:(?:[-*+•·‣]|\d{1,3}[.)]|[a-z][.)]|\*{2,5}|\.{1,5})\s+)?")
_TERMINAL = (".", "!", "?", "…", ":", ";", '."', ".”", ".»", ".)")


@dataclass
class _Patching:
    """What is gathered over the units of an answer."""

    layout: Layout
    source: Source
    edits: list[Change] = field(default_factory=list)
    removed: dict[int, Reason] = field(default_factory=dict)
    ways: dict[int, tuple[Direction, EvidenceSpan | None]] = field(default_factory=dict)


def patched(layout: Layout, found: Standing, source: Source) -> Draft:
    """A draft in which every contradiction of ``found`` is corrected, replaced or taken out."""
    work = _Patching(layout, source)
    by_unit: dict[int, list[Wrong]] = {}
    for wrong in found.wrongs:
        for number in layout.touching(wrong.start, wrong.end):
            by_unit.setdefault(number, []).append(wrong)
    for number, wrongs in by_unit.items():
        _settle_direction(work, number, wrongs)
        values = [_value(work, number, wrong, wrongs) for wrong in wrongs]
        if all(each is not None for each in values):
            work.edits += [edit for each in values for edit in each or ()]
        else:
            _quote_or_remove(work, number, wrongs)
    _bill(work, by_unit, found.supported)
    return Draft(layout, tuple(work.edits), work.removed)


def _settle_direction(work: _Patching, number: int, wrongs: Sequence[Wrong]) -> None:
    claim = work.layout.text(number)
    ways = {}
    for wrong in wrongs:
        quote = work.source.aligned(wrong.evidence, claim)
        way = direction(claim, quote.text) if quote else None
        if way:
            ways[way] = work.source.widened(wrong.evidence, claim)
    if len(ways) == 1:
        work.ways[number] = next(iter(ways.items()))


def _value(work: _Patching, number: int, wrong: Wrong, wrongs: Sequence[Wrong]) -> tuple[Change, ...] | None:
    """The edits that put the right value in; None where none may be put in."""
    layout = work.layout
    original = layout.answer[wrong.start : wrong.end]
    if layout.is_protected(wrong.start, wrong.end) or len(layout.touching(wrong.start, wrong.end)) != 1:
        return None
    if not work.source.is_trusted(wrong.evidence):
        return None
    if not wrong.expected.strip() or wrong.expected == original:
        return _covered_by_billing(work, number, wrong)
    disputed = any(
        other.start < wrong.end and wrong.start < other.end and other.expected != wrong.expected
        for other in wrongs
        if other is not wrong and (other.start, other.end) == (wrong.start, wrong.end)
    )
    if disputed or not _is_only_value(work, number, wrong):
        return None
    edit = Change(
        ChangeKind.REPLACED,
        wrong.start,
        wrong.end,
        original,
        wrong.expected,
        wrong.code,
        work.source.widened(wrong.evidence, layout.text(number)),
    )
    article = (
        adapted_article(layout.answer, wrong.start, wrong.expected) if work.source.language == "en" else None
    )
    if article is None:
        return (edit,)
    start, end, word = article
    return (edit, Change(ChangeKind.LAYOUT, start, end, layout.answer[start:end], word, "layout"))


def _covered_by_billing(work: _Patching, number: int, wrong: Wrong) -> tuple[Change, ...] | None:
    """No edit of its own where the pass over billing periods will correct the place; None where it will not."""
    way = work.ways.get(number)
    if way is None:
        return None
    start = work.layout.units[number].start
    edits = period_edits(work.layout.text(number), way[0], work.source.language)
    return () if any(start + e.start < wrong.end and wrong.start < start + e.end for e in edits) else None


def _is_only_value(work: _Patching, number: int, wrong: Wrong) -> bool:
    claim = work.layout.text(number)
    quote = work.source.aligned(wrong.evidence, claim)
    if quote is None or wrong.evidence is None:
        return True
    start, end = wrong.evidence.start - quote.start, wrong.evidence.end - quote.start
    if end - start > len(wrong.expected) + 12 or start < 0:
        start = quote.text.find(wrong.expected)
        end = start + len(wrong.expected)
    return start < 0 or is_unique(quote.text, start, end, claim)


def _bill(work: _Patching, by_unit: dict[int, list[Wrong]], supported: Sequence[CheckedClaim]) -> None:
    """One ordered pass over billing periods: the units that were contradicted, then those that go with them."""
    for number, (way, evidence) in work.ways.items():
        _bill_unit(work, number, way, evidence)
    olds = {way.old for way, _ in work.ways.values()}
    for old in sorted(olds):
        ways = [each for each in work.ways.values() if each[0].old == old]
        if len({way for way, _ in ways}) != 1:
            continue
        upheld = _units_upheld(work.layout, supported, old)
        for number in range(len(work.layout.units)):
            if number in by_unit or number in upheld or has_money(work.layout.text(number)):
                continue
            _bill_unit(work, number, *ways[0])


def _units_upheld(layout: Layout, supported: Sequence[CheckedClaim], old: str) -> set[int]:
    """The units whose evidence bills by the old period too, and does not deny that it does."""
    return {
        number
        for claim in supported
        if claim.evidence and _bills_by(claim.evidence[0].text, old)
        for number in layout.touching(claim.span.start, claim.span.end)
    }


def _bills_by(evidence: str, period: str) -> bool:
    named = any(period in periods_in(evidence, language) for language in LANGUAGES)
    return named and not find_denials(evidence)


def _bill_unit(work: _Patching, number: int, way: Direction, evidence: EvidenceSpan | None) -> None:
    begin = work.layout.units[number].start
    for edit in period_edits(work.layout.text(number), way, work.source.language):
        start, end = begin + edit.start, begin + edit.end
        if not work.layout.is_protected(start, end):
            original = work.layout.answer[start:end]
            work.edits.append(
                Change(ChangeKind.BILLING, start, end, original, edit.replacement, _PERIOD, evidence)
            )


def _quote_or_remove(work: _Patching, number: int, wrongs: Sequence[Wrong]) -> None:
    edit = next(
        (
            made
            for wrong in wrongs
            if (made := quoted(work.layout, number, Reason(wrong.code, wrong.evidence), work.source))
            and not any(made.replacement == other.replacement for other in work.edits)
        ),
        None,
    )
    if edit is None:
        evidence = work.source.widened(wrongs[0].evidence, work.layout.text(number))
        work.removed[number] = Reason(wrongs[0].code, evidence)
    else:
        work.edits.append(edit)


def quoted(layout: Layout, number: int, reason: Reason, source: Source) -> Change | None:
    """The edit that puts the sentence of evidence in the place of a unit; None where none may stand there."""
    unit = layout.units[number]
    if unit.kind not in {UnitKind.PROSE, UnitKind.ITEM} or layout.is_protected(unit.start, unit.end):
        return None
    quote = source.replacing(reason.evidence, layout.text(number))
    if quote is None or source.is_disputed(quote):
        return None
    marker = _MARKER.match(layout.answer, unit.start, unit.end)
    start = marker.end() if marker else unit.start
    original, text = layout.answer[start : unit.end], " ".join(quote.text.split())
    if text.rstrip(".") in layout.answer:
        return None
    if original.endswith(".") and not text.endswith(_TERMINAL):
        text += "."
    return Change(ChangeKind.QUOTED, start, unit.end, original, text, reason.code, quote.span)
