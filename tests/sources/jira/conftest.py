from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.model import Identity, Principal
from fidedigno.sources.connector import Changes, Removed, SourceItem, Upserted
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.jira import JiraConnector, JiraOptions
from fidedigno.sources.jira.client import JiraClient
from tests.fakes.jira import JiraSite, holder

FAST = HttpLimits(attempt=2.0, total=3.0, attempts=2, backoff=0.001)


async def no_sleep(seconds: float) -> None:
    return None


def options_for(site: JiraSite, **more: Any) -> JiraOptions:
    given: dict[str, Any] = {"email": "bot@acme.example", "limits": FAST, **more}
    return JiraOptions("acme", site.url, SecretStr("sesame"), **given)


def member(*names: str) -> Identity:
    """Somebody who holds these groups of the site, and may use it."""
    groups = {Principal.group(f"jira:acme:{each}") for each in (*names, "users")}
    return Identity("t", "ana", frozenset({Principal.user("ana"), *groups}))


async def items_of(changes: Changes) -> dict[str, SourceItem]:
    found: dict[str, SourceItem] = {}
    async for change in changes.stream:
        assert not isinstance(change, Removed)
        assert isinstance(change, Upserted)
        found[change.item.external_id] = change.item
    return found


@pytest.fixture
def site() -> Iterator[JiraSite]:
    with JiraSite() as site:
        site.add_project("100", "OPS", holder("group", "g-ops", "ops"), lead="acc-lee")
        site.add_project("200", "LAW", holder("projectRole", "7", "7"))
        site.add_level("31", holder("group", "g-board"), holder("reporter"), projects=("200",))
        site.add_application("jira-software", "g-ops", "g-law")
        site.groups = {"g-ops": ["acc-ana", "acc-lee"], "g-law": ["acc-bob"], "g-board": ["acc-bob"]}
        site.roles["200", "7"] = [
            {"type": "atlassian-group-role-actor", "actorGroup": {"groupId": "g-law", "name": "law"}},
            {"type": "atlassian-user-role-actor", "actorUser": {"accountId": "acc-ana"}},
            {"type": "app-role-actor", "actorUser": {"accountId": "acc-eve"}},
        ]
        for name in ("ana", "bob", "lee", "eve"):
            site.add_account(f"acc-{name}", f"{name.title()}@Acme.example")
        yield site


@pytest.fixture
async def connect(site: JiraSite) -> AsyncIterator[Callable[..., JiraConnector]]:
    made: list[JiraConnector] = []

    def connect(**more: Any) -> JiraConnector:
        made.append(JiraConnector(options_for(site, **more), sleep=no_sleep, now=lambda: site.now))
        return made[-1]

    yield connect
    for each in made:
        await each.close()


@pytest.fixture
async def client(site: JiraSite) -> AsyncIterator[JiraClient]:
    client = JiraClient(options_for(site), sleep=no_sleep)
    yield client
    await client.close()
