"""What two clauses built alike say of two things, and the claim of the wrong one: *the green sauce has nuts, the red
one mustard* against *the green sauce has mustard*.

Two clauses are built alike if a word stands in both, with something else before it and behind it in each. A claim
mixes them if it has what is before that word in one, and what is behind it in the other. Two numbers or dates are left
to the values; what a clause denies, to whoever reads denials.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from fidedigno.verify.statement import Comparison, Difference, Statement
from fidedigno.verify.values.agreement import agrees
from fidedigno.verify.values.clauses import Content, Surroundings, raw_clauses, surroundings
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.told_clocks import tells_of_a_clock
from fidedigno.verify.values.value import Kind

_SURE = 0.85
_UNKNOWN = 0.1
_MOST_UNKNOWN = 2
_MOST_WORDS = 10
"""A longer clause says too much to be built like another."""
_FEWEST = 2
_MOST_CLAUSES = 8
CODE = "attribute_differs"
_NOT_SAID = frozenset({Kind.PERIOD, Kind.ORDINAL})
"""They go with other values or words, and are nothing that is said by itself."""


class _Clause(NamedTuple):
    """A clause of evidence: the number of its sentence, and its words in order."""

    sentence: int
    words: tuple[Content, ...]
    keys: frozenset[str]
    denies: bool
    has_values: bool


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
    if not mine.words or len(mine.words) + len(mine.values) < _FEWEST or _denies(mine):
        return nothing
    said = sorted((*mine.words, *_valued(mine, mine)), key=lambda word: word.start)
    clauses = list(_clauses(mine, sentences))[:_MOST_CLAUSES]
    for one, other in permutations(clauses, 2):
        if other.denies or (one.has_values and other.has_values):
            continue
        found = _mixed(said, one, other)
        if found is not None:
            nothing[one.sentence] = Comparison(differences=(found,))
            break
    return nothing


def _valued(read: Surroundings, mine: Surroundings) -> Iterator[Content]:
    """The values of a statement as words; those that agree with a value of the claim have its key."""
    for number, value in enumerate(read.values):
        if value.kind in _NOT_SAID:
            continue
        agreed = [place for place, own in enumerate(mine.values) if own is value or agrees(own, value)]
        keys = frozenset(f"#{place}" for place in agreed) or frozenset({f"#{value.start}.{number}"})
        yield Content(value.start, keys, False, read.clause_of[number], value.end - value.start)


def _denies(read: Surroundings) -> bool:
    return not lexicon().denials.isdisjoint(read.plain_words)


def _clauses(mine: Surroundings, sentences: Sequence[Statement]) -> Iterator[_Clause]:
    """The clauses that share a word with the claim."""
    hours = any(value.kind is Kind.TIME for value in mine.values)
    for number, sentence in enumerate(sentences):
        read = surroundings(sentence)
        if not read.keys & mine.keys or (hours and tells_of_a_clock(sentence)):
            continue
        valued = tuple(_valued(read, mine))
        content = sorted((*read.words, *valued), key=lambda word: word.start)
        for words in raw_clauses(sentence, content):
            keys = frozenset(key for word in words for key in word.keys)
            if _FEWEST <= len(words) <= _MOST_WORDS and keys & mine.keys:
                has_values = any(word in valued for word in words)
                yield _Clause(number, tuple(words), keys, _denies(read), has_values)


def _mixed(mine: Sequence[Content], one: _Clause, other: _Clause) -> Difference | None:
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
        unknown = [word for word in mine if not word.keys & known]
        if len(unknown) > _MOST_UNKNOWN or len({id(word) for word in (*heads, *said)}) < _FEWEST:
            continue
        certainty = round(_SURE - _UNKNOWN * len(unknown), 4)
        return Difference(CODE, *_span(said), *_span(right), "", certainty)
    return None


def _span(words: Sequence[Content]) -> tuple[int, int]:
    return words[0].start, words[-1].start + words[-1].length


def _sides(one: _Clause, other: _Clause) -> tuple[_Sides, _Sides] | None:
    """Both clauses around the last word that stands in both with something else before it and behind it.

    Where both begin with it, the word behind it tells which one is meant (``el contrato fijo``).
    """
    for place in range(len(one.words) - 2, 0, -1):
        pivot = one.words[place]
        if not pivot.keys & other.keys:
            continue
        there = next((at for at, word in enumerate(other.words) if word.keys & pivot.keys), 0)
        first = _around(one, place, other.keys)
        second = _around(other, there, one.keys)
        if all((*first, *second)):
            return first, second
    if one.words[0].keys & other.words[0].keys:
        first, second = (_around(each, 0, rest.keys) for each, rest in ((one, other), (other, one)))
        if len(first.behind) > 1 and len(second.behind) > 1:
            return _Sides(first.behind[:1], first.behind[1:]), _Sides(second.behind[:1], second.behind[1:])
    return None


def _around(clause: _Clause, place: int, others: frozenset[str]) -> _Sides:
    return _Sides(
        tuple(word for word in clause.words[:place] if not word.keys & others),
        tuple(word for word in clause.words[place + 1 :] if not word.keys & others),
    )


def _hits(mine: Sequence[Content], words: Sequence[Content]) -> list[Content]:
    """The claim's words that are among these."""
    keys = frozenset(key for word in words for key in word.keys)
    return [word for word in mine if word.keys & keys]
