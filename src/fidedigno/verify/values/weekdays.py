"""Weekdays: those of a timetable (``de lunes a viernes``), and those that do not fit the date beside them.

A misfit is found in one statement alone; it needs a year.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from fidedigno.consolidate.plain import plain
from fidedigno.dates.lexicon import lexicon as date_words
from fidedigno.dates.lexicon import spaced
from fidedigno.verify.statement import Difference, Statement
from fidedigno.verify.values.days import find_days
from fidedigno.verify.values.lexicon import alternatives, both, lexicon
from fidedigno.verify.values.skipped import Mask, mask_of
from fidedigno.verify.values.value import Kind, Value


@cache
def _number_of() -> dict[str, int]:
    words = date_words()
    plurals = {
        plural: words.weekdays[plural[:-1]] for plural in words.plurals if plural[:-1] in words.weekdays
    }
    return {**words.weekdays, **plurals}


@cache
def _sets() -> dict[str, frozenset[int]]:
    """Words for several days at once."""
    data = lexicon().data["days_of_week"]
    return {plain(word): frozenset(entry["days"]) for entry in data for word in both(entry)}


@cache
def _pattern() -> re.Pattern[str]:
    names = alternatives((*_number_of(), *_sets()))
    link = r"\s?(?P<link>-|–|,|\b(?:a|al|to|through|y|e|o|and|or)\b)\s?(?:(?:y|and|el|los|on)\s)?"
    return re.compile(
        rf"(?<!\w)(?P<first>{names})(?:(?P<rest>(?:{link.replace('(?P<link>', '(?:')}{names}){{1,6}}))?(?!\w)"
    )


@cache
def _parts() -> re.Pattern[str]:
    names = alternatives((*_number_of(), *_sets()))
    return re.compile(
        rf"(?P<range>\s?(?:-|–|\b(?:a|al|to|through)\b)\s?(?:el\s)?)?(?<!\w)(?P<name>{names})(?!\w)"
    )


def find_weekdays(text: str, folded: str, mask: Mask) -> list[Value]:
    """The weekdays, or sets of them, that a statement names apart from its dates."""
    found = []
    for match in _pattern().finditer(folded):
        if not mask.is_free(*match.span()):
            continue
        days = sorted(_days(match[0]))
        once = len(days) == 1 and spaced(match[0]) in date_words().weekdays
        once = once and not _again().search(folded, max(0, match.start() - 16), match.start())
        found.append(
            Value(
                match.start(), match.end(), Kind.WEEKDAY, text[match.start() : match.end()], parts=tuple(days),
                number_start=match.start(), number_end=match.end(),
                whole_start=match.start(), whole_end=match.end(), weekday=days[0] if once else None,
            )
        )  # fmt: skip
    return found


def with_weekday(folded: str, value: Value) -> Value:
    """A day with the weekday that stands at it, or else the one that its year makes of it."""
    name = _beside(folded, value)[2]
    if name is not None:
        return value._replace(weekday=date_words().all_weekdays[name])
    if len(value.parts) == 3 and all(value.parts) and not value.other_parts:
        return value._replace(weekday=date(*value.parts).weekday())
    return value


def weekday_at(folded: str, value: Value) -> tuple[int, int] | None:
    """Where the weekday stands that is written at a day."""
    first, last, name = _beside(folded, value)
    return None if name is None else (first, last)


@cache
def _again() -> re.Pattern[str]:
    """Words before a weekday that comes again and again."""
    return re.compile(rf"(?<!\w){alternatives(both(lexicon().data['each']))}\s$")


def _days(words: str) -> set[int]:
    days: set[int] = set()
    last = None
    for part in _parts().finditer(words):
        name = spaced(part["name"])
        if name in _sets():
            days |= _sets()[name]
            continue
        day = _number_of()[name]
        if part["range"] and last is not None:
            days |= {(last + step) % 7 for step in range((day - last) % 7 + 1)}
        days.add(day)
        last = day
    return days


def find_weekday_misfits(statement: Statement) -> tuple[Difference, ...]:
    """Weekdays of a statement that do not fit the date they stand at (``Monday 5 March 2024`` was a Tuesday).

    ``expected`` is the right weekday in the statement's language; the place in the evidence is empty.
    """
    text, folded = statement.text, statement.folded
    found = []
    for value in find_days(text, folded, statement.language, None, mask_of(text)):
        if len(value.parts) != 3 or not all(value.parts):
            continue
        first, end, name = _beside(folded, value)
        if name is None:
            continue
        right = date(*value.parts).weekday()
        other = date(*value.other_parts).weekday() if value.other_parts else right
        said = date_words().all_weekdays[name]
        if said not in {right, other}:
            expected = named_weekday(right, statement.language, text[first:end])
            found.append(Difference("weekday_differs", first, end, 0, 0, expected))
    return tuple(found)


@cache
def _next_to() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    names = alternatives(date_words().all_weekdays)
    return (
        re.compile(rf"(?<!\w)(?P<name>{names})(?!\w)"),
        re.compile(rf"(?<!\w)(?P<name>{names})\.?,?\s{{1,2}}(?:(?:el|dia|the)\s){{0,2}}$"),
        re.compile(rf",?\s?\(?(?:(?:a|un|en)\s)?(?P<name>{alternatives(date_words().weekdays)})(?!\w)"),
    )


def _beside(folded: str, value: Value) -> tuple[int, int, str | None]:
    inside, before, after = _next_to()
    if match := inside.search(folded, value.start, value.end):
        return match.start(), match.end(), match["name"]
    first = max(0, value.start - 32)
    if match := before.search(folded[first : value.start]):
        return first + match.start("name"), first + match.end("name"), match["name"]
    if (match := after.match(folded, value.end)) and not re.match(
        r"\s[0-9]|\s?[-–]\s?[a-z]|\s(?:to|through|a|al)\s", folded[match.end() : match.end() + 9]
    ):
        return match.start("name"), match.end("name"), match["name"]
    return 0, 0, None


def named_weekday(weekday: int, language: str, written: str) -> str:
    """The name of a weekday, with a capital where ``written`` has one."""
    names = date_words().names
    name = names.get(language, names["en"])[1][weekday]
    return name.capitalize() if written[:1].isupper() else name
