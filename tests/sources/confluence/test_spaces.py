from collections.abc import AsyncIterator
from typing import Any

import pytest

from fidedigno.model import NOBODY, PUBLIC, UNKNOWN, AccessList
from fidedigno.sources.confluence import SpaceAccess
from fidedigno.sources.confluence.names import account_principal, group_principal, licensed_principal
from fidedigno.sources.confluence.service import ConfluenceService
from fidedigno.sources.confluence.spaces import SpaceReader
from fidedigno.sources.confluence.subjects import Subjects
from fidedigno.sources.confluence.wire import Space
from fidedigno.sources.connector import SourceError
from tests.fakes.confluence import ConfluenceServer, assignment, permission
from tests.fakes.confluence_world import no_wait, options

STAFF = AccessList.any_of(group_principal("corp", "g-staff"))
DOC = Space(id="1", key="DOC", name="Documents")


class Readers:
    """Makes a reader for options, and closes what it opened."""

    def __init__(self, server: ConfluenceServer) -> None:
        self._server = server
        self._services: list[ConfluenceService] = []

    def __call__(self, **more: Any) -> SpaceReader:
        said = options(self._server, **more)
        self._services.append(ConfluenceService(said, sleep=no_wait))
        return SpaceReader(self._services[-1], said, Subjects(said))

    async def close(self) -> None:
        for each in self._services:
            await each.close()


@pytest.fixture
async def make(server: ConfluenceServer) -> AsyncIterator[Readers]:
    readers = Readers(server)
    yield readers
    await readers.close()


async def test_only_current_spaces_that_are_wanted_are_read(server: ConfluenceServer, make: Readers) -> None:
    server.space("2", "HR")
    server.space("3", "OLD").status = "archived"
    server.space("../4", "BAD")
    assert [each.key for each in await make().spaces()] == ["DOC", "HR"]
    assert [each.key for each in await make(spaces=("HR", "OLD")).spaces()] == ["HR"]


async def test_whoever_may_read_the_space_may_enter(server: ConfluenceServer, make: Readers) -> None:
    server.spaces["1"].permissions += [
        permission("user", "dan-account"),
        permission("group", "g-hr", "create", "page"),
        permission("group", "g-hr", "read", "page"),
        permission("group", "g-hr", "administer"),
    ]
    both = AccessList.any_of(group_principal("corp", "g-staff"), account_principal("corp", "dan-account"))
    assert await make().access(DOC) == both


async def test_grants_on_a_later_page_count(server: ConfluenceServer, make: Readers) -> None:
    server.page_size = 2
    others = [permission("group", "g-hr", "create", "page") for _ in range(5)]
    server.spaces["1"].permissions = [*others, permission("group", "g-staff")]
    assert await make().access(DOC) == STAFF


async def test_a_space_without_a_grant_is_nobodys(server: ConfluenceServer, make: Readers) -> None:
    server.spaces["1"].permissions = []
    assert await make().access(DOC) == NOBODY


@pytest.mark.parametrize(
    "grant", [{}, None, "x", permission("team", "t"), permission("user", "a b"), {"principal": 3}]
)
async def test_a_grant_that_is_not_understood_opens_nothing(
    server: ConfluenceServer, make: Readers, grant: Any
) -> None:
    server.spaces["1"].permissions = [grant]
    assert await make().access(DOC) == NOBODY


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_permissions_that_cannot_be_read_are_unknown(
    server: ConfluenceServer, make: Readers, status: int
) -> None:
    server.fail("permissions", status)
    assert await make().access(DOC) == UNKNOWN


async def test_permissions_that_break_off_in_the_middle_are_unknown(
    server: ConfluenceServer, make: Readers
) -> None:
    onward = {"next": "/wiki/api/v2/spaces/1/more"}
    server.fail("permissions", 200, body={"results": [permission("group", "g-staff")], "_links": onward})
    assert await make().access(DOC) == UNKNOWN


async def test_a_role_that_permissions_name_is_resolved(server: ConfluenceServer, make: Readers) -> None:
    server.spaces["1"].permissions = [permission("role", "viewer")]
    server.spaces["1"].roles = [
        assignment("GROUP", "g-staff", "viewer"),
        assignment("GROUP", "g-hr", "uploader"),
        assignment("ACCESS_CLASS", "anonymous-users", "viewer"),
    ]
    assert await make().access(DOC) == STAFF


async def test_roles_that_cannot_be_read_are_unknown(server: ConfluenceServer, make: Readers) -> None:
    server.spaces["1"].permissions += [permission("role", "viewer")]
    server.fail("role-assignments", 404)
    assert await make().access(DOC) == UNKNOWN


async def test_on_a_site_of_roles_only_roles_that_may_read_let_in(
    server: ConfluenceServer, make: Readers
) -> None:
    server.roles = {"viewer": ["read/space"], "lister": ["create/page"], "odd": None}
    server.spaces["1"].permissions = [permission("user", "dan-account")]
    server.spaces["1"].roles = [
        assignment("GROUP", "g-staff", "viewer"),
        assignment("GROUP", "g-hr", "lister"),
        assignment("USER", "dan-account", "odd"),
        {"roleId": "viewer"},
    ]
    reader = make(space_access=SpaceAccess.ROLES)
    assert await reader.access(DOC) == STAFF
    assert await reader.access(DOC) == STAFF
    assert len([each for each in server.paths() if each.endswith("space-roles")]) == 1


@pytest.mark.parametrize(
    ("kind", "more", "expected"),
    [
        ("anonymous-users", {}, NOBODY),
        ("anonymous-users", {"anonymous_access": True}, PUBLIC),
        ("all-licensed-users", {}, NOBODY),
        (
            "all-licensed-users",
            {"licensed_groups": ("g-staff",)},
            AccessList.any_of(licensed_principal("corp")),
        ),
        ("all-product-admins", {"anonymous_access": True, "licensed_groups": ("g-staff",)}, NOBODY),
    ],
)
async def test_a_class_of_people_is_let_in_only_by_an_option(
    server: ConfluenceServer, make: Readers, kind: str, more: dict[str, Any], expected: AccessList
) -> None:
    server.roles = {"viewer": ["read/space"]}
    server.spaces["1"].roles = [assignment("ACCESS_CLASS", kind, "viewer")]
    assert await make(space_access=SpaceAccess.ROLES, **more).access(DOC) == expected


async def test_a_token_that_ended_ends_the_reading(server: ConfluenceServer, make: Readers) -> None:
    server.signed_in = False
    with pytest.raises(SourceError):
        await make().access(DOC)
    with pytest.raises(SourceError):
        await make().spaces()
