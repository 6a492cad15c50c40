"""The unit that stands at a number: behind it, before it as a currency's sign, or behind one word more.

Pounds are money, unless the words around speak of a weight. What the number is worth in the unit's base is told by
the unit; limits and rates are left to others.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from fidedigno.dates.lexicon import spaced
from fidedigno.verify.values.lexicon import Lexicon, lexicon
from fidedigno.verify.values.numerals import Numeral
from fidedigno.verify.values.value import Kind

_OF_ONE = re.compile(r"\s(?:(?:of|de)\s(?:an?|una?|one)?(?=\s)|of(?=\s)|an?(?=\s))")
_ADJECTIVE = re.compile(
    r"\s(?!(?:of|to|and|or|in|at|per|for|by|from|the|on|with|into|every|each|than|de|en|al|por|para|y|o|a|cada)\s)"
    r"[^\W\d_]{3,14}(?=\s)"
)
_END = re.compile(r"[.;!?\n]")
_AROUND = 80
"""How far from an amount of pounds the words may stand by which it is a weight."""
_LONGEST_SIGN = 6


class UnitAt(NamedTuple):
    """A unit and where it ends; so many of it are ``factor`` times that plus ``offset`` in the ``base``."""

    kind: Kind
    name: str
    base: str
    factor: Decimal
    end: int
    offset: Decimal = Decimal(0)

    def in_base(self, number: Decimal) -> Decimal:
        """So many of this unit, in the base unit."""
        return number * self.factor + self.offset


def unit_after(folded: str, numeral: Numeral) -> UnitAt | None:
    """The unit or currency behind a number."""
    known = lexicon()
    position = _over_an_article(folded, numeral)
    currency = known.currency_after.match(folded, numeral.end)
    if currency:
        word = spaced(currency["currency"])
        name = known.currency_of[word]
        weight = word in known.unit_of and known.weighing.search(
            _clause(folded, numeral.start, currency.end())
        )
        if name != "cents" and not weight:
            return UnitAt(Kind.AMOUNT, name, name, Decimal(1), currency.end())
    match = known.unit_pattern.match(folded, position) or _over_an_adjective(known, folded, position)
    if match is None:
        return None
    unit = known.unit_called(match["unit"])
    return UnitAt(_kind(known, unit.base), unit.name, unit.base, unit.factor, match.end(), unit.offset)


def _over_an_adjective(known: Lexicon, folded: str, position: int) -> re.Match[str] | None:
    """The unit behind one word that says more of it (``15 idle minutes``)."""
    word = _ADJECTIVE.match(folded, position)
    match = known.unit_pattern.match(folded, word.end()) if word else None
    if match is None:
        return None
    return match if known.unit_called(match["unit"]).base in known.durations else None


def _clause(folded: str, start: int, end: int) -> str:
    """What stands around a place, up to a point or semicolon."""
    before = _END.split(folded[max(0, start - _AROUND) : start])[-1]
    return f"{before} {_END.split(folded[end : end + _AROUND])[0]}"


def _over_an_article(folded: str, numeral: Numeral) -> int:
    """Where the unit of a fraction may begin (``a quarter of a year``)."""
    match = _OF_ONE.match(folded, numeral.end) if numeral.share or numeral.half else None
    return match.end() if match else numeral.end


def _kind(known: Lexicon, base: str) -> Kind:
    if base in known.durations:
        return Kind.DURATION
    return Kind.PERCENTAGE if base in known.percentages else Kind.NUMBER


def currency_before(folded: str, start: int) -> UnitAt | None:
    """A currency's sign right before a number; its ``end`` is where the sign begins."""
    known = lexicon()
    first = max(0, start - _LONGEST_SIGN)
    match = known.currency_before.search(folded[first:start])
    if match is None:
        return None
    name = known.currency_of[match["currency"]]
    return UnitAt(Kind.AMOUNT, name, name, Decimal(1), first + match.start())
