"""Amounts in Spanish and English texts: a number with its unit, written in one way.

``25 %``, ``25 por ciento`` and ``twenty percent`` become ``25 %`` and ``20 %``; ``4,0 puntos`` becomes
``4 points``; ``10 % por día`` is ``10 %/days``, ``hasta 3 intentos`` is ``≤ 3 attempts`` and ``from 5 to 10
pages`` is ``5..10 pages``. A number without a unit is no amount: ``0,25`` may be a quarter of the mark or a
quarter of a point, and nothing here guesses which.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from fidedigno.consolidate.plain import plain

_MAX_CHARACTERS = 40
"""Longest number that is read."""
_BEFORE = 24
_THOUSANDS = {
    "es": re.compile(r"\d{1,3}(?:[. ]\d{3})+(?:,\d+)?"),
    "en": re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"),
}
_CANONICAL = re.compile(
    r"(?P<bound>[≤≥] )?(?P<low>\d+(?:\.\d+)?)(?:\.\.(?P<high>\d+(?:\.\d+)?))? (?P<unit>[^/]+)(?:/(?P<per>.+))?"
)


class Amount(NamedTuple):
    """An amount at ``[start, end)`` of a text; ``value`` is its one written form."""

    start: int
    end: int
    value: str


class Measure(NamedTuple):
    """An amount in the base of its unit, to be compared: ``dimension`` names unit, rate and limit."""

    dimension: tuple[str, str, str]
    low: Decimal
    high: Decimal


class _Tables(NamedTuple):
    amount: re.Pattern[str]
    unit_of: dict[str, str]
    numbers: dict[str, Decimal]
    scale: dict[str, tuple[str, Decimal]]
    at_most: re.Pattern[str]
    at_least: re.Pattern[str]


@cache
def _tables() -> _Tables:
    text = files("fidedigno.consolidate").joinpath("amounts.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.safe_load(text)
    unit_of = {word: name for name, unit in data["units"].items() for word in unit["words"]}
    numbers = {
        word: Decimal(str(value))
        for language in ("es", "en")
        for word, value in data["numbers"][language].items()
    }
    unit = _any(unit_of)
    number = rf"(?:\d{{1,3}}(?:[.,\u00a0 ]\d{{3}}){{1,4}}(?:[.,]\d+)?|\d+(?:[.,]\d+)?|(?:{_any(numbers)})\b)"
    tail = r"(?!\w)"
    rate = rf"(?:\s+(?:{_any(data['per'])})\s+(?P<per>{unit}){tail}|\s*/\s*(?P<slash>{unit}){tail})?"
    high = rf"(?:\s*(?:-|–|\ba\b|\bal\b|\bto\b)\s*(?P<high>{number}))?"
    amount = re.compile(
        rf"(?<![\w.,:/-])(?P<low>{number})(?:\s*(?P<first>{unit}){tail})?{high}\s*-?(?P<unit>{unit}){tail}{rate}"
    )
    scale = {name: (unit["base"], Decimal(str(unit["factor"]))) for name, unit in data["units"].items()}
    limits = (
        re.compile(rf"\b(?:{_any(data[name])})\s*(?:el|la|del?|the|un|una|of)?\s*$")
        for name in ("at_most", "at_least")
    )
    return _Tables(amount, unit_of, numbers, scale, *limits)


def _any(words: Any) -> str:
    """A regular expression for any of the words, the longest first."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


def find_amounts(text: str, language: str | None = None) -> tuple[Amount, ...]:
    """The amounts that ``text`` names, in order.

    ``language`` tells what a point and a comma mean in ``1.000``: thousands in Spanish, a decimal in English.
    """
    tables, folded = _tables(), plain(text)
    found = []
    for match in tables.amount.finditer(folded):
        low = _number(match["low"], language)
        high = _number(match["high"], language) if match["high"] else None
        unit = tables.unit_of[_spaced(match["unit"])]
        first_unit = tables.unit_of[_spaced(match["first"])] if match["first"] else unit
        if low is None or (match["high"] and high is None) or first_unit != unit:
            continue
        per = match["per"] or match["slash"]
        before = folded[max(0, match.start() - _BEFORE) : match.start()]
        if _is_hour(before, unit):
            continue
        found.append(Amount(match.start(), match.end(), _written(low, high, unit, per, before)))
    return tuple(found)


def _is_hour(before: str, unit: str) -> bool:
    """Whether ``14 h`` is a time of the day: ``a las 14 h``."""
    return unit == "hours" and before.endswith((" las ", " la "))


def _written(low: Decimal, high: Decimal | None, unit: str, per: str | None, before: str) -> str:
    tables = _tables()
    limit = "≥ " if tables.at_least.search(before) else "≤ " if tables.at_most.search(before) else ""
    limit = "≤ " if limit and tables.at_most.search(before) else limit
    number = (
        _digits(low)
        if high is None or high == low
        else f"{_digits(min(low, high))}..{_digits(max(low, high))}"
    )
    rate = f"/{tables.unit_of[_spaced(per)]}" if per else ""
    return f"{limit if high is None else ''}{number} {unit}{rate}"


def _spaced(words: str) -> str:
    return " ".join(words.split())


def _digits(number: Decimal) -> str:
    plain_number = format(number.normalize(), "f")
    return plain_number or "0"


def _number(text: str, language: str | None) -> Decimal | None:
    word = _tables().numbers.get(text)
    if word is not None:
        return word
    if len(text) > _MAX_CHARACTERS:
        return None
    written = text.replace("\u00a0", " ")
    for name, shape in _THOUSANDS.items():
        if shape.fullmatch(written) and language in (name, None):
            written = written.replace(" ", "").replace("." if name == "es" else ",", "")
            break
    try:
        return Decimal(written.replace(",", ".").replace(" ", ""))
    except InvalidOperation:
        return None


def measure(value: str) -> Measure | None:
    """Read a canonical value into its base unit; ``None`` for anything else."""
    match = _CANONICAL.fullmatch(value)
    scale = _tables().scale
    if match is None or match["unit"] not in scale:
        return None
    base, factor = scale[match["unit"]]
    low, high = Decimal(match["low"]), Decimal(match["high"] or match["low"])
    return Measure((base, match["per"] or "", match["bound"] or ""), low * factor, high * factor)


def canonical_amount(value: str, language: str | None = None) -> str:
    """A live system's amount as it is written here, or as it came where it is no amount of ours."""
    found = find_amounts(value, language)
    whole = len(found) == 1 and not value[: found[0].start].strip() and not value[found[0].end :].strip(" .")
    return found[0].value if whole else " ".join(value.split())


def same_amount(one: str, other: str) -> bool:
    """Whether two canonical amounts say the same: ``2 days`` and ``48 hours`` do.

    A limit and a plain amount agree while the amount keeps the limit: ``10 %`` and ``≤ 20 %``.
    """
    first, second = measure(one), measure(other)
    if first is None or second is None:
        return one.casefold() == other.casefold()
    if first.dimension == second.dimension:
        return (first.low, first.high) == (second.low, second.high)
    if first.dimension[:2] != second.dimension[:2]:
        return False
    plain_one, limit = (first, second) if not first.dimension[2] else (second, first)
    if plain_one.dimension[2]:
        return max(plain_one.low, limit.low) == min(plain_one.low, limit.low)
    if limit.dimension[2] == "≤ ":
        return plain_one.high <= limit.high
    return plain_one.low >= limit.low


def is_zero(value: str) -> bool:
    """Whether an amount is nothing (``0 %``), which a denial also says."""
    found = measure(value)
    return found is not None and found.high == 0
