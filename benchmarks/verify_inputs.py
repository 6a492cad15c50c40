"""Questions, passages and answers as they come, in both languages, for the timing of verification.

Passages are stretches of the examples' documents, with the evidence of some pairs of ``verify_pairs.jsonl`` (half
``dev``) among them. An answer is made of sentences of its passages, one in three with a figure changed, and of the
answers of those pairs, right and wrong. None is made twice.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.verify_pairs import Row, read_rows
from fidedigno.ingest.language import language_of
from fidedigno.ingest.sentences import UnitKind, units

EXAMPLES = Path(__file__).parents[1] / "examples"
LANGUAGES = ("es", "en")
PASSAGES, PASSAGE_WORDS, ANSWER_WORDS = 5, 100, 120
_FIGURE = re.compile(r"\d+")
_FEWEST_WORDS = 6


class Asked(NamedTuple):
    """What one inspection takes."""

    question: str
    passages: tuple[str, ...]
    answer: str


def documents(language: str) -> list[list[str]]:
    """The sentences of each example document of a language."""
    found = []
    for path in sorted(EXAMPLES.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if language_of(text) == language:
            prose = [unit for unit in units(text) if unit.kind in {UnitKind.PROSE, UnitKind.ITEM}]
            sentences = [" ".join(text[unit.start : unit.end].split()) for unit in prose]
            found.append([each for each in sentences if len(each.split()) >= _FEWEST_WORDS])
    return [each for each in found if each]


def _stretches(language: str, words: int, rng: random.Random) -> Iterator[list[str]]:
    """Sentences of the documents, from some place on, about as many words together; without end."""
    every = [sentence for document in documents(language) for sentence in document]
    while True:
        at, stretch = rng.randrange(len(every)), list[str]()
        while sum(len(each.split()) for each in stretch) < words:
            stretch.append(every[at % len(every)])
            at += 1
        yield stretch


def asked(number: int, *, passages: int = 1, answer: int = 1, seed: int = 1) -> list[Asked]:
    """``number`` inputs, the languages in turn; ``passages`` and ``answer`` make their texts so many times as long."""
    rng = random.Random(seed)  # noqa: S311 - sample data
    rows = [row for row in read_rows() if row.split == "dev"]
    stretches = {each: _stretches(each, PASSAGE_WORDS * passages, rng) for each in LANGUAGES}
    return [
        _one([row for row in rows if row.lang == language], stretches[language], answer, rng)
        for language, _ in zip(LANGUAGES * number, range(number), strict=False)
    ]


def _one(rows: list[Row], stretches: Iterator[list[str]], answer: int, rng: random.Random) -> Asked:
    texts = [next(stretches) for _ in range(PASSAGES)]
    chosen = rng.sample(rows, 2)
    for row in chosen:
        texts[rng.randrange(PASSAGES)][:1] = row.context
    said = [row.answer for row in chosen]
    known = [sentence for text in texts for sentence in text]
    rng.shuffle(known)
    while sum(len(each.split()) for each in said) < ANSWER_WORDS * answer:
        sentence = known.pop() if known else rng.choice(said)
        changed = rng.random() < 1 / 3
        said.append(_FIGURE.sub(lambda found: str(int(found.group()) + 7), sentence) if changed else sentence)
    rng.shuffle(said)
    answer_text = " ".join(each if each.endswith((".", "?", "!", ":")) else f"{each}." for each in said)
    return Asked(chosen[0].question, tuple(" ".join(text) for text in texts), answer_text)
