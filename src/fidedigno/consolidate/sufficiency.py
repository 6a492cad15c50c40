"""Whether the permitted evidence carries the question, or an honest abstention is due.

The verdict depends on the question and the permitted candidates and on nothing else. Whether a restricted
source exists cannot change it, because nothing here can know.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.consolidate.features import MAX_PASSAGES, Features, Support, measure
from fidedigno.consolidate.identifiers import holds_identifier
from fidedigno.errors import ConfigurationError
from fidedigno.gather.candidate import Candidate
from fidedigno.ingest.language import language_of

FEWEST_FOR_MARGIN = 3
"""With fewer candidates that have a cosine, a margin over the others says nothing and words decide."""


class Reason(StrEnum):
    """Why the verdict is what it is. For traces; a person who asks sees one wording for every refusal."""

    SUFFICIENT = "sufficient"
    NO_CANDIDATE = "no_candidate"
    NOTHING_QUOTABLE = "nothing_quotable"
    IDENTIFIER_NOT_FOUND = "identifier_not_found"
    TOO_LITTLE = "too_little"


@dataclass(frozen=True, slots=True)
class Sufficiency:
    """The verdict; ``score`` is the fitted probability that the evidence answers, ``threshold`` its bar."""

    sufficient: bool
    reason: Reason
    score: float
    threshold: float
    missing_identifiers: frozenset[str] = frozenset()
    features: Features | None = None


@dataclass(frozen=True, slots=True)
class LogisticModel:
    """A bias and a coefficient for each feature used, and the probability from which to answer."""

    bias: float
    coefficients: Mapping[str, float]
    threshold: float

    def probability(self, features: Features) -> float:
        """The fitted probability that an answer rests on enough, 0 to 1."""
        values = dict(zip(Features.names(), features.values(), strict=True))
        logit = self.bias + sum(weight * values[name] for name, weight in self.coefficients.items())
        return 1 / (1 + math.exp(-logit))


class Situation(StrEnum):
    """Which of the fitted models judges."""

    SAME_LANGUAGE = "same_language"
    CROSS_LANGUAGE = "cross_language"
    WORDS_ONLY = "words_only"
    IDENTIFIER = "identifier"


@cache
def shipped_models() -> Mapping[Situation, LogisticModel]:
    """The models fitted on public data; see the data file beside this module for how.

    Raises:
        ConfigurationError: if the data file is damaged.
    """
    data = yaml.safe_load(
        files("fidedigno.consolidate").joinpath("sufficiency.yaml").read_text(encoding="utf-8")
    )
    return read_models(data)


def read_models(data: object) -> Mapping[Situation, LogisticModel]:
    """Check and read models from parsed YAML: for each situation its threshold, bias and coefficients.

    Raises:
        ConfigurationError: naming what is missing, unknown or not a finite number.
    """
    if not isinstance(data, dict) or set(data) != {each.value for each in Situation}:
        raise ConfigurationError(f"sufficiency models: expected exactly {', '.join(Situation)}")
    return {each: _read_model(each, data[each.value]) for each in Situation}


def _read_model(situation: Situation, entry: object) -> LogisticModel:
    if not isinstance(entry, dict) or set(entry) != {"threshold", "bias", "coefficients"}:
        raise ConfigurationError(f"sufficiency model {situation}: expected threshold, bias and coefficients")
    coefficients = entry["coefficients"]
    if not isinstance(coefficients, dict) or not set(coefficients) <= set(Features.names()):
        raise ConfigurationError(f"sufficiency model {situation}: coefficients name unknown features")
    numbers = (entry["threshold"], entry["bias"], *coefficients.values())
    if not all(isinstance(n, int | float) and math.isfinite(n) for n in numbers):
        raise ConfigurationError(f"sufficiency model {situation}: every value must be a finite number")
    return LogisticModel(float(entry["bias"]), coefficients, float(entry["threshold"]))


def assess(
    question: str,
    candidates: Sequence[Candidate],
    support: Sequence[Support],
    *,
    identifiers: AbstractSet[str] = frozenset(),
    language: str | None = None,
    models: Mapping[Situation, LogisticModel] | None = None,
) -> Sufficiency:
    """Judge whether ``support``, the best sentences of ``candidates``, is enough to answer ``question``.

    ``identifiers`` are the whole codes in the question, case-folded: each must be held whole by some
    candidate. ``language`` is that of the question, guessed where it is not given.
    """
    considered = candidates[:MAX_PASSAGES]
    if not considered:
        return _refused(Reason.NO_CANDIDATE)
    missing = frozenset(each for each in identifiers if not any(_holds(c, each) for c in considered))
    if missing:
        return _refused(Reason.IDENTIFIER_NOT_FOUND, missing)
    if not support:
        return _refused(Reason.NOTHING_QUOTABLE)
    features = measure(question, considered, support, identifiers)
    situation = (
        Situation.IDENTIFIER if identifiers else _situation(question, considered, support[0], language)
    )
    model = (models or shipped_models())[situation]
    score = model.probability(features)
    sufficient = score >= model.threshold
    reason = Reason.SUFFICIENT if sufficient else Reason.TOO_LITTLE
    return Sufficiency(sufficient, reason, score, model.threshold, features=features)


def _refused(reason: Reason, missing: frozenset[str] = frozenset()) -> Sufficiency:
    return Sufficiency(False, reason, 0.0, 1.0, missing)


def _holds(candidate: Candidate, identifier: str) -> bool:
    if identifier in candidate.matched_identifiers:
        return True
    card = candidate.evidence
    return any(
        holds_identifier(text, identifier) for text in (card.content, card.title, *card.locator.section)
    )


def _situation(
    question: str, candidates: Sequence[Candidate], best: Support, language: str | None
) -> Situation:
    if sum(each.vector_similarity is not None for each in candidates) < FEWEST_FOR_MARGIN:
        return Situation.WORDS_ONLY
    card = next(each.evidence for each in candidates if each.evidence.id == best.evidence_id)
    if (
        card.id in {c.evidence.id for c in candidates if c.vector_similarity is None}
        and best.similarity is None
    ):
        return Situation.WORDS_ONLY
    asked = language or language_of(question)
    same = asked == (card.language or language_of(card.content))
    return Situation.SAME_LANGUAGE if same else Situation.CROSS_LANGUAGE
