"""How sure it is that two clauses speak of the same thing, by the words that they share.

1 where they are the same but for what is compared. What one of them adds counts little, what each has and the
other lacks counts much: that is how two facts about two subjects look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.lexicon import same_side
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.roots import are_cognate

_NAME_WEIGHT = 1.5
_ELSEWHERE = 0.6
"""What a word counts that the other says in another clause."""
_SYNONYM = 0.8
_BORROWED = 3
_OTHER_NAMES = 0.45
"""Names on both sides that the other lacks: most likely two subjects."""
_NOTHING_SHARED = 0.3
"""One of the two has nothing left to tell its subject by (``it closes``)."""
_CONDITION = 0.6
"""One holds under a condition that the other does not have."""
_EXCEPTION = 0.45


@dataclass
class Pair:
    """A claim and a sentence of evidence, with what is compared between their clauses kept."""

    claim: Reading
    evidence: Reading
    _kept: dict[tuple[int, int, frozenset[int], frozenset[int]], float] = field(default_factory=dict)

    @cached_property
    def claim_roots(self) -> dict[str, list[Token]]:
        """The claim's words by root."""
        return _by_root(self.claim)

    @cached_property
    def evidence_roots(self) -> dict[str, list[Token]]:
        """The evidence's words by root."""
        return _by_root(self.evidence)

    @cached_property
    def across(self) -> bool:
        """Whether the two are in different languages."""
        return self.claim.language != self.evidence.language

    def certainty(self, said: Token, source: Token, *, apart: bool) -> float:
        """How sure it is that the clauses of two words tell of the same thing.

        ``apart``: the two words are what differs and count for nothing; else they are shared.
        """
        skip = (
            (frozenset({said.place}), frozenset({source.place}))
            if apart
            else (frozenset[int](), frozenset[int]())
        )
        key = (said.clause, source.clause, *skip)
        if key not in self._kept:
            self._kept[key] = self._measure(said, source, *skip)
        return self._kept[key]

    def _measure(
        self, said: Token, source: Token, skip: AbstractSet[int], skipped: AbstractSet[int]
    ) -> float:
        ours, theirs = _told(self.claim, said, skip), _told(self.evidence, source, skipped)
        if not ours or not theirs:
            return 1.0 if not ours and not theirs else _NOTHING_SHARED
        ours_in = self._shares(ours, theirs, self.evidence, skipped, self.evidence.context)
        theirs_in = self._shares(theirs, ours, self.claim, skip, frozenset())
        shared = sum(_weight(token) * share for token, share in zip(ours, ours_in, strict=True))
        met = sum(_weight(token) * share for token, share in zip(theirs, theirs_in, strict=True))
        all_ours, all_theirs = sum(map(_weight, ours)), sum(map(_weight, theirs))
        contained = max(shared / all_ours, met / all_theirs)
        union = all_ours + all_theirs - min(shared, met)
        value = contained**2 * (0.6 + 0.4 * min(1.0, min(shared, met) / union))
        strange = any(t.name and not s for t, s in zip(ours, ours_in, strict=True))
        other = any(t.name and not s for t, s in zip(theirs, theirs_in, strict=True))
        value *= _OTHER_NAMES if strange and other else 1.0
        return value * self._bounds()

    def _shares(
        self,
        tokens: Sequence[Token],
        near: Sequence[Token],
        reading: Reading,
        skip: AbstractSet[int],
        context: AbstractSet[str],
    ) -> list[float]:
        """How far each token is found: in the other clause, under its heading, or elsewhere in the sentence."""
        close = {token.root for token in near}
        far = {t.root for t in reading.tokens if t.content and t.place not in skip}
        found: list[float] = []
        for token in tokens:
            if token.root in close or token.root in context:
                found.append(1.0)
            elif token.root in far:
                found.append(_ELSEWHERE)
            else:
                found.append(_SYNONYM if any(self.alike(token, each) for each in near) else 0.0)
        return found

    def alike(self, one: Token, other: Token) -> bool:
        """Whether two words of other roots are taken for one thing: of one side of a pair, or cognates."""
        if self.across and are_cognate(one.root, other.root):
            return True
        return same_side(one.root, other.root)

    def _bounds(self) -> float:
        return self._bound_by(_conditional, _CONDITION) * self._bound_by(_excepted, _EXCEPTION)

    def _bound_by(self, test: Callable[[Token], bool], factor: float) -> float:
        """Less where one of the two has a condition or exception that the other does not have."""
        ours = {t.root for t in self.claim.tokens if t.content and test(t)}
        theirs = {t.root for t in self.evidence.tokens if t.content and test(t)}
        if not ours and not theirs:
            return 1.0
        return 1.0 if ours & theirs else factor


def _conditional(token: Token) -> bool:
    return token.hypothetical


def _excepted(token: Token) -> bool:
    return token.excepted


def _weight(token: Token) -> float:
    return _NAME_WEIGHT if token.name else 1.0


def _by_root(reading: Reading) -> dict[str, list[Token]]:
    found: dict[str, list[Token]] = {}
    for token in reading.tokens:
        found.setdefault(token.root, []).append(token)
    return found


def _told(reading: Reading, token: Token, skip: AbstractSet[int]) -> list[Token]:
    """The content of a token's clause; where it begins without a subject, that of the clause before it too."""
    clause = reading.clause_of(token)
    own = [t for t in clause if t.content and t.place not in skip]
    before = [t for t in own if t.place < token.place]
    if not before and token.clause:
        start, end = reading.clauses[token.clause - 1]
        own = [*[t for t in reading.tokens[start:end] if t.content][:_BORROWED], *own]
    return own
