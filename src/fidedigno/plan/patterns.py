"""Regular expressions from a pack, checked so that no question can make them run for long.

They are matched on text in lower case without accents (:func:`fidedigno.ingest.analyse.fold`), so they must
be written so. Python's engine backtracks; what makes that expensive is refused instead of timed:
a repeated group that holds a repetition or a choice, more than one repetition without an end, and
repetitions whose bounds multiply to too much.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fidedigno.ingest.analyse import fold

MAX_CHARACTERS = 500
MAX_WORK = 4_096
"""Highest product of the bounds of a pattern's repetitions; one without an end counts as 64."""
_ENDLESS = 64
_TOKEN = re.compile(
    r"(?P<escape>\\(?:.|\Z))|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<open>\(\??[:=!<P]*)|(?P<close>\))"
    r"|(?P<choice>\|)|(?P<repeat>[*+?]|\{\d*,?\d*\})(?P<kind>[?+]?)|(?P<plain>.)",
    re.DOTALL,
)


class PatternError(ValueError):
    """Why a pattern is refused, for people."""


@dataclass(slots=True)
class _Group:
    """What has been seen inside a pair of parentheses."""

    repeats: bool = False
    chooses: bool = False


@dataclass(slots=True)
class _Reading:
    """The state of one walk over a pattern."""

    groups: list[_Group] = field(default_factory=lambda: [_Group()])
    closed: _Group | None = None
    """The group that ended just before, to which a repetition would apply."""
    work: int = 1
    endless: int = 0


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Check and compile a pattern.

    Raises:
        PatternError: if it is not valid, could take long, or could never match folded text.
    """
    if not pattern:
        raise PatternError("it is empty")
    if len(pattern) > MAX_CHARACTERS:
        raise PatternError(f"it is longer than {MAX_CHARACTERS} characters")
    reading = _Reading()
    for match in _TOKEN.finditer(pattern):
        _read(match, reading)
    _refuse_expensive(reading)
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise PatternError(f"it is not a regular expression: {error}") from None
    if compiled.match(""):
        raise PatternError("it matches everywhere, even in an empty text")
    _refuse_unfolded(pattern)
    return compiled


def _read(match: re.Match[str], reading: _Reading) -> None:
    kind, text = str(match.lastgroup), match[0]
    if match["repeat"] is not None:
        _repeat(match["repeat"], reading)
        return
    reading.closed = None
    if kind == "open":
        if text.startswith("(?P") or text == "(?":
            raise PatternError(f"{text} is not used here: no names, flags, comments or references")
        reading.groups.append(_Group())
    elif kind == "close" and len(reading.groups) > 1:
        reading.closed = reading.groups.pop()
        reading.groups[-1].repeats |= reading.closed.repeats
        reading.groups[-1].chooses |= reading.closed.chooses
    elif kind == "choice":
        reading.groups[-1].chooses = True
    elif kind == "escape" and text[1:2].isdigit():
        raise PatternError(f"{text} refers back, which can take very long")


def _repeat(text: str, reading: _Reading) -> None:
    most = _most(text)
    if most is None or most > 1:
        closed = reading.closed
        if closed is not None and (closed.repeats or closed.chooses):
            raise PatternError(
                f"{text} repeats a group that itself repeats or chooses: it can take very long"
            )
        reading.work *= _ENDLESS if most is None else most
        reading.endless += most is None
    reading.groups[-1].repeats = True
    reading.closed = None


def _most(text: str) -> int | None:
    """How often a repetition may happen; ``None`` for without end."""
    if text in {"*", "+"}:
        return None
    if text == "?":
        return 1
    bounds = text[1:-1].split(",")
    if not any(bounds):
        return 1  # "{}" and "{,}" are plain characters, or left to the engine to refuse
    if len(bounds) > 1 and not bounds[1]:
        return None
    return int(bounds[-1][:6])


def _refuse_expensive(reading: _Reading) -> None:
    if reading.endless > 1:
        raise PatternError("it has more than one repetition without an end; use bounds such as {0,20}")
    if reading.work > MAX_WORK:
        raise PatternError(f"its repetitions multiply to {reading.work:,} (at most {MAX_WORK:,}); bound them")


def _refuse_unfolded(pattern: str) -> None:
    for character in _letters(pattern):
        if fold(character) != character:
            raise PatternError(
                f"{character!r} never matches: patterns see lower case without accents ({fold(character)!r})"
            )


def _letters(pattern: str) -> Iterator[str]:
    escaped = False
    for character in pattern:
        if not escaped and character != "\\" and character.isalpha():
            yield character
        escaped = character == "\\" and not escaped
