"""YAML with the line of every node, for files of cases: long lists, in which a mistake must be found.

As careful as the reading of declarations: every scalar stays the string that was written, and aliases, deep
nesting, keys given twice and several documents are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from fidedigno.ingest.strict_yaml import YamlProblemError

MAX_CHARACTERS = 4_000_000
MAX_DEPTH = 12


@dataclass(frozen=True, slots=True)
class Marked:
    """A value (``dict`` of nodes, ``list`` of nodes, ``str`` or ``None``) and its line, from 1."""

    value: dict[str, Marked] | list[Marked] | str | None
    line: int

    def plain(self) -> object:
        """The value without lines."""
        if isinstance(self.value, dict):
            return {key: each.plain() for key, each in self.value.items()}
        if isinstance(self.value, list):
            return [each.plain() for each in self.value]
        return self.value


def read_marked(text: str) -> Marked:
    """Read one document.

    Raises:
        YamlProblemError: with the line, if it is not valid or holds something that is refused.
    """
    if len(text) > MAX_CHARACTERS:
        raise YamlProblemError(f"longer than {MAX_CHARACTERS:,} characters", 1)
    try:
        events = _Events(yaml.parse(text, Loader=yaml.SafeLoader))
        found = events.document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlProblemError(error.problem or "not valid YAML", mark.line + 1 if mark else 1) from None
    except yaml.YAMLError:
        raise YamlProblemError("not valid YAML: a character that may not occur", 1) from None
    except YamlProblemError:
        raise
    except (ValueError, OverflowError):
        # PyYAML converts numbers of escapes and directives without looking at their size.
        raise YamlProblemError("not valid YAML: a number that may not occur", 1) from None
    return found


class _Events:
    """Builds values from the parser's events, so that nothing refused is ever built."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self._events = events

    def document(self) -> Marked:
        """The one document of the stream."""
        found: Marked | None = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if found is not None:
                    raise YamlProblemError("more than one document", _line(event))
                found = self._node(next(self._events), 0)
        return found or Marked(None, 1)

    def _node(self, event: yaml.Event, depth: int) -> Marked:
        line = _line(event)
        if depth > MAX_DEPTH:
            raise YamlProblemError(f"nested deeper than {MAX_DEPTH} levels", line)
        if isinstance(event, yaml.AliasEvent):
            raise YamlProblemError("aliases (*name) are not allowed", line)
        if isinstance(event, yaml.MappingStartEvent):
            return Marked(self._mapping(depth + 1), line)
        if isinstance(event, yaml.SequenceStartEvent):
            return Marked(self._sequence(depth + 1), line)
        if not isinstance(event, yaml.ScalarEvent):
            raise YamlProblemError("not valid YAML", line)
        empty = event.implicit[0] and event.value in {"", "~", "null", "Null", "NULL"}
        return Marked(None if empty else str(event.value), line)

    def _mapping(self, depth: int) -> dict[str, Marked]:
        mapping: dict[str, Marked] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth)
            if not isinstance(key.value, str):
                raise YamlProblemError("a key must be a word", key.line)
            if key.value in mapping:
                raise YamlProblemError(f"the key {key.value!r} is given twice", key.line)
            mapping[key.value] = self._node(next(self._events), depth)
        return mapping

    def _sequence(self, depth: int) -> list[Marked]:
        items = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, depth))
        return items


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
