"""The paths of PATCH (RFC 7644, 3.5.2): which attribute, which of its elements, which part of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fidedigno.serve.scim.attributes import MULTI_VALUED, NOT_KEPT, Kind, served_name, without_schema
from fidedigno.serve.scim.filters import Filter, parse_value_filter
from fidedigno.serve.scim.refusal import invalid_path

MAX_CHARACTERS = 8_000
_PATH = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<filter>.*)\](?:\.(?P<part>[A-Za-z$][\w$-]*))?)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Target:
    """``attribute`` and ``part`` by their standard names; ``chosen`` only for attributes of many elements."""

    attribute: str
    part: str | None = None
    chosen: Filter | None = None


def parse_path(path: str, kind: Kind) -> Target | None:
    """What a path names; ``None`` if it is of the standard, or of an extension, and not kept.

    Raises:
        ScimRefusal: ``invalidPath``, or ``invalidFilter`` for what stands in brackets.
    """
    bare = without_schema(path.strip(), kind)
    if bare is None:
        return None
    match = _PATH.fullmatch(bare) if len(bare) <= MAX_CHARACTERS else None
    if match is None:
        raise invalid_path("the path is not of the grammar")
    if match["name"].partition(".")[0].lower() in NOT_KEPT:
        return None
    written = match["name"] if match["part"] is None else f"{match['name']}.{match['part']}"
    name = served_name(written, kind)
    if name is None:
        raise invalid_path("the path names no attribute that is known")
    attribute, _, part = name.partition(".")
    if match["filter"] is None:
        return Target(attribute, part or None)
    if attribute not in MULTI_VALUED or "." in match["name"]:
        raise invalid_path("the attribute has no elements to choose among")
    return Target(attribute, part or None, parse_value_filter(match["filter"], attribute, kind))
