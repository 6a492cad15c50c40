"""The words around a value that make it a limit (``at least``, ``como máximo``) or an approximation (``unos``).

A denial before them turns a limit round (``cannot exceed 5``). What they mean together with the value is not decided
here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.value import Bound, Value

_REACH = 80
_MAX_WORDS = 6
_SPARE = 8
"""Words before the words of a limit among which a denial is looked for."""
_MAX_BETWEEN = 5
_COMPARATIVE = 3
_MAX_NOUNS = 3
"""Words that may stand between a number and the limit behind it (``8 adult visitors or more``)."""
_TOKEN = re.compile(r"[^\W\d_]+(?:['’]t)?|[≥≤<>~≈]=?")
_STOP = re.compile(r"[.;!?\n|(\[0-9]")
_AFTER = re.compile(r"\s{0,3}\(?,?\s{0,2}(?P<words>[^\W\d_]+(?:[\s-]{1,2}[^\W\d_]+){0,6})")
_FIGURE = re.compile(r"\s{0,2}[0-9$€£]")
_FILLERS = frozenset(
    {"el", "la", "los", "las", "the", "un", "una", "of", "de", "a", "total", "on", "dia", "del"}
)
_PARTS = frozenset(
    {
        "y",
        "e",
        "and",
        "but",
        "pero",
        "that",
        "que",
        "with",
        "con",
        "at",
        "in",
        "en",
        "before",
        "after",
        "antes",
        "tras",
    }
)
"""Words that a limit behind a number does not reach over."""
TURNED = {
    Bound.MORE_THAN: Bound.AT_MOST,
    Bound.LESS_THAN: Bound.AT_LEAST,
    Bound.AT_LEAST: Bound.LESS_THAN,
    Bound.AT_MOST: Bound.MORE_THAN,
    Bound.WITHIN: Bound.AT_LEAST,
    Bound.AFTER: Bound.AT_MOST,
}
"""What is left where a limit is denied."""


class Around(NamedTuple):
    """What was found, and from where to where its words reach.

    ``behind`` is where the words behind the value begin, if some stand there; ``denied`` that a denial made the limit.
    ``exact`` says that nothing but the value is meant.
    """

    bound: Bound
    approximate: bool
    start: int
    end: int
    behind: int = 0
    denied: bool = False
    exact: bool = False


def around(folded: str, start: int, end: int) -> Around:
    """Read the words before ``start`` and after ``end``."""
    before = _before(folded, start)
    bound, approximate, first = before[:3]
    if folded.startswith("+", end):
        return Around(Bound.AT_LEAST, approximate, first, end + 1)
    if match := _AFTER.match(folded, end):
        found = _behind(folded, match, bound, approximate=approximate)
        if found is not None:
            return found._replace(start=first, denied=before.denied, exact=found.exact or before.exact)
    return before._replace(end=end)


def with_around(folded: str, value: Value) -> Value:
    """A value with its limit and approximation, as the words around it tell them."""
    near = around(folded, value.start, value.end)
    return value._replace(
        bound=near.bound, approximate=near.approximate, denied=near.denied, behind=near.behind,
        exact=near.exact,
        whole_start=near.start, whole_end=near.end,
    )  # fmt: skip


def _before(folded: str, start: int) -> Around:
    known = lexicon()
    bound, approximate, first, denied, exact = Bound.NONE, False, start, False, False
    tokens = _tokens_before(folded, start)
    while tokens:
        last = tuple(word for word, _ in tokens[-_MAX_WORDS:])
        for length in range(len(last), 0, -1):
            phrase = last[-length:]
            if phrase in known.bounds_before and bound is Bound.NONE:
                bound = known.bounds_before[phrase]
                denied = not known.denials.isdisjoint(phrase)
            elif phrase in known.approximate_before and not approximate:
                approximate = True
            elif phrase in known.exact_before and not exact:
                exact = True
            else:
                continue
            first = tokens[-length][1]
            del tokens[-length:]
            if bound is not Bound.NONE and (denial := _denied(tokens)) is not None:
                bound, first, denied = TURNED[bound], denial, True
            break
        else:
            if bound is Bound.NONE and (compared := _comparative(last)) is not Bound.NONE:
                bound, first = compared, tokens[-_COMPARATIVE][1]
                del tokens[-_COMPARATIVE:]
                if (denial := _denied(tokens)) is not None:
                    bound, first, denied = TURNED[bound], denial, True
                continue
            word = tokens.pop()[0]
            if word not in _FILLERS and word not in known.measures:
                break
    return Around(bound, approximate, first, start, denied=denied, exact=exact)


def _comparative(words: tuple[str, ...]) -> Bound:
    """``more expensive than`` and ``más largo que``, whatever the adjective."""
    known = lexicon()
    if len(words) < _COMPARATIVE or words[-1] not in known.than:
        return Bound.NONE
    return known.comparing.get(words[-_COMPARATIVE], Bound.NONE)


def _denied(tokens: list[tuple[str, int]]) -> int | None:
    """Where the denial begins that stands before the words of a limit."""
    known = lexicon()
    for word, place in reversed(tokens[-_MAX_BETWEEN:]):
        if word in known.denials or word.endswith(("'t", "’t")):
            return place
        if word not in known.between:
            return None
    return None


def _behind(folded: str, match: re.Match[str], bound: Bound, *, approximate: bool) -> Around | None:
    """The limit or approximation behind a value, over the nouns of what it counts."""
    known = lexicon()
    places = [(word[0], *word.span()) for word in _TOKEN.finditer(folded, match.start("words"), match.end())]
    words = [word for word, _, _ in places]
    for skipped in range(min(_MAX_NOUNS + 1, len(words))):
        if skipped and words[skipped - 1] in _PARTS:
            break
        for length in range(len(words), skipped, -1):
            phrase = tuple(words[skipped:length])
            first, stop = places[skipped][1], places[length - 1][2]
            if _FIGURE.match(folded, stop):
                continue
            if phrase in known.bounds_after and bound in {Bound.NONE, known.bounds_after[phrase]}:
                return Around(known.bounds_after[phrase], approximate, first, stop, first)
            if not skipped and phrase in known.approximate_after:
                return Around(bound, True, first, stop, first)
            if phrase in known.exact_after:
                return Around(bound, approximate, first, stop, first, exact=True)
    return None


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
    return found[-_MAX_WORDS - _SPARE :]
