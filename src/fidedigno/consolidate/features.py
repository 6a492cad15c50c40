"""The few figures, each with a meaning, from which sufficiency is judged.

All of them come from the question and the permitted candidates alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import astuple, dataclass, fields
from statistics import fmean

from fidedigno.consolidate.cues import wanted_by
from fidedigno.consolidate.terms import QuestionTerms, Reading, read_question, read_text
from fidedigno.gather.candidate import Candidate
from fidedigno.ingest.language import language_of

MAX_PASSAGES = 10
"""How many candidates are read; those behind them never make an answer."""
SIMILARITY_SCALE = 0.03
"""A usual spread of E5 cosines among the candidates of one question: margins are told in it."""
_CLIP = 3.0


@dataclass(frozen=True, slots=True)
class Support:
    """One of the best sentences found: what the answer would rest on.

    ``similarity`` is the cosine of question and sentence, where an embedder was asked.
    """

    text: str
    evidence_id: str
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Features:
    """What is measured, 0 to 1 unless said otherwise."""

    sentence_coverage: float
    """Weighed share of the question's words in the best sentence."""
    passage_coverage: float
    """The same in the passage around it, with its title and section."""
    named_gap: float
    """Share of the names, numbers and identifiers of the question that the passage lacks."""
    passage_margin: float
    """How much closer the passage is than the mean of the others, in usual spreads, -3 to 3."""
    sentence_margin: float
    """How much closer the best sentence is than the mean passage, in usual spreads, -3 to 3."""
    agreement: float
    """Mean of one over the rank by vectors and one over the rank by words."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names in their fixed order."""
        return tuple(field.name for field in fields(cls))

    def values(self) -> tuple[float, ...]:
        """The values in the order of :meth:`names`."""
        return astuple(self)


def read_candidate(candidate: Candidate) -> Reading:
    """Analyse a candidate's passage together with its title and section path."""
    card = candidate.evidence
    context = (card.title, *card.locator.section, card.content)
    return read_text("\n".join(context), card.language or language_of(card.content))


def measure(
    question: str,
    candidates: Sequence[Candidate],
    support: Sequence[Support],
    identifiers: AbstractSet[str] = frozenset(),
) -> Features:
    """Measure how well ``support`` and its passage carry ``question``.

    Raises:
        ValueError: if there is no support, or it cites none of the candidates.
    """
    considered = candidates[:MAX_PASSAGES]
    by_id = {each.evidence.id: each for each in considered}
    if not support or support[0].evidence_id not in by_id:
        raise ValueError("support must cite one of the candidates")
    best, candidate = support[0], by_id[support[0].evidence_id]
    readings = {each.evidence.id: read_candidate(each) for each in considered}
    wanted = wanted_by(question)
    terms = read_question(question, list(readings.values()), identifiers=identifiers, ignored=wanted.words)
    passage = terms.held(readings[candidate.evidence.id])
    sentence = terms.held(read_text(best.text, candidate.evidence.language))
    others = [s for c in considered if c is not candidate and (s := c.vector_similarity) is not None]
    return Features(
        sentence_coverage=terms.share(sentence),
        passage_coverage=terms.share(passage),
        named_gap=_named_gap(terms, passage),
        passage_margin=_margin(candidate.vector_similarity, others),
        sentence_margin=_margin(best.similarity, others),
        agreement=sum(1 / candidate.ranks[r] for r in ("vector", "words") if r in candidate.ranks) / 2,
    )


def _margin(similarity: float | None, others: Sequence[float]) -> float:
    if similarity is None or not others:
        return 0.0
    return max(-_CLIP, min(_CLIP, (similarity - fmean(others)) / SIMILARITY_SCALE))


def _named_gap(terms: QuestionTerms, held: Sequence[float]) -> float:
    named = [(c.weight, h) for c, h in zip(terms.concepts, held, strict=True) if c.named]
    total = sum(weight for weight, _ in named)
    return sum(weight * (1 - h) for weight, h in named) / total if total else 0.0
