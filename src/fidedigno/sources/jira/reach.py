"""Who may read an issue: whoever may use the site, may browse its project, and is in its security level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fidedigno.model import ANYONE, NOBODY, UNKNOWN, AccessList, Principal
from fidedigno.sources import shapes
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.names import Names
from fidedigno.sources.jira.rights import ProjectRights, SiteRights, field_of, role_of

RIGHTS_FIELDS = ("security", "issuerestriction", "reporter", "assignee")
"""The fields of an issue that decide who reads it, besides those that holders name."""


class Reach:
    """Makes access lists from the rights of a site."""

    def __init__(self, names: Names, rights: SiteRights, *, anonymous_is_public: bool = False) -> None:
        self._names = names
        self._rights = rights
        self._anonymous_is_public = anonymous_is_public

    def of(self, project: ProjectRights, fields: Mapping[str, Any]) -> AccessList:
        """The access list of an issue with these fields. What could not be read closes it."""
        if project.browse is None or _restricted_otherwise(fields):
            return UNKNOWN
        browse = self._any_of(project.browse, project, fields)
        # Who reads without an account needs no right to use the product.
        use = AccessList.any_of(self._names.users(), *([ANYONE] if _is_public(browse) else []))
        return AccessList.all_of(use, browse, *self._level(project, fields))

    def _level(self, project: ProjectRights, fields: Mapping[str, Any]) -> list[AccessList]:
        """The list of the issue's level, none where it has no level."""
        levels = self._rights.levels
        if fields.get("security") is None:
            # Without the field there may be a level, unless the project is known to have none at all.
            has_none = levels is not None and project.id not in levels.schemes
            return [] if "security" in fields or has_none else [UNKNOWN]
        level = shapes.found(wire.IssueLevel, fields["security"])
        if level is None or levels is None:
            return [UNKNOWN]
        members = levels.of(level.id, project.id)
        return [UNKNOWN if members is None else self._any_of(members, project, fields)]

    def _any_of(
        self, holders: tuple[wire.Holder, ...], project: ProjectRights, fields: Mapping[str, Any]
    ) -> AccessList:
        found = {each for holder in holders for each in self.granted(holder, project, fields)}
        return AccessList.any_of(*found) if found else NOBODY

    def granted(
        self, holder: wire.Holder, project: ProjectRights, fields: Mapping[str, Any]
    ) -> frozenset[Principal]:
        """Whom a holder stands for. One that is not understood stands for nobody."""
        names, value = self._names, holder.value or ""
        match holder.type:
            case "anyone":
                return frozenset({ANYONE} if self._anonymous_is_public else ())
            case "applicationRole":
                key = holder.parameter or value
                return frozenset({names.application(key) if key else names.users()})
            case "group":
                return frozenset({names.group(value)} if value else ())
            case "projectRole":
                role = role_of(holder)
                return frozenset({names.role(project.id, role)} if role else ())
            case "projectLead":
                return frozenset({names.lead(project.id)})
            case "user":
                return self._accounts({"accountId": value or holder.parameter})
            case "reporter" | "assignee":
                return self._accounts(fields.get(holder.type))
            case "userCustomField":
                return self._accounts(fields.get(field_of(holder) or ""))
            case "groupCustomField":
                return self._groups(fields.get(field_of(holder) or ""))
            case _:
                return frozenset()

    def _accounts(self, value: object) -> frozenset[Principal]:
        found = (shapes.found(wire.Account, each) for each in _several(value))
        return frozenset(self._names.account(each.account_id) for each in found if each)

    def _groups(self, value: object) -> frozenset[Principal]:
        found = (shapes.found(wire.Group, each) for each in _several(value))
        return frozenset(self._names.group(each.group_id) for each in found if each)


def _several(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _is_public(acl: AccessList) -> bool:
    return any(ANYONE in clause for clause in acl.clauses)


def _restricted_otherwise(fields: Mapping[str, Any]) -> bool:
    """Whether the issue is restricted in a way that is not a security level."""
    restriction = fields.get("issuerestriction")
    if restriction is None:
        return False
    if not isinstance(restriction, dict):
        return True
    kinds = restriction.get("issuerestrictions", {})
    return not isinstance(kinds, dict) or any(kinds.values())
