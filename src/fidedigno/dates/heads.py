"""Which rules are worth trying at a word: only those of which some expression begins with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial

from fidedigno.dates.figures import in_figures
from fidedigno.dates.fold import fold
from fidedigno.dates.found import Found, Scan
from fidedigno.dates.lexicon import Lexicon, lexicon
from fidedigno.dates.mention import Direction
from fidedigno.dates.months import day_then_month, month_alone, month_then_day
from fidedigno.dates.named import found_day
from fidedigno.dates.relative import counted, day_number, last_day, phrase, year_alone
from fidedigno.dates.weekdays import weekday_date

Rule = Callable[[Scan, int], "Found | tuple[Found, ...] | None"]
MAX_DIGITS = 4
_PART_OF_A_NUMBER = re.compile(r"\d[.,:/]$", re.ASCII)
_DIGITS = re.compile(r"\d{1,5}", re.ASCII)


def _date_at(scan: Scan, start: int) -> Found | None:
    """The date after a weekday."""
    if start >= len(scan.folded):
        return None
    if scan.folded[start].isdigit():
        return in_figures(scan, start) or day_then_month(scan, start)
    dated = month_then_day(scan, start)
    if dated:
        return dated[0] if len(dated) == 1 else None
    return day_then_month(scan, start)


@cache
def heads() -> dict[str, tuple[Rule, ...]]:
    """The rules by the first word, folded."""
    words = lexicon()
    rules: dict[str, list[Rule]] = {}

    def add(phrases: Iterable[str], *added: Rule) -> None:
        for head in {fold(each).replace("-", " ").split()[0] for each in phrases}:
            rules.setdefault(head, []).extend(added)

    add([*words.all_weekdays, *words.plurals], partial(weekday_date, date_at=_date_at))
    add(words.months, month_then_day, month_alone)
    add(_counting(words), day_then_month, counted)
    add(words.phrases, phrase)
    add(words.data["last_day_of_month"], last_day)
    return {head: tuple(each) for head, each in rules.items()}


def _counting(words: Lexicon) -> list[str]:
    return [*words.numbers, *words.ordinals]


def days_at(scan: Scan, start: int, word: str) -> tuple[Found, ...]:
    """Return the longest reading of the date whose first word, or figure, stands at ``start``."""
    if word[:1].isdigit():
        found = _from_digits(scan, start)
        return (_in_context(scan, found),) if found else ()
    best: tuple[Found, ...] = ()
    for rule in heads().get(word, ()):
        read = rule(scan, start)
        several = (read,) if isinstance(read, Found) else read or ()
        if several and (not best or several[-1].end > best[-1].end):
            best = several
    return (_in_context(scan, best[0]), *best[1:]) if best else ()


def _from_digits(scan: Scan, start: int) -> Found | None:
    digits = _DIGITS.match(scan.folded, start)
    if digits is None or len(digits[0]) > MAX_DIGITS or _PART_OF_A_NUMBER.search(scan.before(start, 2)):
        return None
    mark = scan.folded[digits.end() : digits.end() + 1]
    if mark in {"/", "-", "."} and (found := in_figures(scan, start)):
        return found
    if len(digits[0]) == MAX_DIGITS:
        return year_alone(scan, start)
    return day_then_month(scan, start) or counted(scan, start) or day_number(scan, start)


def _in_context(scan: Scan, found: Found) -> Found:
    """With the article, and with a word like "pasado" before a date whose year is open."""
    sets = lexicon().sets
    named = found.named
    if found.possible and named and named.month is not None:
        word, before = scan.word_before(found.start)
        if word in sets["towards_past"] | sets["towards_future"]:
            direction = Direction.PAST if word in sets["towards_past"] else Direction.FUTURE
            found = found_day(scan, before, found.end, named, direction)._replace(ambiguous=found.ambiguous)
    if not found.possible:
        return found
    start = (
        scan.over_words(found.start, sets["day_cues"]) if scan.folded[found.start].isdigit() else found.start
    )
    return found._replace(start=scan.over_words(start, sets["articles"]))
