"""Quarters and halves of a year, decades, centuries, and two years in one (``2018–19``), as spans of dates.

``the second quarter of 2026``, ``los años ochenta``, ``the nineteen-eighties``, ``finales del siglo XVIII``. A day,
month or year agrees with the span that it lies in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.dates.lexicon import spaced
from fidedigno.verify.values.lexicon import alternatives, both, lexicon, numbers_of
from fidedigno.verify.values.ordinals import roman
from fidedigno.verify.values.skipped import Mask
from fidedigno.verify.values.value import Kind, Value

_CHEAP = re.compile(
    r"trimestre|quarter|semestre|\bhalf\b|mitad|[0-9]0s\b|ties\b|decad|decenio|\banos\b|siglo|century|[0-9]{4}\s?[–/-]\s?[0-9]{2}"
    r"|\b[qth][1-4]\b|\b[1-4][qts]\b"
)
_LEFT_OUT = re.compile(
    r"(?<!\w)(?:(?:of\s)?the\s(?P<rank>[0-9]{1,2})(?:st|nd|rd|th)|del?\s(?P<roman>[IVX]{1,6}))(?=\s?(?:[.,;:)]|$))"
)
_RANK_ALONE = re.compile(r"(?<!\w)(?:in\sthe|en\sel|del|of\sthe)\s(?P<rank>[a-z]{5,9})(?=\s?(?:[.,;:)]|$))")
_MONTHS = {"quarter": 3, "half": 6}
_LARGEST = 30
"""No century has a higher number."""


class _Patterns(NamedTuple):
    part: re.Pattern[str]
    short: re.Pattern[str]
    figures: re.Pattern[str]
    words: re.Pattern[str]
    century: re.Pattern[str]
    spaced_century: re.Pattern[str]
    doubled: re.Pattern[str]
    christ: re.Pattern[str]
    share: re.Pattern[str]
    ranks: dict[str, int]
    tens: dict[str, int]
    hundreds: dict[str, int]
    shares: dict[str, tuple[int, int]]


@cache
def _patterns() -> _Patterns:
    data = lexicon().data
    ranks = numbers_of(data["ordinals"])
    tens, hundreds = numbers_of(data["decades"]), numbers_of(data["hundreds"])
    counts = {
        word: n for words in lexicon().words.values() for word, n in words.numbers.items() if n <= _LARGEST
    }
    rank = rf"(?P<rank>[0-9]{{1,2}}(?:st|nd|rd|th|\.?[ºª]|er|o)?|{alternatives(ranks)})"
    quarters, halves = (alternatives(both(data["part_of_year"][name])) for name in ("quarter", "half"))
    year = r"(?:\s(?:of\s|de\s|del\s(?:ano\s)?)?(?P<year>(?:1[5-9]|20)[0-9]{2})(?![\w-]))"
    of_a_year = rf"(?:\s{alternatives(both(data['of_a_year']))}(?!\w))"
    shares = {
        plain(words): (int(entry["from"]), int(entry["to"]))
        for entry in data["shares_of_a_span"]
        for words in both(entry)
    }
    doubled = alternatives(both(data["years_in_one"]))
    century = alternatives(both(data["century"]))
    en_tens = alternatives(data["decades"]["en"])
    return _Patterns(
        re.compile(
            rf"(?<!\w){rank}\s(?:(?P<quarter>{quarters})|{halves})(?!\w)(?P<of>{year}|{of_a_year})?"
        ),
        re.compile(
            r"(?<!\w)(?:(?P<kind>[qth])(?P<n>[1-4])|(?P<m>[1-4])\s?(?P<other>[qts]))(?:\s(?:of\s|de\s)?|-|/)?(?P<year>(?:19|20)[0-9]{2})(?!\w)"
        ),
        re.compile(r"(?<![\w.,])(?:(?P<year>1[5-9][0-9]0|20[0-9]0)|['’](?P<tens>[2-9]0))s(?!\w)"),
        re.compile(
            rf"(?<!\w)(?:(?P<hundred>{alternatives(data['hundreds']['en'])})[\s-](?P<en>{en_tens})"
            rf"|the\s(?:(?:early|mid|late)[\s-])?(?P<alone>{en_tens})"
            rf"|{alternatives(data['decade_of']['es'])}\s(?:(?P<es>{alternatives(data['decades']['es'])})|(?P<full>1[5-9][0-9]0|20[0-9]0)))(?!\w)"
        ),
        re.compile(rf"(?<!\w){rank}[\s-]{alternatives(data['century']['en'])}(?!\w)"),
        re.compile(
            rf"(?<!\w){century}\s(?:(?P<roman>[ivxlc]{{1,6}})|(?P<figures>[0-9]{{1,2}})|(?P<word>{alternatives(counts)}))(?!\w)"
        ),
        re.compile(
            rf"(?P<before>(?<!\w){doubled}\s(?:de\s)?)?(?<![\w-])(?P<first>1[5-9][0-9]{{2}}|20[0-9]{{2}})\s?[–/-]\s?(?P<last>[0-9]{{2}}|[0-9]{{4}})"
            rf"(?![\w/-])(?P<behind>\s{doubled}(?!\w))?"
        ),
        re.compile(rf"\s{alternatives(both(data['before_christ']))}(?!\w)"),
        re.compile(rf"(?<!\w)(?:(?:a|en)\s)?(?P<share>{alternatives(shares)})[\s-](?:(?:los|las|la|el|the)\s)?$"),
        ranks,
        tens,
        hundreds,
        shares,
    )  # fmt: skip


def find_spans(text: str, folded: str, mask: Mask) -> list[Value]:
    """The spans of dates that a statement names; they are taken from the mask."""
    if not _CHEAP.search(folded):
        return []
    found = []
    for value in (*_parts(folded), *_doubled(folded), *_centuries(text, folded), *_decades(folded)):
        if mask.is_free(value.start, value.end):
            mask.take(value.start, value.end)
            found.append(value._replace(written=text[value.start : value.end]))
    return found


def _parts(folded: str) -> Iterator[Value]:
    patterns = _patterns()
    for match in patterns.part.finditer(folded):
        name = "quarter" if match["quarter"] else "half"
        number = _rank(match["rank"])
        if 1 <= number <= 12 // _MONTHS[name] and (match["quarter"] or match["of"]):
            yield _of_a_year(match, number, _MONTHS[name], int(match["year"] or 0))
            if match["quarter"]:
                yield from _left_out(folded, match.end())
    for match in patterns.short.finditer(folded):
        letter = match["kind"] or match["other"]
        number, months = int(match["n"] or match["m"]), 6 if letter in {"h", "s"} else 3
        if number <= 12 // months:
            yield _of_a_year(match, number, months, int(match["year"]))


def _left_out(folded: str, first: int) -> Iterator[Value]:
    """``the first quarter was weak, but sales rose in the second``."""
    for match in _RANK_ALONE.finditer(folded, first):
        number = _rank(match["rank"])
        if 1 <= number <= 4:
            yield _of_a_year(match, number, 3, 0)


def _of_a_year(match: re.Match[str], number: int, months: int, year: int) -> Value:
    span = ((number - 1) * months + 1, number * months)
    return _value(match.start(), match.end())._replace(parts=(year, 0, 0), months=span)


def _doubled(folded: str) -> Iterator[Value]:
    """Two years in one; ``2018-10`` may be a month."""
    for match in _patterns().doubled.finditer(folded):
        first, last = int(match["first"]), int(match["last"])
        short = len(match["last"]) == 2
        told = match["before"] or match["behind"] or (short and (last > 12 or "-" not in match[0]))
        if told and last == ((first + 1) % 100 if short else first + 1):
            yield _value(match.start("first"), match.end("last"))._replace(years=(first, first + 1))


def _centuries(text: str, folded: str) -> Iterator[Value]:
    patterns = _patterns()
    told = [*patterns.century.finditer(folded), *patterns.spaced_century.finditer(folded)]
    if told:
        # `the wall is of the 13th century, the keep of the 15th`.
        yield from (
            _shared(folded, match, (number - 1) * 100, 100)
            for match in _LEFT_OUT.finditer(text)
            if 1 <= (number := int(match["rank"]) if match["rank"] else roman(match["roman"])) <= _LARGEST
        )
    for match in told:
        number = _rank(match["rank"]) if "rank" in match.groupdict() else _numbered(text, match)
        if 1 <= number <= _LARGEST and not patterns.christ.match(folded, match.end()):
            yield _shared(folded, match, (number - 1) * 100, 100)


def _numbered(text: str, match: re.Match[str]) -> int:
    if match["roman"]:
        return roman(text[match.start("roman") : match.end("roman")])
    if match["figures"]:
        return int(match["figures"])
    words = lexicon().words.values()
    return next(
        each.numbers[spaced(match["word"])] for each in words if spaced(match["word"]) in each.numbers
    )


def _decades(folded: str) -> Iterator[Value]:
    patterns = _patterns()
    for match in patterns.figures.finditer(folded):
        year = int(match["year"]) if match["year"] else 1900 + int(match["tens"])
        yield _shared(folded, match, year, 100 if match["year"] and not year % 100 else 9)
    for match in patterns.words.finditer(folded):
        if match["full"]:
            yield _shared(folded, match, int(match["full"]), 9)
            continue
        hundred = patterns.hundreds[match["hundred"]] if match["hundred"] else 1900
        tens = patterns.tens[match["en"] or match["alone"] or match["es"]]
        yield _shared(folded, match, hundred + tens, 9)


def _shared(folded: str, match: re.Match[str], first: int, length: int) -> Value:
    """The part of it that the words before tell (``finales del``), or all of it."""
    patterns = _patterns()
    start = match.start()
    before = patterns.share.search(folded[max(0, start - 40) : start])
    low, high = 0, 100
    if before is not None:
        low, high = patterns.shares[spaced(before["share"])]
        start = max(0, start - 40) + before.start("share")
    elif (inside := re.match(r"the\s(?P<share>early|mid|late)[\s-]", match[0])) is not None:
        low, high = patterns.shares[inside["share"]]
    years = (first + length * low // 100, first + length * high // 100)
    return _value(start, match.end())._replace(years=years)


def _rank(written: str) -> int:
    figures = re.match(r"[0-9]+", written)
    return int(figures[0]) if figures else _patterns().ranks.get(spaced(written), 0)


def _value(start: int, end: int) -> Value:
    return Value(
        start, end, Kind.DATE, "", parts=(0, 0, 0), number_start=start, number_end=end, whole_start=start, whole_end=end
    )  # fmt: skip
