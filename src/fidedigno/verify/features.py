"""What is measured of one claim against its evidence, as numbers that a small learned model weighs.

All are cheap (words, stems, places); none looks at the meaning of the whole. The order of :data:`NAMES` is part of
the learned model: change it and the model has to be trained again. What each means is told in ``features.yaml``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

import yaml

from fidedigno.consolidate.passages import Word
from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.verify.align import Aligned
from fidedigno.verify.evidence_words import (
    NO_LINE,
    EvidenceWords,
    LineWords,
    grams_of,
    read_evidence,
    stem_of,
)

__all__ = ["NAMES", "EvidenceWords", "meanings", "measure", "read_evidence"]

NAMES = (
    "best", "pair", "whole", "plain", "bigrams_line", "bigrams_all", "order", "reverse", "copied", "density",
    "longest_run", "missing", "missing_share", "missing_weight", "missing_rarest", "missing_in_question",
    "asked", "capitals", "capitals_missing", "numbers", "numbers_missing", "numbers_elsewhere", "denials",
    "denials_line", "denials_differ", "first_person", "second_person", "letters", "words", "line_words",
    "lines", "functions_shared", "spread", "missing_first", "missing_last",
)  # fmt: skip
DATA = "features.yaml"
LANGUAGES = ("es", "en")
MOST_ORDERED = 60
"""Content words of a claim whose order is compared, with twice as many of its sentence."""


class CountedWords(NamedTuple):
    """Words of both languages: an answer may mix them."""

    denials: frozenset[str]
    denial_endings: tuple[str, ...]
    first_person: frozenset[str]
    second_person: frozenset[str]


class _Read(NamedTuple):
    """A claim with its evidence, taken apart once for all features."""

    claim: str
    words: Sequence[Word]
    content: Sequence[Word]
    missing: Sequence[Word]
    written: Sequence[str]
    stems: Sequence[str]
    line: LineWords
    evidence: EvidenceWords
    question: frozenset[str]


def measure(
    claim: str, words: Sequence[Word], aligned: Aligned, evidence: EvidenceWords, question: frozenset[str]
) -> tuple[float, ...]:
    """The features of a claim, in the order of :data:`NAMES`.

    ``words`` are those of ``claim`` (offsets into it), ``question`` the terms of the question.
    """
    content = [word for word in words if word.terms]
    read = _Read(
        claim,
        words,
        content,
        [word for word in content if word.terms.isdisjoint(evidence.text.terms)],
        [word.text for word in words],
        [stem_of(word) for word in content],
        evidence.line(aligned.windows[0].line) if aligned.windows else NO_LINE,
        evidence,
        question,
    )
    return (
        *(aligned.best, aligned.pair, aligned.whole, aligned.plain),
        *_neighbours(read),
        *_copied(read),
        *_missing(read),
        *_capitals(read),
        *_numbers(read),
        *_denials(read),
        *_persons(read),
        _letters(read),
        *(math.log1p(len(each)) for each in (words, read.line.words, evidence.text.lines)),
        _functions_shared(read),
        *_places(read),
    )


@cache
def meanings() -> dict[str, str]:
    """What each feature means, in a line, by its name."""
    return {str(name): str(meaning) for name, meaning in _data()["meanings"].items()}


@cache
def counted_words() -> CountedWords:
    """The words of the shipped data file."""
    return read_words(_data())


def read_words(data: object) -> CountedWords:
    """Read ``{group: {language: [folded words]}}``.

    Raises:
        ConfigurationError: naming the group that is missing or is no list of folded words for each language.
    """
    groups = {group: tuple(_words_of(data, group)) for group in CountedWords._fields}
    return CountedWords(
        frozenset(groups["denials"]),
        groups["denial_endings"],
        frozenset(groups["first_person"]),
        frozenset(groups["second_person"]),
    )


def _words_of(data: object, group: str) -> list[str]:
    languages = data.get(group) if isinstance(data, dict) else None
    if not isinstance(languages, dict) or set(languages) != set(LANGUAGES):
        languages = dict.fromkeys(LANGUAGES)
    found: list[str] = []
    for language in LANGUAGES:
        words = languages[language]
        if not isinstance(words, list) or not all(
            isinstance(word, str) and word and word == plain(word) for word in words
        ):
            raise ConfigurationError(
                f"{DATA}: {group} is not as expected", f"give lists of folded words for each of {LANGUAGES}"
            )
        found += words
    return found


def _data() -> dict[str, dict[str, object]]:
    text = files("fidedigno.verify").joinpath(DATA).read_text(encoding="utf-8")
    data: dict[str, dict[str, object]] = yaml.safe_load(text)
    return data


def _share(part: float, whole: int, empty: float = 1.0) -> float:
    return part / whole if whole else empty


def _neighbours(read: _Read) -> tuple[float, ...]:
    """bigrams_line, bigrams_all, order, reverse."""
    mine = list(pairwise(read.stems))
    terms = frozenset(term for word in read.content for term in word.terms)
    return (
        _share(sum(pair in read.line.near for pair in mine), len(mine)),
        _share(sum(pair in read.evidence.pairs for pair in mine), len(mine)),
        _ordered(read.stems[:MOST_ORDERED], read.line.stems[: 2 * MOST_ORDERED]),
        _share(sum(not word.terms.isdisjoint(terms) for word in read.line.content), len(read.line.content)),
    )


def _ordered(mine: Sequence[str], theirs: Sequence[str]) -> float:
    """Length of the longest common subsequence, as a share of the claim's words."""
    if not mine:
        return 1.0
    row = [0] * (len(theirs) + 1)
    for one in mine:
        before = 0
        for at, other in enumerate(theirs, start=1):
            kept = row[at]
            row[at] = before + 1 if one == other else max(kept, row[at - 1])
            before = kept
    return row[-1] / len(mine)


