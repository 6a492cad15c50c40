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
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.roots import are_cognate

_NAME_WEIGHT = 1.5
_WEAK_WEIGHT = 0.4
_VERB_WEIGHT = 0.6
"""What a verb counts that the other lacks: verbs have more words for them than things have."""
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
        shared, all_ours = _weighed(ours, ours_in, self.claim.language)
        met, all_theirs = _weighed(theirs, theirs_in, self.evidence.language)
        contained = max(shared / all_ours, met / all_theirs)
        union = all_ours + all_theirs - min(shared, met)
        value: float = contained**_POWER * (_FLOOR + (1 - _FLOOR) * min(1.0, min(shared, met) / union))
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
        strange = _strange(ours, ours_in, self.claim.language)
        other = _strange(theirs, theirs_in, self.evidence.language)
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
                or any(not each.content and not each.joined for each in reading.by_root.get(token.root, ()))
            ):
                found.append(_ELSEWHERE)
            else:
                found.append(0.0)
        return found

    def _elsewhere(self, token: Token, reading: Reading) -> list[Token]:
        return counterparts(token, reading, across=self.across)

    @cached_property
    def _bounds(self) -> float:
        """Less where one of the two has a condition or exception of which the other does not speak."""
        conditions = _marked(self.claim, _conditional), _marked(self.evidence, _conditional)
        exceptions = _marked(self.claim, _excepted), _marked(self.evidence, _excepted)
        factor = 1.0
        if any(conditions) and not self._both_tell(*conditions):
            factor *= _CONDITION
        if any(exceptions) and not any(alike(one, other) for one in exceptions[0] for other in exceptions[1]):
            factor *= _EXCEPTION
        return factor

    def _both_tell(self, ours: Sequence[Token], theirs: Sequence[Token]) -> bool:
        known = sum(bool(self.in_evidence(t)) for t in ours)
        met = sum(bool(self.in_claim(t)) for t in theirs)
        return bool(ours and known >= _MOSTLY * len(ours)) or bool(theirs and met >= _MOSTLY * len(theirs))


def _marked(reading: Reading, test: Callable[[Token], bool]) -> list[Token]:
    return [token for token in reading.tokens if token.content and test(token)]


def _strange(tokens: Sequence[Token], shares: Sequence[float], language: str) -> set[int]:
    """The places of unshared words that are no verbs."""
    return {
        token.place
        for token, share in zip(tokens, shares, strict=True)
        if not share and not token.weak and not may_be_verb(token.root, language)
    }


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


def _weighed(tokens: Sequence[Token], shares: Sequence[float], language: str) -> tuple[float, float]:
    """The weight of the words that are shared, and of all."""
    shared = total = 0.0
    for token, share in zip(tokens, shares, strict=True):
        weight = _WEAK_WEIGHT if token.weak else _NAME_WEIGHT if token.name else 1.0
        if not share and not token.name and may_be_verb(token.root, language):
            weight = min(weight, _VERB_WEIGHT)
        shared += weight * share
        total += weight
    return shared, total


def _told(reading: Reading, token: Token, skip: AbstractSet[int]) -> list[Token]:
    """The content of a token's clause; where it begins without a subject, that of the clause before it too."""
    clause = reading.clause_of(token)
    own = [t for t in clause if t.content and t.place not in skip]
    before = [t for t in own if t.place < token.place]
    if not before and token.clause:
        start, end = reading.clauses[token.clause - 1]
        own = [*[t for t in reading.tokens[start:end] if t.content][:_BORROWED], *own]
    return own
