"""What can be asked about a document: its title, a heading, and words of a sentence."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from fidedigno.evaluate.boundaries.records import Document
from fidedigno.ingest.stopwords import STOPWORDS

MIN_SENTENCE_WORDS = 5
MAX_PHRASE_WORDS = 7
_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_MARKUP = re.compile(r"[#*_`>|\[\]{}<>]+")
MAX_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question may name. ``start`` is the first half of ``sentence``."""

    document: Document
    title: str
    heading: str
    phrase: str
    start: str


def subject_of(document: Document, rng: random.Random) -> Subject | None:
    """Choose a sentence of a document, with its heading; ``None`` where it has no sentence to ask about."""
    pairs = [sentence for text in document.texts for sentence in _sentences(text)]
    if not pairs:
        return None
    sentence = rng.choice(pairs)
    words = sentence.split()
    headings = [each for each in document.sections if each != document.title]
    return Subject(
        document,
        _clean(document.title),
        _clean(_heading_of(document, sentence, headings)),
        _phrase(sentence, document.language),
        _clean(" ".join(words[: max(3, len(words) // 2)])),
    )


def _sentences(text: str) -> list[str]:
    found = (" ".join(_MARKUP.sub(" ", each).split()) for each in _ENDS.split(text))
    return [each for each in found if len(_WORD.findall(each)) >= MIN_SENTENCE_WORDS]


def _heading_of(document: Document, sentence: str, headings: list[str]) -> str:
    """The heading whose name stands nearest above the sentence; the first, or the title, where none does."""
    probe = sentence[:30]
    for text in document.texts:
        plain = " ".join(_MARKUP.sub(" ", text).split())
        at = plain.find(probe)
        if at < 0:
            continue
        before = [(plain.rfind(each, 0, at), each) for each in headings]
        place, heading = max(before, default=(-1, ""))
        if place >= 0:
            return heading
    return headings[0] if headings else document.title


def _phrase(sentence: str, language: str) -> str:
    """The stretch of a sentence with most words that carry a topic."""
    words = _WORD.findall(sentence)
    skipped = STOPWORDS["es" if language == "es" else "en"]

    def topical(start: int) -> int:
        return sum(word.casefold() not in skipped for word in words[start : start + MAX_PHRASE_WORDS])

    best = max(range(max(1, len(words) - MAX_PHRASE_WORDS + 1)), key=topical)
    return _clean(" ".join(words[best : best + MAX_PHRASE_WORDS]))


def _clean(text: str) -> str:
    """On one line, without quotation marks that would end those of a question."""
    return re.sub(r"\s+", " ", re.sub(r"[«»“”\"]", "", text)).strip()[:MAX_CHARACTERS]
