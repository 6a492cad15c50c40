"""The sentences that a fact in words may rest on, and whether they suffice: writer and sufficiency together."""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.consolidate import TextSupport, assess
from fidedigno.draft import Draft, ExtractiveWriter, Similarity
from fidedigno.draft.arrows import write_arrows
from fidedigno.gather import Candidate, Gathered
from fidedigno.ingest.embed import Embedder
from fidedigno.model import Question

COMPARED_CHARACTERS = 80
"""How much of a sentence is embedded to compare it: its beginning says what it is about."""


class Quoting:
    """Quotes from candidates. ``compared`` sentences in another language than the question's are embedded to
    compare them with it; 0 compares none."""

    def __init__(self, embedder: Embedder, compared: int) -> None:
        self._embedder = embedder
        self._compared = compared

    def quote(
        self, question: Question, candidates: Sequence[Candidate], gathered: Gathered
    ) -> tuple[Draft, TextSupport]:
        """The extractive draft from ``candidates``, and the verdict on its sentences. Where arrows of diagrams answer,
        they are the draft, and suffice."""
        arrows = write_arrows(question, candidates)
        if arrows.claims:
            return arrows, TextSupport(True, arrows.support)
        codes = frozenset(gathered.identifiers)
        writer = ExtractiveWriter()
        if self._compared:
            writer = ExtractiveWriter(self._similarity(gathered), max_finalists=self._compared)
        draft = writer.write(question, candidates, identifiers=codes)
        found = assess(
            question.text, candidates, draft.support, identifiers=codes, language=question.language
        )
        return draft, TextSupport(found.sufficient, draft.support)

    def _similarity(self, gathered: Gathered) -> Similarity | None:
        """Cosines of the question with sentences, for the few finalists of a draft."""
        vector = gathered.vector
        if vector is None:
            return None

        def similarity(_: str, sentences: Sequence[str]) -> Sequence[float]:
            beginnings = [sentence[:COMPARED_CHARACTERS] for sentence in sentences]
            scores: Sequence[float] = (self._embedder.passages(beginnings) @ vector).tolist()
            return scores

        return similarity
