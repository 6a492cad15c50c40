"""A group resource: checked on its way in, with the steps that its members take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fidedigno.access.content import EntryError, checked_name
from fidedigno.access.provided import Provided
from fidedigno.access.provided_groups import GroupDraft, MemberStep, StepKind
from fidedigno.serve.scim.attributes import is_storable
from fidedigno.serve.scim.change import changed, elements
from fidedigno.serve.scim.filters import Compare, Either, Filter, Operator
from fidedigno.serve.scim.operations import Operation, Verb
from fidedigno.serve.scim.refusal import invalid_filter, invalid_path, invalid_value
from fidedigno.serve.scim.user import name_checked, text_or_none

MAX_NAME = 256
"""Longest displayName: the directory's name of the group has the provider's name before it."""


def group_of(group: Provided) -> dict[str, Any]:
    """The attributes of a group as they are now, without members."""
    said = dict(group.said)
    return said if group.external_id is None else said | {"externalId": group.external_id}


def draft_of(fields: Mapping[str, Any], steps: Iterable[MemberStep]) -> GroupDraft:
    """The group of the directory for the attributes of a resource.

    Raises:
        ScimRefusal: ``invalidValue``.
    """
    written = name_checked(fields.get("displayName"), "displayName", _checked_group_name)
    name, _ = checked_name(written)
    external_id = text_or_none(fields.get("externalId"), "externalId")
    return GroupDraft(name, written, external_id, {"displayName": written}, tuple(steps))


def replaced(fields: Mapping[str, Any]) -> GroupDraft:
    """What a whole resource makes of a group: these members and nobody else.

    Raises:
        ScimRefusal: ``invalidValue``.
    """
    return draft_of(fields, [MemberStep(StepKind.ONLY, member_ids(fields.get("members")))])


def patched(group: Provided, operations: Iterable[Operation]) -> GroupDraft:
    """What the operations make of a group, without reading who is in it.

    Raises:
        ScimRefusal: if an operation has no meaning.
    """
    plain, steps = [], []
    for operation in operations:
        if operation.target.attribute == "members":
            steps.append(_step(operation))
        else:
            plain.append(operation)
    return draft_of(changed(group_of(group), plain), steps)


def member_ids(value: Any) -> tuple[str, ...]:
    """The ids of members as they are listed.

    Raises:
        ScimRefusal: ``invalidValue``.
    """
    found = []
    for each in elements(value):
        identifier = {str(key).lower(): said for key, said in each.items()}.get("value")
        if not isinstance(identifier, str) or not identifier or not is_storable(identifier):
            raise invalid_value("members: one without value")
        found.append(identifier)
    return tuple(found)


def _step(operation: Operation) -> MemberStep:
    target, verb = operation.target, operation.verb
    if target.part is not None:
        raise invalid_path("a member is added or removed as a whole")
    if target.chosen is not None:
        if verb is not Verb.REMOVE:
            raise invalid_path("members are added by a list and not by a filter")
        return MemberStep(StepKind.REMOVE, _ids_in(target.chosen))
    if verb is Verb.REMOVE and operation.value is None:
        return MemberStep(StepKind.ONLY, ())
    kinds = {Verb.ADD: StepKind.ADD, Verb.REPLACE: StepKind.ONLY, Verb.REMOVE: StepKind.REMOVE}
    return MemberStep(kinds[verb], member_ids(operation.value))


def _ids_in(chosen: Filter) -> tuple[str, ...]:
    match chosen:
        case Compare("value", Operator.EQ, str() as value):
            return (value,)
        case Either(parts):
            return tuple(each for part in parts for each in _ids_in(part))
    raise invalid_filter("members are chosen by 'value eq' alone")


def _checked_group_name(value: object) -> tuple[str, str]:
    name, written = checked_name(value)
    if len(name) > MAX_NAME or len(written) > MAX_NAME:
        raise EntryError("too long")
    return name, written
