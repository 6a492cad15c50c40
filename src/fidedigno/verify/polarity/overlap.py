"""How sure it is that two clauses speak of the same thing, by the words that they share.

1 where they are the same but for what is compared. Words of one concept count nearly as one word. What one of them
adds counts little, what each has and the other lacks counts much: that is how two facts about two subjects look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.roots import are_cognate

_NAME_WEIGHT = 1.5
_WEAK_WEIGHT = 0.4
_CONCEPT = 0.9
_ELSEWHERE = 0.8
"""What a word counts that the other says in another clause, or the sentence before it."""
_BORROWED = 5
_OTHER_NAMES = 0.45
"""Names on both sides that the other lacks: most likely two subjects."""
_NOTHING_SHARED = 0.3
"""One of the two has nothing left to tell its subject by (``it closes``)."""
_CONDITION = 0.6
"""One holds under a condition that the other does not have."""
_EXCEPTION = 0.45
_MOSTLY = 0.6
_CONTRASTED = 0.75
"""Other words next to a shared one on both sides (``blue tones``, ``ochre tones``): perhaps two kinds of it."""
_POWER = 1.5
_FLOOR = 0.65


def alike(one: Token, other: Token) -> bool:
    """Whether two words may stand for one thing: one root, or one concept."""
    return one.root == other.root or not one.concepts.isdisjoint(other.concepts)


@dataclass
class Pair:
    """A claim and a sentence of evidence, with what is compared between their clauses kept."""

    claim: Reading
    evidence: Reading
    _kept: dict[tuple[int, int, frozenset[int], frozenset[int]], float] = field(default_factory=dict)

    @cached_property
    def across(self) -> bool:
        """Whether the two are in different languages."""
        return self.claim.language != self.evidence.language

    def in_evidence(self, token: Token) -> list[Token]:
        """The words of the evidence that a word of the claim may stand for, those of its root first."""
        return counterparts(token, self.evidence, across=self.across)

    def in_claim(self, token: Token) -> list[Token]:
        """The words of the claim that a word of the evidence may stand for, those of its root first."""
        return counterparts(token, self.claim, across=self.across)

    def same(self, one: Token, other: Token) -> bool:
        """Whether a word of the claim and one of the evidence name one thing: words of one concept do only where
        neither text has the other's word too (``clinic`` and ``hospital`` side by side are two)."""
        if one.root == other.root:
            return True
        if one.root in self.evidence.by_root or other.root in self.claim.by_root:
            return False
        return alike(one, other) or (self.across and are_cognate(one.root, other.root))

    def meets(self, some: Iterable[Token], others: Sequence[Token]) -> bool:
        """Whether words of the claim and words of the evidence name one thing."""
        return any(self.same(one, other) for one in some for other in others)

    def certainty(self, said: Token, source: Token, *, apart: bool) -> float:
        """How sure it is that the clauses of two words tell of the same thing.

        ``apart``: the two words are what differs and count for nothing; else they are shared.
        """
        skip = (
            (frozenset({said.place}), frozenset({source.place}))
            if apart
            else (frozenset[int](), frozenset[int]())
        )
        return self.likeness(said, source, *skip)

    def likeness(self, said: Token, source: Token, skip: frozenset[int], skipped: frozenset[int]) -> float:
        """The same, without the words at some places of either."""
        key = (said.clause, source.clause, skip, skipped)
        if key not in self._kept:
            self._kept[key] = self._measure(said, source, skip, skipped)
        return self._kept[key]

    def _measure(
        self, said: Token, source: Token, skip: AbstractSet[int], skipped: AbstractSet[int]
    ) -> float:
        ours, theirs = _told(self.claim, said, skip), _told(self.evidence, source, skipped)
        if not ours or not theirs:
            return 1.0 if not ours and not theirs else _NOTHING_SHARED
        ours_in = self._shares(ours, theirs, self.evidence, skipped)
        theirs_in = self._shares(theirs, ours, self.claim, skip)
        shared = sum(_weight(token) * share for token, share in zip(ours, ours_in, strict=True))
        met = sum(_weight(token) * share for token, share in zip(theirs, theirs_in, strict=True))
        all_ours, all_theirs = sum(map(_weight, ours)), sum(map(_weight, theirs))
        contained = max(shared / all_ours, met / all_theirs)
        union = all_ours + all_theirs - min(shared, met)
        value = contained**_POWER * (_FLOOR + (1 - _FLOOR) * min(1.0, min(shared, met) / union))
        strange = any(t.name and not s for t, s in zip(ours, ours_in, strict=True))
        other = any(t.name and not s for t, s in zip(theirs, theirs_in, strict=True))
        if strange and other:
            value *= _OTHER_NAMES
        elif self._contrasted(ours, ours_in, theirs, theirs_in):
            value *= _CONTRASTED
        return value * self._bounds

    def _contrasted(
        self,
        ours: Sequence[Token],
        ours_in: Sequence[float],
        theirs: Sequence[Token],
        theirs_in: Sequence[float],
    ) -> bool:
        """Whether one shared word has an unshared neighbour on the same hand in both."""
        strange = {t.place for t, share in zip(ours, ours_in, strict=True) if not share and not t.weak}
        other = {t.place for t, share in zip(theirs, theirs_in, strict=True) if not share and not t.weak}
        if not strange or not other:
            return False
        return any(
            token.place + step in strange and each.place + step in other
            for token, share in zip(ours, ours_in, strict=True)
            if share
            for each in self.evidence.by_root.get(token.root, ())
            for step in (-1, 1)
        )

    def _shares(
        self, tokens: Sequence[Token], near: Sequence[Token], reading: Reading, skip: AbstractSet[int]
    ) -> list[float]:
        """How far each token is found: in the other clause, under its heading, or elsewhere near it."""
        close = {token.root for token in near}
        concepts = {each for token in near for each in token.concepts}
        found: list[float] = []
        for token in tokens:
            if token.root in close or token.root in reading.context:
                found.append(1.0)
            elif not concepts.isdisjoint(token.concepts):
                found.append(_CONCEPT)
            elif (
                token.root in reading.before
                or not reading.before_concepts.isdisjoint(token.concepts)
                or any(each.place not in skip for each in self._elsewhere(token, reading))
            ):
                found.append(_ELSEWHERE)
            else:
                found.append(0.0)
        return found

    def _elsewhere(self, token: Token, reading: Reading) -> list[Token]:
        return counterparts(token, reading, across=self.across)

    @cached_property
    def _bounds(self) -> float:
        return self._bound_by(_conditional, _CONDITION) * self._bound_by(_excepted, _EXCEPTION)

    def _bound_by(self, test: Callable[[Token], bool], factor: float) -> float:
        """Less where one of the two has a condition or exception of which the other does not speak."""
        ours = [t for t in self.claim.tokens if t.content and test(t)]
        theirs = [t for t in self.evidence.tokens if t.content and test(t)]
        known = sum(bool(self.in_evidence(t)) for t in ours)
        met = sum(bool(self.in_claim(t)) for t in theirs)
        enough = (ours and known >= _MOSTLY * len(ours)) or (theirs and met >= _MOSTLY * len(theirs))
        return 1.0 if enough or not (ours or theirs) else factor


