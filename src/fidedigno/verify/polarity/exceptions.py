"""Exceptions that the other text takes back: *everyone except trainees* against *trainees too*.

What is excepted has the contrary said of it. A claim that says of it what the evidence says of the rest differs, and
so does one that excepts what the evidence includes by name.
"""

from __future__ import annotations

from collections.abc import Iterator

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.overlap import Pair, counterparts
from fidedigno.verify.polarity.quantifiers import QUANTIFIER
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

_NAMED = 1.0
"""Included by name: *including trainees*."""
_SAID = 0.85
_FEWEST = 0.3


def differing_exceptions(pair: Pair) -> list[Weighed]:
    """The words of the claim that are included where the evidence excepts them, or the other way."""
    found: list[Weighed] = []
    for source in pair.evidence.tokens:
        if not source.excepted or not source.content:
            continue
        for said in pair.in_claim(source):
            if said.excepted or said.hypothetical or not _is_whole(pair.evidence, source, pair.claim):
                continue
            found += _weighed(pair, said, source, pair.claim, said)
    for said in pair.claim.tokens:
        if not said.excepted or not said.content:
            continue
        for source in pair.in_evidence(said):
            if source.excepted or source.hypothetical or not _included(pair.evidence, source):
                continue
            if not _is_whole(pair.claim, said, pair.evidence):
                continue
            found += _weighed(pair, said, source, pair.evidence, source)
    return found


def _weighed(
    pair: Pair, said: Token, source: Token, including: Reading, included: Token
) -> Iterator[Weighed]:
    """``included`` stands in ``including``; the other text excepts it."""
    named = _included(including, included)
    excepting = pair.evidence if including is pair.claim else pair.claim
    rest = [t for t in excepting.tokens if t.content and not t.excepted and not t.hypothetical]
    shared = [t for t in rest if counterparts(t, including)]
    if not rest or len(shared) < _FEWEST * len(rest):
        return
    signs = {sign_of(t.mode) for t in shared}
    own = {sign_of(t.mode) for each in shared for t in counterparts(each, including)}
    if 0 in signs or len(signs) != 1 or own != signs:
        return
    sure = (_NAMED if named else _SAID) * (len(shared) / len(rest)) ** 0.5
    difference = Difference(QUANTIFIER, said.start, said.end, source.start, source.end, "", round(sure, 3))
    yield Weighed(said.place, sure, 0.0, difference, source.place)


def _is_whole(reading: Reading, token: Token, against: Reading) -> bool:
    """Whether what is excepted is named in full there: ``guide dogs`` are not ``dogs``."""
    told = [t for t in reading.clause_of(token) if t.excepted and t.content and not t.weak]
    met = sum(any(not each.excepted for each in counterparts(t, against)) for t in told)
    return 2 * met > len(told)


def _included(reading: Reading, token: Token) -> bool:
    """Whether a word stands behind *including*."""
    return any(reading.has("including", at) for at in range(max(0, token.place - 3), token.place))
