"""The extractive writer: the most fitting permitted sentences, quoted word for word.

It has no text of its own. Whatever a passage says, instructions included, is quoted or left out, never
followed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from statistics import fmean

from fidedigno.consolidate.cues import wanted_by
from fidedigno.consolidate.features import MAX_PASSAGES, Support, read_candidate
from fidedigno.consolidate.terms import read_question
from fidedigno.draft.draft import Draft, DraftClaim
from fidedigno.draft.quotable import strip_marks
from fidedigno.draft.scoring import Scored, Weights, finalists, near_duplicate, score_candidate
from fidedigno.gather.candidate import Candidate
from fidedigno.ingest.language import language_of
from fidedigno.model import Evidence, Question

Similarity = Callable[[str, Sequence[str]], Sequence[float]]
"""Given a question and sentences, the cosine of each with the question."""

LEAST_OWN = 0.4
"""A further sentence covers by itself at least this share of what the best one does by itself."""


@dataclass(frozen=True, slots=True)
class ExtractiveWriter:
    """Writes a draft from candidates.

    ``similarity`` is asked for at most ``max_finalists`` sentences, and only where the best of them by
    words is not in the question's language: within one language it chose no better than words, rank and form do
    (``benchmarks/answers.py``), and it costs more than all the rest. A further sentence joins the best
    one only if its score reaches ``nearness`` of the best, and comes from one of at most
    ``max_documents`` documents.
    """

    similarity: Similarity | None = None
    max_claims: int = 3
    max_documents: int = 2
    max_finalists: int = 6
    nearness: float = 0.8
    weights: Weights = field(default_factory=Weights)

    def write(
        self,
        question: Question,
        candidates: Sequence[Candidate],
        *,
        identifiers: AbstractSet[str] = frozenset(),
    ) -> Draft:
        """Choose and order the claims; an empty draft where no passage has anything to quote.

        ``identifiers`` are the whole codes in the question, case-folded. The same input gives the same
        draft. Every claim is a slice of one candidate's content and nothing else.
        """
        best = self._best(question, candidates[:MAX_PASSAGES], identifiers)
        if not best:
            return Draft()
        support = tuple(Support(each.text, each.candidate.evidence.id, each.similarity) for each in best)
        return Draft(_claims(self._chosen(best)), support)

    def _best(
        self, question: Question, candidates: Sequence[Candidate], identifiers: AbstractSet[str]
    ) -> list[Scored]:
        passages = [read_candidate(each) for each in candidates]
        wanted = wanted_by(question.text)
        terms = read_question(question.text, passages, identifiers=identifiers, ignored=wanted.words)
        language = question.language or language_of(question.text)
        scored: list[Scored] = []
        for candidate, passage in zip(candidates, passages, strict=True):
            scored += score_candidate(
                candidate,
                passage,
                terms,
                wanted,
                question.text,
                identifiers=identifiers,
                language=language,
                passage_language=candidate.evidence.language or language_of(candidate.evidence.content),
                weights=self.weights,
            )
        best = finalists(scored, self.max_finalists)
        if self.similarity is None or not best or best[0].language == language:
            return best
        similar = [float(each) for each in self.similarity(question.text, [each.text for each in best])]
        mean = fmean(similar)
        return finalists(
            [
                replace(each, similarity=s, score=each.score + self.weights.similarity * (s - mean))
                for each, s in zip(best, similar, strict=True)
            ],
            self.max_finalists,
        )

    def _chosen(self, best: Sequence[Scored]) -> list[Scored]:
        chosen = [best[0]]
        documents = {best[0].candidate.evidence.document_id}
        for each in best[1:]:
            document = each.candidate.evidence.document_id
            if each.score < self.nearness * best[0].score or len(chosen) == self.max_claims:
                break
            if each.own < LEAST_OWN * best[0].own:
                continue
            if document not in documents and len(documents) == self.max_documents:
                continue
            if not any(near_duplicate(each, other) for other in chosen):
                chosen.append(each)
                documents.add(document)
        return chosen


def _claims(chosen: Sequence[Scored]) -> tuple[DraftClaim, ...]:
    """The chosen stretches in document order, the best document first, each lead-in once before them."""
    first_of: dict[int, int] = {}
    for number, each in enumerate(chosen):
        first_of.setdefault(each.candidate.evidence.document_id, number)
    ordered = sorted(chosen, key=lambda each: (first_of[each.candidate.evidence.document_id], *_place(each)))
    claims: list[DraftClaim] = []
    led: set[str] = set()
    for each in ordered:
        card, quotable = each.candidate.evidence, each.quotable
        if quotable.lead is not None:
            lead = strip_marks(card.content, *quotable.lead)
            narrowed = narrow(card, *lead)
            if card.content[slice(*lead)] not in led:
                claims.append(DraftClaim(card.content[slice(*lead)], narrowed, each.score))
                led.add(card.content[slice(*lead)])
        claims.append(DraftClaim(each.text, narrow(card, quotable.start, quotable.end), each.score))
    return tuple(claims)


def _place(each: Scored) -> tuple[int, int]:
    return each.candidate.evidence.locator.start or 0, each.quotable.start


def narrow(card: Evidence, start: int, end: int) -> Evidence:
    """The card whose locator points at ``content[start:end]``, with an id of its own.

    A table's repeated header row stands before the chunk's own text and has no offset in it: a stretch
    that begins in the header keeps the chunk's offsets.
    """
    locator = card.locator
    if locator.start is not None and locator.end is not None:
        ahead = max(0, len(card.content) - (locator.end - locator.start))
        if start >= ahead:
            locator = replace(locator, start=locator.start + start - ahead, end=locator.start + end - ahead)
    return replace(card, id=f"{card.id}:{start}-{end}", locator=locator)
