"""A value of the evidence that is told of another subject than the claim's, in whatever sentence each stands.

*Basic costs 10. Pro costs 20.* does not say that Basic costs 20. It takes two places of the evidence that are built
alike: the one that has the claim's value, and its rival, which has another value and the claim's subject. A subject
is what stands before a value in its clause, or what the heading over it names. Where the claim speaks of both, or of
neither, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fidedigno.verify.values.clauses import DENIED, Content, Surroundings, mark_of
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.value import MEASURED, Kind

_SURE = 0.9
_INHERITED = 0.8
_UNKNOWN = 0.08
"""What each word of the claim that neither place has takes off."""
_LEAST = 0.5
_LIKE = 0.6
"""The share of the claim's words that the rival's place must have where the two are not built alike."""
_FEW = 2
"""A clause of so few words leaves out what the one before has said."""
_NEAR = 1
"""How many sentences apart two places may stand of which one leaves out words."""
_HALF = 0.5
_TOLD = MEASURED | {Kind.TIME}
_WHEN = frozenset({Kind.DATE, Kind.WEEKDAY})
"""Beside a value of the kinds above these say when, and are not what is said."""


class Place(NamedTuple):
    """A value of the evidence: ``told.values[number]``; ``order`` numbers its sentence in reading order."""

    told: Surroundings
    number: int
    order: int = 0

    @property
    def known(self) -> frozenset[str]:
        """The keys of everything that goes with it."""
        return self.told.owned[self.number] | self.told.context

    @property
    def words(self) -> tuple[Content, ...]:
        """The words of its clause."""
        clause = self.told.clause_of[self.number]
        return tuple(word for word in self.told.words if word.clause == clause)

    @property
    def comes_later(self) -> tuple[int, int]:
        """Its position in reading order."""
        return self.order, self.told.values[self.number].start


class _Word(NamedTuple):
    keys: frozenset[str]
    start: int
    is_name: bool


def is_of_another(claim: Surroundings, one: int, equal: Place, rival: Place) -> float:
    """How sure it is that ``claim.values[one]``, which the place ``equal`` has, is said of the subject of ``rival``.

    0 where it is not.
    """
    value = claim.values[one]
    if value.kind in _WHEN and any(other.kind in _TOLD for other in claim.values):
        return 0.0
    if one in claim.in_lists or equal.number in equal.told.in_lists or rival.number in rival.told.in_lists:
        return 0.0
    apart = lexicon().respectively | lexicon().exceptions
    if apart & (claim.plain_words | equal.told.plain_words | rival.told.plain_words):
        return 0.0
    neutral = frozenset(lexicon().implied.values())
    of_equal, of_rival = equal.known - neutral, rival.known - neutral
    only_equal, only_rival = of_equal - of_rival, of_rival - of_equal
    said = [word for word in _said(claim, one) if not word.keys & neutral]
    if not only_rival:
        return _of_all_but(equal, rival, said, only_equal)
    for_rival = [word for word in said if word.keys & only_rival and not word.keys & only_equal]
    # What a bare number leaves out (`410 bikes ... 530`) is meant of it too.
    counted = frozenset() if rival.told.values[rival.number].nouns else value.nouns
    for_equal = [
        word
        for word in said
        if word.keys & only_equal and not word.keys & only_rival and not word.keys & counted
    ]
    unknown = [word for word in said if not word.keys & (of_equal | of_rival | neutral)]
    denied = any(DENIED in word.keys for word in said) and DENIED not in of_rival
    if not for_rival or denied or any(word.is_name for word in unknown):
        return 0.0
    heads = [keys for keys in _heads(rival, only_rival) if not keys & neutral]
    if not any(word.keys & keys for word in for_rival for keys in heads):
        return 0.0
    sure = _certainty(equal, rival, said, for_rival, for_equal, heads, only_equal)
    return max(_LEAST, sure - _UNKNOWN * len(unknown)) if sure else 0.0


def _of_all_but(equal: Place, rival: Place, said: Sequence[_Word], only_equal: frozenset[str]) -> float:
    """The equal place speaks of who is not the rival's subject (``non-members``), and the claim of the subject."""
    if DENIED not in only_equal or not _alike(equal, rival) or any(word.keys & only_equal for word in said):
        return 0.0
    value = rival.told.values[rival.number]
    subject = [word.keys for word in rival.words if word.start < value.start]
    return _SURE if any(word.keys & keys for word in said for keys in subject) else 0.0


