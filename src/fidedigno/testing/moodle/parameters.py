"""Reads the parameters of a call as PHP does: ``options[0][name]=...`` becomes a list of structures.

A parameter that is missing, unknown or of another type gets Moodle's one answer for all three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from fidedigno.testing.moodle.exceptions import invalid_parameter

Kind = Literal["int", "text", "flag", "ints", "texts", "options", "checks"]
RESERVED = {"wstoken", "wsfunction", "moodlewsrestformat"}
_NAME = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]{0,60})(?P<rest>(?:\[[A-Za-z0-9_]{0,30}\]){0,2})")
_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function; ``default`` is used where it is absent, unless it is ``required``."""

    name: str
    kind: Kind
    required: bool = True
    default: Any = None


def read_parameters(pairs: Iterable[tuple[str, str]], wanted: tuple[Parameter, ...]) -> dict[str, Any]:
    """The values of ``wanted`` from the fields of a form.

    Raises:
        MoodleError: ``invalidparameter``.
    """
    tree = _nested(pairs)
    if set(tree) - {each.name for each in wanted}:
        raise invalid_parameter()
    values: dict[str, Any] = {}
    for each in wanted:
        if each.name in tree:
            values[each.name] = _READERS[each.kind](tree[each.name])
        elif each.required:
            raise invalid_parameter()
        else:
            values[each.name] = each.default
    return values


def _nested(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in pairs:
        if key in RESERVED:
            continue
        match = _NAME.fullmatch(key)
        if match is None:
            raise invalid_parameter()
        holder, last = tree, match["name"]
        for index in re.findall(r"\[([^]]*)\]", match["rest"]):
            inner = holder.setdefault(last, {})
            if not isinstance(inner, dict):
                raise invalid_parameter()
            holder, last = inner, index or str(len(inner))
        holder[last] = value
    return tree


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise invalid_parameter()
    return value


def _integer(value: Any) -> int:
    if _INTEGER.fullmatch(_text(value)) is None:
        raise invalid_parameter()
    return int(value)


def _flag(value: Any) -> bool:
    text = _text(value)
    if text not in {"0", "1", ""}:
        raise invalid_parameter()
    return text == "1"


def _items(value: Any) -> list[Any]:
    if not isinstance(value, dict):
        raise invalid_parameter()
    return list(value.values())


def _structure(value: Any, names: set[str]) -> Mapping[str, str]:
    if not isinstance(value, dict) or set(value) != names:
        raise invalid_parameter()
    return {key: _text(each) for key, each in value.items()}


def _options(value: Any) -> dict[str, str]:
    pairs = [_structure(each, {"name", "value"}) for each in _items(value)]
    return {each["name"]: each["value"] for each in pairs}


def _checks(value: Any) -> list[tuple[str, int, int]]:
    rows = [_structure(each, {"contextlevel", "id", "since"}) for each in _items(value)]
    return [(each["contextlevel"], _integer(each["id"]), _integer(each["since"])) for each in rows]


_READERS = {
    "int": _integer,
    "text": _text,
    "flag": _flag,
    "ints": lambda value: [_integer(each) for each in _items(value)],
    "texts": lambda value: [_text(each) for each in _items(value)],
    "options": _options,
    "checks": _checks,
}
