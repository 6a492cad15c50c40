"""A question, its passages and an answer, read once for all checks.

Here it is decided what is read of them and in which language. A passage of neither Spanish nor English is read as
the one of the two that it is more like: words are compared all the same. Our own words in a healed answer (its
prefix, its notes, the decline) claim nothing and are not read; nor is markup in a passage that no reader sees. Both
are blanked, so that offsets stay.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from fidedigno.consolidate.passages import Word, words_in
from fidedigno.consolidate.plain import plain
from fidedigno.errors import UsageError
from fidedigno.ingest.language import Language, language_of
from fidedigno.verify.align import EvidenceText, first_words
from fidedigno.verify.claim_marks import Citation, citations_in
from fidedigno.verify.claims import ClaimText, split_claims, statements
from fidedigno.verify.evidence_words import EvidenceWords, read_evidence
from fidedigno.verify.heal.wording import own_words
from fidedigno.verify.passage import Passage, as_passages
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.statement import Statement
from fidedigno.verify.unread import blanked, without_markup

_SAMPLE = 800
"""Characters from which the language of a passage is told."""
MOST_VIEWS = 64
"""Sets of passages that are held against claims of one answer."""


class View(NamedTuple):
    """The evidence that a claim is held against: all of it, or the passages that it cites."""

    text: EvidenceText
    words: EvidenceWords
    passages: frozenset[int]


@dataclass(slots=True)
class Prepared:
    """What the checks look at, blanked where nothing is read; ``given`` are the passages as they came.

    ``marks`` are the citations of the answer, ``places`` those of the passages by their ids. ``cut`` tells that the
    answer was longer than what is read of it, ``truncated`` that it or the evidence was.
    """

    question: str
    passages: tuple[Passage, ...]
    given: tuple[Passage, ...]
    answer: str
    language: Language
    claims: tuple[ClaimText, ...]
    marks: tuple[Citation, ...]
    places: Mapping[str, int]
    evidence: EvidenceText
    words: EvidenceWords
    question_terms: frozenset[str]
    cut: bool = False
    truncated: bool = False
    _sentences: dict[tuple[int, int], Statement] = field(default_factory=dict, repr=False)
    _views: dict[frozenset[int], View] = field(default_factory=dict, repr=False)

    @property
    def statements(self) -> tuple[ClaimText, ...]:
        """The claims that state something."""
        return statements(self.claims)

    @property
    def everything(self) -> View:
        """All of the evidence."""
        return View(self.evidence, self.words, frozenset(range(len(self.passages))))

    def cited(self, claim: ClaimText) -> frozenset[int]:
        """The places of the passages that a claim cites, by id or else by number; empty where it cites none."""
        if not claim.cited:
            return frozenset()
        places = (self.places.get(str(number), number - 1) for number in claim.cited)
        return frozenset(place for place in places if 0 <= place < len(self.passages))

    def view(self, passages: Collection[int] = ()) -> View:
        """The evidence of these passages alone; of all where none is named, or too many different sets were."""
        wanted = frozenset(passages)
        if not wanted or len(wanted) == len(self.passages):
            return self.everything
        if wanted not in self._views:
            if len(self._views) == MOST_VIEWS:
                return self.everything
            text = self.evidence.only(wanted)
            self._views[wanted] = View(text, read_evidence(text), wanted)
        return self._views[wanted]

    def is_foreign(self, view: View) -> bool:
        """Whether some of the evidence is in another language than the answer: words cannot tell what it carries."""
        return any(self.passages[place].language != self.language for place in view.passages)

    def sentence(self, line: int, view: View | None = None) -> Statement:
        """A sentence of the evidence, or of a view of it, read once."""
        text = self.evidence if view is None else view.text
        at = text.lines[line]
        key = (at.passage, at.start)
        if key not in self._sentences:
            passage = self.passages[at.passage]
            written = passage.text[at.start : at.end]
            self._sentences[key] = Statement(
                written,
                passage.language or self.language,
                text.above(line),
                passage.reference,
                tuple(Word(w.start - at.start, w.end - at.start, w.text, w.terms) for w in at.words),
                plain(written),
                text.before(line),
            )
        return self._sentences[key]


@lru_cache(maxsize=1_024)
def _language_of(sample: str, prior: Language) -> Language:
    return language_of(sample, prior=prior)


def prepare(
    question: str, passages: Sequence[str | Passage], answer: str, settings: VerifySettings
) -> Prepared:
    """Read everything, up to the settings' limits.

    Raises:
        UsageError: if question or answer is no text, or the passages are no sequence of texts and passages.
    """
    for name, text in (("question", question), ("answer", answer)):
        if not isinstance(text, str):
            raise UsageError(
                f"the {name} is of type {type(text).__name__}", "give a text, which may be empty"
            )
    read = first_words(answer, settings.max_answer_characters)
    # The question and the answer are in one language nearly always; a short answer gives few signs of its own.
    asked = language_of(question) if question.strip() else None
    language = language_of(read, prior=asked)
    said = blanked(read, own_words(read))
    given = as_passages(passages)
    seen = tuple(_seen(each, language) for each in given)
    evidence = EvidenceText(seen, settings.max_evidence_characters)
    return Prepared(
        question,
        seen,
        given,
        said,
        language,
        split_claims(said),
        citations_in(said),
        {each.id: place for place, each in enumerate(seen) if each.id},
        evidence,
        read_evidence(evidence),
        frozenset(term for word in words_in(question, language=language) for term in word.terms),
        len(read) < len(answer),
        len(read) < len(answer) or evidence.truncated,
    )


def _seen(passage: Passage, language: Language) -> Passage:
    """A passage without hidden markup, with its language."""
    text = without_markup(passage.text)
    known = passage.language
    if known not in {"es", "en"}:
        known = _language_of(text[:_SAMPLE], language)
    if text is passage.text and known == passage.language:
        return passage
    return replace(passage, text=text, language=known)
