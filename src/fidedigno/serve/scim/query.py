"""The parameters of a request: which page, which attributes, which version."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fidedigno.serve.scim.attributes import Kind, served_name, without_schema
from fidedigno.serve.scim.filters import Filter, parse_filter
from fidedigno.serve.scim.refusal import ScimRefusal, invalid_value

MAX_PAGE = 200
"""Most resources in one answer; a request for more gets so many."""
_ALWAYS = {"schemas", "id", "meta"}
_TAG = re.compile(r'(?:W/)?"(\d{1,18})"')


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked for. ``start`` counts from one."""

    filter: Filter | None = None
    start: int = 1
    count: int = MAX_PAGE
    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()

    def wants(self, attribute: str) -> bool:
        """Whether an attribute is to be given; some always are."""
        if attribute in _ALWAYS:
            return True
        return attribute not in self.without and (self.only is None or attribute in self.only)


def read_query(parameters: Mapping[str, str], kind: Kind) -> Query:
    """Read the parameters of a request; those that are not served are read over.

    Raises:
        ScimRefusal: if a value is not of its form.
    """
    written = parameters.get("filter")
    return Query(
        filter=None if written is None else parse_filter(written, kind),
        start=max(1, _number(parameters, "startIndex", 1)),
        count=min(MAX_PAGE, max(0, _number(parameters, "count", MAX_PAGE))),
        only=_names(parameters["attributes"], kind) if "attributes" in parameters else None,
        without=_names(parameters.get("excludedAttributes", ""), kind),
    )


def parameters_in(body: object) -> dict[str, str]:
    """The parameters of a query that is sent as a body (RFC 7644, 3.4.3), in the form of those of an address.

    Raises:
        ScimRefusal: if it is none.
    """
    if not isinstance(body, Mapping):
        raise ScimRefusal(400, "invalidSyntax", "a query is an object")
    found: dict[str, str] = {}
    for name in ("filter", "startIndex", "count", "attributes", "excludedAttributes"):
        value = body.get(name)
        if isinstance(value, list):
            value = ",".join(str(each) for each in value)
        if isinstance(value, str | int) and not isinstance(value, bool):
            found[name] = str(value)
        elif value is not None:
            raise invalid_value(f"{name}: of another kind")
    return found


def expected_version(header: str | None) -> int | None:
    """The version that ``If-Match`` names; ``None`` if any will do.

    Raises:
        ScimRefusal: 412 where the header names none of ours.
    """
    if header is None or header.strip() == "*":
        return None
    match = _TAG.fullmatch(header.strip())
    if match is None:
        raise changed_meanwhile()
    return int(match[1])


def changed_meanwhile() -> ScimRefusal:
    """The version that was named is not the present one."""
    return ScimRefusal(412, "", "the resource has another version")


def selected(resource: Mapping[str, Any], query: Query) -> dict[str, Any]:
    """The resource with the wanted attributes alone."""
    return {key: value for key, value in resource.items() if query.wants(key)}


def _number(parameters: Mapping[str, str], name: str, default: int) -> int:
    written = parameters.get(name)
    if written is None:
        return default
    if not re.fullmatch(r"-?[0-9]{1,9}", written):
        raise invalid_value(f"{name}: not a whole number")
    return int(written)


def _names(written: str, kind: Kind) -> frozenset[str]:
    """Names of whole attributes; the part after a dot is given with the whole."""
    found = set()
    for each in written.split(","):
        bare = without_schema(each.strip(), kind)
        name = served_name(bare.partition(".")[0], kind) if bare else None
        if name is not None:
            found.add(name)
    return frozenset(found)
