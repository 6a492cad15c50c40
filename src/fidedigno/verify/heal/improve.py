"""A draft is verified, and what is still wrong with it is first replaced by its evidence, then taken out.

A claim may not lose its evidence by healing, and a value that was put in must be carried by the evidence; a claim
that had no evidence before and contradicts nothing is left to the score, unless the whole may not be shown with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fidedigno.verify.heal.changes import Change, ChangeKind, Trace
from fidedigno.verify.heal.draft import Draft, Reason
from fidedigno.verify.heal.layout import Layout
from fidedigno.verify.heal.patch import quoted
from fidedigno.verify.heal.quotes import Source
from fidedigno.verify.heal.standing import UNSUPPORTED, Standing, standing
from fidedigno.verify.report import CheckedClaim, EvidenceSpan, Report

_NEAR = 0.5
"""Share of a claim's words that a sentence must have to be put in its place."""
_ROUNDS = 5
"""How often a draft is verified at most."""


class Verified(NamedTuple):
    """A draft with which nothing is wrong, its text and the report on it."""

    draft: Draft
    text: str
    report: Report


def improved(
    draft: Draft,
    before: Standing,
    source: Source,
    inspect: Callable[[str], Report],
    rewrite_threshold: float,
) -> Verified | None:
    """The draft as it may be shown, with nothing left to heal; None where nothing of it may."""
    had = _evidence_before(draft.layout, before)
    for number in range(_ROUNDS):
        if not draft.says_something:
            return None
        text = draft.text()
        report = inspect(text)
        found = standing(report, text)
        problems = _problems(draft, found, had, found.is_sound(rewrite_threshold))
        if problems is None:
            return None
        if not problems:
            return Verified(draft, text, report)
        draft = _without(draft, problems, source if number == 0 else None)
    return None


def _evidence_before(layout: Layout, before: Standing) -> dict[int, bool]:
    """For each unit with claims that contradicted nothing: whether all of them had evidence."""
    had: dict[int, bool] = {}
    for claims, carried in ((before.supported, True), (before.unsupported, False)):
        for claim in claims:
            for number in layout.touching(claim.span.start, claim.span.end):
                had[number] = had.get(number, True) and carried
    return had


def _problems(draft: Draft, found: Standing, had: dict[int, bool], sound: bool) -> dict[int, Reason] | None:
    """The units of the original that are still wrong, and why; None where something is wrong that has no place."""
    changes, layout = draft.changes(), draft.layout
    trace = Trace(changes)
    problems: dict[int, Reason] = {}
    places = [(each.start, each.end, Reason(each.code, each.evidence)) for each in found.wrongs]
    places += [
        (each.answer.start, each.answer.end, Reason(each.code, each.evidence))
        for each in (*found.invented, *found.misplaced)
    ]
    for start, end, reason in places:
        units = layout.touching(*trace.origin(start, end))
        if not units:
            return None
        for number in units:
            problems.setdefault(number, reason)
    written = _written_over(layout, changes)
    worse = []
    for claim in found.unsupported:
        units = layout.touching(*trace.origin(claim.span.start, claim.span.end))
        if any(number in written or had.get(number, False) for number in units):
            worse.append((units, claim))
    if not problems and not worse and not sound:
        worse = [
            (layout.touching(*trace.origin(claim.span.start, claim.span.end)), claim)
            for claim in found.unsupported
        ]
        if not worse:
            return None
    for units, claim in worse:
        for number in units:
            problems.setdefault(number, Reason(UNSUPPORTED, _evidence(claim, written.get(number))))
    return problems


def _written_over(layout: Layout, changes: tuple[Change, ...]) -> dict[int, Change]:
    """The units into which a value or a sentence was put."""
    return {
        number: change
        for change in changes
        if change.kind in {ChangeKind.REPLACED, ChangeKind.QUOTED}
        for number in layout.touching(change.start, change.end)
    }


def _evidence(claim: CheckedClaim, change: Change | None) -> EvidenceSpan | None:
    if change is not None and change.evidence is not None:
        return change.evidence
    near = claim.signals.get("best", 1.0) >= _NEAR
    return claim.evidence[0] if claim.evidence and near else None


def _without(draft: Draft, problems: dict[int, Reason], source: Source | None) -> Draft:
    """The draft with its problems replaced by their evidence where ``source`` is given, else taken out."""
    before = [each for each in draft.edits if each.kind is ChangeKind.QUOTED]
    given = {each.replacement for each in before}
    done = {number for each in before for number in draft.layout.touching(each.start, each.end)}
    quotes: dict[int, Change] = {}
    for number, reason in problems.items():
        if source is None or number in draft.removed or number in done:
            continue
        edit = quoted(draft.layout, number, reason, source)
        if edit is not None and edit.replacement not in given:
            quotes[number] = edit
            given.add(edit.replacement)
    taken = {number: reason for number, reason in problems.items() if number not in quotes}
    return draft.edited(quotes.values()).without(taken)
