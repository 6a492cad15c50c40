"""Days that a sentence of evidence tells by another day: ``two days later``, ``la víspera``, ``the day after``.

The other day stands before it in the sentence, right behind it (``two days after 4 May``), or alone in the sentence
before. Where a word says of what event (``the day before the opening``) the other day must be told of that event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.passages import Word
from fidedigno.dates.choose import shifted
from fidedigno.dates.lexicon import count_of, spaced
from fidedigno.dates.lexicon import lexicon as date_words
from fidedigno.verify.statement import Statement
from fidedigno.verify.values.lexicon import alternatives, both, lexicon
from fidedigno.verify.values.nouns import keys_of
from fidedigno.verify.values.value import Bound, Kind, Value

_OPEN_YEAR = 2001
"""A year for days that have none: without a 29 February, which nobody could know of."""
_FORTNIGHT = 14
_NEAR = 40
_CHEAP = re.compile(
    r"siguiente|anterior|vispera|despues|antes|previ|mas t|antelacion|anticipacion|atras|luego"
    r"|a l[ao]s |al cabo|pasad|transcurrid|al otro"
    r"|\blater|\bafter|\bnext\b|following|before|previous|\bprior|earlier|\beve\b|ahead|advance|preceding"
    r"|\bpast\b|\bon from"
)
_TO_THE_DAY = re.compile(r"\s(?:(?:of|to|the|de|del|la|el|los|las|than)\s){0,3}(?:dia\s)?")
_TO_A_NOUN = re.compile(
    r"\s(?:(?:of|to|the|a|an|its|their|his|her|our|your|de|del|la|el|los|las|su|sus|nuestro|nuestra)\s){0,3}"
)
_PARTED = re.compile(r"\s?(?:$|[.,;:?!)(—–-])")
_LEFT_OUT = re.compile(r"[^.;:0-9]{0,30}(?:,|(?<!\w)(?:y|and))\s")
_TOLD = re.compile(r"\s(?:de|of|for|para|up|down|en|in|out)\s?[a-z]|\s?[.;,)]|$")
_LINKS = frozenset({"of", "to", "de", "del", "after", "before", "following", "preceding"})


Reader = Callable[[Statement], Sequence[Value]]


class _Patterns(NamedTuple):
    near: re.Pattern[str]
    counted: re.Pattern[str]
    ahead: re.Pattern[str]
    never: re.Pattern[str]
    next_day: frozenset[str]
    later: frozenset[str]
    units: dict[str, str]
    itself: frozenset[str]


class Away(NamedTuple):
    """Words at ``[start, end)`` that tell a time so many units behind another one, or before it."""

    start: int
    end: int
    number: int
    unit: str


@cache
def _patterns() -> _Patterns:
    data = lexicon().data
    units = {word: unit for unit, words in data["spans"].items() for word in map(_folded, both(words))}
    names = alternatives(units)
    count = (
        rf"(?P<count>[0-9]{{1,3}}|{alternatives(date_words().numbers)})\s{{1,2}}(?:full\s)?(?P<unit>{names})"
    )
    later, earlier = both(data["later"]), both(data["earlier"])
    return _Patterns(
        near=re.compile(
            rf"(?<!\w)(?P<day>{alternatives([*both(data['next_day']), *both(data['day_before'])])})(?!\w)"
        ),
        counted=re.compile(rf"(?<!\w){count}\s{{1,2}}(?P<way>{alternatives([*later, *earlier])})(?!\w)"),
        ahead=re.compile(rf"(?<!\w){alternatives(both(data['later_before']))}\s{count}(?!\w)"),
        never=re.compile(rf"\s(?:of\s|de\s)?{alternatives(both(data['not_from_a_day']))}(?!\w)"),
        next_day=frozenset(map(_folded, both(data["next_day"]))),
        later=frozenset(map(_folded, later)),
        units=units,
        itself=frozenset(map(_folded, both(data["itself"]))),
    )


def _folded(words: str) -> str:
    return Statement.of(words).folded


def with_implied(statement: Statement, values: tuple[Value, ...], read: Reader) -> tuple[Value, ...]:
    """The values of a sentence of evidence, and the days that it tells by others; ``read`` reads the one before."""
    values = with_units_left_out(statement.folded, values)
    if not _CHEAP.search(statement.folded):
        return values
    found: list[Value] = []
    for away in _aways(statement.folded):
        base = _base(statement, away, sorted((*values, *found), key=lambda value: value.start), read)
        implied = _moved(base, away) if base is not None else None
        if implied is not None:
            found.append(implied._replace(written=statement.text[away.start : away.end]))
    return tuple(sorted((*values, *found), key=lambda value: (value.start, value.end))) if found else values


def counted_from(folded: str, value: Value) -> Value:
    """A day that is marked if another one is counted from it."""
    first = max(0, value.start - _NEAR)
    before = folded[first : value.start]
    if value.kind is not Kind.DATE or not _CHEAP.search(before):
        return value
    told = any(
        (link := _TO_THE_DAY.match(before, away.end)) is not None and link.end() == len(before)
        for away in _aways(before)
    )
    # The word before it says where the other day lies, and no limit.
    return value._replace(counted_from=True, bound=Bound.NONE) if told else value


def with_units_left_out(folded: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Bare numbers with the unit of the value before, which is left out (``800 megabits down and 400 up``)."""
    found: list[Value] = []
    for value in values:
        last = found[-1] if found else None
        bare = value.kind is Kind.NUMBER and not value.unit and not value.nouns and not value.is_range
        if last is None or not bare or not last.named or last.kind not in {Kind.NUMBER, Kind.DURATION}:
            found.append(value)
            continue
        unit = lexicon().units.get(last.named)
        linked = unit is not None and _LEFT_OUT.fullmatch(folded, last.end, value.start)
        if unit is None or unit.base in lexicon().counted or not linked or not _TOLD.match(folded, value.end):
            found.append(value)
            continue
        low = unit.in_base(value.low)
        nouns = frozenset({unit.base}) if last.kind is Kind.NUMBER else frozenset()
        found.append(
            value._replace(
                kind=last.kind, unit=last.unit, named=last.named, low=low, high=low, other=None, nouns=nouns
            )
        )
    return tuple(found)


