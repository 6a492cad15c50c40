import asyncio

import pytest

from fidedigno.sources.connector import LiveVerdict
from fidedigno.sources.jira.client import JiraClient
from fidedigno.sources.jira.live import check_issues
from tests.fakes.jira import JiraSite

ALLOWED, DENIED, UNKNOWN = LiveVerdict.ALLOWED, LiveVerdict.DENIED, LiveVerdict.UNKNOWN


async def test_many_issues_are_asked_for_at_once(site: JiraSite, client: JiraClient) -> None:
    site.allowed["acc-ana"] = [1, 1500]
    issues = [str(each) for each in range(1, 2001)]
    found = await check_issues(client, "acc-ana", issues, 5.0)
    assert {each for each, verdict in found.items() if verdict is ALLOWED} == {"1", "1500"}
    assert set(found.values()) == {ALLOWED, DENIED}
    assert len([each for each in site.paths() if each.endswith("check")]) == 2


async def test_an_account_that_is_switched_off_or_no_persons_reads_nothing(
    site: JiraSite, client: JiraClient
) -> None:
    site.add_account("acc-off", "off@acme.example", active=False)
    site.add_account("acc-app", None, kind="app")
    for account in ("acc-off", "acc-app", "acc-gone"):
        site.allowed[account] = [1]
        assert await check_issues(client, account, ["1"], 5.0) == {"1": DENIED}


@pytest.mark.parametrize("status", [400, 401, 403, 429, 500, 503])
async def test_no_answer_is_no_permission(site: JiraSite, client: JiraClient, status: int) -> None:
    site.allowed["acc-ana"] = [1]
    site.fail("permissions/check", status)
    assert await check_issues(client, "acc-ana", ["1"], 5.0) == {"1": UNKNOWN}


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"projectPermissions": None},
        {"projectPermissions": [{"permission": "BROWSE_PROJECTS"}]},
        {"projectPermissions": [{"permission": "BROWSE_PROJECTS", "issues": ["1"]}]},
        b"<html>",
    ],
)
async def test_an_answer_of_another_shape_is_no_permission(
    site: JiraSite, client: JiraClient, body: object
) -> None:
    site.fail("permissions/check", 200, body=body)
    assert await check_issues(client, "acc-ana", ["1"], 5.0) == {"1": UNKNOWN}


async def test_another_permission_is_not_the_right_to_browse(site: JiraSite, client: JiraClient) -> None:
    site.fail("check", 200, body={"projectPermissions": [{"permission": "EDIT_ISSUES", "issues": [1]}]})
    assert await check_issues(client, "acc-ana", ["1"], 5.0) == {"1": DENIED}


async def test_an_account_that_cannot_be_looked_up_is_unknown(site: JiraSite, client: JiraClient) -> None:
    site.allowed["acc-ana"] = [1]
    site.fail("user$", 200, body={"accountId": "acc-bob", "accountType": "atlassian", "active": True})
    assert await check_issues(client, "acc-ana", ["1"], 5.0) == {"1": UNKNOWN}


@pytest.mark.parametrize("person", ["", "user:ana' OR 1=1", "x" * 10_000, "a\nb"])
async def test_hostile_names_are_not_asked_about(site: JiraSite, client: JiraClient, person: str) -> None:
    assert await check_issues(client, person, ["1"], 5.0) == {"1": UNKNOWN}
    assert await check_issues(client, "acc-ana", ["1; x", "²", ""], 5.0) == dict.fromkeys(
        ["1; x", "²", ""], UNKNOWN
    )
    assert not site.asked


async def test_a_check_that_takes_too_long_is_unknown(
    site: JiraSite, client: JiraClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(address: str, query: object = None) -> object:
        await asyncio.sleep(30)
        return None

    monkeypatch.setattr(client, "get", slow)
    assert await check_issues(client, "acc-ana", ["1"], 0.05) == {"1": UNKNOWN}
