"""What two clauses built alike say of two things, and the claim of the wrong one: *the green sauce has nuts, the red
one mustard* against *the green sauce has mustard*.

Two clauses are built alike if a word stands in both, with something else before it and behind it in each. A claim
mixes them if it has what is before that word in one, and what is behind it in the other. Numbers and dates are left
to the values; clauses that deny something, to whoever reads denials.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from fidedigno.verify.statement import Comparison, Difference, Statement
from fidedigno.verify.values.clauses import Content, Surroundings, raw_clauses, surroundings
from fidedigno.verify.values.lexicon import lexicon

_SURE = 0.85
_UNKNOWN = 0.1
_MOST_UNKNOWN = 2
_MOST_WORDS = 10
"""A longer clause says too much to be built like another."""
_FEWEST = 2
_MOST_CLAUSES = 8
CODE = "attribute_differs"


class _Clause(NamedTuple):
    """A clause of evidence: the number of its sentence, and its words in order."""

    sentence: int
    words: tuple[Content, ...]
    keys: frozenset[str]


class _Sides(NamedTuple):
    """The words that only one of two clauses has, before and behind the word that both have."""

    before: tuple[Content, ...]
    behind: tuple[Content, ...]


def weigh_qualities(claim: Statement, sentences: Sequence[Statement]) -> Sequence[Comparison]:
    """Find what the claim says of one thing and the evidence of another, in words.

    A comparison comes for each sentence, in their order; differences have the code ``attribute_differs``.
    """
    nothing = [Comparison() for _ in sentences]
    mine = surroundings(claim)
    if len(mine.words) < _FEWEST or _denies(mine):
        return nothing
    clauses = list(_clauses(mine, sentences))[:_MOST_CLAUSES]
    for one, other in permutations(clauses, 2):
        found = _mixed(claim, mine, one, other)
        if found is not None:
            nothing[one.sentence] = Comparison(differences=(found,))
            break
    return nothing


def _denies(read: Surroundings) -> bool:
    return not lexicon().denials.isdisjoint(read.plain_words)


def _clauses(mine: Surroundings, sentences: Sequence[Statement]) -> Iterator[_Clause]:
    """The clauses that share a word with the claim."""
    for number, sentence in enumerate(sentences):
        read = surroundings(sentence)
        if _denies(read) or not read.keys & mine.keys:
            continue
        for words in raw_clauses(sentence, read.words):
            keys = frozenset(key for word in words for key in word.keys)
            if _FEWEST <= len(words) <= _MOST_WORDS and keys & mine.keys:
                yield _Clause(number, tuple(words), keys)


def _mixed(claim: Statement, mine: Surroundings, one: _Clause, other: _Clause) -> Difference | None:
    """The claim says of the thing of ``one`` what ``other`` says of its own."""
    sides = _sides(one, other)
    if sides is None:
        return None
    first, second = sides
    for subject, quality, wrong, right in (
        (first.before, second.behind, second.before, first.behind),
        (first.behind, second.before, second.behind, first.before),
    ):
        heads, said = _hits(mine, subject), _hits(mine, quality)
        if not heads or not said or _hits(mine, wrong) or _hits(mine, right):
            continue
        known = one.keys | other.keys | frozenset(lexicon().implied.values())
        unknown = [word for word in mine.words if not word.keys & known]
        if len(unknown) > _MOST_UNKNOWN or len({id(word) for word in (*heads, *said)}) < _FEWEST:
            continue
        end = _end(claim, said[-1])
        return Difference(
            CODE, said[0].start, end, right[0].start, right[-1].start + _length(right[-1]), "",
            round(_SURE - _UNKNOWN * len(unknown), 4),
        )  # fmt: skip
    return None


def _sides(one: _Clause, other: _Clause) -> tuple[_Sides, _Sides] | None:
    """Both clauses around the last word that stands in both with something else before it and behind it."""
    for place in range(len(one.words) - 2, 0, -1):
        pivot = one.words[place]
        if not pivot.keys & other.keys:
            continue
        there = next((at for at, word in enumerate(other.words) if word.keys & pivot.keys), 0)
        first = _around(one, place, other.keys)
        second = _around(other, there, one.keys)
        if all((*first, *second)):
            return first, second
    return None


def _around(clause: _Clause, place: int, others: frozenset[str]) -> _Sides:
    return _Sides(
        tuple(word for word in clause.words[:place] if not word.keys & others),
        tuple(word for word in clause.words[place + 1 :] if not word.keys & others),
    )


def _hits(mine: Surroundings, words: Sequence[Content]) -> list[Content]:
    """The claim's words that are among these."""
    keys = frozenset(key for word in words for key in word.keys)
    return [word for word in mine.words if word.keys & keys]


def _end(statement: Statement, content: Content) -> int:
    return next((word.end for word in statement.words if word.start == content.start), content.start + 1)


def _length(content: Content) -> int:
    return max(content.length, 1)
