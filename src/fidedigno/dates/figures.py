"""Dates in figures: ``2026-11-13``, ``13/11/2026``, ``13.11.2026`` and, after a word that says so, ``13/11``."""

from __future__ import annotations

import re

from fidedigno.dates.choose import day_of
from fidedigno.dates.found import Found, Named, Scan, blocked
from fidedigno.dates.lexicon import lexicon
from fidedigno.dates.named import found_day

_BEFORE = re.compile(r"[\w./:@#=+-]")
_AFTER = r"(?![\w%]|[-/.:]\w|\s?%)"
_ISO = re.compile(r"(\d{4})([-/])(\d{2})\2(\d{2})(?!\d)(?![-/]|\.\w|(?!t\d)[a-z_])", re.ASCII)
_FULL = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|(?<=/)\d{2})" + _AFTER, re.ASCII)
_SHORT = re.compile(r"(\d{1,2})/(\d{1,2})" + _AFTER, re.ASCII)
_LOOKS_FULL = re.compile(r"\d{1,4}([/.-])\d{1,4}(?:\1\d{1,4}){1,6}", re.ASCII)
_PIVOT = 69


def in_figures(scan: Scan, start: int) -> Found | None:
    """Read a date in figures that begins at ``start``."""
    if start and _BEFORE.match(scan.folded, start - 1):
        return None
    found = _iso(scan, start) or _full(scan, start)
    if found:
        return found
    # A version, an address, a section or a path of figures: no part of it is a date.
    if looks := _LOOKS_FULL.match(scan.folded, start):
        return blocked(start, looks.end())
    return _short(scan, start)


def _iso(scan: Scan, start: int) -> Found | None:
    match = _ISO.match(scan.folded, start)
    if match is None:
        return None
    named = Named(int(match[4]), int(match[3]), int(match[1]))
    return found_day(scan, start, match.end(), named)


def _full(scan: Scan, start: int) -> Found | None:
    match = _FULL.match(scan.folded, start)
    if match is None:
        return None
    year = int(match[4])
    if len(match[4]) == 2:
        year += 1900 if year >= _PIVOT else 2000
    dotted = match[2] == "."
    if dotted and scan.word_before(start)[0] in lexicon().sets["version_words"]:
        return blocked(start, match.end())
    return _day_first(scan, match, year, swap=not dotted)


def _short(scan: Scan, start: int) -> Found | None:
    match = _SHORT.match(scan.folded, start)
    if match is None or _is_fraction(scan, match):
        return None
    word = scan.word_before(start)[0]
    words = lexicon()
    if word not in words.sets["figure_cues"] and word not in words.all_weekdays:
        return None
    return _day_first(scan, match, None, swap=True)


def _is_fraction(scan: Scan, match: re.Match[str]) -> bool:
    """``3/4`` after an English word is a fraction sooner than a day."""
    return not scan.day_first_sure and len(match[0]) == 3 and match[1] < match[2] <= "5"


def _day_first(scan: Scan, match: re.Match[str], year: int | None, *, swap: bool) -> Found:
    first, second = int(match[1]), int(match[3] if year is not None else match[2])
    leap = 2000 if year is None else year
    fits = day_of(leap, second, first) is not None
    if not fits and swap and day_of(leap, first, second) is not None:
        return found_day(scan, match.start(), match.end(), Named(second, first, year))
    found = found_day(scan, match.start(), match.end(), Named(first, second, year))
    other = swap and first != second and day_of(leap, first, second) is not None
    if not (found.possible and other and not scan.day_first_sure):
        return found
    return found._replace(ambiguous=True)
