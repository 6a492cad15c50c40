"""The figures of an answer in one written form each, to be told equal or not; nothing is computed with them.

``14 days`` and ``two weeks`` are one figure, and so are ``1.250,50 €`` and ``1250.50 EUR``. Marks of citations
(``[1]``) and numbers of list items are none. Codes and dates count as they are written.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from fidedigno.consolidate.amounts import find_amounts, measure

_NO_FIGURES = re.compile(
    r"\[\^?\d{1,3}(?:\s{0,3}[,;–-]\s{0,3}\d{1,3}){0,20}\]|^[ \t]{0,9}(?:[-*+•] )?\d{1,3}[.)](?=\s)",
    re.MULTILINE,
)
_CHUNK = re.compile(r"[^\s()\[\]{}\"“”«»;|¿?¡!<>=~]+")
_AROUND = ".,:/-–—_*'’`#&+≈"
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP"}
_ENGLISH = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SPANISH = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_PLAIN = re.compile(r"\d+(?:[.,]\d+)?")
_MAX_DIGITS = 40
_NUMBER, _CODE = "number", "code"


class Figure(NamedTuple):
    """``kind`` is the unit, ``number`` where there is none, or ``code``; ``value`` its one written form."""

    kind: str
    value: str


def figures_in(folded: str) -> frozenset[Figure]:
    """The figures of a text that has neither case nor accents."""
    text = _NO_FIGURES.sub(lambda match: " " * len(match.group()), folded)
    found: set[Figure] = set()
    rest, end = [], 0
    for amount in find_amounts(text):
        read = measure(amount.value)
        if read is None or _is_prefixed(text, amount.start):
            continue
        unit, per, _ = read.dimension
        found.add(Figure(f"{unit}/{per}" if per else unit, f"{_digits(read.low)}..{_digits(read.high)}"))
        rest.append(text[end : amount.start])
        end = amount.end
    rest.append(text[end:])
    for stretch in rest:
        found.update(_figure(each) for each in _CHUNK.findall(stretch) if _has_digit(each))
    return frozenset(found)


def _is_prefixed(text: str, start: int) -> bool:
    """Whether a sign of money stands before: in ``$5 min`` the minute is none of the amount's."""
    return start > 0 and text[start - 1] in _CURRENCIES


def _has_digit(chunk: str) -> bool:
    return any(each.isdecimal() for each in chunk)


def _figure(chunk: str) -> Figure:
    bare = chunk.strip(_AROUND)
    unit = next((_CURRENCIES[sign] for sign in (bare[:1], bare[-1:]) if sign in _CURRENCIES), _NUMBER)
    digits = bare.strip("".join(_CURRENCIES))
    if len(digits) > _MAX_DIGITS:
        return Figure(_CODE, bare)
    if _ENGLISH.fullmatch(digits):
        digits = digits.replace(",", "")
    elif _SPANISH.fullmatch(digits):
        digits = digits.replace(".", "").replace(",", ".")
    elif _PLAIN.fullmatch(digits):
        digits = digits.replace(",", ".")
    else:
        return Figure(_CODE, bare)
    number = _digits(Decimal(digits))
    return Figure(unit, number if unit == _NUMBER else f"{number}..{number}")


def _digits(number: Decimal) -> str:
    return format(number.normalize(), "f")
