"""A question, its passages and an answer, read once for all checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from fidedigno.consolidate.passages import words_in
from fidedigno.ingest.language import Language, language_of
from fidedigno.verify.align import EvidenceText
from fidedigno.verify.claims import ClaimText, split_claims, statements
from fidedigno.verify.features import EvidenceWords, read_evidence
from fidedigno.verify.passage import Passage, as_passages
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.statement import Statement

_SAMPLE = 800
"""Characters from which the language of a passage is told."""


@dataclass(slots=True)
class Prepared:
    """What the checks look at. ``answer`` is what is read of it; ``truncated`` tells that it was longer."""

    question: str
    passages: tuple[Passage, ...]
    answer: str
    language: Language
    claims: tuple[ClaimText, ...]
    evidence: EvidenceText
    words: EvidenceWords
    question_terms: frozenset[str]
    truncated: bool = False
    _sentences: dict[int, Statement] = field(default_factory=dict, repr=False)

    @property
    def statements(self) -> tuple[ClaimText, ...]:
        """The claims that state something."""
        return statements(self.claims)

    def sentence(self, line: int) -> Statement:
        """A sentence of the evidence, read once."""
        if line not in self._sentences:
            at = self.evidence.lines[line]
            passage = self.passages[at.passage]
            self._sentences[line] = Statement.of(
                passage.text[at.start : at.end],
                passage.language or self.language,
                context=self.evidence.above(line),
                reference=passage.reference,
                before=self.evidence.before(line),
            )
        return self._sentences[line]


def prepare(
    question: str, passages: Sequence[str | Passage], answer: str, settings: VerifySettings
) -> Prepared:
    """Read everything, up to the settings' limits."""
    read = answer[: settings.max_answer_characters]
    # The question and the answer are in one language nearly always; a short answer gives few signs of its own.
    asked = language_of(question) if question.strip() else None
    language = language_of(read[:4_000], prior=asked)
    known = tuple(
        each
        if each.language in {"es", "en"}
        else replace(each, language=language_of(each.text[:_SAMPLE], prior=language))
        for each in as_passages(passages)
    )
    evidence = EvidenceText(known, settings.max_evidence_characters)
    return Prepared(
        question,
        known,
        read,
        language,
        split_claims(read),
        evidence,
        read_evidence(evidence),
        frozenset(term for word in words_in(question, language=language) for term in word.terms),
        len(read) < len(answer) or evidence.truncated,
    )
