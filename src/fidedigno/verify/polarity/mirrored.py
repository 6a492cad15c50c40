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
