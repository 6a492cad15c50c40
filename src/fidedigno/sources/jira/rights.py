"""What a site says about rights: who may browse each project, and who is in each security level."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceError
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.client import JiraClient, is_final

_FIELD = re.compile(r"customfield_[0-9]{1,18}")
_NUMBER = re.compile(r"[0-9]{1,18}")
CLASSIC = "classic"


@dataclass(frozen=True, slots=True)
class ProjectRights:
    """A project and the holders of its right to browse; ``None`` where they could not be read."""

    id: str
    key: str
    name: str
    lead: str | None
    browse: tuple[wire.Holder, ...] | None


@dataclass(frozen=True, slots=True)
class Levels:
    """The members of each security level, and which scheme each project uses."""

    members: Mapping[str, tuple[wire.Holder, ...]]
    schemes: Mapping[str, str]
    of_scheme: Mapping[str, str]

    def of(self, level: str, project: str) -> tuple[wire.Holder, ...] | None:
        """The members of a level; ``None`` where the level is not known, or not one of the project."""
        if self.of_scheme.get(level) is None or self.of_scheme[level] != self.schemes.get(project):
            return None
        return self.members.get(level, ())


@dataclass(frozen=True, slots=True)
class SiteRights:
    """Rights of the whole site. ``levels`` is ``None`` where security levels could not be read."""

    projects: tuple[ProjectRights, ...]
    levels: Levels | None

    def holders(self) -> Iterable[tuple[ProjectRights, wire.Holder]]:
        """Every holder that an access list of a project may name."""
        for project in self.projects:
            for holder in project.browse or ():
                yield project, holder
            for level, scheme in self.levels.of_scheme.items() if self.levels else ():
                if self.levels and self.levels.schemes.get(project.id) == scheme:
                    for holder in self.levels.members.get(level, ()):
                        yield project, holder

    def fields(self) -> frozenset[str]:
        """The fields of issues that holders refer to."""
        found = (field_of(holder) for _, holder in self.holders())
        return frozenset(each for each in found if each is not None)

    def digest(self, project: ProjectRights) -> str:
        """Changes when the rights to issues of a project may have changed, whatever the issues say."""
        said: list[object] = [_spelled(project.browse)]
        if self.levels is None:
            said.append(None)
        else:
            scheme = self.levels.schemes.get(project.id)
            levels = sorted(level for level, of in self.levels.of_scheme.items() if of == scheme)
            said += [scheme, [[level, _spelled(self.levels.members.get(level, ()))] for level in levels]]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]


def field_of(holder: wire.Holder) -> str | None:
    """The field whose value is meant by a holder such as "group in this field"."""
    if holder.type not in {"userCustomField", "groupCustomField"}:
        return None
    name = holder.value or holder.parameter or ""
    return name if _FIELD.fullmatch(name) else None


def role_of(holder: wire.Holder) -> str | None:
    """The id of the project role that a holder means."""
    role = holder.value or holder.parameter or ""
    return role if holder.type == "projectRole" and _NUMBER.fullmatch(role) else None


async def read_rights(client: JiraClient, only: tuple[str, ...]) -> SiteRights:
    """Read the rights of the projects with the keys ``only``, or of all that the account sees.

    What is refused closes what depends on it.

    Raises:
        SourceError: if projects could not be listed, or something could not be read that may pass by itself.
    """
    projects = []
    async for entry in client.listed("/project/search", {"expand": "lead"}):
        project = shapes.required(wire.Project, entry, f"{client.name}: a project")
        if not only or project.key in only:
            projects.append(await _project(client, project))
    return SiteRights(tuple(projects), await _levels(client))


async def _project(client: JiraClient, project: wire.Project) -> ProjectRights:
    browse = None
    # The rights of a project that its team manages are not in its scheme alone.
    if project.style == CLASSIC:
        browse = await _browse(client, project.id)
    lead = project.lead.account_id if project.lead else None
    return ProjectRights(project.id, project.key, project.name, lead, browse)


async def _browse(client: JiraClient, project: str) -> tuple[wire.Holder, ...] | None:
    try:
        answer = await client.get(f"/project/{project}/permissionscheme", {"expand": "permissions"})
        scheme = shapes.required(wire.PermissionScheme, answer, f"{client.name}: a permission scheme")
    except SourceError as error:
        if not is_final(error):
            raise
        return None
    grants = (shapes.found(wire.Grant, each) for each in scheme.permissions)
    return tuple(each.holder for each in grants if each and each.permission == "BROWSE_PROJECTS")


async def _levels(client: JiraClient) -> Levels | None:
    what = f"{client.name}: security levels"
    root = "/issuesecurityschemes"
    try:
        of_scheme = {}
        async for entry in client.listed(f"{root}/level"):
            level = shapes.required(wire.Level, entry, what)
            of_scheme[level.id] = level.issue_security_scheme_id
        members: dict[str, tuple[wire.Holder, ...]] = {}
        async for entry in client.listed(f"{root}/level/member"):
            member = shapes.required(wire.LevelMember, entry, what)
            holder = shapes.found(wire.Holder, member.holder)
            of_level = members.get(member.issue_security_level_id, ())
            members[member.issue_security_level_id] = (*of_level, holder) if holder else of_level
        schemes = {}
        async for entry in client.listed(f"{root}/project"):
            used = shapes.required(wire.SchemeOfProject, entry, what)
            schemes[used.project_id] = used.issue_security_scheme_id
    except SourceError as error:
        if not is_final(error):
            raise
        return None
    return Levels(members, schemes, of_scheme)


def _spelled(holders: tuple[wire.Holder, ...] | None) -> object:
    if holders is None:
        return None
    return sorted([each.type, each.parameter or "", each.value or ""] for each in holders)
