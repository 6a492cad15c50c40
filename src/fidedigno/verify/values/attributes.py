"""A value that the evidence has, but gives to another subject: the Pro plan's price said of the Basic plan.

Words that only one of two values of the evidence has tell them apart. Those of an earlier clause may hold for the
later ones too (``the Pro plan costs $10 and the Basic one $5``): they count less. Where the claim's words are mixed
or unknown, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from fidedigno.verify.values.clauses import Content, Surroundings, mark_of
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.value import Kind

_SURE, _MIXED, _LIKE = 0.9, 0.6, 0.8


class _Near(NamedTuple):
    """What stands near the claim's value; ``strong`` for a name, a year, a period or what is counted."""

    distance: int
    keys: frozenset[str]
    strong: bool
    before: bool = False


def belongs_elsewhere(claim: Surroundings, one: int, evidence: Surroundings, equal: int, rival: int) -> float:
    """How sure it is that ``claim.values[one]``, which equals ``evidence.values[equal]``, should be the rival's.

    0 where it is not.
    """
    if one in claim.in_lists or {equal, rival} & evidence.in_lists:
        return 0.0
    if (claim.plain_words | evidence.plain_words) & lexicon().respectively:
        return 0.0
    neutral = frozenset(lexicon().implied.values())
    only_equal = evidence.owned[equal] - evidence.owned[rival] - neutral
    only_rival = evidence.owned[rival] - evidence.owned[equal] - neutral
    if not only_equal or not only_rival:
        return 0.0
    near = _near(claim, one)
    for_rival = [each for each in near if each.keys & only_rival and not each.keys & only_equal]
    for_equal = [each for each in near if each.keys & only_equal and not each.keys & only_rival]
    if not for_rival or any(each.strong for each in for_equal):
        return 0.0
    if (
        rival < equal
        and not for_equal
        and _is_the_same_with_another(claim, evidence, only_equal, only_rival, (equal, rival))
    ):
        return _LIKE
    if rival < equal:
        known = evidence.keys | evidence.context | evidence.owned[equal] | evidence.owned[rival]
        unknown = any(not each.keys & (known | neutral) for each in near if not each.strong)
        return 0.0 if for_equal or unknown else _SURE
    if not for_equal or any(each.strong for each in for_rival):
        return _SURE
    # What the sentence says of its subject alone (`teachers get 15 % off`) stands right before the value.
    before = [each for each in near if each.before]
    return _MIXED if before and before[0] in for_rival else 0.0


def _is_the_same_with_another(
    claim: Surroundings,
    evidence: Surroundings,
    only_equal: frozenset[str],
    only_rival: frozenset[str],
    places: tuple[int, int],
) -> bool:
    """Whether one word stands beside different words in both clauses (``access logs``, ``error logs``), and beside
    the rival's in the claim."""
    clauses = [evidence.clause_of[place] for place in places]
    if clauses[0] == clauses[1]:
        return False
    of_equal, of_rival = (_beside([w for w in evidence.words if w.clause == clause]) for clause in clauses)
    said = _beside(claim.words)
    return any(
        one.other & only_equal
        and two.other & only_rival
        and one.is_behind == two.is_behind
        and any(each.word & one.word & two.word and each.other & two.other for each in said)
        for one in of_equal
        for two in of_rival
        if one.word & two.word
    )


class _Neighbours(NamedTuple):
    """The keys of a word, and those of one right before or behind it."""

    word: frozenset[str]
    other: frozenset[str]
    is_behind: bool


def _beside(words: Sequence[Content]) -> list[_Neighbours]:
    """Each word with its neighbours."""
    found = []
    for one, other in pairwise(words):
        found += [_Neighbours(one.keys, other.keys, True), _Neighbours(other.keys, one.keys, False)]
    return found


def _near(claim: Surroundings, one: int) -> list[_Near]:
    """The words and telling values of the claim's clause, the nearest first."""
    value, clause = claim.values[one], claim.clause_of[one]
    near = [
        _Near(
            _distance(word.start, value.start, value.end), word.keys, word.is_name, word.start < value.start
        )
        for word in claim.words
        if word.clause == clause
    ]
    near += [
        _Near(_distance(other.start, value.start, value.end), frozenset({mark}), True)
        for number, other in enumerate(claim.values)
        if number != one and claim.clause_of[number] == clause and (mark := mark_of(other))
    ]
    if value.nouns and value.kind is Kind.NUMBER:
        near.append(_Near(0, value.nouns, True))
    return sorted(near, key=lambda each: each.distance)


def _distance(place: int, start: int, end: int) -> int:
    return start - place if place < start else place - end