def _certainty(
    equal: Place,
    rival: Place,
    said: Sequence[_Word],
    for_rival: Sequence[_Word],
    for_equal: Sequence[_Word],
    heads: Sequence[frozenset[str]],
    only_equal: frozenset[str],
) -> float:
    short = _leaves_out(equal, rival)
    alike = short or _alike(equal, rival)
    covered = sum(any(word.keys & keys for word in said) for keys in heads) / len(heads)
    if not for_equal:
        if not only_equal:
            # Nothing in the other place to tell the two apart by: the claim has to name its own subject whole.
            return _SURE if alike and covered == 1 else 0.0
        if len(for_rival) / len(said) >= _LIKE and len(for_rival) > 1:
            return _SURE
        if alike:
            # What the later place leaves out may be meant of it too.
            inherits = short and equal.comes_later > rival.comes_later
            return _SURE if covered > _HALF or (not inherits and covered) or _names(for_rival) else 0.0
        return 0.0
    if rival.comes_later < equal.comes_later or not alike or any(word.is_name for word in for_equal):
        return 0.0
    # The rival's place leaves out words of the earlier one, and the claim has them.
    others = _heads(equal, only_equal) or [only_equal]
    theirs = sum(any(word.keys & keys for word in said) for keys in others) / len(others)
    return _INHERITED if covered == 1 and theirs < 1 and _begins_with(for_rival, for_equal) else 0.0


def _names(words: Sequence[_Word]) -> bool:
    return any(word.is_name for word in words)


def _said(claim: Surroundings, one: int) -> list[_Word]:
    """The words and telling values of the claim's clause, in their order."""
    value, clause = claim.values[one], claim.clause_of[one]
    said = [_Word(word.keys, word.start, word.is_name) for word in claim.words if word.clause == clause]
    said += [
        _Word(frozenset({mark}), other.start, True)
        for number, other in enumerate(claim.values)
        if number != one and claim.clause_of[number] == clause and (mark := mark_of(other))
    ]
    if value.nouns and value.kind is Kind.NUMBER and not value.unit:
        said.append(_Word(value.nouns, value.start, False))
    return sorted(said, key=lambda word: word.start)


def _heads(place: Place, distinct: frozenset[str]) -> list[frozenset[str]]:
    """What tells the place's subject: its heading, and before the value the words and dates that only it has.

    What stands behind the value counts only if no word stands before it.
    """
    value, told = place.told.values[place.number], place.told
    clause = told.clause_of[place.number]
    words = [
        (word.start, word.keys)
        for word in place.words
        if word.keys & distinct and not word.keys & value.nouns
    ]
    words += [
        (other.start, frozenset({mark}))
        for number, other in enumerate(told.values)
        if number != place.number
        and told.clause_of[number] == clause
        and (mark := mark_of(other)) in distinct
    ]
    before = [keys for start, keys in words if start < value.start]
    over = told.context & distinct
    heads = [over, *before] if over else before
    stands_before = any(word.start < value.start for word in place.words)
    return heads or ([] if stands_before else [keys for _, keys in words])


def _leaves_out(equal: Place, rival: Place) -> bool:
    """Whether one of two neighbouring places is so short that it leans on the other."""
    if abs(equal.order - rival.order) > _NEAR:
        return False
    later = max(equal, rival, key=lambda place: place.comes_later)
    earlier = rival if later is equal else equal
    return len(later.words) <= _FEW and len(later.words) <= len(earlier.words)


def _alike(equal: Place, rival: Place) -> bool:
    """Whether two places share a word beside those that tell their values' kind, or a heading's form."""
    shared = {key for word in equal.words for key in word.keys} & {
        key for word in rival.words for key in word.keys
    }
    if equal.told.context and rival.told.context:
        shared |= equal.told.context & rival.told.context
    return bool({key for key in shared if not key.startswith("=")}) or (not equal.words and not rival.words)


def _begins_with(for_rival: Sequence[_Word], for_equal: Sequence[_Word]) -> bool:
    """Whether the first word by which the claim tells its subject, or the one beside it, is the rival's."""
    telling = sorted((*for_rival, *for_equal), key=lambda word: word.start)
    return any(word in for_rival for word in telling[:_FEW])
