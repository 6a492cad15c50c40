"""Reads one mapping of a scenario key by key; what is unknown, missing or of another type names its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NoReturn
from zoneinfo import ZoneInfo

from fidedigno.errors import ConfigurationError

_TRUE = {"yes", "true", "on"}
_FALSE = {"no", "false", "off"}
_MISSING = object()


class Fields:
    """The values under one key path. Every value must be read before ``done``.

    Args:
        data: what YAML gave for this path; anything but a mapping is refused.
        path: the keys from the top of the file to here.
        lines: the line of every key path.
        source: the name of the file, for messages.
        timezone: of moments that are written without one.
    """

    def __init__(
        self,
        data: Any,
        path: tuple[str, ...],
        *,
        lines: Mapping[tuple[str, ...], int],
        source: str,
        timezone: ZoneInfo,
    ) -> None:
        self.path = path
        self.timezone = timezone
        self._lines = lines
        self._source = source
        self._unread: set[str] = set()
        if not isinstance(data, dict):
            self.fail("", "must be keys with values")
        self._data: dict[str, Any] = data
        self._unread = set(data)

    @property
    def key(self) -> str:
        """The last key of the path: the name of what is being read."""
        return self.path[-1]

    def fail(self, key: str, problem: str) -> NoReturn:
        """Refuse the file because of ``key`` ("" for this mapping itself)."""
        path = (*self.path, key) if key else self.path
        line = next((self._lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self._lines), 1)
        raise ConfigurationError(
            f"{self._source}, line {line}, {'.'.join(path) or 'the file'}: {problem}",
            "Correct that key; the docstring of fidedigno.testing.moodle.load lists every key.",
        )

    def done(self) -> None:
        """Refuse whatever was not read.

        Raises:
            ConfigurationError: if a key is left over.
        """
        for key in self._data:
            if key in self._unread:
                self.fail(key, "is not a known key")

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without a default it must be there and not empty."""
        value = self._take(key, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            self.fail(key, "must be a text" if key in self._data else "is missing")
        return value

    def optional(self, key: str) -> str | None:
        """A text, or ``None`` where the key is absent."""
        return self.text(key) if key in self._data else None

    def integer(self, key: str, default: int | None = None) -> int:
        """A whole number from 0 to a thousand million."""
        value = self._take(key, default)
        if isinstance(value, int):
            return value
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 9):
            self.fail(key, "must be a whole number" if key in self._data else "is missing")
        return int(value)

    def number(self, key: str) -> float:
        """A number such as 78 or 7.5."""
        value = self.text(key)
        try:
            number = float(value)
        except ValueError:
            self.fail(key, "must be a number")
        if not 0 <= number <= 1e6:
            self.fail(key, "must be a number from 0 to 1,000,000")
        return number

    def flag(self, key: str, *, default: bool) -> bool:
        """A yes or a no."""
        value = self._take(key, default)
        if isinstance(value, bool):
            return value
        if value not in _TRUE | _FALSE:
            self.fail(key, "must be yes or no")
        return value in _TRUE

    def word(self, key: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """One of the words of ``choices``."""
        value = self.text(key, default)
        if value not in choices:
            self.fail(key, f"must be one of: {', '.join(choices)}")
        return value

    def moment(self, key: str) -> int | None:
        """A date and time as seconds since 1970, or ``None`` where the key is absent."""
        if key not in self._data:
            return None
        value = self.text(key)
        moment = read_moment(value, self.timezone)
        if moment is None:
            self.fail(key, "must be a date and time such as 2027-01-18 23:59")
        return moment

    def names(self, key: str) -> tuple[str, ...]:
        """A list of different words; absent is empty."""
        value = self._take(key, ())
        if isinstance(value, tuple):
            return value
        if not isinstance(value, list) or not all(isinstance(each, str) and each for each in value):
            self.fail(key, "must be a list such as [ana, luis]")
        if len(set(value)) < len(value):
            self.fail(key, "names something twice")
        return tuple(value)

    def mapping(self, key: str) -> Iterator[Fields]:
        """The mappings under each name of the mapping ``key``; absent is empty."""
        if key in self._data:
            value = self._take(key, None)
            holder = self._at(value, key)
            for name in holder._data:
                yield holder._at(value[name], name)

    def within(self, key: str) -> Fields | None:
        """The mapping ``key``, or ``None`` where it is absent."""
        return self._at(self._take(key, None), key) if key in self._data else None

    def given(self) -> tuple[str, ...]:
        """Every key of this mapping, for mappings whose keys are names."""
        return tuple(self._data)

    def _at(self, value: Any, key: str) -> Fields:
        return Fields(
            value, (*self.path, key), lines=self._lines, source=self._source, timezone=self.timezone
        )

    def _take(self, key: str, default: Any) -> Any:
        self._unread.discard(key)
        value = self._data.get(key, _MISSING)
        return default if value is _MISSING else value


def read_moment(text: str, timezone: ZoneInfo) -> int | None:
    """A date and time in ISO 8601 as seconds since 1970; ``None`` if it is not one.

    Without an offset it is read in ``timezone``. A date alone is refused: its hour would be a guess.
    """
    if ":" not in text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=timezone)
        seconds = int(moment.timestamp())
    except (ValueError, OverflowError):
        return None
    return seconds if seconds > 0 else None
