"""The final verdict on a claim where several judges took part, and how sure it is.

1. What the rules found stands: a typed contradiction, a name that is nowhere, a sentence word for word. The others
   only lower its confidence.
2. Where all judges give the same verdict it is that one.
3. Else their log-odds are averaged with the weights of the settings, once for support and once, among the judges
   that tell it, for contradiction. Supported from ``support_threshold`` on; otherwise contradicted from
   ``contradiction_threshold`` on; otherwise not stated (``out_of_contract``). So one judge alone makes no
   contradiction of what the others hold to be carried.

The confidence is the averaged probability of the verdict (the rules' own in the first case). It falls with the
share of weight that holds another one, by ``dispute`` where all others do. No judge is taken to be surer than 99 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from fidedigno.model.verdict import Support
from fidedigno.verify.recalibration import log_odds
from fidedigno.verify.report import Judgement
from fidedigno.verify.settings import JudgeWeights, VerifySettings

_SUREST = 0.99
_EVEN = 0.5


def combine(
    rules: Judgement | None,
    combiner: Judgement,
    entailment: Judgement | None,
    judge: Judgement | None,
    settings: VerifySettings,
) -> tuple[Support, float]:
    """The verdict and its confidence, in [0, 1].

    Args:
        rules: what the typed comparisons found, if anything.
        combiner: the learned combiner, or the overlap that stands in for it.
        entailment: an entailment model; ``None`` where there is none, or it does not tell.
        judge: a language model; ``None`` where there is none, or it said nothing.
        settings: thresholds and ``judge_weights``.
    """
    weights = settings.judge_weights
    weighed = _weighed(combiner, entailment, judge, weights)
    if rules is not None:
        support, sure = rules.support, _probability_of(rules.support, rules.supported, rules.contradicted)
        return support, sure * _undisputed(support, weighed, weights.dispute)
    supported = _average((weight, each.supported) for weight, each in weighed)
    # The combiner knows no contradictions: that it names none says nothing.
    telling = [(weight, each.contradicted) for weight, each in weighed if each is not combiner]
    contradicted = _average(telling) if telling else combiner.contradicted
    verdicts = {each.support for _, each in weighed}
    support = verdicts.pop() if len(verdicts) == 1 else _by_threshold(supported, contradicted, settings)
    sure = _probability_of(support, supported, contradicted)
    return support, sure * _undisputed(support, weighed, weights.dispute)


def _weighed(
    combiner: Judgement, entailment: Judgement | None, judge: Judgement | None, weights: JudgeWeights
) -> list[tuple[float, Judgement]]:
    """The judges that took part, with their shares of the weight; equal ones where none weighs anything."""
    given = ((weights.combiner, combiner), (weights.entailment, entailment), (weights.judge, judge))
    present = [(weight, each) for weight, each in given if each is not None]
    total = sum(weight for weight, _ in present)
    return [(weight / total if total else 1 / len(present), each) for weight, each in present]


def _by_threshold(supported: float, contradicted: float, settings: VerifySettings) -> Support:
    # Below an even chance of support a contradiction that somebody sees counts for more.
    least = min(_EVEN, contradicted)
    if supported >= max(settings.support_threshold, least):
        return Support.SUPPORTED
    if contradicted >= settings.contradiction_threshold:
        return Support.CONTRADICTED
    return Support.OUT_OF_CONTRACT


def _average(weighed: Iterable[tuple[float, float]]) -> float:
    """The probability whose log-odds are the weighted average of the given ones; 0 where nothing has any weight."""
    total = odds = 0.0
    for weight, probability in weighed:
        total += weight
        odds += weight * log_odds(min(max(probability, 1 - _SUREST), _SUREST))
    return 1 / (1 + math.exp(-odds / total)) if total else 0.0


def _probability_of(support: Support, supported: float, contradicted: float) -> float:
    if support is Support.SUPPORTED:
        return supported
    return contradicted if support is Support.CONTRADICTED else 1 - supported


def _undisputed(support: Support, weighed: Iterable[tuple[float, Judgement]], dispute: float) -> float:
    """What is left of the confidence when others hold another verdict."""
    return 1 - dispute * min(1.0, sum(weight for weight, each in weighed if each.support is not support))
