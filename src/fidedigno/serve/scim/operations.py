"""The operations of a PATCH, each brought to one attribute; what providers write differently is read here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from fidedigno.serve.scim.attributes import Kind
from fidedigno.serve.scim.paths import Target, parse_path
from fidedigno.serve.scim.refusal import ScimRefusal, invalid_value

MAX_OPERATIONS = 1_000


class Verb(StrEnum):
    """What is done."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Operation:
    """One change of one attribute. ``value`` of a removal: these of its elements alone, where it is given."""

    verb: Verb
    target: Target
    value: Any = None


def read_operations(body: object, kind: Kind) -> list[Operation]:
    """The operations in order; those of attributes that are not kept are left out.

    A value without path is one operation for each attribute in it; its keys may be paths themselves.

    Raises:
        ScimRefusal: if it is not a PATCH, or names what does not exist.
    """
    listed = _field(body, "operations")
    if not isinstance(listed, list) or not listed or len(listed) > MAX_OPERATIONS:
        raise ScimRefusal(
            400, "invalidSyntax", "a PATCH has a list of operations, neither empty nor too long"
        )
    return [operation for each in listed for operation in _read(each, kind)]


def _read(said: object, kind: Kind) -> Iterator[Operation]:
    written, path, value = _field(said, "op"), _field(said, "path"), _field(said, "value")
    if not isinstance(written, str) or written.lower() not in set(Verb):
        raise ScimRefusal(400, "invalidSyntax", "an operation is add, replace or remove")
    verb = Verb(written.lower())
    if path is not None:
        if not isinstance(path, str):
            raise ScimRefusal(400, "invalidPath", "a path is a text")
        target = parse_path(path, kind)
        if target is not None:
            yield Operation(verb, target, value)
        return
    if verb is Verb.REMOVE:
        raise ScimRefusal(400, "noTarget", "a removal needs a path")
    if not isinstance(value, Mapping):
        raise invalid_value("without a path, the value is an object")
    for key, each in value.items():
        target = parse_path(str(key), kind)
        if target is not None:
            yield Operation(verb, target, each)


def _field(said: object, name: str) -> Any:
    if not isinstance(said, Mapping):
        raise ScimRefusal(400, "invalidSyntax", "an object is missing")
    found = [value for key, value in said.items() if str(key).lower() == name]
    if len(found) > 1:
        raise ScimRefusal(400, "invalidSyntax", "a key is repeated in another case")
    return found[0] if found else None
