import re
import threading
from dataclasses import replace
from typing import Any

import pytest

from fidedigno.sources.confluence import ConfluenceConnector
from fidedigno.sources.connector import LiveVerdict
from tests.fakes.confluence import ConfluenceServer
from tests.fakes.confluence_world import FAST, no_wait, options
from tests.fakes.vendor import Answer, Request

ALLOWED, DENIED, UNKNOWN = LiveVerdict.ALLOWED, LiveVerdict.DENIED, LiveVerdict.UNKNOWN


async def test_the_system_says_who_may_read_now(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    page = server.page("10", groups=["g-hr"])
    assert await connector.check("ana-account", "10") is ALLOWED
    assert await connector.check("cleo-account", "10") is DENIED
    page.read.groups, page.read.users = [], ["cleo-account"]
    assert await connector.check("ana-account", "10") is DENIED
    assert await connector.check("cleo-account", "10") is ALLOWED


async def test_forbidden_and_missing_are_one(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10", users=["ben-account"])
    assert await connector.check("ana-account", "10") is DENIED
    assert await connector.check("ana-account", "404404") is DENIED


@pytest.mark.parametrize(
    "standing", [{"accountStatus": "inactive"}, {"accountType": "app"}, {"isExternalCollaborator": True}]
)
async def test_an_account_that_no_longer_counts_may_read_nothing(
    server: ConfluenceServer, connector: ConfluenceConnector, standing: dict[str, Any]
) -> None:
    server.page("10")
    server.accounts["ana-account"] |= standing
    assert await connector.check("ana-account", "10") is DENIED


async def test_an_account_that_is_not_known_may_read_nothing(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10")
    del server.accounts["ana-account"]
    assert await connector.check("ana-account", "10") is DENIED


@pytest.mark.parametrize("path", ["permission/check", "users-bulk"])
@pytest.mark.parametrize("status", [200, 400, 401, 429, 500])
async def test_an_answer_that_is_not_understood_is_unknown(
    server: ConfluenceServer, connector: ConfluenceConnector, path: str, status: int
) -> None:
    server.page("10")
    server.fail(path, status, body={"results": [{"accountId": "ana-account"}], "hasPermission": "true"})
    assert await connector.check("ana-account", "10") is UNKNOWN


async def test_a_yes_with_errors_is_unknown(server: ConfluenceServer, connector: ConfluenceConnector) -> None:
    server.page("10")
    server.fail("permission/check", 200, body={"hasPermission": True, "errors": [{"key": "odd"}]})
    assert await connector.check("ana-account", "10") is UNKNOWN


async def test_no_answer_in_time_is_unknown(server: ConfluenceServer) -> None:
    def sleepy(request: Request) -> Answer:
        threading.Event().wait(0.6)
        return Answer({"hasPermission": True, "errors": []})

    server._routes.insert(0, ("POST", re.compile(".*/permission/check"), sleepy))
    said = replace(options(server), check_seconds=0.2, limits=FAST)
    connector = ConfluenceConnector(said, sleep=no_wait)
    assert await connector.check("ana-account", "10") is UNKNOWN
    await connector.close()


@pytest.mark.parametrize("person", ["", "user:a b", "x" * 10_000, "../admin", "a\nb"])
@pytest.mark.parametrize("document", ["10", "", "../10", "att10", "1" * 30])
async def test_hostile_ids_reach_no_address(
    server: ConfluenceServer, connector: ConfluenceConnector, person: str, document: str
) -> None:
    server.page("10")
    assert await connector.check(person, document) is DENIED
    assert server.asked == []
