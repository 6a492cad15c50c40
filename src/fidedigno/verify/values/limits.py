"""Limits that the rest of the clause makes of a value: ``the smallest order is 40``, ``closes on 3 May``.

A clause that refuses what it names (``essays under 1,500 words are returned``) turns a strict limit round: what is
allowed is the other side. Words right at the value are read before, with the value itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fidedigno.verify.values.bounds import TURNED
from fidedigno.verify.values.lexicon import Lexicon, lexicon
from fidedigno.verify.values.value import MEASURED, Bound, Kind, Value

_EDGE = re.compile(r"[.!?](?=\s|$)|[;|\n]|(?<!\w)(?:y|e|and|but|pero|mientras|while|whereas)(?!\w)")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’]t)?")
_DENIAL_REACH = 2
_MAX_CLAUSE = 400


def limited(folded: str, values: Sequence[Value]) -> Iterator[Value]:
    """The values with the limits of their clauses."""
    edges = [0, *(edge for match in _EDGE.finditer(folded) for edge in match.span()), len(folded)]
    place = 0
    for number, value in enumerate(values):
        if value.kind not in MEASURED and value.kind is not Kind.DATE:
            yield value
            continue
        while edges[place + 1] < value.start and place + 2 < len(edges):
            place += 1
        first = max(edges[place], value.start - _MAX_CLAUSE)
        last = min(
            next((edge for edge in edges[place + 1 :] if edge >= value.end), value.end),
            value.end + _MAX_CLAUSE,
        )
        before = values[number - 1].end if number else 0
        after = values[number + 1].start if number + 1 < len(values) else len(folded)
        yield _limited(folded, value, (first, last), (max(first, before), min(last, max(after, value.end))))


def _limited(folded: str, value: Value, clause: tuple[int, int], near: tuple[int, int]) -> Value:
    known = lexicon()
    if value.bound.is_open:
        if not _refuses(known, folded, value, clause):
            return value
        return value._replace(bound=TURNED[value.bound], denied=True)
    if value.bound is not Bound.NONE or value.is_range or value.article:
        return value
    words = [
        *_TOKEN.finditer(folded, near[0], value.whole_start),
        *_TOKEN.finditer(folded, value.whole_end, near[1]),
    ]
    if value.kind is Kind.DATE:
        return _of_a_date(known, value, words)
    found = [
        (known.limit_words[word[0]], word.span())
        for number, word in enumerate(words)
        if word[0] in known.limit_words
        and known.denials.isdisjoint(each[0] for each in words[max(0, number - _DENIAL_REACH) : number])
    ]
    if len({bound for bound, _ in found}) != 1:
        return value
    return value._replace(bound=found[0][0], limit_word=found[0][1])


def _of_a_date(known: Lexicon, value: Value, words: Sequence[re.Match[str]]) -> Value:
    """A day on which something begins or ends is a limit."""
    begins = [word for word in words if word[0] in known.beginnings]
    ends = [word for word in words if word[0] in known.endings]
    if bool(begins) == bool(ends) or value.parts[1:] == (0, 0):
        return value
    word, bound = (begins[0], Bound.AT_LEAST) if begins else (ends[0], Bound.WITHIN)
    return value._replace(bound=bound, limit_word=word.span())


def _refuses(known: Lexicon, folded: str, value: Value, clause: tuple[int, int]) -> bool:
    """Whether what the clause names is refused: by a word that refuses, or a denied one that accepts."""
    before = set(_TOKEN.findall(folded, clause[0], value.whole_start))
    if before & known.of_nobody:
        return True
    words = before.union(_TOKEN.findall(folded, value.whole_end, max(clause[1], value.whole_end)))
    if words & known.refusals:
        return True
    denies = bool(words & known.denials) or any(word.endswith(("'t", "’t")) for word in words)
    return denies and bool(words & known.acceptances)
