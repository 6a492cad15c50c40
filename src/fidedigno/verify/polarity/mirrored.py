"""Whether two statements turn two things at once: *closed until May* and *open after May* say the same, *the dry
inner wall* and *the damp outer wall* are two things.

Then neither of the two opposites is a contradiction by itself.
"""

from __future__ import annotations

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.lexicon import opposition, places_of
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.overlap import Pair, alike
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words

_FAR = 16
_JOINT = 4
"""For how many words a joint of two clauses counts."""


def is_mirrored(pair: Pair, said: Token, source: Token) -> bool:
    """Whether beside two opposed words another word has its opposite too: in their clauses, or in the condition or
    the moment beside them."""
    their = [each for each in _opposable(pair.evidence, source) if each.place != source.place]
    near = [each for each in their if each.clause == source.clause]
    for one in _opposable(pair.claim, said) if their else ():
        if one.place == said.place or any(alike(one, other) for other in near):
            continue
        for other in their:
            opposed = opposition(one.root, pair.claim.language, other.root, pair.evidence.language)
            if opposed is not None and sign_of(one.under) * sign_of(other.under) > 0:
                return True
    return False


def side_meant(pair: Pair, said: Token, source: Token, same: Token) -> int:
    """Where the evidence has a word and its opposite, each of another thing (``the inner wall is dry and the outer one
    damp``): 1 where what the claim speaks of stands nearer to the word itself, -1 where to its opposite, else 0.

    A word decides whose own opposite is there too. Else one that stands between the two, or the nearest, may tell for
    the word itself; for its opposite nothing else does.
    """
    votes: list[tuple[int, int, int]] = []
    for token in pair.claim.clause_of(said):
        if not token.content or token.place == said.place:
            continue
        decides = any(
            opposition(token.root, pair.claim.language, each.root, pair.evidence.language) is not None
            for each in pair.evidence.tokens
            if each.content
        )
        for each in pair.in_evidence(token):
            mine, their = (_distance(pair.evidence, each, other) for other in (same, source))
            if mine != their and min(mine, their) < _FAR and each.place not in {source.place, same.place}:
                between = min(same.place, source.place) < each.place < max(same.place, source.place)
                lone = between and mine < their
                votes.append(
                    (0 if decides else 1 if lone else 2, min(mine, their), 1 if mine < their else -1)
                )
    if not votes:
        return 0
    votes.sort()
    rank, _, side = votes[0]
    return 0 if rank and side < 0 else side


def _distance(reading: Reading, one: Token, other: Token) -> int:
    """How many words stand between two; one that joins or parts two clauses counts for several."""
    first, last = sorted((one.place, other.place))
    joints = sum(
        bool(reading.has("joins", place) or reading.has("breaks", place)) for place in range(first + 1, last)
    )
    return last - first + _JOINT * (joints + abs(one.clause - other.clause))


def _opposable(reading: Reading, token: Token) -> list[Token]:
    """The words of a token's clause that have an opposite, and those of what stands beside it as a condition or
    without a verb (``after noon, ...``)."""
    found: list[Token] = []
    alone = not _has_verb(reading, token.clause)
    for clause in range(max(0, token.clause - 1), min(len(reading.clauses), token.clause + 2)):
        start, end = reading.clauses[clause]
        other = reading.tokens[start].hypothetical is not token.hypothetical
        if clause == token.clause or other or alone or not _has_verb(reading, clause):
            found += [
                each
                for each in reading.tokens[start:end]
                if not (each.joined or each.idiom) and places_of(each.root, reading.language)
            ]
    return found


def _has_verb(reading: Reading, clause: int) -> bool:
    start, end = reading.clauses[clause]
    moments = words(reading.language).sets["moment"]
    return any(
        t.copula or (may_be_verb(t.root, reading.language) and t.text not in moments)
        for t in reading.tokens[start:end]
    )
