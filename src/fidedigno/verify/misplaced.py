"""A citation at the wrong passage: the cited one does not carry the claim, and another does.

Source: hallucination detector article. It is said only where words are enough to tell: the other passage has one
sentence with most of the claim and every value of it, and clearly more of it than the cited one. A claim that no
passage carries, or that needs two of them, is not misplaced.
"""

from __future__ import annotations

from bisect import bisect_left

from fidedigno.verify.claim_marks import Citation
from fidedigno.verify.faithfulness import Measured, measure_claim
from fidedigno.verify.prepared import Prepared
from fidedigno.verify.report import Check, Finding, Span
from fidedigno.verify.risk import MISPLACED
from fidedigno.verify.settings import VerifySettings

_MOST_OF_IT = 0.6
"""Weighed share of the claim that the other sentence must have."""
_CLEARLY_MORE = 0.15
_VERBATIM = 0.95
_PARAPHRASED = 0.8
_FARTHEST = 8
"""Marks behind the claim's first letter among which its own is."""


def find_misplaced(
    prepared: Prepared, measured: Measured, settings: VerifySettings, *, supported: bool
) -> Finding | None:
    """The finding at the claim's citation, or None; ``supported`` says what the cited passages were judged to do.

    ``expected`` is the mark that should stand there, where it is one with one number.
    """
    cited = prepared.cited(measured.claim)
    others = frozenset(range(len(prepared.passages))) - cited
    if not cited or not others or measured.verbatim or measured.foreign:
        return None
    if supported and not _lacks_values(measured, settings):
        return None
    other = measure_claim(prepared, measured.claim, others)
    if not other.faced or not _carries(other, settings):
        return None
    if not other.verbatim and other.aligned.best < measured.aligned.best + _CLEARLY_MORE:
        return None
    mark = _mark_of(prepared, measured)
    if mark is None:
        return None
    place = other.faced[0].place
    return Finding(
        Check.FAITHFULNESS,
        MISPLACED,
        Span(mark.start, mark.end, prepared.answer[mark.start : mark.end]),
        place,
        _corrected(prepared, mark, place.passage),
        _VERBATIM if other.verbatim else _PARAPHRASED,
    )


def _lacks_values(measured: Measured, settings: VerifySettings) -> bool:
    compared = measured.compared
    return bool(compared.missing) or any(
        each.certainty >= settings.contradiction_threshold for each in compared.findings
    )


def _carries(other: Measured, settings: VerifySettings) -> bool:
    return other.verbatim or (other.aligned.best >= _MOST_OF_IT and not _lacks_values(other, settings))


def _mark_of(prepared: Prepared, measured: Measured) -> Citation | None:
    """The first mark of the claim: inside it or behind it."""
    wanted = set(measured.claim.cited)
    behind = prepared.marks[bisect_left(prepared.marks, (measured.claim.start,)) :][:_FARTHEST]
    return next((each for each in behind if wanted.intersection(each.numbers)), None)


def _corrected(prepared: Prepared, mark: Citation, passage: int) -> str:
    """The mark with the number of another passage, written as this one is; empty where it holds several."""
    if len(mark.numbers) != 1:
        return ""
    by_id = str(mark.numbers[0]) in prepared.places
    number = prepared.passages[passage].id if by_id else str(passage + 1)
    written = prepared.answer[mark.start : mark.end]
    return written.replace(str(mark.numbers[0]), number, 1) if number.isdigit() else ""
