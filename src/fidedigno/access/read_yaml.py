"""Directory files in YAML; the format is described in :mod:`fidedigno.access.load`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import yaml

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_member,
    checked_name,
    refuse_unknown,
)
from fidedigno.safe_yaml import LOADER

T = TypeVar("T")
_USER_KEYS = ("name", "display", "email", "enabled", "attributes")
_GROUP_KEYS = ("name", "members")


class _Mapping(dict[object, object]):
    """A mapping that knows the line on which it begins."""

    line = 0


class _Loader(LOADER):  # type: ignore[misc]
    """The safe loader, with lines, and without the silent loss of repeated keys."""


def _construct_mapping(loader: Any, node: yaml.MappingNode) -> _Mapping:
    mapping = _Mapping()
    mapping.line = node.start_mark.line + 1
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode) or key_node.tag == "tag:yaml.org,2002:merge":
            raise EntryError(f"line {line}: a key must be a plain text")
        key = loader.construct_object(key_node)
        if key in mapping:
            raise EntryError(f"line {line}: the key {str(key)[:80]!r} is repeated", "keep one of them")
        mapping[key] = loader.construct_object(value_node, deep=True)
    return mapping


_Loader.add_constructor("tag:yaml.org,2002:map", _construct_mapping)


def read_yaml(text: str) -> DirectoryContent:
    """Read users and groups.

    Raises:
        EntryError: naming the line.
        ConfigurationError: if two names are equal once normalised.
    """
    document = _parse(text)
    if not isinstance(document, _Mapping):
        raise EntryError(
            "line 1: not a mapping with 'users' and 'groups'", "write both keys, '[]' where empty"
        )
    return _at(document.line, lambda: _read_document(document))


def _parse(text: str) -> object:
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 - a subclass of the safe loader
    except EntryError:
        raise
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f"line {mark.line + 1}" if mark else "line 1"
        raise EntryError(
            f"{line}: not valid YAML: {getattr(error, 'problem', None) or 'unreadable'}"
        ) from None
    except (RecursionError, ValueError, OverflowError) as error:
        raise EntryError(f"line 1: not valid YAML: {type(error).__name__}") from None


def _read_document(document: _Mapping) -> DirectoryContent:
    refuse_unknown(document, ("users", "groups"))
    for key in ("users", "groups"):
        if not isinstance(document.get(key), list):
            raise EntryError(f"'{key}' must be a list", f"write '{key}: []' where there are none")
    return DirectoryContent(
        tuple(_read_each(document["users"], "user", _read_user)),
        tuple(_read_each(document["groups"], "group", _read_group)),
    )


def _read_each(entries: Any, what: str, read: Callable[[_Mapping], T]) -> list[T]:
    found = []
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, _Mapping):
            raise EntryError(f"{what} {number} is not a mapping", f"write '- name: …' for each {what}")
        found.append(_at(entry.line, lambda entry=entry: read(entry)))  # type: ignore[misc]
    return found


def _at(line: int, read: Callable[[], T]) -> T:
    """Say the line in an error that does not say one yet."""
    try:
        return read()
    except EntryError as error:
        if str(error).startswith("line "):
            raise
        raise EntryError(f"line {line}: {error}", error.hint) from None


def _read_user(entry: _Mapping) -> UserEntry:
    refuse_unknown(entry, _USER_KEYS)
    name, written = checked_name(entry.get("name"))
    display = checked_name(entry["display"], "display")[1] if "display" in entry else written
    enabled = entry.get("enabled")
    if "enabled" in entry and not isinstance(enabled, bool):
        raise EntryError("enabled must be true or false", "without quotes")
    attributes = entry.get("attributes", {})
    if not isinstance(attributes, dict) or not all(
        isinstance(key, str) and isinstance(value, str) for key, value in attributes.items()
    ):
        raise EntryError("attributes must be texts by name", "put numbers, dates and true/false in quotes")
    said = enabled if isinstance(enabled, bool) else None
    return UserEntry(
        name, display, checked_email(entry.get("email")), said, dict(attributes), where=f"line {entry.line}"
    )


def _read_group(entry: _Mapping) -> GroupEntry:
    refuse_unknown(entry, _GROUP_KEYS)
    name, written = checked_name(entry.get("name"))
    members = entry.get("members")
    if not isinstance(members, list):
        raise EntryError("a group needs a list of members", "write 'members: []' where there are none")
    return GroupEntry(name, written, frozenset(map(checked_member, members)), f"line {entry.line}")