def _aways(folded: str) -> list[Away]:
    patterns = _patterns()
    found = []
    for match in patterns.counted.finditer(folded):
        count = count_of(match["count"])
        way = 1 if spaced(match["way"]) in patterns.later else -1
        found.append(Away(match.start(), match.end(), way * count, patterns.units[match["unit"]]))
    for match in patterns.ahead.finditer(folded):
        found.append(
            Away(match.start(), match.end(), count_of(match["count"]), patterns.units[match["unit"]])
        )
    taken = [(each.start, each.end) for each in found]
    for match in patterns.near.finditer(folded):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            way = 1 if spaced(match["day"]) in patterns.next_day else -1
            found.append(Away(match.start(), match.end(), way, "day"))
    return sorted(
        (each for each in found if not patterns.never.match(folded, each.end)), key=lambda each: each.start
    )


def _base(statement: Statement, away: Away, values: Sequence[Value], read: Reader) -> Value | None:
    """The day from which the words count."""
    days = [value for value in values if _is_a_day(value)]
    link = _TO_THE_DAY.match(statement.folded, away.end)
    if link and (behind := next((day for day in days if day.start in {link.end(), away.end + 1}), None)):
        return behind
    noun, is_clause = _event(statement, away.end)
    if is_clause:
        return None
    before = [day for day in days if day.end <= away.start]
    if before:
        words = statement.words
    elif statement.before:
        other = Statement.of(statement.before, statement.language, reference=statement.reference)
        before = [value for value in read(other) if _is_a_day(value)]
        words = other.words
        if len(before) != 1 and not noun:
            return None
    else:
        return None
    if not before:
        return None
    return _of_event(words, before, noun) if noun else before[-1]


def _is_a_day(value: Value) -> bool:
    return value.kind is Kind.DATE or (value.kind is Kind.WEEKDAY and len(value.parts) == 1)


def _event(statement: Statement, end: int) -> tuple[frozenset[str], bool]:
    """The keys of the event from which it is counted, and whether a clause stands there that names none."""
    folded = statement.folded
    if _PARTED.match(folded, end):
        return frozenset(), False
    link = _TO_A_NOUN.match(folded, end)
    place = link.end() if link else end
    last = folded[:end].split()[-1]
    linked = link is not None and folded[end:place].split()
    if not linked and last not in _LINKS:
        return frozenset(), False
    if linked and linked[0] not in _LINKS and last not in _LINKS:
        return frozenset(), False
    word = next((each for each in statement.words if each.start >= place), None)
    if word is None or word.start > place + 1 or word.text in _patterns().itself:
        return frozenset(), False
    keys = keys_of(word.text, word.terms)
    return keys, not keys


def _of_event(words: Sequence[Word], days: Sequence[Value], event: frozenset[str]) -> Value | None:
    """The day that stands nearest to a word for the event."""
    places = [word.start for word in words if word.terms and keys_of(word.text, word.terms) & event]
    if not places:
        return None
    return min(days, key=lambda day: min(abs(day.start - place) for place in places))


def _moved(base: Value, away: Away) -> Value | None:
    """The day, month or year so far away; as exactly as both say."""
    blank = Value(
        away.start, away.end, base.kind, "", number_start=away.start, number_end=away.end,
        whole_start=away.start, whole_end=away.end, implied=True,
    )  # fmt: skip
    if base.kind is Kind.WEEKDAY:
        if away.unit != "day":
            return None
        moved = (base.parts[0] + away.number) % 7
        return blank._replace(parts=(moved,), weekday=moved)
    if len(base.parts) != 3 or base.years or base.months:
        return None
    year, month, day = base.parts
    unit, count = ("day", away.number * _FORTNIGHT) if away.unit == "fortnight" else (away.unit, away.number)
    if unit == "year":
        return blank._replace(parts=(year + count, 0, 0)) if year and year + count > 0 else None
    if unit == "month":
        if not month or not day:
            return None
        moved_on = shifted(date(year or _OPEN_YEAR, month, 1), "month", count)
        return blank._replace(parts=(moved_on.year if year else 0, moved_on.month, 0)) if moved_on else None
    if not day or not month:
        return None
    try:
        first = date(year or _OPEN_YEAR, month, day)
    except ValueError:
        return None
    then = shifted(first, unit, count)
    if then is None or (not year and {first.month, then.month} == {2, 3}):
        return None
    weekday = then.weekday() if year else None
    if weekday is None and base.weekday is not None:
        weekday = (base.weekday + (then - first).days) % 7
    return blank._replace(parts=(then.year if year else 0, then.month, then.day), weekday=weekday)
