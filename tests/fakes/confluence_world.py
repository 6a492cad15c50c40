"""A Confluence with a few people, and what a test asks of a connector to it."""

from collections.abc import Mapping
from typing import Any

from pydantic import SecretStr

from fidedigno.access.content import DirectoryContent
from fidedigno.model import ANYONE, Identity, Principal
from fidedigno.sources.confluence import ConfluenceConnector, ConfluenceOptions
from fidedigno.sources.connector import Coverage, Removed, SourceItem, Upserted
from fidedigno.sources.http import HttpLimits
from tests.fakes.confluence import EMAIL, TOKEN, ConfluenceServer, permission

FAST = HttpLimits(connect=1.0, attempt=2.0, total=5.0, attempts=3, backoff=0.001)
PEOPLE = ("ana", "ben", "cleo", "dan")
STAFF = permission("group", "g-staff")


async def no_wait(seconds: float) -> None:
    return


def options(server: ConfluenceServer, **more: Any) -> ConfluenceOptions:
    said: dict[str, Any] = {"name": "corp", "limits": FAST, "check_seconds": 2.0, **more}
    return ConfluenceOptions(server.url, EMAIL, SecretStr(TOKEN), **said)


def populate(server: ConfluenceServer) -> None:
    """Ana and Ben are in HR, Cleo in staff only, Dan in nothing; all have an address."""
    for each in PEOPLE:
        server.account(f"{each}-account", f"{each.title()}@Corp.example")
    server.groups["g-staff"] = ["ana-account", "ben-account", "cleo-account"]
    server.groups["g-hr"] = ["ana-account", "ben-account"]
    server.space("1", "DOC", STAFF)


async def read_all(
    connector: ConfluenceConnector, cursor: str | None = None
) -> tuple[Coverage, dict[str, SourceItem], list[str], str]:
    """Coverage, documents by id, ids of what is gone, and the next cursor."""
    changes = await connector.changes(cursor)
    items: dict[str, SourceItem] = {}
    removed: list[str] = []
    async for change in changes.stream:
        match change:
            case Upserted(item):
                items[item.external_id] = item
            case Removed(identifier):
                removed.append(identifier)
    return changes.coverage, items, removed, changes.cursor()


def identities(content: DirectoryContent) -> Mapping[str, Identity]:
    """Each user with the groups that hold them at any depth."""
    parents: dict[Principal, set[Principal]] = {}
    for group in content.groups:
        for member in group.members or ():
            parents.setdefault(member, set()).add(Principal.group(group.name))
    found = {}
    for user in content.users:
        held, waiting = {ANYONE}, [Principal.user(user.name)]
        while waiting:
            each = waiting.pop()
            if each not in held:
                held.add(each)
                waiting += parents.get(each, ())
        found[user.name] = Identity("default", user.name, frozenset(held))
    return found


async def readers(connector: ConfluenceConnector, items: Mapping[str, SourceItem]) -> dict[str, set[str]]:
    """Who may read each document, by the name before the ``@``."""
    people = identities(await connector.people())
    return {
        identifier: {name.partition("@")[0] for name, each in people.items() if item.acl.allows(each)}
        for identifier, item in items.items()
    }
