"""Find the dates of a text: one pass over its words, rules where a date may begin, the longest reading wins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta, tzinfo

from fidedigno.dates.choose import DAY, FIRST_YEAR, LAST_YEAR
from fidedigno.dates.combine import Stretch, hour_words, number_worth_reading, stretches_at
from fidedigno.dates.fold import composed, fold
from fidedigno.dates.found import Scan
from fidedigno.dates.heads import heads
from fidedigno.dates.local_time import Instant, day_start, instant_of, later, zone_of
from fidedigno.dates.mention import DateMention, Direction, MentionRole
from fidedigno.dates.ranges import with_first_days, with_ranges
from fidedigno.dates.roles import role_after, role_before
from fidedigno.model import Moment

_OF_NAMES = {"_", "@", "#", "$", "\\", "&", "="}
_TOKEN = re.compile(r"[a-z0-9]+")


def find_dates(
    text: str,
    *,
    reference: datetime,
    timezone: str,
    language: str | None = None,
    direction: Direction = Direction.NEAREST,
) -> tuple[DateMention, ...]:
    """Find the days and instants that ``text`` names, in their order, none inside another.

    Args:
        text: a question or passage in Spanish or English.
        reference: from where relative dates and open years are counted; it has a timezone.
        timezone: the IANA name of the zone in which the text means its days and hours.
        language: ``"es"`` says that ``03/04/2026`` is surely 3 April. The words of both languages are
            always read: documents quote, and questions mix.
        direction: where a weekday, or a day and month without a year, goes.

    Raises:
        ConfigurationError: if the timezone does not exist.
        ValueError: if ``reference`` has no timezone, or lies before the year 1000 or after 2998.
    """
    if reference.tzinfo is None:
        raise ValueError("the reference of a date needs a timezone")
    local = reference.astimezone(zone_of(timezone))
    if not FIRST_YEAR < local.year < LAST_YEAR:
        raise ValueError(f"the reference of a date lies in the year {local.year}")
    whole, offsets = composed(text)
    scan = Scan(whole, fold(whole), local.date(), local, direction, language == "es")
    stretches = with_first_days(scan, _longest(_candidates(scan), len(whole)))
    roles = [each.role or role_before(scan, each.start) or role_after(scan, each.end) for each in stretches]
    with_ranges(scan, stretches, roles)
    mentions = (_mention(scan, each, role) for each, role in zip(stretches, roles, strict=True))
    found = tuple(each for each in mentions if each is not None)
    return found if whole is text else tuple(_placed(text, each, offsets) for each in found)


def _placed(text: str, mention: DateMention, offsets: Sequence[int]) -> DateMention:
    """The mention where it stands in the text as it was given."""
    start, end = offsets[mention.start], offsets[mention.end]
    return replace(mention, start=start, end=end, moment=replace(mention.moment, text=text[start:end]))


def _candidates(scan: Scan) -> list[Stretch]:
    starts, worth_reading = heads().keys() | hour_words(), number_worth_reading().match
    found: list[Stretch] = []
    done = 0
    for token in _TOKEN.finditer(scan.folded):
        word = token[0]
        # Inside what was just read nothing longer begins; at its last word it may ("15 Sep 17 15:21").
        if word in starts:
            worth = token.end() >= done
        else:
            worth = (
                word[0] <= "9"
                and token.start() >= done
                and worth_reading(scan.folded, token.start()) is not None
            )
        if worth and not _in_a_name(scan, token.start()):
            read = stretches_at(scan, token.start(), word)
            found += read
            done = max([done, *(each.end for each in read)])
    return found


def _in_a_name(scan: Scan, start: int) -> bool:
    """Whether a letter of another alphabet or a mark of identifiers and addresses touches the word before."""
    before = scan.folded[start - 1 : start]
    return before.isalpha() or before in _OF_NAMES


def _longest(stretches: list[Stretch], length: int) -> list[Stretch]:
    """The longest of those that overlap, in the order of the text; what is no date still takes its place."""
    taken = bytearray(length)
    kept: list[Stretch] = []
    for each in sorted(stretches, key=lambda each: (each.start - each.end, each.start)):
        if not any(taken[each.start : each.end]):
            taken[each.start : each.end] = b"\1" * (each.end - each.start)
            kept.append(each)
    return sorted(kept, key=lambda each: each.start)


def _mention(scan: Scan, stretch: Stretch, role: str | None) -> DateMention | None:
    if not stretch.possible:
        return None
    moment, inexact = _moment(scan, stretch)
    if moment is None:
        return None
    found, zone = stretch.found, stretch.zone
    return DateMention(
        stretch.start,
        stretch.end,
        moment,
        relative=found is None or found.relative,
        year_given=found is None or found.year_given,
        timezone_known=zone is not None,
        role=MentionRole(role) if role else MentionRole.PLAIN,
        ambiguous=(found is not None and found.ambiguous)
        or (zone is not None and zone.contradicts(moment.start)),
        inexact_local_time=inexact,
    )


def _moment(scan: Scan, stretch: Stretch) -> tuple[Moment | None, bool]:
    """The instants of a stretch, and whether the clock skipped or repeated its hour."""
    words = scan.text[stretch.start : stretch.end]
    zone = stretch.zone.zone if stretch.zone else scan.now.tzinfo
    found, hour = stretch.found, stretch.hour
    if zone is None:
        return None, False
    if found is not None and found.instant is not None:
        return Moment(words, found.instant, later(found.instant, timedelta(minutes=1)), exact=True), False
    if hour is not None and hour.seconds is not None:
        day = found.first if found is not None else scan.today
        at, inexact = _at(day, hour.seconds, zone)
        if found is None and (away := _days_away(scan, at)):
            at, inexact = _at(day + away * DAY, hour.seconds, zone)
        length = timedelta(seconds=1 if hour.to_the_second else 60)
        return Moment(words, at, later(at, length), exact=True), inexact
    if found is None:
        return None, False
    start, end = day_start(found.first, zone), day_start(found.last, zone)
    # A day that a zone left out when it crossed the date line.
    return (Moment(words, start, end), False) if start < end else (None, False)


def _at(day: date, seconds: int, zone: tzinfo) -> Instant:
    return instant_of(datetime.combine(day, time()) + timedelta(seconds=seconds), zone)


def _days_away(scan: Scan, at: datetime) -> int:
    """An hour without a day is today's, unless the direction wants it on the other side of the reference."""
    if scan.direction is Direction.FUTURE:
        return int(at < scan.now)
    return -int(scan.direction is Direction.PAST and at > scan.now)
