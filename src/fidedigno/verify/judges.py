"""What the optional judges say of claims: a model of textual entailment, and a language model.

They are asked only about claims that do not stand in the evidence word for word; the language model about the few of
which the combiner is least sure. A judge that cannot answer ends nothing: the verification goes on without it, and
says so once in the log. How their verdicts are joined: :mod:`fidedigno.verify.entailment.joining`.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from fidedigno.verify.faithfulness import Measured
from fidedigno.verify.outage import Outage
from fidedigno.verify.report import Judgement
from fidedigno.verify.settings import VerifySettings

if TYPE_CHECKING:
    from fidedigno.language_model import LanguageModel
    from fidedigno.verify.entailment import Entailment

_log = logging.getLogger(__name__)


class Opinion(NamedTuple):
    """What the optional judges say of one claim; ``None`` where one is not there or does not tell."""

    entailment: Judgement | None = None
    judge: Judgement | None = None


NO_OPINION = Opinion()


class Judges:
    """The judges of a verifier. Safe in threads where they are."""

    def __init__(self, entailment: Entailment | None, judge: LanguageModel | None) -> None:
        self._entailment = entailment
        self._judge = judge
        self._outage = Outage()

    @property
    def names(self) -> tuple[str, ...]:
        """What reports call those that are there."""
        entailment = (f"entailment:{self._entailment.name}",) if self._entailment is not None else ()
        return (*entailment, "judge") if self._judge is not None else entailment

    def opinions(
        self, measured: Sequence[Measured], doubts: Sequence[float], language: str, settings: VerifySettings
    ) -> tuple[Opinion, ...]:
        """What they say of each claim; ``doubts`` are the combiner's probabilities that it is not carried."""
        open_claims = [at for at, each in enumerate(measured) if each.faced and not each.verbatim]
        entailed = self._entailed(measured, open_claims, settings)
        judged = self._judged(measured, sorted(open_claims, key=lambda at: abs(doubts[at] - 0.5)), language)
        return tuple(Opinion(entailed.get(at), judged.get(at)) for at in range(len(measured)))

    def _entailed(
        self, measured: Sequence[Measured], claims: Sequence[int], settings: VerifySettings
    ) -> dict[int, Judgement | None]:
        if self._entailment is None or not claims:
            return {}
        from fidedigno.verify.entailment import EntailmentError, judgement_of

        pairs = [(_premise(measured[at]), measured[at].statement.text) for at in claims]
        try:
            relations = self._entailment.judge(pairs)
        except EntailmentError as error:
            if self._outage.begins():
                _log.warning("the entailment model does not judge (%s): the others decide", error)
            return {}
        self._outage.ends()
        return {at: judgement_of(relation, settings) for at, relation in zip(claims, relations, strict=True)}

    def _judged(
        self, measured: Sequence[Measured], claims: Sequence[int], language: str
    ) -> dict[int, Judgement | None]:
        if self._judge is None or not claims:
            return {}
        from fidedigno.verify.entailment import SupportJudge

        judge = SupportJudge(self._judge, language)
        return {
            at: judge.judge(measured[at].statement.text, [each.place.text for each in measured[at].faced])
            for at in claims
        }


def _premise(measured: Measured) -> str:
    """The best sentences of a claim, in the order in which they stand."""
    places = sorted(each.place for each in measured.faced)
    return " ".join(each.text for each in places)
