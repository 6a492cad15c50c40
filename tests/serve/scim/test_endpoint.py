"""Sequences of changes, against a small model of what a provider has made."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.access.provided import ChangedMeanwhileError, TakenError, UnknownMemberError
from fidedigno.access.provided_accounts import ProvidedAccounts
from fidedigno.access.provided_groups import ProvidedGroups
from fidedigno.database import Database
from fidedigno.errors import BusyError, FidedignoError, NotAvailableError
from fidedigno.model import PrincipalKind
from fidedigno.serve.scim.endpoint import refusal_of
from fidedigno.serve.scim.groups import Groups
from fidedigno.serve.scim.query import Query
from fidedigno.serve.scim.refusal import ScimRefusal
from fidedigno.serve.scim.users import Users
from tests.access.house import House
from tests.reference.scim import Provider

USERS, GROUPS = range(4), range(4)
MEMBERS = st.lists(st.tuples(st.sampled_from("ug"), st.integers(0, 3)), max_size=4)
STEP = st.one_of(
    st.tuples(st.just("active"), st.sampled_from(USERS), st.sampled_from([True, False, "True", "False"])),
    st.tuples(st.just("rename user"), st.sampled_from(USERS), st.integers(0, 6)),
    st.tuples(st.just("rename group"), st.sampled_from(GROUPS), st.integers(0, 6)),
    st.tuples(st.just("add"), st.sampled_from(GROUPS), MEMBERS),
    st.tuples(st.just("replace"), st.sampled_from(GROUPS), MEMBERS),
    st.tuples(st.just("pathless"), st.sampled_from(GROUPS), MEMBERS),
    st.tuples(st.just("remove listed"), st.sampled_from(GROUPS), MEMBERS),
    st.tuples(st.just("remove one"), st.sampled_from(GROUPS), MEMBERS),
    st.tuples(st.just("clear"), st.sampled_from(GROUPS), st.none()),
    st.tuples(st.just("two"), st.sampled_from(GROUPS), MEMBERS),
    st.tuples(st.just("delete user"), st.sampled_from(USERS), st.none()),
    st.tuples(st.just("delete group"), st.sampled_from(GROUPS), st.none()),
)


class Played:
    """The endpoints and the model, told the same things."""

    def __init__(self, house: House) -> None:
        self.house, self.model = house, Provider()
        self.users = Users(ProvidedAccounts(house.database, "corp"), "http://scim")
        self.groups = Groups(ProvidedGroups(house.database, "corp"), "http://scim")
        self.user_ids = [self.users.create({"userName": f"user{n}"})["id"] for n in USERS]
        self.group_ids = [self.groups.create({"displayName": f"group{n}"})["id"] for n in GROUPS]
        self.model.users = {
            each: {"name": f"user{n}", "active": True} for n, each in enumerate(self.user_ids)
        }
        self.model.groups = {each: (f"group{n}", set()) for n, each in enumerate(self.group_ids)}

    def step(self, kind: str, number: int, value: Any) -> None:
        ids = self.user_ids if "user" in kind or kind == "active" else self.group_ids
        getattr(self, "_" + kind.split(" ", maxsplit=1)[0])(ids[number], kind, value)

    def _active(self, user: str, _kind: str, value: Any) -> None:
        if self._patch(self.users, user, {"op": "Replace", "path": "active", "value": value}):
            self.model.users[user]["active"] = str(value).lower() == "true"

    def _rename(self, each: str, kind: str, value: int) -> None:
        if "user" in kind:
            taken = any(u["name"] == f"user{value}" for i, u in self.model.users.items() if i != each)
            operation = {"op": "replace", "path": "userName", "value": f"USER{value}"}
            if self._patch(self.users, each, operation, expect=409 if taken else None):
                self.model.users[each]["name"] = f"user{value}"
        else:
            taken = any(g[0] == f"group{value}" for i, g in self.model.groups.items() if i != each)
            operation = {"op": "replace", "value": {"displayName": f"Group{value}"}}
            if self._patch(self.groups, each, operation, expect=409 if taken else None):
                self.model.groups[each] = (f"group{value}", self.model.groups[each][1])

    def _add(self, group: str, _kind: str, members: list[tuple[str, int]]) -> None:
        self._members(group, {"op": "add", "path": "members"}, members, lambda old, ids: old | ids)

    def _replace(self, group: str, _kind: str, members: list[tuple[str, int]]) -> None:
        self._members(group, {"op": "replace", "path": "members"}, members, lambda _, ids: ids)

    def _pathless(self, group: str, _kind: str, members: list[tuple[str, int]]) -> None:
        ids = self._ids(members)
        operation = {"op": "Replace", "value": {"members": [{"value": each} for each in ids]}}
        if self._patch(self.groups, group, operation, expect=400 if self._gone(ids) else None):
            self.model.groups[group] = (self.model.groups[group][0], set(ids))

    def _remove(self, group: str, kind: str, members: list[tuple[str, int]]) -> None:
        ids = self._ids(members)
        if not ids:
            return
        operation: dict[str, Any] = {"op": "remove", "path": "members", "value": [{"value": i} for i in ids]}
        if kind == "remove one":
            operation = {
                "op": "Remove",
                "path": "members[" + " or ".join(f'value eq "{i}"' for i in ids) + "]",
            }
        if self._patch(self.groups, group, operation):
            self.model.groups[group][1].difference_update(ids)

    def _clear(self, group: str, _kind: str, _value: None) -> None:
        if self._patch(self.groups, group, {"op": "remove", "path": "members"}):
            self.model.groups[group][1].clear()

    def _two(self, group: str, _kind: str, members: list[tuple[str, int]]) -> None:
        """Several operations, all of them or none."""
        ids = self._ids(members)
        add = {"op": "add", "path": "members", "value": [{"value": each} for each in ids]}
        clear = {"op": "remove", "path": "members"}
        if self._patch(self.groups, group, clear, add, expect=400 if self._gone(ids) else None):
            self.model.groups[group] = (self.model.groups[group][0], set(ids))

    def _delete(self, each: str, kind: str, _value: None) -> None:
        endpoint = self.users if "user" in kind else self.groups
        known = each in self.model.users or each in self.model.groups
        if known:
            endpoint.delete(each, None)
            self.model.delete(each)
        else:
            with pytest.raises(NotAvailableError):
                endpoint.delete(each, None)

    def _members(self, group: str, operation: dict[str, Any], members: Any, change: Any) -> None:
        ids = self._ids(members)
        said = operation | {"value": [{"value": each} for each in ids]}
        if self._patch(self.groups, group, said, expect=400 if self._gone(ids) else None):
            name, old = self.model.groups[group]
            self.model.groups[group] = (name, change(old, set(ids)))

    def _ids(self, members: list[tuple[str, int]]) -> list[str]:
        return [(self.user_ids if kind == "u" else self.group_ids)[n] for kind, n in members]

    def _gone(self, ids: list[str]) -> bool:
        return any(each not in self.model.users and each not in self.model.groups for each in ids)

    def _patch(self, endpoint: Any, each: str, *operations: Any, expect: int | None = None) -> bool:
        known = each in self.model.users or each in self.model.groups
        try:
            endpoint.patch(each, {"Operations": list(operations)}, None)
        except (ScimRefusal, FidedignoError) as error:
            refusal = refusal_of(error)
            assert refusal is not None
            assert refusal.status == (expect if known else 404)
            return False
        assert known
        assert expect is None
        return True

    def compare(self) -> None:
        for identifier, user in self.model.users.items():
            read = self.users.get(identifier, Query())
            assert (read["userName"].lower(), read["active"]) == (user["name"], user["active"])
            identity = self.house.directory.identity(user["name"])
            held = {each.name for each in identity.principals if each.kind is PrincipalKind.GROUP}
            assert held == {f"scim:corp:{name}" for name in self.model.groups_of(identifier)}
        for identifier, (name, members) in self.model.groups.items():
            read = self.groups.get(identifier, Query())
            assert read["displayName"].lower() == name
            assert {each["value"] for each in read.get("members", [])} == members
        listed = {each["id"] for each in self.groups.list(Query())["Resources"]}
        assert listed == set(self.model.groups)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEP, max_size=15))
def test_any_sequence_of_patches_leaves_what_the_model_says(
    empty_store: Path, tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, Any]]
) -> None:
    path = tmp_path_factory.mktemp("played") / "state.db"
    shutil.copy(empty_store, path)
    database = Database.open(path)
    try:
        played = Played(House(database))
        for kind, number, value in steps:
            before = _epoch(played.house)
            played.step(kind, number, value)
            assert _epoch(played.house) >= before
        played.compare()
    finally:
        database.close()


def _epoch(house: House) -> int:
    return house.directory.identity(None).epoch


def test_every_change_moves_the_epoch(house: House) -> None:
    played = Played(house)
    for step in (("active", 0, False), ("add", 0, [("u", 1)]), ("clear", 0, None), ("delete user", 0, None),
                 ("delete group", 1, None), ("rename user", 1, 6)):  # fmt: skip
        before = _epoch(house)
        played.step(*step)
        assert _epoch(house) > before, step


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ScimRefusal(400, "invalidValue", "x"), 400),
        (TakenError("x"), 409),
        (ChangedMeanwhileError("x"), 412),
        (UnknownMemberError("x"), 400),
        (NotAvailableError("x"), 404),
        (BusyError("x"), 503),
    ],
)
def test_an_error_of_the_directory_has_its_status(error: Exception, status: int) -> None:
    refusal = refusal_of(error)
    assert refusal is not None
    assert refusal.status == status


def test_what_was_not_foreseen_is_not_explained_away() -> None:
    assert refusal_of(KeyError("x")) is None
