"""``/Groups``: the groups of one provider, in the directory under names of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fidedigno.access.provided import Provided
from fidedigno.access.provided_groups import GroupDraft, ProvidedGroups
from fidedigno.serve.scim.attributes import fields_of
from fidedigno.serve.scim.endpoint import Endpoint, Resource
from fidedigno.serve.scim.group import group_of, patched, replaced
from fidedigno.serve.scim.matching import Matcher
from fidedigno.serve.scim.operations import read_operations
from fidedigno.serve.scim.query import Query

_WITHOUT_MEMBERS = Query(without=frozenset({"members"}))


class Groups(Endpoint):
    """Groups may hold groups, in a circle too. A change of one member reads and writes that member alone, and
    its answer does not list the others.

    Args:
        groups: where they are kept.
        base: the address under which they are read.
    """

    kind = "Group"
    name_attribute = "displayName"

    def __init__(self, groups: ProvidedGroups, base: str) -> None:
        super().__init__(groups, base)
        self._groups = groups

    def create(self, body: object) -> Resource:
        """Make a group with its members."""
        return self._shown(self._groups.add(replaced(fields_of(body, "Group"))), Query())

    def replace(self, identifier: str, body: object, expected: int | None) -> Resource:
        """Write a group anew: these members and nobody else."""
        draft = replaced(fields_of(body, "Group"))
        return self._shown(self._groups.change(identifier, lambda _: draft, expected), Query())

    def patch(self, identifier: str, body: object, expected: int | None) -> Resource:
        """Change a group by operations, all of them or none."""
        operations = read_operations(body, "Group")

        def draft(before: Provided) -> GroupDraft:
            return patched(before, operations)

        return self._shown(self._groups.change(identifier, draft, expected), _WITHOUT_MEMBERS)

    def _attributes(self, row: Provided, query: Query) -> Resource:
        if not query.wants("members"):
            return group_of(row)
        members = [
            {
                "value": each.id,
                "type": "Group" if each.is_group else "User",
                "$ref": f"{self._base}/{'Groups' if each.is_group else 'Users'}/{each.id}",
            }
            for each in self._groups.members(row)
        ]
        return group_of(row) | ({"members": members} if members else {})

    def _matcher(self) -> Matcher:
        held: dict[str, frozenset[str]] = {}

        def holds(resource: Mapping[str, Any], member: str) -> bool:
            if member not in held:
                held[member] = self._groups.holding(member)
            return resource["id"] in held[member]

        return Matcher(holds)

    def _directory_name(self, name: str) -> str:
        return self._groups.directory_name(name)
