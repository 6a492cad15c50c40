"""A drafted claim before the stretch that it cites, and nothing else: the checks as a governed answer uses them.

It takes the cards that the draft cites, which are cards that the person may see; what was found beside them, or held
back, cannot count. A claim in other words than its source passes only where the rules find nothing and the learned
judge is very sure; one that leaves words out of a sentence of its source is no paraphrase but a cut quotation, and a
cut can lose the exception. Source: hallucination detector article; LMS evidence article, response contract.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.passages import words_in
from fidedigno.consolidate.statements_dates import reference_of
from fidedigno.ingest.sentences import units
from fidedigno.model import Claim, Evidence, Support
from fidedigno.verify.inspector import Inspector
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Check, Finding, Report
from fidedigno.verify.stretches import cited_stretch, words_of

_UNKNOWN_OF_A_CLAIM = ("unmatched", "names_unknown", "references_unknown", "quotations_differing")
"""Signals of something in a claim that its evidence does not have; see :mod:`fidedigno.verify.combiner`."""


class Look(NamedTuple):
    """How a claim stands to one card: what the rules found (``support`` and the code of the finding; inconclusive
    and empty where they found nothing), and whether it may pass as a paraphrase."""

    support: Support
    code: str
    is_paraphrase: bool


class OwnEvidence:
    """Holds claims against their own cards.

    Args:
        inspector: the checks. Nothing that it inspects here is recorded by it.
        question: what was asked, with what a follow-up left out.
        timezone: of dates where a card does not say its own.
    """

    def __init__(self, inspector: Inspector, question: str, timezone: str) -> None:
        self._inspector = inspector
        self._question = question
        self._timezone = timezone
        self._reports: dict[tuple[str, tuple[str, ...]], Report] = {}

    def report(self, claim: Claim, *cards: Evidence) -> Report:
        """The report on a claim against the cited stretches of cards; made once."""
        key = claim.text, tuple(card.id for card in cards)
        if key not in self._reports:
            passages = [self._passage(card) for card in cards]
            self._reports[key] = self._inspector.preview(self._question, passages, claim.text)
        return self._reports[key]

    def look(self, claim: Claim, card: Evidence) -> Look:
        """How a claim that is no quotation stands to the stretch that it cites of a card."""
        report = self.report(claim, card)
        worst = _worst(report)
        if worst is not None:
            opposed = worst.check is Check.CONTRADICTION
            return Look(Support.CONTRADICTED if opposed else Support.OUT_OF_CONTRACT, worst.code, False)
        least = self._inspector.settings.paraphrase_threshold
        sure = (
            surely_carried(report, least)
            and _is_judged_whole(report, claim.text)
            and not is_cut(claim.text, cited_stretch(card).text)
        )
        return Look(Support.INCONCLUSIVE, "", sure)

    def _passage(self, card: Evidence) -> Passage:
        reference = reference_of(card, card.timezone or self._timezone)
        return Passage(cited_stretch(card).text, card.id, card.language, reference)


def _worst(report: Report) -> Finding | None:
    """The surest contradiction, else the surest invention."""
    found = report.of(Check.CONTRADICTION) or report.of(Check.ENTITIES)
    return max(found, key=lambda each: each.certainty, default=None)


def surely_carried(report: Report, least: float) -> bool:
    """Whether every statement of a claim is carried with at least this probability, and has nothing of its own."""
    return bool(report.claims) and all(
        each.support is Support.SUPPORTED
        and each.confidence >= least
        and not any(each.signals.get(name) for name in _UNKNOWN_OF_A_CLAIM)
        for each in report.claims
    )


def _is_judged_whole(report: Report, text: str) -> bool:
    """Whether every word is in a statement that was judged: what the checks pass over as a greeting or a question is
    not carried by anything."""
    spans = [(each.span.start, each.span.end) for each in report.claims]
    return all(
        any(start <= word.start and word.end <= end for start, end in spans) for word in words_in(text)
    )


def is_cut(text: str, source: str) -> bool:
    """Whether a sentence of ``text`` is one of ``source`` with words left out or moved, and none of its own."""
    wholes = [words_of(source[each.start : each.end]) for each in units(source)]
    for unit in units(text):
        said = words_of(text[unit.start : unit.end])
        if said and any(set(said) <= set(whole) and said != whole for whole in wholes):
            return True
    return False


@cache
def usual_inspector() -> Inspector:
    """The checks with their usual settings, made once."""
    from fidedigno.verify.verifier import Verifier

    return Verifier()
