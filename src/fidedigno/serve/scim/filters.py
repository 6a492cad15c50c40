"""The filters of RFC 7644 (3.4.2.2) that identity providers send: ``eq ne co sw pr``, ``and or not``, groups.

``ew`` and comparisons of order are refused, like everything that is not of the grammar.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fidedigno.serve.scim.attributes import MULTI_VALUED, Kind, is_storable, served_name
from fidedigno.serve.scim.refusal import invalid_filter

MAX_CHARACTERS: Final = 8_000
MAX_DEPTH: Final = 20
Value = str | bool | int | float | None


class Operator(StrEnum):
    """How an attribute is compared."""

    EQ = "eq"
    NE = "ne"
    CO = "co"
    SW = "sw"
    PR = "pr"


@dataclass(frozen=True, slots=True)
class Compare:
    """``attribute`` by its standard name, within a value path without what is before the dot."""

    attribute: str
    operator: Operator
    value: Value = None


@dataclass(frozen=True, slots=True)
class Both:
    """All of these."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Any of these."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """Not this."""

    part: Filter


@dataclass(frozen=True, slots=True)
class Within:
    """One element of a multi-valued attribute that meets all of it: ``emails[type eq "work"]``."""

    attribute: str
    part: Filter


Filter = Compare | Both | Either | Negation | Within

_TOKEN = re.compile(
    r"""\s*(?:(?P<mark>[()\[\]])|(?P<text>"(?:[^"\\\x00-\x1f]|\\.)*")|(?P<word>[^\s()\[\]"]+))""", re.DOTALL
)


def parse_filter(text: str, kind: Kind) -> Filter:
    """Read a filter of a query.

    Raises:
        ScimRefusal: ``invalidFilter``.
    """
    return _Parser(text, lambda path: served_name(path, kind)).whole()


def parse_value_filter(text: str, attribute: str, kind: Kind) -> Filter:
    """Read what stands between the brackets after ``attribute``; its names are those after the dot.

    Raises:
        ScimRefusal: ``invalidFilter``.
    """
    return _Parser(text, _inner(attribute, kind)).whole()


def _inner(attribute: str, kind: Kind) -> Callable[[str], str | None]:
    def name(path: str) -> str | None:
        found = served_name(f"{attribute}.{path}", kind)
        return None if found is None else found.partition(".")[2]

    return name


class _Parser:
    """Recursive descent; ``not`` binds more than ``and``, ``and`` more than ``or``."""

    def __init__(self, text: str, name: Callable[[str], str | None]) -> None:
        if len(text) > MAX_CHARACTERS:
            raise invalid_filter("the filter is too long")
        self._tokens = list(_tokens(text))
        self._at = 0
        self._depth = 0
        self._name = name

    def whole(self) -> Filter:
        found = self._or()
        if self._at != len(self._tokens):
            raise invalid_filter("the filter goes on where it should end")
        return found

    def _or(self) -> Filter:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise invalid_filter("the filter is nested too deeply")
        parts = [self._and()]
        while self._word("or"):
            parts.append(self._and())
        self._depth -= 1
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _and(self) -> Filter:
        parts = [self._one()]
        while self._word("and"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def _one(self) -> Filter:
        if self._mark("("):
            return self._closed(")")
        if self._word("not"):
            if not self._mark("("):
                raise invalid_filter("'not' is followed by a parenthesis")
            return Negation(self._closed(")"))
        name = self._name(self._next("word"))
        if name is None:
            raise invalid_filter("an attribute is not known")
        if self._mark("["):
            return self._within(name)
        return self._comparison(name)

    def _within(self, attribute: str) -> Filter:
        if attribute not in MULTI_VALUED:
            raise invalid_filter("the attribute has no elements to choose among")
        outer = self._name
        self._name = lambda path: (outer(f"{attribute}.{path}") or "").partition(".")[2] or None
        try:
            return Within(attribute, self._closed("]"))
        finally:
            self._name = outer

    def _closed(self, mark: str) -> Filter:
        found = self._or()
        if not self._mark(mark):
            raise invalid_filter("a bracket is not closed")
        return found

    def _comparison(self, name: str) -> Filter:
        word = self._next("word").lower()
        if word not in set(Operator):
            raise invalid_filter("the operator is not served: write eq, ne, co, sw or pr")
        operator = Operator(word)
        if operator is Operator.PR:
            return Compare(name, operator)
        value = self._value()
        if operator in {Operator.CO, Operator.SW} and not isinstance(value, str):
            raise invalid_filter("co and sw compare texts")
        return Compare(name, operator, value)

    def _value(self) -> Value:
        kind, text = self._peek()
        self._at += 1
        try:
            value = json.loads(text)
        except ValueError:
            value = json.loads(text.lower()) if text.lower() in {"true", "false", "null"} else ...
        if (
            value is ...
            or kind == "mark"
            or not (value is None or isinstance(value, str | bool | int | float))
        ):
            raise invalid_filter("a value is not a text in quotes, a number, true, false or null")
        if isinstance(value, str) and not is_storable(value):
            raise invalid_filter("a text holds what is no character")
        return value

    def _peek(self) -> tuple[str, str]:
        if self._at >= len(self._tokens):
            raise invalid_filter("the filter ends too early")
        return self._tokens[self._at]

    def _next(self, kind: str) -> str:
        found, text = self._peek()
        if found != kind:
            raise invalid_filter("the filter is not of the grammar")
        self._at += 1
        return text

    def _word(self, word: str) -> bool:
        return self._take("word", word)

    def _mark(self, mark: str) -> bool:
        return self._take("mark", mark)

    def _take(self, kind: str, text: str) -> bool:
        if self._at < len(self._tokens):
            found, written = self._tokens[self._at]
            if found == kind and written.lower() == text:
                self._at += 1
                return True
        return False


def _tokens(text: str) -> list[tuple[str, str]]:
    found, at = [], 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise invalid_filter("the filter is not of the grammar")
        found.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return found
