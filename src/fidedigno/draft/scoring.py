"""How fitting each quotable stretch of the permitted passages is for a question."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from fidedigno.consolidate.cues import Cue, Wanted, offers
from fidedigno.consolidate.identifiers import holds_identifier, names_sibling
from fidedigno.consolidate.terms import QuestionTerms, Reading, read_text
from fidedigno.draft.quotable import Quotable, quotables
from fidedigno.gather.candidate import Candidate
from fidedigno.ingest.sentences import UnitKind


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each sign counts against a full lexical coverage of 1; tuned on the development half."""

    context: float = 0.4
    """Credit for a word that the passage holds but the sentence does not."""
    cue: float = 0.15
    rank: float = 0.3
    """For the first candidate; the n-th gets this over n."""
    language: float = 0.1
    similarity: float = 8.0
    """For each unit of cosine above the mean of the finalists."""
    identifier: float = 1.0


@dataclass(frozen=True, slots=True)
class Scored:
    """A stretch of one candidate with its score; ``text`` is the exact slice, lead excluded."""

    candidate: Candidate
    quotable: Quotable
    text: str
    reading: Reading
    score: float
    own: float
    """The share of the question that the stretch covers without its lead or its passage."""
    language: str
    similarity: float | None = None


def score_candidate(
    candidate: Candidate,
    passage: Reading,
    terms: QuestionTerms,
    wanted: Wanted,
    question: str,
    *,
    identifiers: AbstractSet[str],
    language: str,
    passage_language: str,
    weights: Weights,
) -> list[Scored]:
    """Score every quotable stretch of one candidate, in order.

    A stretch that names a sibling of an asked identifier (``HikariPool-2`` for ``HikariPool-1``) and
    not the identifier itself is left out.
    """
    content = candidate.evidence.content
    held_around = terms.held(passage)
    base = weights.rank / candidate.rank + weights.language * (language == passage_language)
    found = []
    for quotable in quotables(content):
        text = content[quotable.start : quotable.end]
        if any(names_sibling(text, each) and not holds_identifier(text, each) for each in identifiers):
            continue
        lead = content[slice(*quotable.lead)] if quotable.lead else ""
        alone = read_text(text, passage_language)
        own = terms.coverage(alone)
        reading = read_text(f"{lead}\n{text}", passage_language) if lead else alone
        here = zip(terms.held(reading), held_around, strict=True)
        held = [max(h, weights.context * around) for h, around in here]
        score = base + terms.share(held) + weights.cue * _offered(wanted.cue, quotable, text, question)
        score += weights.identifier * sum(holds_identifier(text, each) for each in identifiers)
        found.append(Scored(candidate, quotable, text, reading, score, own, passage_language))
    return found


def _offered(cue: Cue | None, quotable: Quotable, text: str, question: str) -> bool:
    if cue is Cue.STEPS:
        return quotable.kind in (UnitKind.ITEM, UnitKind.CODE)
    return cue is not None and offers(cue, text, question)


def near_duplicate(one: Scored, other: Scored) -> bool:
    """Whether two stretches say the same or overlap in their document."""
    a, b = one.reading.terms, other.reading.terms
    shared = len(a & b)
    if shared and shared >= 0.8 * min(len(a), len(b)) and shared >= 0.6 * max(len(a), len(b)):
        return True
    return one.candidate.evidence.id == other.candidate.evidence.id and _overlap(one.quotable, other.quotable)


def _overlap(one: Quotable, other: Quotable) -> bool:
    return one.start < other.end and other.start < one.end


def finalists(scored: Sequence[Scored], limit: int) -> list[Scored]:
    """The ``limit`` best, best first; the order among equals is that of the candidates."""
    return sorted(scored, key=lambda each: (-each.score, each.candidate.rank, each.quotable.start))[:limit]
