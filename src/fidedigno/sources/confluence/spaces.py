"""Who may enter a space: its read permission, or the roles that hold one. Without a grant, nobody."""

from __future__ import annotations

from collections.abc import Iterable

from fidedigno.model import UNKNOWN, AccessList, Principal
from fidedigno.sources.confluence.names import content_id
from fidedigno.sources.confluence.options import ConfluenceOptions, SpaceAccess
from fidedigno.sources.confluence.service import PAGE, ConfluenceService
from fidedigno.sources.confluence.subjects import Subjects
from fidedigno.sources.confluence.wire import Role, RoleAssignment, Space, SpacePermission
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.shapes import fits

READ_SPACE = "read/space"
_WHOLE = {"limit": str(PAGE)}


class SpaceReader:
    """Reads the spaces of a site and who may enter them."""

    def __init__(self, service: ConfluenceService, options: ConfluenceOptions, subjects: Subjects) -> None:
        self._service = service
        self._options = options
        self._subjects = subjects
        self._reading_roles: frozenset[str] | None = None

    async def spaces(self) -> list[Space]:
        """The current spaces to read, each once.

        Raises:
            SourceError: if they could not be listed whole.
        """
        found: dict[str, Space] = {}
        wanted = frozenset(self._options.spaces)
        query = {**_WHOLE, "status": "current"}
        async for entry in self._service.pages("/api/v2/spaces", query, "the spaces"):
            read: tuple[Space] | None = fits(Space, entry)
            if read is None or content_id(read[0].id) is None or read[0].status != "current":
                continue
            if not wanted or read[0].key in wanted:
                found[read[0].id] = read[0]
        return list(found.values())

    async def access(self, space: Space) -> AccessList:
        """Who may enter a space; unknown where that could not be read whole.

        Raises:
            SourceError: if our access has ended.
        """
        try:
            if self._options.space_access is SpaceAccess.ROLES:
                granted = await self._by_role(space, await self._roles_that_read())
            else:
                granted = await self._by_permission(space)
        except SourceError as error:
            if error.kind is SourceErrorKind.SIGNED_OUT:
                raise
            return UNKNOWN
        return AccessList.any_of(*granted)

    async def _by_permission(self, space: Space) -> set[Principal]:
        granted: set[Principal | None] = set()
        roles: set[str] = set()
        address = f"/api/v2/spaces/{space.id}/permissions"
        async for entry in self._service.pages(address, _WHOLE, "permissions of a space"):
            read: tuple[SpacePermission] | None = fits(SpacePermission, entry)
            if read is None:
                self._subjects.ignored["permission"] += 1
                continue
            principal, operation = read[0].principal, read[0].operation
            if (operation.key, operation.target) != ("read", "space"):
                continue
            if principal.type.casefold() == "role":
                roles.add(principal.id)
            else:
                granted.add(self._subjects.of_typed(principal.type, principal.id))
        by_role = await self._by_role(space, roles) if roles else set()
        return _without_none(granted) | by_role

    async def _by_role(self, space: Space, roles: Iterable[str]) -> set[Principal]:
        counting = frozenset(roles)
        granted: set[Principal | None] = set()
        address = f"/api/v2/spaces/{space.id}/role-assignments"
        async for entry in self._service.pages(address, _WHOLE, "roles in a space"):
            read: tuple[RoleAssignment] | None = fits(RoleAssignment, entry)
            if read is None:
                self._subjects.ignored["role"] += 1
            elif read[0].role in counting:
                granted.add(self._subjects.of_typed(read[0].principal.type, read[0].principal.id))
        return _without_none(granted)

    async def _roles_that_read(self) -> frozenset[str]:
        if self._reading_roles is None:
            entries = [each async for each in self._service.pages("/api/v2/space-roles", _WHOLE, "the roles")]
            roles: list[tuple[Role] | None] = [fits(Role, each) for each in entries]
            self._reading_roles = frozenset(
                each[0].id for each in roles if each is not None and READ_SPACE in (each[0].permissions or ())
            )
        return self._reading_roles


def _without_none(granted: Iterable[Principal | None]) -> set[Principal]:
    return {each for each in granted if each is not None}
