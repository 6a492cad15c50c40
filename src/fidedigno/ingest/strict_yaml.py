"""A small, safe reading of YAML for declarations and front matter.

Every scalar stays the string that was written (``version: 1.10`` is not the number 1.1), and whatever
makes YAML dangerous in a file of a stranger is refused: aliases (the "billion laughs"), deep nesting,
duplicate keys, several documents, and size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml
from yaml.composer import Composer
from yaml.resolver import Resolver

MAX_CHARACTERS = 65_536
MAX_DEPTH = 16


class YamlProblemError(ValueError):
    """Why a text was not accepted, and on which line (from 1)."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


@dataclass(frozen=True, slots=True)
class YamlText:
    """``data`` is made of ``dict``, ``list``, ``str`` and ``None``; ``lines`` tells where each key is."""

    data: Any
    lines: Mapping[tuple[str, ...], int]


if TYPE_CHECKING or not yaml.__with_libyaml__:

    class _Events(yaml.SafeLoader):
        """The events of a text, as PyYAML reads them; it refuses a little more than libyaml does."""

else:

    class _Events(Composer, yaml.cyaml.CParser, Resolver):
        """The events of a text, as libyaml reads them, in a tenth of the time; nodes are composed here."""

        def __init__(self, text: str) -> None:
            yaml.cyaml.CParser.__init__(self, text)
            Composer.__init__(self)
            Resolver.__init__(self)


class _Loader(_Events):
    """Composes nodes, refusing aliases and depth before anything is built."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose one node (overrides PyYAML's recursion point)."""
        event = self.peek_event()  # type: ignore[no-untyped-call]
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise YamlProblemError("aliases (*name) are not allowed", line)
        if self.depth >= MAX_DEPTH:
            raise YamlProblemError(f"nested deeper than {MAX_DEPTH} levels", line)
        self.depth += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1


def read_yaml(text: str) -> YamlText:
    """Read one YAML document.

    Raises:
        YamlProblemError: if it is not valid, or holds something that is refused.
    """
    if len(text) > MAX_CHARACTERS:
        raise YamlProblemError(f"longer than {MAX_CHARACTERS:,} characters", 1)
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
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
    lines: dict[tuple[str, ...], int] = {}
    return YamlText(None if node is None else _build(node, (), lines), lines)


def _build(node: yaml.Node, path: tuple[str, ...], lines: dict[tuple[str, ...], int]) -> Any:
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlProblemError("a key must be a word", line)
            key = str(key_node.value)
            if key in mapping:
                raise YamlProblemError(f"the key {key!r} is given twice", line)
            lines[(*path, key)] = line
            mapping[key] = _build(value_node, (*path, key), lines)
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [_build(each, path, lines) for each in node.value]
    if node.tag == "tag:yaml.org,2002:null":
        return None
    return str(node.value)
