"""The words around a value that make it a limit (``at least``, ``como máximo``) or an approximation (``unos``).

What they mean together with the value is not decided here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.value import Bound

_REACH = 64
_MAX_WORDS = 6
_TOKEN = re.compile(r"[^\W\d_]+|[≥≤<>~≈]=?")
_STOP = re.compile(r"[.;!?\n|(\[]")
_AFTER = re.compile(r"\s{0,3}\(?,?\s{0,2}(?P<words>[^\W\d_]+(?:\s{1,2}[^\W\d_]+){0,3})")
_FILLERS = frozenset({"el", "la", "los", "las", "the", "un", "una", "of", "de", "a", "total", "on", "dia"})


class Around(NamedTuple):
    """What was found, and from where to where its words reach."""

    bound: Bound
    approximate: bool
    start: int
    end: int


def around(folded: str, start: int, end: int) -> Around:
    """Read the words before ``start`` and after ``end``."""
    known = lexicon()
    bound, approximate, first, last = Bound.NONE, False, start, end
    tokens = _tokens_before(folded, start)
    while tokens:
        for length in range(min(_MAX_WORDS, len(tokens)), 0, -1):
            phrase = tuple(word for word, _ in tokens[-length:])
            if phrase in known.bounds_before and bound is Bound.NONE:
                bound = known.bounds_before[phrase]
            elif phrase in known.approximate_before and not approximate:
                approximate = True
            else:
                continue
            first = tokens[-length][1]
            del tokens[-length:]
            break
        else:
            if tokens.pop()[0] not in _FILLERS:
                break
    if match := _AFTER.match(folded, end):
        places = [
            (word[0], word.end()) for word in _TOKEN.finditer(folded, match.start("words"), match.end())
        ]
        words = [word for word, _ in places]
        for length in range(len(words), 0, -1):
            phrase = tuple(words[:length])
            if phrase in known.bounds_after and bound in {Bound.NONE, known.bounds_after[phrase]}:
                bound, last = known.bounds_after[phrase], places[length - 1][1]
                break
            if phrase in known.approximate_after:
                approximate, last = True, places[length - 1][1]
                break
    if folded.startswith("+", end):
        bound, last = Bound.AT_LEAST, end + 1
    return Around(bound, approximate, first, last)


@cache
def _abbreviated() -> tuple[str, ...]:
    """Words whose point ends no sentence."""
    return tuple(map(plain, lexicon().data["abbreviated"]))


def _tokens_before(folded: str, start: int) -> list[tuple[str, int]]:
    """The last words before a value and where they begin, up to a sentence's or a bracket's beginning."""
    first = max(0, start - _REACH)
    before = folded[first:start].rstrip(" :\u00a0")
    if before.endswith(".") and before[:-1].endswith(_abbreviated()):
        before = before[:-1]
    cut = max((stop.end() for stop in _STOP.finditer(before)), default=0)
    found = [(match[0], first + match.start()) for match in _TOKEN.finditer(before, cut)]
    # The first word may be cut in two.
    return found[-_MAX_WORDS - 3 :]
