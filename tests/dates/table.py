"""Reads ``expressions.txt``: what the finder must say of each text, as plain values."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

TIMEZONE = "Europe/Madrid"
REFERENCE = datetime(2025, 11, 12, 10, 0, tzinfo=ZoneInfo(TIMEZONE))
FLAGS = {"relative", "open", "zone", "ambiguous", "inexact", "until", "from", "as_of"}


@dataclass(frozen=True)
class Expected:
    """One expression: its words, its bounds, whether it names an hour, and its flags."""

    words: str
    start: datetime
    end: datetime
    exact: bool
    flags: frozenset[str]


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    line: int
    direction: str
    language: str
    text: str
    expected: tuple[Expected, ...]

    def __str__(self) -> str:
        return f"{self.line} {self.language} {self.text[:60]}"


def instant(text: str) -> datetime:
    """An ISO value of the table; without an offset it is in the timezone of the table."""
    value = datetime.fromisoformat(text)
    return value if value.tzinfo else value.replace(tzinfo=ZoneInfo(TIMEZONE))


def read_value(value: str) -> tuple[datetime, datetime, bool]:
    """The bounds that a value of the table stands for, and whether it is an hour."""
    if ".." in value:
        first, _, last = value.partition("..")
        return instant(first), instant(last), False
    start = instant(value)
    if "T" not in value:
        return start, start + timedelta(days=1), False
    to_the_second = re.search(r"T\d\d:\d\d:\d\d", value) is not None
    return start, start + timedelta(seconds=1 if to_the_second else 60), True


def read_expected(text: str) -> Expected:
    """``words = value flags``."""
    words, _, rest = text.strip().rpartition(" = ")
    value, *flags = rest.split()
    unknown = set(flags) - FLAGS
    if unknown:
        raise ValueError(f"unknown flags {sorted(unknown)} in {text!r}")
    return Expected(words.strip(), *read_value(value), frozenset(flags))


def read_rows() -> list[Row]:
    """Every line of the table."""
    rows, direction = [], ""
    lines = Path(__file__).with_name("expressions.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("["):
            direction = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            language, text, expected = (part.strip() for part in line.split(" | "))
            found = () if expected == "-" else tuple(map(read_expected, expected.split(" ; ")))
            rows.append(Row(number, direction, language, text, found))
    return rows
