"""What is measured of one claim against its evidence, as numbers that a small learned model weighs.

All are cheap (words, stems, places); none looks at the meaning of the whole. The order of :data:`NAMES` is part of
the learned model: change it and the model has to be trained again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from fidedigno.consolidate.passages import Word
from fidedigno.verify.align import Aligned, EvidenceText

NAMES = (
    "best", "pair", "whole", "plain", "bigrams_line", "bigrams_all", "order", "reverse", "copied", "density",
    "longest_run", "missing", "missing_share", "missing_weight", "missing_rarest", "missing_in_question",
    "asked", "capitals", "capitals_missing", "numbers", "numbers_missing", "numbers_elsewhere", "denials",
    "denials_line", "denials_differ", "first_person", "second_person", "letters", "words", "line_words",
    "lines", "functions_shared", "spread", "missing_first", "missing_last",
)  # fmt: skip
_DENIALS = frozenset(
    [
        "no",
        "not",
        "n't",
        "never",
        "none",
        "nobody",
        "nothing",
        "neither",
        "nor",
        "without",
        "cannot",
        "ni",
        "nunca",
        "jamas",
        "nadie",
        "nada",
        "ningun",
        "ninguna",
        "ninguno",
        "sin",
        "tampoco",
    ]
)
_FIRST = frozenset(
    [
        "i",
        "me",
        "my",
        "mine",
        "we",
        "our",
        "us",
        "i'm",
        "i've",
        "i'd",
        "yo",
        "mi",
        "mis",
        "me",
        "nosotros",
        "nuestro",
        "nuestra",
        "creo",
    ]
)
_SECOND = frozenset(["you", "your", "yours", "tu", "tus", "te", "usted", "ustedes", "su", "you're"])
_GRAM = 4


class EvidenceWords(NamedTuple):
    """What features need of the whole evidence, read once."""

    text: EvidenceText
    words: frozenset[str]
    bigrams: frozenset[tuple[str, str]]
    pairs: frozenset[tuple[str, str]]
    grams: frozenset[str]


def read_evidence(text: EvidenceText) -> EvidenceWords:
    """Read the evidence for :func:`measure`."""
    words: set[str] = set()
    bigrams: set[tuple[str, str]] = set()
    pairs: set[tuple[str, str]] = set()
    grams: set[str] = set()
    for line in text.lines:
        written = [word.text for word in line.words]
        words.update(written)
        bigrams.update(zip(written, written[1:], strict=False))
        stems = [_stem(word) for word in line.words if word.terms]
        pairs.update(zip(stems, stems[1:], strict=False))
    for word in words:
        grams.update(_grams(word))
    return EvidenceWords(text, frozenset(words), frozenset(bigrams), frozenset(pairs), frozenset(grams))


def _stem(word: Word) -> str:
    return min(word.terms)


def _grams(word: str) -> list[str]:
    padded = f" {word} "
    return [padded[at : at + _GRAM] for at in range(max(1, len(padded) - _GRAM + 1))]


def measure(
    claim: str, words: Sequence[Word], aligned: Aligned, evidence: EvidenceWords, question: frozenset[str]
) -> tuple[float, ...]:
    """The features of a claim, in the order of :data:`NAMES`.

    ``words`` are those of ``claim`` (offsets into it), ``question`` the terms of the question.
    """
    content = [word for word in words if word.terms]
    text = evidence.text
    line = text.lines[aligned.windows[0].line] if aligned.windows else None
    line_words = line.words if line else ()
    line_terms = line.terms | line.above if line else frozenset()
    missing = [word for word in content if word.terms.isdisjoint(text.terms)]
    weights = [text.rarity(word.terms) for word in content]
    total = sum(weights) or 1.0
    lost = [text.rarity(word.terms) for word in missing]
    stems = [_stem(word) for word in content]
    line_content = [word for word in line_words if word.terms]
    line_pairs = _pairs([_stem(word) for word in line_content])
    mine = list(zip(stems, stems[1:], strict=False))
    written = [word.text for word in words]
    runs = _runs(written, evidence)
    capitals = [w for at, w in enumerate(words) if at and claim[w.start].isupper() and w.terms]
    numbers = [w for w in words if w.text[0].isdigit()]
    in_line = frozenset(word.text for word in line_words)
    denials = sum(w in _DENIALS or w.endswith(("n't", "n’t")) for w in written)
    denials_line = sum(w.text in _DENIALS or w.text.endswith(("n't", "n’t")) for w in line_words)
    claim_terms = frozenset(term for word in content for term in word.terms)
    functions = [w.text for w in words if not w.terms]
    positions = [at for at, word in enumerate(content) if not word.terms.isdisjoint(line_terms)]
    count = max(1, len(content))
    lost_places = [at / count for at, word in enumerate(content) if word.terms.isdisjoint(text.terms)]
    return (
        aligned.best,
        aligned.pair,
        aligned.whole,
        aligned.plain,
        _share(sum(pair in line_pairs for pair in mine), len(mine)),
        _share(sum(pair in evidence.pairs for pair in mine), len(mine)),
        _ordered(stems, [_stem(word) for word in line_content]),
        _share(sum(not w.terms.isdisjoint(claim_terms) for w in line_content), len(line_content)),
        _share(sum(runs), len(written)),
        sum(run * run for run in runs) / max(1, len(written)) ** 2,
        max(runs, default=0) / max(1, len(written)),
        math.log1p(len(missing)),
        _share(len(missing), len(content), 0.0),
        sum(lost) / total,
        max(lost, default=0.0) / max(max(weights, default=1.0), 1e-9),
        _share(sum(not w.terms.isdisjoint(question) for w in missing), len(missing), 0.0),
        _share(sum(not w.terms.isdisjoint(question) for w in content), len(content), 0.0),
        math.log1p(len(capitals)),
        _share(sum(w.terms.isdisjoint(text.terms) for w in capitals), len(capitals), 0.0),
        math.log1p(len(numbers)),
        _share(sum(w.text not in evidence.words for w in numbers), len(numbers), 0.0),
        _share(sum(w.text not in in_line and w.text in evidence.words for w in numbers), len(numbers), 0.0),
        float(denials),
        float(denials_line),
        float((denials > 0) != (denials_line > 0)),
        float(any(w in _FIRST for w in written)),
        float(any(w in _SECOND for w in written)),
        _letters(content, evidence),
        math.log1p(len(words)),
        math.log1p(len(line_words)),
        math.log1p(len(text.lines)),
        _share(sum(w in in_line for w in functions), len(functions)),
        _share(positions[-1] - positions[0] + 1, len(content)) if positions else 0.0,
        min(lost_places, default=1.0),
        max(lost_places, default=0.0),
    )  # fmt: skip


def _share(part: float, whole: int, empty: float = 1.0) -> float:
    return part / whole if whole else empty


def _pairs(stems: list[str]) -> set[tuple[str, str]]:
    """Pairs of stems at most two apart."""
    return {(one, other) for at, one in enumerate(stems) for other in stems[at + 1 : at + 3]}


def _runs(written: list[str], evidence: EvidenceWords) -> list[int]:
    """Lengths of the stretches of at least two words that stand so in the evidence (by neighbouring pairs)."""
    found: list[int] = []
    run = 1
    for pair in zip(written, written[1:], strict=False):
        if pair in evidence.bigrams:
            run += 1
            continue
        if run > 1:
            found.append(run)
        run = 1
    if run > 1:
        found.append(run)
    return found


_MOST_ORDERED = 60


def _ordered(stems: list[str], line: list[str]) -> float:
    """Length of the longest common subsequence, as a share of the claim's words."""
    mine, theirs = stems[:_MOST_ORDERED], line[: 2 * _MOST_ORDERED]
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


def _letters(content: Sequence[Word], evidence: EvidenceWords) -> float:
    """Share of the claim's groups of letters that the evidence's words have."""
    grams = [gram for word in content for gram in _grams(word.text)]
    return _share(sum(gram in evidence.grams for gram in grams), len(grams))
