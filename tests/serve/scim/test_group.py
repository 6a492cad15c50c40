"""Groups on their way into the directory: members become steps, and nothing reads who is in."""

from datetime import UTC, datetime

import pytest

from fidedigno.access.provided import Provided
from fidedigno.access.provided_groups import MemberStep, StepKind
from fidedigno.serve.scim.group import MAX_NAME, patched, replaced
from fidedigno.serve.scim.operations import read_operations
from fidedigno.serve.scim.refusal import ScimRefusal

NOW = datetime(2026, 3, 1, tzinfo=UTC)
STAFF = Provided("g-1", 1, "e-1", {"displayName": "Staff"}, True, 1, NOW, NOW)


def steps(*operations: dict[str, object]) -> tuple[MemberStep, ...]:
    return tuple(patched(STAFF, read_operations({"Operations": list(operations)}, "Group")).steps)


def test_each_way_of_writing_a_change_of_members_is_its_step_in_order() -> None:
    assert steps(
        {"op": "add", "path": "members", "value": [{"value": "a"}, {"Value": "b", "display": "B"}]},
        {"op": "Add", "path": "members", "value": {"value": "c"}},
        {"op": "remove", "path": 'members[value eq "a" or value eq "b"]'},
        {"op": "Remove", "path": "members", "value": [{"value": "c"}]},
        {"op": "replace", "value": {"members": [{"value": "d"}]}},
        {"op": "remove", "path": "members"},
    ) == (
        MemberStep(StepKind.ADD, ("a", "b")),
        MemberStep(StepKind.ADD, ("c",)),
        MemberStep(StepKind.REMOVE, ("a", "b")),
        MemberStep(StepKind.REMOVE, ("c",)),
        MemberStep(StepKind.ONLY, ("d",)),
        MemberStep(StepKind.ONLY, ()),
    )


def test_the_other_attributes_are_changed_beside_them() -> None:
    said = {"op": "replace", "value": {"displayName": "Team", "externalId": None, "members": None}}
    draft = patched(STAFF, read_operations({"Operations": [said]}, "Group"))
    assert (draft.name, draft.display, draft.external_id) == ("team", "Team", None)
    assert draft.steps == (MemberStep(StepKind.ONLY, ()),)
    assert patched(STAFF, []).external_id == "e-1"


@pytest.mark.parametrize(
    ("operation", "kind"),
    [
        ({"op": "add", "path": 'members[value eq "a"]', "value": {"value": "a"}}, "invalidPath"),
        ({"op": "remove", "path": 'members[value eq "a"].value'}, "invalidPath"),
        ({"op": "replace", "path": "members.value", "value": "a"}, "invalidPath"),
        ({"op": "remove", "path": 'members[value ne "a"]'}, "invalidFilter"),
        ({"op": "remove", "path": 'members[not (value eq "a")]'}, "invalidFilter"),
        ({"op": "remove", "path": 'members[type eq "User"]'}, "invalidFilter"),
        ({"op": "add", "path": "members", "value": ["a"]}, "invalidValue"),
        ({"op": "add", "path": "members", "value": [{"value": 7}]}, "invalidValue"),
        ({"op": "add", "path": "members", "value": [{"value": "\ud800"}]}, "invalidValue"),
        ({"op": "remove", "path": "displayName"}, "invalidValue"),
        ({"op": "replace", "path": "displayName", "value": "x" * (MAX_NAME + 1)}, "invalidValue"),
        ({"op": "replace", "path": "displayName", "value": "ﷺ" * 100}, "invalidValue"),
        ({"op": "replace", "path": "displayName", "value": "group:staff"}, "invalidValue"),
    ],
)  # fmt: skip
def test_a_change_without_meaning_is_refused(operation: dict[str, object], kind: str) -> None:
    with pytest.raises(ScimRefusal) as refused:
        steps(operation)
    assert refused.value.kind == kind


def test_a_whole_resource_says_who_is_in_and_nobody_else() -> None:
    assert replaced({"displayName": "Staff"}).steps == (MemberStep(StepKind.ONLY, ()),)
    assert replaced({"displayName": "Staff", "members": [{"value": "a"}]}).steps == (
        MemberStep(StepKind.ONLY, ("a",)),
    )
