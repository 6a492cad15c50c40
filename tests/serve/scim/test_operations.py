"""What providers write differently is read as one."""

import pytest

from fidedigno.serve.scim.operations import MAX_OPERATIONS, Operation, Verb, read_operations
from fidedigno.serve.scim.paths import Target
from fidedigno.serve.scim.refusal import ScimRefusal


def test_the_spellings_of_providers_are_one_operation() -> None:
    wanted = [Operation(Verb.REPLACE, Target("active"), False)]
    for body in (
        {"Operations": [{"op": "replace", "path": "active", "value": False}]},
        {"operations": [{"Op": "Replace", "Path": "ACTIVE", "Value": False}]},
        {"schemas": [], "Operations": [{"op": "REPLACE", "value": {"active": False}}]},
    ):
        assert read_operations(body, "User") == wanted


def test_a_value_without_path_is_one_operation_for_each_attribute_of_it() -> None:
    said = {"op": "add", "value": {"displayName": "A", "name.givenName": "B", "title": "Dr", "id": "1"}}
    assert read_operations({"Operations": [said]}, "User") == [
        Operation(Verb.ADD, Target("displayName"), "A"),
        Operation(Verb.ADD, Target("name", "givenName"), "B"),
    ]


@pytest.mark.parametrize(
    "body",
    [
        None, [], {}, {"Operations": {}}, {"Operations": []}, {"Operations": ["x"]}, {"Operations": [{}]},
        {"Operations": [{"op": 7}]}, {"Operations": [{"op": "add", "path": 7}]},
        {"Operations": [{"op": "add", "Op": "remove", "path": "active"}]},
        {"Operations": [{"op": "add", "path": "active", "value": True}] * (MAX_OPERATIONS + 1)},
        {"Operations": [{"op": "add", "value": [1]}]},
        {"Operations": [{"op": "add"}]},
    ],
)  # fmt: skip
def test_what_is_no_list_of_operations_is_refused(body: object) -> None:
    with pytest.raises(ScimRefusal) as refused:
        read_operations(body, "User")
    assert refused.value.status == 400
