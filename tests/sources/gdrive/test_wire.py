import ast
import inspect
from types import ModuleType

import pytest

from fidedigno.sources.gdrive import directory, feeds, grants, items, live, people, rights, sync, wire
from fidedigno.sources.shapes import Shape, fits
from tests.fakes.gdrive import ANY_FILE, Workspace, parse_mask, user
from tests.sources.gdrive.conftest import Make, take

READERS = (directory, feeds, grants, items, live, people, rights, sync)
SHAPES: list[type[Shape]] = [
    wire.File,
    wire.Permission,
    wire.PermissionDetail,
    wire.User,
    wire.Group,
    wire.Member,
    wire.Seen,
]


def fields_read(module: ModuleType) -> set[str]:
    tree = ast.parse(inspect.getsource(module))
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def asked_for(mask: str) -> set[str]:
    found = set()
    for name, inner in parse_mask(mask).items():
        found |= {name} | (asked_for(inner) if inner else set())
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_every_field_of_a_shape_is_asked_for(shape: type[Shape]) -> None:
    assert parse_mask(wire.mask(shape)).keys() == {each.alias for each in shape.model_fields.values()}


async def test_what_goes_over_the_wire_asks_for_every_field_that_is_read(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "root-101", user("ana@corp.example", "owner"))
    connector = make()
    await take(connector, (await take(connector)).cursor)
    await connector.people()
    await connector.check("101", "plan")
    for each in workspace.asked:
        if each.path.endswith(("/token", "startPageToken")) or "/drives/" in each.path:
            continue
        said = asked_for(each.params["fields"])
        if each.path.endswith("/permissions"):
            assert {"domain", "allowFileDiscovery", "deleted", "expirationTime", "view"} <= said
            assert {"permissionDetails", "inherited", "nextPageToken"} <= said
        elif each.path.endswith("/files"):
            assert {"inheritedPermissionsDisabled", "trashed", "ownedByMe", "incompleteSearch"} <= said
        elif each.path.endswith("/changes"):
            assert {
                "removed",
                "fileId",
                "driveId",
                "newStartPageToken",
                "inheritedPermissionsDisabled",
            } <= said
        elif each.path.endswith("/users"):
            assert {"suspended", "archived", "primaryEmail", "aliases", "nextPageToken"} <= said


def test_the_shapes_hold_nothing_that_no_mapper_reads() -> None:
    read = set().union(*(fields_read(each) for each in READERS))
    more: list[type[Shape]] = [wire.SharedDrive, wire.Restrictions, wire.Owner, wire.LabelInfo, wire.Change]
    fields = {(shape.__name__, name) for shape in [*SHAPES, *more] for name in shape.model_fields}
    unread = {each for each in fields if each[1] not in read}
    assert unread <= {("SharedDrive", "id"), ("Permission", "id")}


@pytest.mark.parametrize("key", ["../x", "a'b", "", "a/b", "x" * 300, 7, None, "a b", "ü"])
def test_an_id_that_would_need_escaping_is_no_id(key: object) -> None:
    assert fits(wire.File, {**ANY_FILE, "id": key}) is None


def test_a_truth_value_is_not_read_out_of_a_text() -> None:
    assert fits(wire.File, ANY_FILE) is not None
    for wrong in ("true", "false", 1, 0, "yes"):
        assert fits(wire.File, {**ANY_FILE, "trashed": wrong}) is None
        assert fits(wire.Permission, {**user("a@b.example"), "allowFileDiscovery": wrong}) is None
