"""Write an instant for people, so that it is read back as the same instant."""

from __future__ import annotations

from datetime import datetime, timedelta

from fidedigno.dates.lexicon import lexicon
from fidedigno.dates.local_time import zone_of


def format_instant(moment: datetime, language: str, *, timezone: str) -> str:
    """Return ``moment`` in words, to the minute, on the clock of ``timezone`` and with its name.

    ``viernes 13 de noviembre de 2026, 23:59 (Europe/Madrid)`` or ``Friday 13 November 2026, 23:59
    (Europe/Madrid)``. Where the clock shows that hour twice, the offset stands beside the name. A language
    that is not known is written in English.

    Raises:
        ConfigurationError: if the timezone does not exist.
        ValueError: if ``moment`` has no timezone.
    """
    if moment.tzinfo is None:
        raise ValueError("an instant needs a timezone")
    words = lexicon()
    local = moment.astimezone(zone_of(timezone))
    months, weekdays = words.names.get(language, words.names["en"])
    return words.written.get(language, words.written["en"]).format(
        weekday=weekdays[local.weekday()],
        day=local.day,
        month=months[local.month - 1],
        year=local.year,
        hour=local.hour,
        minute=local.minute,
        zone=timezone + _told_apart(local),
    )


def _told_apart(local: datetime) -> str:
    """The offset, where the wall clock alone names two instants."""
    other = local.replace(fold=1 - local.fold).utcoffset()
    offset = local.utcoffset()
    if offset is None or other == offset:
        return ""
    minutes = abs(offset) // timedelta(minutes=1)
    sign = "-" if offset < timedelta() else "+"
    return f", UTC{sign}{minutes // 60:02}:{minutes % 60:02}"
