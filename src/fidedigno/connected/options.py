"""From texts to the options of a kind, by the types that the class of its options declares.

A text becomes what its field says: a number, a truth, a period (``15m``), a path, a list, a map. A secret has a
key that ends in ``_file`` and is read from there. What no field takes is refused with its line and the nearest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

from fidedigno.connected.fields import Field, OptionError, Place
from fidedigno.connected.kinds import Kind, kind_named
from fidedigno.connected.read_types import fields_for, reader_of
from fidedigno.connected.secrets import CertificateFile, secret
from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import Connector

__all__ = ["Given", "OptionError", "fields_of", "open_connector", "paths_in", "read_options"]


@dataclass(frozen=True, slots=True)
class Given:
    """The options of a system as somebody wrote them.

    Args:
        kind: which system.
        options: by key; texts, lists and maps of texts.
        folder: what the paths among them are relative to.
        lines: where each key is, by its path from ``options``; for messages.
        where: what messages call the file.
    """

    kind: str
    options: Mapping[str, Any]
    folder: Path
    lines: Mapping[tuple[str, ...], int] = dataclasses.field(default_factory=dict)
    where: str = "options"


def fields_of(kind: Kind) -> dict[str, Field]:
    """What may be said of a kind, by its key in a declaration."""
    _, options = kind.classes()
    if options is None:
        return _declared_fields()
    hints = get_type_hints(options)
    return {
        field.key: field
        for each in dataclasses.fields(options)
        for field in fields_for(each, hints[each.name])
    }


def read_options(given: Given, *, secrets: bool = True) -> dict[str, Any]:
    """The values by the names of the class's fields.

    Args:
        given: what was written.
        secrets: whether to read the files of secrets too.

    Raises:
        ConfigurationError: for an unknown, missing or wrong key, with its line; for a file of a secret that is
            missing or open to others. No message repeats a secret.
    """
    fields = fields_of(kind_named(given.kind))
    for key in given.options:
        if key not in fields:
            near = get_close_matches(key, fields, n=1, cutoff=0.5)
            hint = f"Did you mean {near[0]!r}?" if near else "The keys are: " + ", ".join(fields) + "."
            raise _wrong(given, (key,), f"unknown key {key[:80]!r}", hint)
    _check_whole(given, fields)
    read = {}
    for key, value in given.options.items():
        field = fields[key]
        if field.is_secret and not secrets:
            continue
        try:
            read[field.name] = field.read(value, Place(given.folder))
        except OptionError as error:
            raise _wrong(given, (key, *error.path), str(error), error.hint) from None
    return read


def _check_whole(given: Given, fields: Mapping[str, Field]) -> None:
    """Every field that has to be said is, and none in two ways."""
    missing = []
    for name in dict.fromkeys(field.name for field in fields.values()):
        ways = [field for field in fields.values() if field.name == name]
        said = [field.key for field in ways if field.key in given.options]
        if len(said) > 1:
            raise _wrong(given, (said[1],), f"given beside {said[0]}", "Give one of the two.")
        if not said and any(field.is_required for field in ways):
            missing.append(" or ".join(field.key for field in ways))
    if missing:
        hint = f"The page of {given.kind} shows a whole declaration."
        raise ConfigurationError(f"{given.where}: not declared: {', '.join(missing)}", hint)


def open_connector(given: Given, defaults: Mapping[str, object] | None = None) -> Connector:
    """Make the connector; nothing is asked of the system yet.

    Args:
        given: what was written.
        defaults: values of fields, by name, where nothing was written of them.

    Raises:
        ConfigurationError: as for :func:`read_options`, and where a value cannot be used together with others.
    """
    kind = kind_named(given.kind)
    connector, options = kind.classes()
    values = {**(defaults or {}), **read_options(given)}
    try:
        for name, value in values.items():
            if isinstance(value, CertificateFile):
                values[name] = value.of(str(values.get("client", "")))
        opened: Connector = connector(**values) if options is None else connector(options(**values))
    except ConfigurationError as error:
        raise ConfigurationError(f"{given.where}: {error.message}", error.hint) from None
    return opened


def paths_in(given: Given) -> Iterator[str]:
    """The keys of the options whose value is the path of a file or folder."""
    fields = fields_of(kind_named(given.kind))
    yield from (key for key in given.options if key in fields and fields[key].is_path)


def _wrong(given: Given, path: tuple[str, ...], problem: str, hint: str) -> ConfigurationError:
    line = next((given.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in given.lines), None)
    place = f"{given.where}, line {line}" if line else given.where
    about = "" if problem.startswith("unknown") else f"{'.'.join(path)}: "
    return ConfigurationError(f"{place}: {about}{problem}", hint or "Correct the value of this key.")


def _declared_fields() -> dict[str, Field]:
    """A declared system has a declaration in a file of its own, which may be shown to anybody."""
    from fidedigno.sources.declared import read_declaration
    from fidedigno.sources.http import HttpLimits

    def declaration(value: object, place: Place) -> object:
        path = place.path(value)
        try:
            return read_declaration(path.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError):
            raise OptionError(f"{path}: it cannot be read as UTF-8 text", "Check the path.") from None
        except ConfigurationError as error:
            raise OptionError(f"{path.name}: {error.message}", error.hint) from None

    found = (
        Field("declaration_file", "declaration", declaration, is_required=True, is_path=True),
        Field("secret_file", "secret", secret, is_required=True, is_path=True, is_secret=True),
        Field("limits", "limits", reader_of(HttpLimits)),
        Field("check_seconds", "check_seconds", reader_of(float)),
    )
    return {field.key: field for field in found}
