"""A citation at the wrong passage: the cited one does not carry the claim, and another does.

It is said only where words are enough to tell: another passage has a sentence with every value of the claim and
most of its words (or the learned combiner is sure of it), and clearly more of them than the cited one. A claim that no
passage carries, or that needs two of them, is not misplaced.
"""

from __future__ import annotations

from bisect import bisect_left

from fidedigno.verify.claim_marks import Citation
from fidedigno.verify.combiner import shipped
from fidedigno.verify.faithfulness import Measured, measure_claim
from fidedigno.verify.prepared import Prepared
from fidedigno.verify.report import Check, Finding, Span
from fidedigno.verify.risk import MISPLACED
from fidedigno.verify.settings import VerifySettings

_MOST_OF_IT = 0.6
"""Weighed share of the claim that the other sentence must have."""
_NOTHING_OF_IT = 0.15
_PROBABLY = 0.7
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
    other.entities = measured.entities
    if not other.faced or not _carries(other, measured, settings):
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


def _carries(other: Measured, cited: Measured, settings: VerifySettings) -> bool:
    """Whether the other passages carry the claim, as far as words tell; the less the cited ones have of it, the
    sooner."""
    if other.verbatim:
        return True
    if _lacks_values(other, settings):
        return False
    if other.aligned.best >= _MOST_OF_IT or not settings.use_combiner:
        return other.aligned.best >= _MOST_OF_IT
    probable = settings.support_threshold if cited.aligned.best < _NOTHING_OF_IT else _PROBABLY
    return shipped("lexical").claim_unsupported(other.measured(semantic=False)) <= 1 - probable


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
