"""What a sentence denies: the stretches in the reach of ``no``, ``sin``, ``won't``, ``never`` ...

Reach ends with the clause. A value behind a limiting word (``no … después del 12``) is not denied, it is the
limit. ``No solo`` and ``not only`` deny nothing. Two denials in one clause are left as two: neither undoes
the other here, because which one a value belongs to is not for a rule to guess.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from fidedigno.consolidate.plain import plain

_WORD = re.compile(r"\w+")
MAX_REACH = 120
"""Characters that a denial reaches at most."""


class Denial(NamedTuple):
    """A denying word at ``[start, end)`` and how far it reaches: until ``reach`` (excluded).

    Behind ``limit``, where the clause has a limiting word, values are limits and not denied; without such
    a word it equals ``reach``.
    """

    start: int
    end: int
    limit: int
    reach: int


class _Patterns(NamedTuple):
    denies: re.Pattern[str]
    ends: re.Pattern[str]
    limits: re.Pattern[str]
    light: frozenset[str]


@cache
def _patterns() -> _Patterns:
    text = files("fidedigno.consolidate").joinpath("negation.yaml").read_text(encoding="utf-8")
    data: dict[str, dict[str, Any]] = yaml.safe_load(text)
    denies = re.compile(rf"(?<![\w'’])(?:{data['denies']['es']}|{data['denies']['en']})(?![\w'’])")
    ends = re.compile(f"{data['ends']['es']}|{data['ends']['en']}")
    limits = re.compile(rf"\b(?:{data['limits']['es']}|{data['limits']['en']})\b")
    return _Patterns(denies, ends, limits, frozenset((*data["light"]["es"], *data["light"]["en"])))


def find_denials(text: str) -> tuple[Denial, ...]:
    """The denials of a sentence, in order."""
    denies, ends, limits, _ = _patterns()
    folded = plain(text).replace("’", "'")
    found = []
    for match in denies.finditer(folded):
        furthest = min(len(folded), match.end() + MAX_REACH)
        end = ends.search(folded, match.end(), furthest)
        reach = end.start() if end else furthest
        limit = limits.search(folded, match.end(), reach)
        found.append(Denial(match.start(), match.end(), limit.start() if limit else reach, reach))
    return tuple(found)


def is_denied(denials: tuple[Denial, ...], start: int) -> bool:
    """Whether something that begins at ``start`` is denied, and not the limit of a denial."""
    return any(each.end <= start < each.limit for each in denials)


def denies_directly(denials: tuple[Denial, ...], text: str, start: int) -> bool:
    """Whether the thing named at ``start`` is said not to exist: ``sin penalización``, ``there is no penalty``."""
    light = _patterns().light
    return any(
        each.end <= start < each.limit and light.issuperset(_WORD.findall(plain(text[each.end : start])))
        for each in denials
    )
