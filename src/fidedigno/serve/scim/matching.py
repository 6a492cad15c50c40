"""Whether a resource meets a filter, and what an index may answer of it beforehand."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from fidedigno.serve.scim.attributes import CASE_EXACT, MULTI_VALUED
from fidedigno.serve.scim.filters import Both, Compare, Either, Filter, Negation, Operator, Value, Within
from fidedigno.serve.scim.refusal import invalid_filter

HoldsMember = Callable[[Mapping[str, Any], str], bool]


def fold(text: str) -> str:
    """The form in which texts are compared without case: as the directory compares names."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@dataclass(frozen=True, slots=True)
class Matcher:
    """Compares resources with filters.

    ``holds_member`` answers ``members eq "ID"``, because a group may have too many members to read them all.
    """

    holds_member: HoldsMember

    def meets(self, filtered: Filter, resource: Mapping[str, Any]) -> bool:
        """Whether ``resource`` meets the filter.

        An attribute that is not there meets nothing but ``ne`` and ``eq null``.

        Raises:
            ScimRefusal: for a comparison of members other than ``eq``.
        """
        match filtered:
            case Both(parts):
                return all(self.meets(part, resource) for part in parts)
            case Either(parts):
                return any(self.meets(part, resource) for part in parts)
            case Negation(part):
                return not self.meets(part, resource)
            case Within("members", Compare("value", Operator.EQ, str() as member)):
                return self.holds_member(resource, member)
            case Within("members", _):
                raise invalid_filter("members are compared by 'value eq' alone")
            case Within(attribute, part):
                return any(_element_meets(attribute, part, each) for each in resource.get(attribute) or ())
            case Compare():
                return self._compared(filtered, resource)

    def _compared(self, wanted: Compare, resource: Mapping[str, Any]) -> bool:
        name = wanted.attribute
        if name.partition(".")[0] == "members":
            if (
                name not in {"members", "members.value"}
                or wanted.operator is not Operator.EQ
                or not isinstance(wanted.value, str)
            ):
                raise invalid_filter("members are compared by 'value eq' alone")
            return self.holds_member(resource, wanted.value)
        if name in MULTI_VALUED and wanted.operator is not Operator.PR:
            name += ".value"
        return _meets(wanted.operator, _texts(values_at(resource, name)), wanted.value, name)


def elements_meeting(attribute: str, part: Filter, elements: list[dict[str, Any]]) -> list[int]:
    """The places of the elements that meet a value filter."""
    return [n for n, each in enumerate(elements) if _element_meets(attribute, part, each)]


def _element_meets(attribute: str, part: Filter, element: Mapping[str, Any]) -> bool:
    match part:
        case Compare(name, operator, value):
            return _meets(operator, _texts([element.get(name)]), value, f"{attribute}.{name}")
        case Both(parts):
            return all(_element_meets(attribute, each, element) for each in parts)
        case Either(parts):
            return any(_element_meets(attribute, each, element) for each in parts)
        case Negation(inner):
            return not _element_meets(attribute, inner, element)
        case Within():
            raise invalid_filter("an element has no elements")


def values_at(resource: Mapping[str, Any], name: str) -> list[Any]:
    """All values of an attribute, of every element where it has several."""
    first, _, rest = name.partition(".")
    value = resource.get(first)
    elements = value if isinstance(value, list) else [value]
    if not rest:
        return elements
    return [each.get(rest) for each in elements if isinstance(each, Mapping)]


def equalities(filtered: Filter) -> Iterator[tuple[str, str]]:
    """The equalities that every resource meeting the filter meets, for an index."""
    match filtered:
        case Compare(name, Operator.EQ, str() as value):
            yield name, value
        case Both(parts):
            for part in parts:
                yield from equalities(part)


def _texts(values: list[Any]) -> list[Any]:
    return [value for value in values if value not in (None, "", [])]


def _meets(operator: Operator, values: list[Any], wanted: Value, name: str) -> bool:
    if operator is Operator.PR:
        return bool(values)
    if operator is Operator.NE:
        return not _meets(Operator.EQ, values, wanted, name)
    if wanted is None:
        return not values
    exact = name in CASE_EXACT
    return any(_meets_one(operator, value, wanted, exact) for value in values)


def _meets_one(operator: Operator, value: Any, wanted: Value, exact: bool) -> bool:
    if isinstance(value, bool):
        # A provider writes "True" where the standard writes true.
        said = wanted.lower() == "true" if _is_boolean_text(wanted) else wanted
        return operator is Operator.EQ and said is value
    if not isinstance(value, str) or not isinstance(wanted, str):
        return operator is Operator.EQ and type(value) is type(wanted) and value == wanted
    one, other = (value, wanted) if exact else (fold(value), fold(wanted))
    if operator is Operator.EQ:
        return one == other
    return other in one if operator is Operator.CO else one.startswith(other)


def _is_boolean_text(value: Value) -> TypeGuard[str]:
    return isinstance(value, str) and value.lower() in {"true", "false"}
