"""Two dates that bound a period: ``del 9 al 13 de noviembre``, ``from October 9 to November 13, 2026``."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from fidedigno.dates.combine import AT, Stretch
from fidedigno.dates.fold import fold
from fidedigno.dates.found import Found, Named, Scan
from fidedigno.dates.hours import with_cue
from fidedigno.dates.lexicon import alternatives, lexicon
from fidedigno.dates.named import found_day

_DASHES = {"-", "–", "—"}
MAX_GAP = 16


class _Patterns(NamedTuple):
    first_day: re.Pattern[str]
    to: frozenset[str]
    and_: frozenset[str]
    list_openers: frozenset[str]


@cache
def _patterns() -> _Patterns:
    data = lexicon().data
    links = alternatives([*data["to"], *data["and"]])
    return _Patterns(
        re.compile(
            rf"(?:^|(?<=[\s(,:]))(?P<opener>(?:{alternatives(data['range_openers'])})\s{{1,2}})?"
            rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s{{0,2}}(?P<link>{links})\s{{0,2}}$",
            re.ASCII,
        ),
        frozenset(map(fold, data["to"])),
        frozenset(map(fold, data["and"])),
        frozenset(map(fold, data["list_openers"])),
    )


def with_first_days(scan: Scan, stretches: list[Stretch]) -> list[Stretch]:
    """Put the bare first number of ``9 al 13 de noviembre`` before its second date."""
    result: list[Stretch] = []
    for stretch in stretches:
        first = _first_day(scan, stretch)
        if first is not None and not (result and result[-1].end > first.start):
            result += [first, stretch._replace(role="until") if first.role else stretch]
        else:
            result.append(stretch)
    return result


def _first_day(scan: Scan, stretch: Stretch) -> Stretch | None:
    found = stretch.found
    if found is None or not found.possible or found.named is None or found.named.month is None:
        return None
    match = _patterns().first_day.search(scan.before(stretch.start, 30))
    if match is None:
        return None
    opener = (match["opener"] or "").split()
    if not opener and with_cue(scan, max(0, stretch.start - 30) + match.start("day"))[1] in AT:
        return None
    if match["link"] not in _DASHES and not opener and match["link"] not in {"al", "to"}:
        return None
    listed = match["link"] in _patterns().and_ and " ".join(opener) in _patterns().list_openers
    if match["link"] in _patterns().and_ and not listed and opener[:1] not in (["entre"], ["between"]):
        return None
    offset = max(0, stretch.start - 30)
    start = offset + match.start("day")
    if opener and opener[-1] in {"el", "the"}:
        start = offset + match.start("opener") + match["opener"].rindex(opener[-1])
    end = offset + match.end("day")
    named = Named(int(match["day"]), found.named.month, found.first.year)
    day = found_day(scan, start, end, named)
    if not day.possible or day.first >= found.first:
        return None
    return Stretch(start, end, day._replace(year_given=found.year_given), role=None if listed else "from")


def with_ranges(scan: Scan, stretches: list[Stretch], roles: list[str | None]) -> None:
    """Give two dates that "to" or "y" joins their roles, and the first the year of the second. In place."""
    for index in range(len(stretches) - 1):
        first, second = stretches[index], stretches[index + 1]
        gap = scan.folded[first.end : second.start]
        if not 0 < len(gap) <= MAX_GAP or not (first.possible and second.possible):
            continue
        link = " ".join(gap.split())
        joined = link in _patterns().to or (link in _patterns().and_ and roles[index] == "from")
        if not joined or roles[index] == "until":
            continue
        roles[index], roles[index + 1] = "from", "until"
        stretches[index], stretches[index + 1] = _in_order(scan, first, second)


def _in_order(scan: Scan, first: Stretch, second: Stretch) -> tuple[Stretch, Stretch]:
    """Let the date that names its year, or else the second, decide the year of the other."""
    one, two = first.found, second.found
    if one is None or two is None or one.named is None or two.named is None:
        return first, second
    if two.named.month is None:
        return first, second
    if one.named.year is not None and two.named.year is None:
        return first, second._replace(found=_after(scan, one, two))
    if one.named.year is None:
        return first._replace(found=_before(scan, one, two)), second
    return first, second


def _before(scan: Scan, one: Found, two: Found) -> Found:
    named = one.named
    if named is None or two.named is None or two.named.month is None:
        return one
    month = named.month or two.named.month
    year = two.first.year - ((month, named.day) > (two.named.month, two.named.day))
    dated = _dated(scan, one, named._replace(month=month, year=year))
    return dated if named.month else dated._replace(year_given=two.year_given)


def _after(scan: Scan, one: Found, two: Found) -> Found:
    named = two.named
    if named is None or named.month is None:
        return two
    year = one.first.year + ((named.month, named.day) < (one.first.month, one.first.day))
    return _dated(scan, two, named._replace(year=year))


def _dated(scan: Scan, found: Found, named: Named) -> Found:
    dated = found_day(scan, found.start, found.end, named)
    if not dated.possible:
        return found
    return dated._replace(year_given=False, relative=False)
