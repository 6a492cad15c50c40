"""A day, its hour and its timezone, in either order, as one stretch."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from fidedigno.dates.fold import fold
from fidedigno.dates.found import Found, Scan, blocked
from fidedigno.dates.heads import days_at, heads
from fidedigno.dates.hours import NOON_SECONDS, Hour, hour_at, hours_in_words, second_hour, with_cue
from fidedigno.dates.lexicon import alternatives, lexicon
from fidedigno.dates.named import found_day
from fidedigno.dates.roles import role_before, role_of
from fidedigno.dates.zones import Zone, iso_offset_at, zone_at

_LATE_YEAR = re.compile(r"\s([12]\d{3})(?![\w%]|[-/:.]\d)", re.ASCII)
AT = {"a las", "a la", "a eso de las", "sobre las", "at", "@"}
"""Cues that announce an hour and hardly anything else."""
_CLAUSE_ENDS = re.compile(r"\s?(?:$|[.,;:?!)])")
_WORD = re.compile(r"[a-z0-9]+")


class Stretch(NamedTuple):
    """A stretch with what it names: a day (``None``: the hour stands alone), an hour, a zone, a role."""

    start: int
    end: int
    found: Found | None
    hour: Hour | None = None
    zone: Zone | None = None
    role: str | None = None

    @property
    def possible(self) -> bool:
        """Whether it is a date at all; if not, no part of it is one either."""
        return self.found is None or self.found.possible


def stretches_at(scan: Scan, start: int, word: str) -> tuple[Stretch, ...]:
    """Return the stretches whose first word, or figure, stands at ``start``."""
    stretches: list[Stretch] = []
    for found in days_at(scan, start, word):
        stretches += _from_day(scan, found)
    if word[0].isdigit() or word in hour_words():
        stretches += _from_hour(scan, start)
    return tuple(stretches)


@cache
def number_worth_reading() -> re.Pattern[str]:
    """A number beside which something stands that may make it a day, an hour or a year.

    Most numbers of a text are none of these; this look spares them every rule.
    """
    words = lexicon()
    hours = words.data["hours"]
    lists = (hours["unit"], hours["quarters"], hours["morning"], hours["afternoon"], hours["night"])
    phrases = [*words.months, *words.units, *(each for group in lists for each in group)]
    following = alternatives({each.split()[0] for each in phrases} | {"de", "of"})
    return re.compile(
        r"(?:(?<=las\s)|(?<=\bla\s)|(?<=\bat\s)|(?<=dia\s))\d{1,2}(?!\d)"
        r"|\d{1,2}(?:[:h]\d|[/.-]\d?\d[/.-]|/\d|\s?[ap]\.?\s?m\b|st\b|nd\b|rd\b|th\b|\.?[ºª°oa]\b|[ºª°])"
        rf"|\d{{1,3}}(?:\.\d\d)?[\s./-]{{0,3}}(?=[a-z'’]){following}(?!\w)"
        r"|(?:19|20)\d\d(?!\d)|\d{4}[-/]\d\d[-/]\d",
        re.ASCII,
    )


@cache
def hour_words() -> frozenset[str]:
    """The first words of the hours that are words."""
    data = lexicon().data["hours"]
    words = {each.split()[0] for each in map(fold, (*data["midnight"], *data["noon"]))}
    return frozenset(words | hours_in_words().keys())


@cache
def _link() -> re.Pattern[str]:
    hours = lexicon().data["hours"]
    links = alternatives(hours["links"])
    early, late = alternatives(hours["part_before"]), alternatives(hours["late_part_before"])
    return re.compile(
        rf"(?:\s{{1,2}}(?:{early}|(?P<late>{late}))(?!\w))?"
        rf"(?:t(?=\d\d:)|(?:\s{{0,2}}(?P<open>\()|\s{{0,2}}[,;|·–-]\s{{0,2}}|\s{{1,3}})(?P<word>{links}\s{{1,3}})?)"
    )


@cache
def _day_link() -> re.Pattern[str]:
    words = lexicon()
    links, articles = alternatives(words.data["hours"]["day_links"]), alternatives(words.sets["articles"])
    return re.compile(rf"\s{{0,2}},?\s{{1,3}}(?:{links}\s{{1,3}})?(?:{articles}\s{{1,3}})?(?:dia\s)?")


def _from_day(scan: Scan, found: Found) -> list[Stretch]:
    if not found.possible:
        return [_with_timetable(scan, found)]
    if not found.one_day:
        return [Stretch(found.start, found.end, found, role=found.role)]
    return _with_hour(scan, found)


def _with_timetable(scan: Scan, found: Found) -> Stretch:
    """What is blocked takes its hours with it: "los martes de 10:00 a 12:00"."""
    end, hour, _ = _hour_after(scan, found.end)
    if hour is not None:
        other = second_hour(scan, hour)
        end = other.end if other else end
    return Stretch(found.start, end, blocked(found.start, end))


def _hour_after(scan: Scan, end: int) -> tuple[int, Hour | None, str]:
    """The hour that follows, where it ends with its bracket, and the word that links it."""
    link = _link().match(scan.folded, end)
    if link is None:
        return end, None, ""
    word = (link["word"] or "").strip()
    cued = bool(word) and (word == "at" or word.split()[-1] in {"la", "las"})
    hour = hour_at(scan, link.end(), cued=cued)
    if hour is None:
        return end, None, ""
    if link["late"] and hour.seconds is not None and hour.seconds < NOON_SECONDS:
        hour = hour._replace(seconds=hour.seconds + NOON_SECONDS)
    stop = hour.end
    if link["open"]:
        if scan.folded[stop : stop + 1] != ")":
            return end, None, ""
        stop += 1
    return stop, hour, word


def _with_hour(scan: Scan, found: Found) -> list[Stretch]:
    end, hour, word = _hour_after(scan, found.end)
    if hour is None:
        zone = zone_at(scan, found.end)
        return [Stretch(found.start, zone.end if zone else found.end, found, zone=zone, role=found.role)]
    if hour.seconds is None:
        return [Stretch(found.start, end, blocked(found.start, end))]
    other = second_hour(scan, hour)
    if other:
        zone = _zone_after(scan, other.end)
        last = Stretch(other.start, zone.end if zone else other.end, found, other, zone, "until")
        return [Stretch(found.start, end, found, hour, zone, "from"), last]
    found, end = _with_late_year(scan, found, hour, end)
    if not found.possible:
        return [Stretch(found.start, end, found)]
    zone = _zone_after(scan, end)
    role = found.role or role_of(word)
    return [Stretch(found.start, zone.end if zone else end, found, hour, zone, role)]


def _with_late_year(scan: Scan, found: Found, hour: Hour, end: int) -> tuple[Found, int]:
    """``Wed Jun 4 19:49:17 2014``: programs write the year behind the hour."""
    year = _LATE_YEAR.match(scan.folded, end) if hour.to_the_second else None
    if year is None or found.named is None or found.named.year is not None:
        return found, end
    dated = found_day(scan, found.start, year.end(), found.named._replace(year=int(year[1])))
    return dated, year.end()


def _zone_after(scan: Scan, end: int) -> Zone | None:
    return iso_offset_at(scan, end) or zone_at(scan, end)


def _from_hour(scan: Scan, start: int) -> list[Stretch]:
    """``las 23:59 del viernes``, ``10:00 to 12:00 on Monday``, or an hour whose day is the reference's."""
    if start and scan.folded[start - 1] in ".:/-+#@$€_":
        return []
    begin, cue = with_cue(scan, start)
    cued = cue == "at" or cue.endswith("las") or cue == "a la"
    hour = hour_at(scan, start, cued=cued)
    if hour is None:
        return []
    other = second_hour(scan, hour)
    if other:
        return _hours_of_day(scan, begin, hour, other)
    zone = _zone_after(scan, hour.end)
    end = zone.end if zone else hour.end
    day = _day_after(scan, end)
    if day is not None and (cued or not hour.like_a_length):
        return [_hour_then_day(scan, begin, hour, zone, day)]
    alone = hour.seconds is not None and (zone is not None or _means_today(scan, begin, cue, hour))
    return [Stretch(begin, end, None, hour, zone)] if alone else []


