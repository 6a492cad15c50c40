"""How sure it is that two values of one dimension are said of the same thing.

The measure is the share of the claim's content words that the evidence has, those of the value's own clause
foremost, and the other way round; a name that the evidence does not know halves it. 1.0 is reached only by
statements whose words are the same but for their values.
"""

from __future__ import annotations

from fidedigno.verify.values.clauses import Content, Surroundings
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.value import Kind

_OTHER_CLAUSE = 0.5
_NAME = 1.5
_ELSEWHERE = 0.85
"""A word that the evidence has, but not beside its value."""
_UNKNOWN_NAME = 0.6
_OTHER_NAME = 0.45
_OTHER_NOUN = 0.55
_NOTHING_SAID = 0.5
_SAME_RATE = 0.6
"""Nothing but values in the evidence, and those of one rate or of one thing counted."""
_BACK = 0.25
_CORROBORATION = 0.3
_MOST_CORROBORATION = 2


def subject_match(claim: Surroundings, one: int, evidence: Surroundings, other: int) -> float:
    """How well ``claim.values[one]`` and ``evidence.values[other]`` match in what they are said of, in [0, 1]."""
    clause = claim.clause_of[one]
    owned = evidence.owned[other]
    known = evidence.keys | evidence.context | owned
    value = claim.values[one]
    implied = lexicon().implied.get(value.kind.value, "")
    rival = evidence.values[other]
    weight = found = float(bool(value.kind is Kind.NUMBER and value.nouns & rival.nouns))
    if value.per and rival.per:
        weight += 1
        found += value.per == rival.per
    if not evidence.words and not evidence.context:
        return _bare(claim, found / weight if weight else None)
    if not claim.words and not weight:
        return _NOTHING_SAID
    names_missing = False
    for word in claim.words:
        if implied in word.keys and not word.keys & known:
            continue
        own = word.clause == clause
        share = (1.0 if own else _OTHER_CLAUSE) * (_NAME if word.is_name else 1.0)
        weight += share
        if word.keys & owned:
            found += share
        elif word.keys & known:
            found += share * (_ELSEWHERE if own and len(evidence.values) > 1 else 1.0)
        elif word.is_name and own:
            names_missing = True
    forward = found / weight if weight else _NOTHING_SAID
    back, names_extra = _back(claim, evidence, evidence.clause_of[other])
    match = forward * (1 - _BACK + _BACK * back)
    if names_missing:
        match *= _OTHER_NAME if names_extra else _UNKNOWN_NAME
    if not _nouns_match(claim, one, evidence, other):
        match *= _OTHER_NOUN
    return match


def _bare(claim: Surroundings, share: float | None) -> float:
    """The match with evidence that has nothing but values."""
    if not claim.words:
        return 1.0 if share is None else share
    match = _NOTHING_SAID if share is None else share * _SAME_RATE
    return match * _OTHER_NAME if any(word.is_name for word in claim.words) else match


def _back(claim: Surroundings, evidence: Surroundings, clause: int) -> tuple[float, bool]:
    """The share of the evidence's words in that clause that the claim has, and whether a name is not among them."""
    words = [word for word in evidence.words if word.clause == clause]
    known = claim.keys | claim.context
    if not words:
        return 1.0, False
    unknown: list[Content] = [word for word in words if not word.keys & known]
    return 1 - len(unknown) / len(words), any(word.is_name for word in unknown)


def _nouns_match(claim: Surroundings, one: int, evidence: Surroundings, other: int) -> bool:
    """Whether what follows the two values (``$20 credit``, ``10 % de descuento``) is not said to be another thing."""
    first, second = claim.values[one].nouns, evidence.values[other].nouns
    if not first or not second or claim.values[one].kind is Kind.NUMBER:
        return True
    return bool(first & second) or bool(first & evidence.keys) or bool(second & claim.keys)


def corroborated(match: float, agreed: int) -> float:
    """A match that is surer because other values of the claim are in the same sentence."""
    for _ in range(min(agreed, _MOST_CORROBORATION)):
        match += _CORROBORATION * (1 - match)
    return match
