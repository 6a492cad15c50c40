"""What a claim would have to say in place of its value: the evidence's value in the claim's language and notation.

The sign of a currency, the decimal mark and the form of a period stay the claim's own. Empty where that cannot be
written safely.
"""

from __future__ import annotations

import re
from decimal import Decimal

from fidedigno.consolidate.plain import plain
from fidedigno.dates.lexicon import lexicon as date_words
from fidedigno.verify.statement import Statement
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.periods import period_in_words
from fidedigno.verify.values.value import Kind, Value

_MARKS = re.compile(r"[.,]")
_ENDS = re.compile(r"\s?(?:[.,;:!?)]|$|\s?(?:and|or|in|by|at|for|with)\s)")
_GROUPED = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3})+(?:[.,][0-9]+)?")
_GROUP_FROM = 10_000
_CENTS = 2
"""Decimals that are written even where they are nought."""
_HALF_OF_DAY = re.compile(r"[0-9]{1,2}(?:[:.][0-9]{2})?(?P<gap>\s?)(?P<half>[apAP]\.?\s?[mM]\.?)")
_OF = " de "
"""Between a million and what it counts, in Spanish; not after figures."""
_MILLIONS = frozenset({"millón", "millones", "billón", "billones"})
_DATE_IN_WORDS = {"es": "{day} de {month}", "en": "{day} {month}"}
_WITH_YEAR = {"es": "{rest} de {year}", "en": "{rest} {year}"}


def expected_text(claim: Statement, value: Value, evidence: Statement, found: Value) -> str:
    """The evidence's value ``found`` as the claim would write it in place of ``value``."""
    same_language = claim.language == evidence.language
    if value.kind is not found.kind and Kind.PERIOD in {value.kind, found.kind}:
        return evidence.text[found.whole_start : found.whole_end] if same_language else ""
    if value.kind is Kind.PERIOD and "/" in found.unit:
        return found.written if same_language else ""
    if value.kind is Kind.PERIOD:
        alone = claim.language == "en" and _ENDS.match(claim.text, value.end) is not None
        return period_in_words(found.unit, value.named, claim.language, value.written, adverb=alone)
    if value.kind is Kind.DATE:
        return _date(claim.language, value, found, same_language=same_language)
    if value.kind is Kind.TIME:
        return _hour(value, found, same_language=same_language)
    if value.kind is Kind.WEEKDAY:
        return _weekday(claim.language, value, found, same_language=same_language)
    if value.kind is Kind.ORDINAL:
        alike = value.written[:1].isdigit() == found.written[:1].isdigit()
        return found.written if same_language and alike else ""
    if value.kind is Kind.VERSION:
        return found.written if value.written[:1] == "v" else found.written.lstrip("v")
    return _quantity(claim, value, evidence, found)


def with_bound(claim: Statement, value: Value, evidence: Statement, found: Value) -> str:
    """The evidence's value with the words of its limit."""
    if claim.language == evidence.language:
        return evidence.text[found.whole_start : found.whole_end]
    words = lexicon().data["bounds"][found.bound.value]["before"].get(claim.language) if found.bound else None
    written = expected_text(claim, value, evidence, found)
    return f"{words[0]} {written}" if words and written else ""


def _quantity(claim: Statement, value: Value, evidence: Statement, found: Value) -> str:
    number = _number(claim, value, evidence, found)
    if plain(claim.text[value.number_start : value.number_end]) in lexicon().unit_of:
        # `hora y media` has no number of its own.
        unit = _unit_word(found, claim.language) if found.named in lexicon().units else ""
        return f"{number} {unit}" if unit else ""
    if _same_unit(value, found):
        before = claim.text[value.start : value.number_start]
        after = claim.text[value.number_end : value.end - len(_half(claim, value))]
        if value.named == found.named and value.named in lexicon().units:
            after = _agreeing(after, found, claim.language)
        if number[-1].isdigit() and after.startswith(_OF):
            after = f" {after.removeprefix(_OF)}"
        elif claim.language == "es" and number.split()[-1] in _MILLIONS and after[:1] == " ":
            after = after if after.startswith(_OF) else f"{_OF}{after[1:]}"
        return f"{before}{number}{after}"
    if found.kind is Kind.AMOUNT:
        # Another currency: with its own sign, where the evidence has it.
        before = evidence.text[found.start : found.number_start]
        return f"{before}{number}{evidence.text[found.number_end : found.end]}"
    if found.named not in lexicon().units:
        return number
    unit = _unit_word(found, claim.language)
    return f"{number} {unit}" if unit else ""


def _same_unit(value: Value, found: Value) -> bool:
    if value.kind is Kind.AMOUNT:
        shared = lexicon().shared_signs
        return value.unit == found.unit or found.unit in shared.get(value.unit, ())
    return value.named == found.named


def _unit_word(found: Value, language: str) -> str:
    forms = lexicon().units[found.named].forms.get(language, ())
    if len(forms) < 2:
        return ""
    return forms[0] if _in_unit(found) == 1 else forms[1]


