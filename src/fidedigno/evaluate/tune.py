"""Weights of the rankers, fitted to judged questions and kept only where they are surely better than ranks.

The weights of a convex combination of scores are chosen on part of the questions and judged on the others, every
question once (cross-validation in folds that keep the questions on one document together). The gain in nDCG@10 over
reciprocal rank fusion is judged by its 95 % interval over questions: only if all of it is above 0 are weights given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from zlib import crc32

from fidedigno.errors import ConfigurationError
from fidedigno.evaluate.judged import JudgedQuestion
from fidedigno.evaluate.retrieval_metrics import mean_interval, ndcg
from fidedigno.gather import Candidate, Gathered, RetrievalPolicy
from fidedigno.index import Rankings

MIN_QUESTIONS = 30
"""With fewer, no interval would say anything."""
FOLDS = 5
STEPS = 20
IDENTIFIER_WEIGHTS = (0.0, 0.2)
K = 10
Weights = Mapping[str, float]
Gather = Callable[[JudgedQuestion], Gathered]
"""Retrieval of a question as who asks it, deep: all that any ranker found."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of it. ``base`` and ``tuned`` are mean nDCG@10, the second on questions that did not choose.

    ``weights`` are those that all questions together choose; ``accepted`` says whether they may be used.
    ``unfound`` counts the questions none of whose relevant places was found by any ranker.
    """

    questions: int
    base: float
    tuned: float
    gain: float
    interval: tuple[float, float]
    weights: Weights
    fold_weights: tuple[Weights, ...]
    unfound: int

    @property
    def accepted(self) -> bool:
        """Whether the gain is surely above 0."""
        return self.interval[0] > 0

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "questions": self.questions, "ndcg10_ranks": self.base, "ndcg10_weights": self.tuned, "gain": self.gain,
            "gain_interval": list(self.interval), "weights": dict(self.weights),
            "fold_weights": [dict(each) for each in self.fold_weights], "unfound": self.unfound,
            "accepted": self.accepted,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Trial:
    """A question as it is judged: what was ranked, the place of each chunk, and how many identifiers it holds."""

    rankings: Rankings
    places: Mapping[int, str]
    held: Mapping[int, int]
    relevant: Mapping[str, float]
    fold: int
    gains: dict[object, float] = field(default_factory=dict)

    def ndcg(self, policy: RetrievalPolicy) -> float:
        """nDCG@10 of the order that a policy gives; worked out once for each weighting."""
        key = tuple(sorted(policy.weights.items()))
        if key not in self.gains:
            order = [each for each, _ in policy.fuse(self.rankings).order if each in self.places]
            order.sort(key=lambda each: -self.held[each])
            found = list(dict.fromkeys(self.places[each] for each in order))
            self.gains[key] = ndcg(found, self.relevant, K)
        return self.gains[key]


def tune(
    questions: Sequence[JudgedQuestion],
    gather: Gather,
    policy: RetrievalPolicy,
    on_step: Callable[[int, int], None] | None = None,
) -> Tuned:
    """Fit the weights of the rankers that ``policy`` asks.

    Args:
        questions: judged by people.
        gather: retrieves what any ranker found, as who asks.
        policy: the switches in use; its own weights are not regarded.
        on_step: called with how many questions are done, and of how many.

    Raises:
        ConfigurationError: with fewer than 30 questions, or where fewer than two rankers are asked.
    """
    if len(questions) < MIN_QUESTIONS:
        raise ConfigurationError(
            f"{len(questions)} judged questions are too few to tell a gain from luck",
            f"judge at least {MIN_QUESTIONS}, better a hundred or more",
        )
    if not {"vector", "words"} <= policy.rankers:
        raise ConfigurationError("there is nothing to weigh", "set rankers: [vector, words, identifiers]")
    trials = []
    for number, each in enumerate(questions, 1):
        trials.append(_trial(each, gather(each)))
        if on_step is not None:
            on_step(number, len(questions))
    ranks = replace(policy, weights={})
    grid = [replace(policy, weights=each) for each in _grid(policy)]
    chosen = [_best(grid, [each for each in trials if each.fold != fold]) for fold in range(FOLDS)]
    base = [each.ndcg(ranks) for each in trials]
    held_out = [each.ndcg(chosen[each.fold]) for each in trials]
    gains = [one - other for one, other in zip(held_out, base, strict=True)]
    return Tuned(
        questions=len(trials),
        base=_mean(base),
        tuned=_mean(held_out),
        gain=_mean(gains),
        interval=mean_interval(gains),
        weights=_best(grid, trials).weights,
        fold_weights=tuple(each.weights for each in chosen),
        unfound=sum(not set(each.places.values()) & each.relevant.keys() for each in trials),
    )


def _grid(policy: RetrievalPolicy) -> list[dict[str, float]]:
    """Every weighting that is tried: shares of vectors and words that sum to 1, identifiers beside."""
    codes = IDENTIFIER_WEIGHTS if "identifiers" in policy.rankers else (0.0,)
    found = []
    for step in range(STEPS + 1):
        share = step / STEPS
        for code in codes:
            weights = {"vector": share, "words": round(1 - share, 6)}
            found.append(weights | ({"identifiers": code} if "identifiers" in policy.rankers else {}))
    return found


def _best(grid: Sequence[RetrievalPolicy], trials: Sequence[_Trial]) -> RetrievalPolicy:
    """The policy with the best mean; of equals the one nearest to even shares, so that chance does not decide."""

    def worth(policy: RetrievalPolicy) -> tuple[float, float]:
        total = sum(each.ndcg(policy) for each in trials)
        return round(total, 9), -abs(policy.weights["vector"] - 0.5)

    return max(grid, key=worth)


def _trial(question: JudgedQuestion, gathered: Gathered) -> _Trial:
    places: dict[int, str] = {}
    held: dict[int, int] = {}
    for each in gathered.candidates:
        chunk = int(each.evidence.id, 16)
        places[chunk] = _place(each, question)
        held[chunk] = len(each.matched_identifiers)
    relevant = {_name(number): 1.0 for number in range(len(question.relevant))}
    # A stable hash, and of the documents alone: questions on one document are never on both sides.
    key = "|".join(sorted(each.document for each in question.relevant))
    return _Trial(gathered.rankings, places, held, relevant, crc32(key.encode()) % FOLDS)


def _place(candidate: Candidate, question: JudgedQuestion) -> str:
    """The relevant place that a passage stands in, else its own section."""
    for number, ref in enumerate(question.relevant):
        if ref.matches(candidate.evidence):
            return _name(number)
    locator = candidate.evidence.locator
    return f"{locator.uri}#{' › '.join(locator.section)}"


def _name(number: int) -> str:
    return f"relevant {number}"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
