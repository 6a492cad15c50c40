"""What is kept of an answer: marks of its figures and words, what it denies, how long it is. No text, no number.

Two fingerprints can be compared and nothing else: equal answers are at distance 0, another wording of the same
stays near, another figure or a turned denial is far. Source: hallucination detector article, check 5; the
measure of distance is our own (there, answers without figures were never near each other).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass

from fidedigno.consolidate.negation import find_denials
from fidedigno.consolidate.passages import Word, words_in
from fidedigno.consolidate.plain import plain
from fidedigno.verify.drift.figures import figures_in
from fidedigno.verify.drift.marks import Mark
from fidedigno.verify.leaning import leaning

WORDS_KEPT = 20
BUCKET_CHARACTERS = 100
_FIGURES, _POLARITY, _WORDS, _LENGTH = 0.60, 0.45, 0.60, 0.10
"""The distance that each component makes alone, at its most."""
_REPLACED = 0.7
"""What one figure in the place of another counts, however many stayed."""
_ALL_ON_ONE_SIDE = 0.55
_DENIES_ELSEWHERE = 0.4
_DENIED_WORDS = 2
"""Content words behind a denial that it speaks of: ``no hay renovación automática del contrato``."""
_SAME_FIGURES = 2 / 3
"""What other words count beside figures that stayed."""
_YES = re.compile(r"\W*(?:si|yes)\s*[,.:;!—–-]")
_NO = re.compile(r"\W*no\s*[,.:;!—–-]")


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Marks of an answer.

    ``figures`` are marks of a kind and of its value, joined by a colon, sorted; ``words`` the content words that
    are said most, at most :data:`WORDS_KEPT`; ``denied`` those of all content words that stand denied.
    ``polarity`` is 1 for an answer that begins with yes, -1 with no, else 0; ``denies`` whether it denies
    anything; ``length_bucket`` its hundreds of characters.
    """

    figures: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    polarity: int = 0
    denies: bool = False
    length_bucket: int = 0


def fingerprint(answer: str, mark: Mark) -> Fingerprint:
    """The fingerprint of an answer, under the marks of its question."""
    folded = plain(answer)
    words = _content_words(answer, folded)
    stems = Counter(mark("word", _stem(each)) for each in words)
    # Among equally frequent ones the mark decides: another order of the sentences chooses no other words.
    kept = sorted(stems, key=lambda each: (-stems[each], each))[:WORDS_KEPT]
    figures = {
        f"{mark('kind', each.kind)}:{mark('value', f'{each.kind} {each.value}')}"
        for each in figures_in(folded)
    }
    denied, denies = _denied(folded, words)
    return Fingerprint(
        tuple(sorted(figures)),
        tuple(sorted(kept)),
        tuple(sorted({mark("word", each) for each in denied})[:WORDS_KEPT]),
        1 if _YES.match(folded) else -1 if _NO.match(folded) else 0,
        denies,
        len(answer) // BUCKET_CHARACTERS,
    )


def _content_words(answer: str, folded: str) -> list[Word]:
    language = leaning((each.text for each in words_in(folded, language="es")), "es")
    found = words_in(answer, language=language)
    return [each for each in found if each.terms and not any(letter.isdecimal() for letter in each.text)]


def _stem(word: Word) -> str:
    return min(word.terms, key=lambda each: (len(each), each))


def _denied(folded: str, words: list[Word]) -> tuple[set[str], bool]:
    """The stems that stand denied, and whether anything is; a denial that sets a limit denies nothing.

    ``No se admite después del día 12`` and ``se admite hasta el día 12`` say the same.
    """
    starts = [each.start for each in words]
    stems: set[str] = set()
    denies = False
    for denial in find_denials(folded):
        if denial.limit < denial.reach:
            continue
        denies = True
        inside = words[bisect_left(starts, denial.end) : bisect_left(starts, denial.reach)]
        stems.update(_stem(each) for each in inside[:_DENIED_WORDS])
    return stems, denies


def distance(one: Fingerprint, other: Fingerprint) -> float:
    """How far two answers are from each other, in [0, 1]; 0 for equal ones, the same both ways.

    Each component alone makes at most its own distance, and together they come nearer to 1.
    """
    near = (
        (1 - _FIGURES * _figures_apart(one, other))
        * (1 - _POLARITY * _polarity_apart(one, other))
        # Squared: half of the words changes with the wording, all of them with the matter.
        * (1 - _WORDS * _words_apart(one, other) ** 2 * (_SAME_FIGURES if _share_figures(one, other) else 1))
        * (1 - _LENGTH * _lengths_apart(one, other))
    )
    return 1 - near


def _figures_apart(one: Fingerprint, other: Fingerprint) -> float:
    first, second = set(one.figures), set(other.figures)
    together = len(first | second)
    if first == second:
        return 0.0
    lost, gained = (
        Counter(each.partition(":")[0] for each in gone) for gone in (first - second, second - first)
    )
    replaced = (lost & gained).total()
    if replaced:
        return _REPLACED + (1 - _REPLACED) * replaced / together
    return _ALL_ON_ONE_SIDE * len(first ^ second) / together


def _share_figures(one: Fingerprint, other: Fingerprint) -> bool:
    return bool(one.figures) and one.figures == other.figures


def _polarity_apart(one: Fingerprint, other: Fingerprint) -> float:
    turned = _turned(one, other) or _turned(other, one) or one.polarity * other.polarity < 0
    if turned:
        return 1.0
    return _DENIES_ELSEWHERE if one.denies != other.denies else 0.0


def _turned(one: Fingerprint, other: Fingerprint) -> bool:
    """Whether the other says of something that it is, where this one says that it is not."""
    affirmed = set(other.words) - set(other.denied)
    return not affirmed.isdisjoint(one.denied)


def _words_apart(one: Fingerprint, other: Fingerprint) -> float:
    """One less the share of words in common, after Dice (1945)."""
    total = len(one.words) + len(other.words)
    return 1 - 2 * len(set(one.words) & set(other.words)) / total if total else 0.0


def _lengths_apart(one: Fingerprint, other: Fingerprint) -> float:
    longest = max(one.length_bucket, other.length_bucket)
    return abs(one.length_bucket - other.length_bucket) / (longest + 1)