def _agreeing(after: str, found: Value, language: str) -> str:
    """The claim's unit word in the number that the new figure wants."""
    forms = lexicon().units[found.named].forms.get(language, ())
    word = after.strip(" \u00a0")
    if len(forms) < 2 or word.lower() not in forms[:2]:
        return after
    return after.replace(word, _unit_word(found, language))


def _in_unit(found: Value) -> Decimal:
    unit = lexicon().units.get(found.named)
    return unit.out_of_base(found.high) if unit else found.high


def _number(claim: Statement, value: Value, evidence: Statement, found: Value) -> str:
    """The evidence's number: as it stands there if the claim could write it so, else in figures."""
    written = evidence.text[found.number_start : found.number_end]
    mine = claim.text[value.number_start : value.number_end]
    same_mark = (
        not _MARKS.search(written) or not _MARKS.search(mine) or _same_marks(written, mine, claim.language)
    )
    if claim.language == evidence.language and same_mark and not _half(evidence, found):
        return written
    unit = lexicon().units.get(found.named)
    grouped = bool(_GROUPED.search(mine)) or bool(_GROUPED.search(written))
    mark = _decimal_mark(mine, claim.language)
    low = _figures(unit.out_of_base(found.low) if unit else found.low, found.places, mark, grouped=grouped)
    if not found.is_range:
        return low
    return f"{low}-{_figures(_in_unit(found), found.places, mark, grouped=grouped)}"


def _half(statement: Statement, value: Value) -> str:
    """The half that stands behind the unit (``una hora y media``), as it is written."""
    words = lexicon().number_words(statement.language)
    match = words.and_more.search(plain(statement.text[value.number_end : value.end]))
    return statement.text[value.number_end + match.start() : value.end] if match else ""


def _same_marks(written: str, mine: str, language: str) -> bool:
    return _decimal_mark(written, language) == _decimal_mark(mine, language)


def _decimal_mark(written: str, language: str) -> str:
    """The mark that the claim's own number uses, or its language's."""
    marks = _MARKS.findall(written)
    if marks and (len(set(marks)) > 1 or not _GROUPED.fullmatch(written)):
        return str(marks[-1])
    return "," if language == "es" else "."


def _figures(number: Decimal, places: int, mark: str, *, grouped: bool) -> str:
    whole = number == number.to_integral_value() and places != _CENTS
    digits = f"{int(number)}" if whole else f"{number:.{max(places, -_exponent(number))}f}"
    integer, _, fraction = digits.partition(".")
    if (grouped and abs(number) >= 1000) or abs(number) >= _GROUP_FROM:
        integer = f"{int(integer):,}".replace(",", "." if mark == "," else ",")
    return f"{integer}{mark}{fraction}" if fraction else integer


def _exponent(number: Decimal) -> int:
    exponent = number.normalize().as_tuple().exponent
    return min(0, exponent) if isinstance(exponent, int) else 0


def _date(language: str, value: Value, found: Value, *, same_language: bool) -> str:
    if value.years or value.months or found.years or found.months:
        alike = bool(value.years) == bool(found.years) and bool(value.months) == bool(found.months)
        return found.written if same_language and alike else ""
    year, month, day = found.parts
    if value.parts[1:] == (0, 0):
        return str(year) if year else ""
    in_words = any(map(str.isalpha, value.written)) and any(map(str.isalpha, found.written))
    if same_language and not found.implied and (in_words or not any(map(str.isalpha, value.written))):
        return found.written
    names = date_words().names
    if not month or language not in names:
        return str(year) if year else ""
    name = names[language][0][month - 1]
    rest = _DATE_IN_WORDS[language].format(day=day, month=name) if day and value.parts[2] else name
    return _WITH_YEAR[language].format(rest=rest, year=year) if year else rest


def _hour(value: Value, found: Value, *, same_language: bool) -> str:
    """With ``am`` and ``pm`` where the claim has them, without where it has not."""
    mine, theirs = _HALF_OF_DAY.fullmatch(value.written), _HALF_OF_DAY.fullmatch(found.written)
    if same_language and (mine is None) == (theirs is None):
        return found.written
    hour, minute = divmod(int(found.low), 60)
    if mine is None:
        return f"{hour:02}:{minute:02}"
    half = mine["half"].replace("p", "a") if hour < 12 else mine["half"].replace("a", "p")
    half = half.replace("A", "P") if hour >= 12 else half.replace("P", "A")
    return f"{(hour - 1) % 12 + 1}{f':{minute:02}' if minute else ''}{mine['gap']}{half}"


def _weekday(language: str, value: Value, found: Value, *, same_language: bool) -> str:
    if same_language and found.kind is Kind.WEEKDAY and not found.implied:
        return found.written
    names = date_words().names
    weekday = found.parts[0] if len(found.parts) == 1 else found.weekday
    if weekday is None or language not in names:
        return ""
    name = names[language][1][weekday]
    return name.capitalize() if value.written[:1].isupper() else name
