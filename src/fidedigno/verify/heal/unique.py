"""Whether a value of the evidence is the only one of its type and subject, so that it may be put into an answer.

``Basic costs $10 and Pro costs $120`` has two amounts: for a claim about Pro the second is the one, because its
own words share more with the claim; for a claim about ``the plan`` neither is, and nothing is patched.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fidedigno.consolidate.passages import words_in
from fidedigno.consolidate.plain import plain

_NUMBER = re.compile(
    r"(?P<sign>[$€£¥]\s?)?(?<![\w.,:/-])(?P<digits>\d+(?:[.,:/]\d+){0,6})(?P<after>\s?[^\W\d_]{1,20}|\s?[%€$£¥°])?"
)
_SINGULAR = re.compile(r"(?<=\w\w)(?:es|s)$")


class _Value(NamedTuple):
    start: int
    end: int
    digits: str
    unit: str


def is_unique(sentence: str, start: int, end: int, claim: str) -> bool:
    """Whether ``sentence[start:end]`` is the one value of its type there for the subject of ``claim``."""
    values = _values(sentence)
    chosen = [each for each in values if each.start < end and start < each.end]
    if not chosen:
        return True
    rivals = [
        each
        for each in values
        if each not in chosen and any(each.unit == one.unit and each.digits != one.digits for one in chosen)
    ]
    if not rivals:
        return True
    wanted = _stems(claim)
    reach = {each: _stems(sentence[begin : each.end]) for begin, each in _with_begin(values)}
    common = frozenset.intersection(*(reach[each] for each in [*chosen, *rivals]))
    best = max(len((reach[each] & wanted) - common) for each in chosen)
    return all(len((reach[each] & wanted) - common) < best for each in rivals)


def _values(sentence: str) -> list[_Value]:
    folded = plain(sentence)
    found = []
    for match in _NUMBER.finditer(folded):
        sign = (match["sign"] or "").strip()
        after = _SINGULAR.sub("", (match["after"] or "").strip())
        found.append(_Value(match.start(), match.end("digits"), match["digits"].rstrip(".,"), sign or after))
    return found


def _with_begin(values: list[_Value]) -> list[tuple[int, _Value]]:
    """Each value with where the words that lead to it begin: behind the value before it."""
    return [(values[number - 1].end if number else 0, value) for number, value in enumerate(values)]


def _stems(text: str) -> frozenset[str]:
    return frozenset(term for word in words_in(text) for term in word.terms if not term.isdigit())
