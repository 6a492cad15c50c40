"""The way of a question, in order. Only this module knows which room comes after which.

    question + identity → gather → sufficiency → decide → draft → deliver

Plan, consolidation with authority and conflict, and verification join this road in their own places.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from fidedigno.consolidate import assess
from fidedigno.deliver import message
from fidedigno.draft import Draft, ExtractiveWriter, Similarity
from fidedigno.gather import Gathered, HybridRetriever
from fidedigno.ingest.embed import Embedder
from fidedigno.ingest.language import language_of
from fidedigno.model import Answer, Claim, Decision, Identity, Question

COMPARED_CHARACTERS = 80
"""How much of a sentence is embedded to compare it: its beginning says what it is about."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, what it was made from, and the seconds that each stage took."""

    answer: Answer
    gathered: Gathered
    seconds: Mapping[str, float]


class Pipeline:
    """Answers questions for identities."""

    def __init__(
        self, retriever: HybridRetriever, embedder: Embedder, candidates: int, compared_sentences: int = 6
    ) -> None:
        self._retriever = retriever
        self._embedder = embedder
        self._compared = compared_sentences
        self._candidates = candidates

    def gather(self, question: Question, identity: Identity, limit: int | None = None) -> Gathered:
        """Find permitted passages only; nothing is written."""
        return self._retriever.gather(question, identity, limit or self._candidates)

    def answer(self, question: Question, identity: Identity) -> Answered:
        """Answer from permitted evidence, or abstain with the one neutral refusal."""
        started = time.perf_counter()
        question = replace(question, language=question.language or language_of(question.text))
        gathered = self.gather(question, identity)
        found = time.perf_counter()
        codes = frozenset(gathered.identifiers)
        writer = ExtractiveWriter()
        if self._compared:
            similarity = _similarity(self._embedder, gathered)
            writer = ExtractiveWriter(similarity, max_finalists=self._compared)
        draft = writer.write(question, gathered.candidates, identifiers=codes)
        drafted = time.perf_counter()
        sufficiency = assess(
            question.text, gathered.candidates, draft.support, identifiers=codes, language=question.language
        )
        language = question.language or "en"
        answer = _deliver(draft, language) if sufficiency.sufficient else _abstain(language)
        seconds = {
            "gather": found - started,
            "draft": drafted - found,
            "decide": time.perf_counter() - drafted,
            "total": time.perf_counter() - started,
            **{f"gather.{name}": value for name, value in gathered.seconds.items()},
        }
        return Answered(answer, gathered, seconds)


def _similarity(embedder: Embedder, gathered: Gathered) -> Similarity | None:
    """Cosines of the question with sentences, for the few finalists of a draft."""
    vector = gathered.vector
    if vector is None:
        return None

    def similarity(_: str, sentences: Sequence[str]) -> Sequence[float]:
        beginnings = [sentence[:COMPARED_CHARACTERS] for sentence in sentences]
        scores: Sequence[float] = (embedder.passages(beginnings) @ vector).tolist()
        return scores

    return similarity


def _deliver(draft: Draft, language: str) -> Answer:
    cards = {claim.evidence.id: claim.evidence for claim in draft.claims}
    return Answer(
        id=_answer_id(),
        decision=Decision.ANSWER,
        claims=tuple(Claim(claim.text, (claim.evidence.id,)) for claim in draft.claims),
        evidence=tuple(cards.values()),
        message="",
        language=language,
        answered_at=datetime.now(UTC),
    )


def _abstain(language: str) -> Answer:
    return Answer(
        id=_answer_id(),
        decision=Decision.ABSTAIN,
        claims=(),
        evidence=(),
        message=message("refusal", language),
        language=language,
        answered_at=datetime.now(UTC),
    )


def _answer_id() -> str:
    return secrets.token_hex(8)
