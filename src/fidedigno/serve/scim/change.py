"""Applying operations to the attributes of one resource, members aside; nothing is written."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from fidedigno.serve.scim.filters import Both, Compare, Filter, Operator
from fidedigno.serve.scim.matching import elements_meeting
from fidedigno.serve.scim.operations import Operation, Verb
from fidedigno.serve.scim.refusal import ScimRefusal, invalid_path, invalid_value

_Element = dict[str, Any]


def changed(resource: Mapping[str, Any], operations: Iterable[Operation]) -> dict[str, Any]:
    """What ``resource`` becomes; it stays as it is. Values are not checked here.

    Raises:
        ScimRefusal: if an operation has no target or a value of another shape.
    """
    result = copy.deepcopy(dict(resource))
    for operation in operations:
        attribute = operation.target.attribute
        if attribute == "emails":
            result["emails"] = _one_primary(result.get("emails") or [], _emails(result, operation))
        elif attribute == "name":
            _change_name(result, operation)
        elif operation.verb is Verb.REMOVE or operation.value is None:
            result.pop(attribute, None)
        else:
            result[attribute] = operation.value
    return result


def _change_name(resource: dict[str, Any], operation: Operation) -> None:
    part = operation.target.part
    name = dict(resource.get("name") or {})
    if operation.verb is Verb.REMOVE:
        name = {} if part is None else {key: value for key, value in name.items() if key != part}
    elif part is not None:
        name[part] = operation.value
    elif isinstance(operation.value, Mapping):
        name.update(operation.value)
    elif operation.value is None:
        name = {}
    else:
        raise invalid_value("name is an object")
    resource["name"] = name


def _emails(resource: Mapping[str, Any], operation: Operation) -> list[_Element]:
    held: list[_Element] = copy.deepcopy(list(resource.get("emails") or []))
    target, verb, value = operation.target, operation.verb, operation.value
    if target.chosen is None and target.part is None:
        return _whole(held, verb, value)
    chosen = list(range(len(held)))
    if target.chosen is not None:
        chosen = elements_meeting("emails", target.chosen, held)
    if verb is Verb.REMOVE:
        return _without(held, chosen, target.part)
    if not chosen:
        if verb is Verb.REPLACE and target.chosen is not None:
            raise ScimRefusal(400, "noTarget", "no element meets the filter")
        held.append(_made_for(target.chosen))
        chosen = [len(held) - 1]
    for place in chosen:
        if target.part is not None:
            held[place][target.part] = value
        elif isinstance(value, Mapping):
            held[place].update(value)
        else:
            raise invalid_value("an element is an object")
    return held


def _whole(held: list[_Element], verb: Verb, value: Any) -> list[_Element]:
    """The attribute as a whole; a removal with a value takes away those of the same address."""
    given = elements(value)
    if verb is Verb.REPLACE:
        return given
    if verb is Verb.ADD:
        return held + [each for each in given if each not in held]
    if value is None:
        return []
    gone = {str(each.get("value", "")).casefold() for each in given}
    return [each for each in held if str(each.get("value", "")).casefold() not in gone]


def _without(held: list[_Element], chosen: list[int], part: str | None) -> list[_Element]:
    if part is None or part == "value":  # an element without its value is none
        return [each for place, each in enumerate(held) if place not in chosen]
    for place in chosen:
        held[place].pop(part, None)
    return held


def elements(value: Any) -> list[_Element]:
    """A list of elements, of which one alone may be written without its list.

    Raises:
        ScimRefusal: for anything else.
    """
    if value is None:
        return []
    listed = value if isinstance(value, list) else [value]
    if not all(isinstance(each, Mapping) for each in listed):
        raise invalid_value("an element is an object")
    return [dict(each) for each in listed]


def _made_for(chosen: Filter | None) -> _Element:
    """A new element that meets the filter, where it is made of equalities alone."""
    match chosen:
        case None:
            return {}
        case Compare(name, Operator.EQ, value):
            return {name: value}
        case Both(parts):
            made: _Element = {}
            for part in parts:
                made |= _made_for(part)
            return made
    raise invalid_path("no element meets the filter, and none can be made that would")


def _one_primary(before: list[_Element], after: list[_Element]) -> list[_Element]:
    """Where several are primary now, the one that was made so last (RFC 7644, 3.5.2)."""
    primary = [each for each in after if _is_true(each.get("primary"))]
    if len(primary) > 1:
        new = [each for each in primary if each not in before]
        keep = (new or primary)[-1]
        for each in primary:
            if each is not keep:
                each["primary"] = False
    return after


def _is_true(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.lower() == "true")