def _copied(read: _Read) -> tuple[float, ...]:
    """copied, density, longest_run."""
    runs = _runs(read.written, read.evidence.bigrams)
    count = max(1, len(read.written))
    return (
        _share(sum(runs), len(read.written)),
        sum(run * run for run in runs) / count**2,
        max(runs, default=0) / count,
    )


def _runs(written: Sequence[str], bigrams: frozenset[tuple[str, str]]) -> list[int]:
    """Lengths of the stretches of at least two words that stand so in the evidence (by neighbouring pairs)."""
    found: list[int] = []
    run = 1
    for pair in pairwise(written):
        if pair in bigrams:
            run += 1
            continue
        if run > 1:
            found.append(run)
        run = 1
    if run > 1:
        found.append(run)
    return found


def _missing(read: _Read) -> tuple[float, ...]:
    """missing, missing_share, missing_weight, missing_rarest, missing_in_question, asked."""
    rarity = read.evidence.text.rarity
    weights = [rarity(word.terms) for word in read.content]
    lost = [rarity(word.terms) for word in read.missing]
    return (
        math.log1p(len(read.missing)),
        _share(len(read.missing), len(read.content), 0.0),
        sum(lost) / (sum(weights) or 1.0),
        max(lost, default=0.0) / max(max(weights, default=1.0), 1e-9),
        _share(_in(read.missing, read.question), len(read.missing), 0.0),
        _share(_in(read.content, read.question), len(read.content), 0.0),
    )


def _in(words: Sequence[Word], terms: frozenset[str]) -> int:
    return sum(not word.terms.isdisjoint(terms) for word in words)


def _capitals(read: _Read) -> tuple[float, ...]:
    """capitals, capitals_missing."""
    found = [word for word in read.words[1:] if word.terms and read.claim[word.start].isupper()]
    unknown = len(found) - _in(found, read.evidence.text.terms)
    return math.log1p(len(found)), _share(unknown, len(found), 0.0)


def _numbers(read: _Read) -> tuple[float, ...]:
    """numbers, numbers_missing, numbers_elsewhere."""
    found = [text for text in read.written if text[0].isdigit()]
    missing = sum(text not in read.evidence.words for text in found)
    elsewhere = sum(text not in read.line.written and text in read.evidence.words for text in found)
    return math.log1p(len(found)), _share(missing, len(found), 0.0), _share(elsewhere, len(found), 0.0)


def _denials(read: _Read) -> tuple[float, ...]:
    """denials, denials_line, denials_differ."""
    words = counted_words()
    mine, theirs = (
        sum(text in words.denials or text.endswith(words.denial_endings) for text in texts)
        for texts in (read.written, [word.text for word in read.line.words])
    )
    return float(mine), float(theirs), float((mine > 0) != (theirs > 0))


def _persons(read: _Read) -> tuple[float, ...]:
    """first_person, second_person."""
    words = counted_words()
    return tuple(
        float(not listed.isdisjoint(read.written)) for listed in (words.first_person, words.second_person)
    )


def _letters(read: _Read) -> float:
    grams = [gram for word in read.content for gram in grams_of(word.text)]
    return _share(sum(gram in read.evidence.grams for gram in grams), len(grams))


def _functions_shared(read: _Read) -> float:
    functions = [word.text for word in read.words if not word.terms]
    return _share(sum(text in read.line.written for text in functions), len(functions))


def _places(read: _Read) -> tuple[float, ...]:
    """spread, missing_first, missing_last."""
    found = [at for at, word in enumerate(read.content) if not word.terms.isdisjoint(read.line.terms)]
    terms = read.evidence.text.terms
    lost = [at / len(read.content) for at, word in enumerate(read.content) if word.terms.isdisjoint(terms)]
    return (
        _share(found[-1] - found[0] + 1, len(read.content)) if found else 0.0,
        min(lost, default=1.0),
        max(lost, default=0.0),
    )