def counterparts(token: Token, reading: Reading, *, across: bool = False) -> list[Token]:
    """The content words of a text that a word may stand for, those of its root first."""
    found = dict.fromkeys(each.place for each in reading.by_root.get(token.root, ()) if each.content)
    for concept in token.concepts:
        found.update(dict.fromkeys(each.place for each in reading.by_concept.get(concept, ())))
    if across:
        found.update(
            dict.fromkeys(t.place for t in reading.tokens if t.content and are_cognate(token.root, t.root))
        )
    return [reading.tokens[place] for place in found]


def _conditional(token: Token) -> bool:
    return token.hypothetical


def _excepted(token: Token) -> bool:
    return token.excepted


def _weight(token: Token) -> float:
    if token.weak:
        return _WEAK_WEIGHT
    return _NAME_WEIGHT if token.name else 1.0


def _told(reading: Reading, token: Token, skip: AbstractSet[int]) -> list[Token]:
    """The content of a token's clause; where it begins without a subject, that of the clause before it too."""
    clause = reading.clause_of(token)
    own = [t for t in clause if t.content and t.place not in skip]
    before = [t for t in own if t.place < token.place]
    if not before and token.clause:
        start, end = reading.clauses[token.clause - 1]
        own = [*[t for t in reading.tokens[start:end] if t.content][:_BORROWED], *own]
    return own
