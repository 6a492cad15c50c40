"""The conditions under which Moodle shows a module, as far as they can be said with groups.

Moodle keeps them as a JSON tree: ``{"op":"&","c":[{"type":"group","id":1}],"showc":[false]}``. Trees of
``and`` and ``or`` over groups become clauses of groups. Everything else (dates, marks, completion, profile
fields, groupings, ``not``, any group, kinds of plugins) is not understood, and what is not understood is
for nobody: a condition left out would widen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

Clauses: TypeAlias = frozenset[frozenset[int]]
"""A conjunction of any-of clauses of group ids. Empty: no condition."""

NO_CONDITION: Clauses = frozenset()
MAX_CLAUSES = 64
_MAX_CHARACTERS = 100_000


def read_availability(text: str | None) -> Clauses | None:
    """The clauses of a module's ``availability``; ``None`` where it cannot be said with groups."""
    if text is None or not text.strip():
        return NO_CONDITION
    if len(text) > _MAX_CHARACTERS:
        return None
    try:
        return _tree(json.loads(text))
    except (ValueError, RecursionError):
        return None


def satisfies(clauses: Clauses | None, groups: frozenset[int]) -> bool:
    """Whether somebody in these groups meets the conditions."""
    return clauses is not None and all(clause & groups for clause in clauses)


def _tree(node: object) -> Clauses | None:
    if not isinstance(node, dict):
        return None
    if "type" in node:
        return _condition(node)
    children = node.get("c")
    if not isinstance(children, list) or node.get("op") not in {"&", "|"}:
        return None
    if not children:
        # Moodle's own empty tree: available to all.
        return NO_CONDITION
    read = [_tree(child) for child in children]
    parts = [each for each in read if each is not None]
    if len(parts) < len(read):
        return None
    joined = _all_of(parts) if node["op"] == "&" else _any_of(parts)
    return joined if joined is not None and len(joined) <= MAX_CLAUSES else None


def _condition(node: dict[str, object]) -> Clauses | None:
    group = node.get("id")
    if node.get("type") != "group" or isinstance(group, bool) or not isinstance(group, int) or group <= 0:
        return None
    return frozenset({frozenset({group})})


def _all_of(parts: Sequence[Clauses]) -> Clauses:
    return frozenset[frozenset[int]]().union(*parts)


def _any_of(parts: Sequence[Clauses]) -> Clauses | None:
    size = 1
    for part in parts:
        size *= len(part)
    if size > MAX_CLAUSES * 4:
        return None
    # (a and b) or c is (a or c) and (b or c); an alternative without a condition lifts them all.
    return frozenset(frozenset[int]().union(*choice) for choice in product(*parts))
