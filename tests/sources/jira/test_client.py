import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.jira.client import API, JiraClient, is_final
from tests.fakes.jira import JiraSite
from tests.sources.jira.conftest import no_sleep, options_for


async def test_an_api_token_travels_with_its_address_and_an_oauth_token_alone(site: JiraSite) -> None:
    for email, scheme in (("bot@acme.example", "Basic"), ("", "Bearer")):
        client = JiraClient(options_for(site, email=email), sleep=no_sleep)
        await client.get("/applicationrole")
        await client.close()
        assert site.asked[-1].headers["Authorization"].startswith(f"{scheme} ")


@pytest.mark.parametrize(
    "body",
    [
        {"startAt": 0, "values": [], "isLast": False},
        {"startAt": 0, "values": [{}]},
        {"startAt": 7, "values": [{}], "isLast": False},
        {"values": [], "isLast": True},
        {"startAt": 0, "values": None, "isLast": True},
        [],
    ],
)
async def test_a_listing_that_does_not_end_properly_is_not_taken_for_whole(
    site: JiraSite, client: JiraClient, body: object
) -> None:
    site.fail("level/member", 200, body=body)
    with pytest.raises(SourceError) as caught:
        _ = [each async for each in client.listed("/issuesecurityschemes/level/member")]
    assert caught.value.kind is SourceErrorKind.SHAPE


async def test_a_listing_without_an_end_mark_ends_at_its_total(site: JiraSite, client: JiraClient) -> None:
    site.fail("level/member", 200, body={"startAt": 0, "values": [1, 2], "total": 2})
    assert [each async for each in client.listed("/issuesecurityschemes/level/member")] == [1, 2]


async def test_accounts_are_read_until_an_empty_page(site: JiraSite, client: JiraClient) -> None:
    site.accounts.insert(1, {"accountId": "acc-odd", "accountType": "atlassian"})
    found = [each.account_id async for each in client.accounts()]
    assert found == ["acc-ana", "acc-bob", "acc-lee", "acc-eve"]


async def test_a_listing_of_accounts_that_repeats_itself_ends(site: JiraSite, client: JiraClient) -> None:
    site.fail(
        "users/search", 200, body=[{"accountId": "acc-ana", "accountType": "atlassian", "active": True}]
    )
    with pytest.raises(SourceError, match="repeats itself"):
        _ = [each async for each in client.accounts()]


@pytest.mark.parametrize(
    "page", [{"issues": [], "nextPageToken": "same"}, {"issues": [], "isLast": False}, {"isLast": True}]
)
async def test_a_search_without_an_end_is_not_taken_for_whole(
    site: JiraSite, client: JiraClient, page: object
) -> None:
    site.fail("search/jql", 200, body=page)
    with pytest.raises(SourceError):
        _ = [each async for each in client.search("project = 100", ("summary",))]


async def test_comments_are_read_over_all_pages_or_not_at_all(site: JiraSite, client: JiraClient) -> None:
    site.add_issue("1", "100").comments.extend([1, 2, 3])
    assert [each async for each in client.comments("1")] == [1, 2, 3]
    site.fail("comment", 200, body={"startAt": 0, "total": 5, "comments": []})
    with pytest.raises(SourceError, match="does not end"):
        _ = [each async for each in client.comments("1")]
    site.failures[:] = []
    site.fail("comment", 200, body={"startAt": 3, "total": 5, "comments": [1]})
    with pytest.raises(SourceError, match="repeats"):
        _ = [each async for each in client.comments("1")]


async def test_too_many_requests_are_waited_for(site: JiraSite, client: JiraClient) -> None:
    site.fail("applicationrole", 429, times=1, headers={"Retry-After": "1"})
    assert await client.get("/applicationrole") == site.applications
    assert site.paths() == [f"{API}/applicationrole"] * 2


def test_what_will_not_pass_by_itself_is_told_from_what_may() -> None:
    kinds = {kind for kind in SourceErrorKind if is_final(SourceError(kind, "x"))}
    assert kinds == {SourceErrorKind.NOT_AVAILABLE, SourceErrorKind.GONE, SourceErrorKind.SHAPE}
