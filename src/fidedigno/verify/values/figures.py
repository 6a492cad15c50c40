"""What figures with points and commas mean: thousands or decimals, by shape first and then by language.

``1.250,50`` and ``1,250.50`` are clear by shape in any language, ``1.000`` in Spanish and ``1,000`` in English by
custom; the other way round both readings are kept.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

MAX_CHARACTERS = 40
"""Longer figures are no number that anybody compares."""
FIGURE = r"[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,'’][0-9]+)*"
"""A pattern of figures with their separators."""
_SPACES = re.compile(r"[ \u00a0\u202f'’]")


class Figure(NamedTuple):
    """A number, its second reading where it has one, and how many decimals were written."""

    value: Decimal
    other: Decimal | None = None
    places: int = 0


def read_figure(written: str, language: str) -> Figure | None:
    """Read figures; ``None`` if they are no number (``1.2.3``, ``12,34,5``).

    >>> read_figure("1.250,50", "en").value
    Decimal('1250.50')
    """
    if len(written) > MAX_CHARACTERS:
        return None
    plain = _SPACES.sub("", written)
    points, commas = plain.count("."), plain.count(",")
    if not points and not commas:
        return Figure(Decimal(plain))
    if points and commas:
        return _mixed(plain, "." if plain.rfind(".") > plain.rfind(",") else ",")
    mark = "." if points else ","
    first, *groups = plain.split(mark)
    grouped = 1 <= len(first) <= 3 and first != "0" and all(len(group) == 3 for group in groups)
    if len(groups) > 1:
        return Figure(Decimal(first + "".join(groups))) if grouped else None
    decimal = Figure(Decimal(f"{first}.{groups[0]}"), None, len(groups[0]))
    if not grouped or first.startswith("0"):
        return decimal
    thousands = Decimal(first + groups[0])
    if (mark == ".") == (language == "es"):
        return Figure(thousands)
    return Figure(decimal.value, thousands, decimal.places)


def _mixed(plain: str, decimal_mark: str) -> Figure | None:
    """Both marks: the last one is the decimal one, and stands once."""
    thousands_mark = "," if decimal_mark == "." else "."
    whole, _, fraction = plain.rpartition(decimal_mark)
    first, *groups = whole.split(thousands_mark)
    if decimal_mark in whole or not 1 <= len(first) <= 3 or any(len(group) != 3 for group in groups):
        return None
    return Figure(Decimal(f"{first}{''.join(groups)}.{fraction}"), None, len(fraction))