def _means_today(scan: Scan, begin: int, cue: str, hour: Hour) -> bool:
    """Whether an hour without a day is one: "a las dos" is, "las dos ramas" and "24 h" are not."""
    role = role_before(scan, begin)
    if not hour.sure:
        return cue in AT and _CLAUSE_ENDS.match(scan.folded, hour.end) is not None
    if hour.like_a_length:
        return cue in AT or (bool(cue) and role == "until")
    return (
        hour.standalone
        or cue in AT
        or role == "until"
        or (bool(cue) and not scan.folded[hour.start].isdigit())
    )


def _hour_then_day(scan: Scan, begin: int, hour: Hour, zone: Zone | None, day: Found) -> Stretch:
    if not day.possible or hour.seconds is None:
        return Stretch(begin, day.end, blocked(begin, day.end))
    after = zone_at(scan, day.end)
    zone = after or zone
    return Stretch(begin, after.end if after else day.end, day, hour, zone)


def _hours_of_day(scan: Scan, begin: int, hour: Hour, other: Hour) -> list[Stretch]:
    zone = _zone_after(scan, other.end)
    end = zone.end if zone else other.end
    day = _day_after(scan, end)
    if day is None or not day.possible or hour.seconds is None:
        return [Stretch(begin, end, blocked(begin, end))]
    last = Stretch(other.start, day.end, day, other, zone, "until")
    return [Stretch(begin, hour.end, day, hour, zone, "from"), last]


def _day_after(scan: Scan, end: int) -> Found | None:
    link = _day_link().match(scan.folded, end)
    word = _WORD.match(scan.folded, link.end()) if link else None
    if word is None or not (word[0] in heads() or word[0][0].isdigit()):
        return None
    days = days_at(scan, word.start(), word[0])
    if len(days) != 1 or not (days[0].one_day or not days[0].possible):
        return None
    return days[0]._replace(start=max(days[0].start, end))
