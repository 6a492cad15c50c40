"""A small model of SCIM: filters as they are meant, and a group and a user as plain sets and dictionaries."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any

EXACT = {"id", "externalId"}


def folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def values(resource: dict[str, Any], name: str) -> list[Any]:
    if name == "emails":
        name = "emails.value"
    if "." not in name:
        return [] if resource.get(name) in (None, "") else [resource[name]]
    first, rest = name.split(".")
    inside = resource.get(first) or []
    listed = inside if isinstance(inside, list) else [inside]
    return [each[rest] for each in listed if each.get(rest) not in (None, "")]


def compare(resource: dict[str, Any], name: str, operator: str, wanted: Any) -> bool:
    found = values(resource, name)
    if operator == "pr":
        return len(found) > 0
    if operator == "ne":
        return not compare(resource, name, "eq", wanted)
    if wanted is None:
        return found == []
    for value in found:
        if isinstance(value, bool):
            if (
                operator == "eq"
                and (value is wanted or str(wanted).lower() == str(value).lower())
                and not (isinstance(wanted, int) and not isinstance(wanted, bool))
            ):
                return True
            continue
        if not isinstance(wanted, str):
            continue
        one, other = (value, wanted) if name in EXACT else (folded(value), folded(wanted))
        if {"eq": one == other, "co": other in one, "sw": one[: len(other)] == other}[operator]:
            return True
    return False


def meets(resource: dict[str, Any], tree: tuple[Any, ...]) -> bool:
    """Whether a resource meets ``(name, operator, value)``, ``("and"|"or", [trees])`` or ``("not", tree)``."""
    if tree[0] == "and":
        return all(meets(resource, each) for each in tree[1])
    if tree[0] == "or":
        return any(meets(resource, each) for each in tree[1])
    if tree[0] == "not":
        return not meets(resource, tree[1])
    if tree[0] == "within":
        return any(meets(each, tree[1]) for each in resource.get("emails") or [])
    return compare(resource, *tree)


@dataclass
class Provider:
    """What one provider has made: users with their state, groups with their members."""

    users: dict[str, dict[str, Any]] = field(default_factory=dict)
    groups: dict[str, tuple[str, set[str]]] = field(default_factory=dict)

    def delete(self, identifier: str) -> None:
        self.users.pop(identifier, None)
        self.groups.pop(identifier, None)
        for _, members in self.groups.values():
            members.discard(identifier)

    def groups_of(self, user: str) -> set[str]:
        """The names of the groups that hold a user at any depth; none if the account is off."""
        if not self.users[user]["active"]:
            return set()
        held = {g for g, (_, members) in self.groups.items() if user in members}
        while True:
            more = {g for g, (_, members) in self.groups.items() if members & held} - held
            if not more:
                return {self.groups[g][0] for g in held}
            held |= more
