"""How the text of an option is read for each type that the options of connectors have."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from datetime import timedelta
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from fidedigno.connected.fields import Field, OptionError, Place, Read
from fidedigno.connected.secrets import client_certificate, client_secret, secret, service_account
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.access_grammar import parse_access_list
from fidedigno.ingest.periods import parse_period
from fidedigno.sources.objects.rules import PathRule, PathRules

ALL = "all"
"""What stands for "no list: every one" where an option has that meaning."""


def fields_for(field: dataclasses.Field[Any], kind: Any) -> list[Field]:
    """The options that say a field of a class of options: one, or several ways of which one is chosen.

    Raises:
        TypeError: if its type is none that a declaration can say; a fault of whoever wrote the class.
    """
    has_default = not (field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING)
    ways = _IN_FILES.get(getattr(_plain(kind), "__name__", ""))
    if ways is not None:
        return [
            Field(
                key or f"{field.name}_file", field.name, read, not has_default, is_path=True, is_secret=True
            )
            for key, read in ways
        ]
    is_path, default = _plain(kind) is Path, None if field.default is dataclasses.MISSING else field.default
    return [Field(field.name, field.name, reader_of(kind), not has_default, is_path, default=default)]


def reader_of(kind: Any) -> Read:
    """What reads a text as a value of that type.

    Raises:
        TypeError: if there is nothing that does.
    """
    bare, origin, inner = _plain(kind), get_origin(_plain(kind)), get_args(_plain(kind))
    if bare in _SIMPLE:
        return _SIMPLE[bare]
    if isinstance(bare, type) and issubclass(bare, StrEnum):
        return _one_of(bare)
    if bare is PathRules:
        return _rules
    if isinstance(bare, type) and dataclasses.is_dataclass(bare):
        return _numbers(bare)
    if origin is tuple and inner == (str, ...):
        return _list_or_all if kind != bare else _list
    if origin is Mapping and inner == (str, str):
        return _map
    if origin is Mapping and inner == (str, tuple[str, ...]):
        return _map_of_lists
    raise TypeError(f"no declaration can say a {kind}")


def _plain(kind: Any) -> Any:
    """The type without its ``None``."""
    if get_origin(kind) in {Union, types.UnionType}:
        rest = [each for each in get_args(kind) if each is not type(None)]
        return rest[0] if len(rest) == 1 else kind
    return kind


def _text(value: object, place: Place) -> str:  # noqa: ARG001 - one form for all readers
    if not isinstance(value, str):
        raise OptionError("not a text", "Write one value on this line.")
    return value


def _truth(value: object, place: Place) -> bool:
    text = _text(value, place).casefold()
    if text not in {"true", "false"}:
        raise OptionError("neither true nor false", "Write true or false.")
    return text == "true"


def _whole(value: object, place: Place) -> int:
    text = _text(value, place)
    if not (text.isascii() and text.isdecimal() and len(text) <= 15):
        raise OptionError("not a whole number", "Write digits alone.")
    return int(text)


def _decimal(value: object, place: Place) -> float:
    text = _text(value, place)
    whole, _, part = text.partition(".")
    if not (
        text.isascii() and whole.isdecimal() and len(text) <= 15 and (part.isdecimal() or "." not in text)
    ):
        raise OptionError("not a number", "Write it like 5 or 2.5.")
    return float(text)


def _period(value: object, place: Place) -> timedelta:
    try:
        return parse_period(_text(value, place))
    except OptionError:
        raise
    except ValueError as error:
        raise OptionError(str(error)) from None


def _path(value: object, place: Place) -> Path:
    return place.path(value)


def _list(value: object, place: Place) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise OptionError("not a list", "Write a list, also of one: [one].")
    return tuple(_text(each, place) for each in value)


def _list_or_all(value: object, place: Place) -> tuple[str, ...] | None:
    return None if value == ALL else _list(value, place)


def _map(value: object, place: Place) -> dict[str, str]:
    return {key: _text(each, place) for key, each in _mapping(value).items()}


def _map_of_lists(value: object, place: Place) -> dict[str, tuple[str, ...]]:
    return {key: _list(each, place) for key, each in _mapping(value).items()}


def _rules(value: object, place: Place) -> PathRules:
    """Rules of paths: ``- {match: "hr/**", readers: ["group:hr"]}``."""
    if not isinstance(value, list):
        raise OptionError("not a list", 'Write lines such as - {match: "hr/**", readers: ["group:hr"]}.')
    rules = []
    for each in value:
        said = _mapping(each)
        if set(said) != {"match", "readers"}:
            raise OptionError("a rule has the keys match and readers", "Say which paths, and who reads them.")
        try:
            rules.append(PathRule(_text(said["match"], place), parse_access_list(said["readers"])))
        except ConfigurationError as error:
            raise OptionError(error.message, error.hint) from None
        except OptionError:
            raise
        except ValueError as error:
            raise OptionError(f"readers: {error}", 'Write a list such as ["group:hr"], or nobody.') from None
    try:
        return PathRules(tuple(rules))
    except ConfigurationError as error:
        raise OptionError(error.message, error.hint) from None


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise OptionError("not a map", "Write one 'key: value' on each line below.")
    return value


def _one_of(choices: type[StrEnum]) -> Read:
    def read(value: object, place: Place) -> StrEnum:
        text = _text(value, place)
        if text not in {each.value for each in choices}:
            known = ", ".join(each.value for each in choices)
            raise OptionError(f"not one of its values: {text[:80]!r}", f"Write one of: {known}.")
        return choices(text)

    return read


def _numbers(options: type[Any]) -> Read:
    """Reads a small map of numbers, such as the limits of requests, into its class."""

    def read(value: object, place: Place) -> object:
        known = {each.name: each for each in dataclasses.fields(options)}
        values = {}
        for key, each in _mapping(value).items():
            if key not in known:
                near = get_close_matches(key, known, n=1, cutoff=0.5)
                hint = f"Did you mean {near[0]!r}?" if near else "The keys are: " + ", ".join(known) + "."
                raise OptionError(f"unknown key {key[:80]!r}", hint, (key,))
            reader = _decimal if known[key].type in {float, "float"} else _whole
            try:
                values[key] = reader(each, place)
            except OptionError as error:
                raise OptionError(str(error), error.hint, (key,)) from None
        return options(**values)

    return read


_SIMPLE: dict[Any, Read] = {
    str: _text,
    bool: _truth,
    int: _whole,
    float: _decimal,
    Path: _path,
    timedelta: _period,
}
_IN_FILES: dict[str, list[tuple[str, Read]]] = {
    "SecretStr": [("", secret)],
    "SecretLike": [("", secret)],
    "Credential": [("client_secret_file", client_secret), ("client_certificate_file", client_certificate)],
    "ServiceAccount": [("service_account_file", service_account)],
}
"""The types that are read from a file, by name, with the keys where they are not that of the field."""
