import logging
from collections.abc import Callable
from datetime import timedelta

import pytest

from fidedigno.model import AclState, Identity
from fidedigno.sources.connector import Connector, Coverage, LiveVerdict, SourceError, SourceErrorKind
from fidedigno.sources.jira import JiraConnector
from fidedigno.sources.jira.cursor import Cursor
from tests.fakes.jira import JiraSite, holder
from tests.sources.jira.conftest import items_of, member

Connect = Callable[..., JiraConnector]


def test_it_is_a_connector(connect: Connect) -> None:
    connector: Connector = connect()
    assert connector.name == "jira:acme"
    assert "sesame" not in repr(connector)


async def test_the_first_reading_lists_every_issue_over_all_pages(site: JiraSite, connect: Connect) -> None:
    for number in range(1, 6):
        site.add_issue(str(number), "100")
    site.add_issue("9", "200", security={"id": "31", "name": "Board"})
    changes = await connect().changes(None)
    items = await items_of(changes)
    assert changes.coverage is Coverage.FULL
    assert set(items) == {"1", "2", "3", "4", "5", "9"}
    assert items["1"].acl.allows(member("group:g-ops"))
    assert not items["1"].acl.allows(member("group:g-law"))


async def test_a_level_narrows_the_right_to_browse_and_neither_is_enough_alone(
    site: JiraSite, connect: Connect
) -> None:
    site.add_issue("9", "200", security={"id": "31"}, reporter={"accountId": "acc-ana"})
    acl = (await items_of(await connect().changes(None)))["9"].acl
    assert acl.allows(member("role:200:7", "group:g-board"))
    assert acl.allows(member("role:200:7", "account:acc-ana"))
    assert not acl.allows(member("role:200:7"))
    assert not acl.allows(member("group:g-board"))


async def test_only_updates_are_read_after_the_first_time_with_an_overlap(
    site: JiraSite, connect: Connect
) -> None:
    site.add_issue("1", "100", age=600)
    site.add_issue("2", "100", age=65)
    connector = connect()
    first = await connector.changes(None)
    await items_of(first)
    site.now += timedelta(minutes=30)
    site.add_issue("3", "100", age=3)
    site.add_issue("4", "100", age=38)  # just before the first reading: search may have lagged
    second = await connector.changes(first.cursor())
    assert second.coverage is Coverage.SINCE
    assert set(await items_of(second)) == {"3", "4"}


async def test_everything_is_listed_again_in_time_so_that_deletions_show(
    site: JiraSite, connect: Connect
) -> None:
    site.add_issue("1", "100")
    site.add_issue("2", "100")
    connector = connect(full_every=timedelta(hours=1))
    cursor = None
    coverages = []
    for _ in range(4):
        changes = await connector.changes(cursor)
        found = await items_of(changes)
        coverages.append(changes.coverage)
        cursor = changes.cursor()
        site.issues.pop("2", None)
        site.now += timedelta(minutes=25)
    assert coverages == [Coverage.FULL, Coverage.SINCE, Coverage.SINCE, Coverage.FULL]
    assert set(found) == {"1"}


async def test_a_change_of_the_permission_scheme_reaches_issues_that_nobody_touched(
    site: JiraSite, connect: Connect
) -> None:
    site.add_issue("1", "100")
    site.add_issue("9", "200")
    connector = connect()
    first = await connector.changes(None)
    assert (await items_of(first))["1"].acl.allows(member("group:g-ops"))
    site.browse["100"] = [holder("group", "g-law")]
    second = await connector.changes(first.cursor())
    found = await items_of(second)
    assert set(found) == {"1"}
    assert not found["1"].acl.allows(member("group:g-ops"))


async def test_a_change_of_who_is_in_a_level_reaches_issues_that_nobody_touched(
    site: JiraSite, connect: Connect
) -> None:
    site.add_issue("1", "100")
    site.add_issue("9", "200", security={"id": "31"})
    connector = connect()
    first = await connector.changes(None)
    await items_of(first)
    site.level_members.pop(0)
    found = await items_of(await connector.changes(first.cursor()))
    assert set(found) == {"9"}
    assert not found["9"].acl.allows(member("role:200:7", "group:g-board"))


async def test_a_change_of_what_anyone_means_reaches_issues_that_nobody_touched(
    site: JiraSite, connect: Connect
) -> None:
    site.browse["100"] = [holder("anyone")]
    site.add_issue("1", "100")
    first = await connect(anonymous_is_public=True).changes(None)
    assert (await items_of(first))["1"].acl.allows(Identity.public("t"))
    found = await items_of(await connect().changes(first.cursor()))
    assert found["1"].acl.state is AclState.NOBODY


async def test_a_project_that_is_not_seen_any_more_makes_a_full_listing(
    site: JiraSite, connect: Connect
) -> None:
    site.add_issue("9", "200")
    connector = connect()
    first = await connector.changes(None)
    await items_of(first)
    site.projects.pop()
    second = await connector.changes(first.cursor())
    assert second.coverage is Coverage.FULL
    assert await items_of(second) == {}


async def test_only_the_named_projects_are_read(site: JiraSite, connect: Connect) -> None:
    site.add_issue("1", "100")
    site.add_issue("9", "200")
    assert set(await items_of(await connect(projects=("LAW",)).changes(None))) == {"9"}


async def test_a_reading_that_breaks_has_no_cursor(site: JiraSite, connect: Connect) -> None:
    for number in range(1, 6):
        site.add_issue(str(number), "100")
    changes = await connect().changes(None)
    site.fail("search/jql", 500)
    with pytest.raises(SourceError):
        await items_of(changes)
    with pytest.raises(SourceError, match="not ended"):
        changes.cursor()


async def test_an_outage_of_the_scheme_raises_and_a_refusal_closes(site: JiraSite, connect: Connect) -> None:
    site.add_issue("1", "100")
    site.fail("permissionscheme", 503, times=2)
    with pytest.raises(SourceError) as caught:
        await connect().changes(None)
    assert caught.value.kind is SourceErrorKind.TEMPORARY
    site.fail("100/permissionscheme", 403)
    assert (await items_of(await connect().changes(None)))["1"].acl.state is AclState.UNKNOWN


async def test_unknown_access_lists_are_counted_and_logs_hold_no_text(
    site: JiraSite, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "fidedigno")
    site.add_issue("9", "200", security={"id": "31"}, summary="Severance of Eve")
    site.fail("level/member", 403)
    items = await items_of(await connect().changes(None))
    assert items["9"].acl.state is AclState.UNKNOWN
    assert "1 access lists are unknown" in caplog.text
    assert "Severance" not in caplog.text
    assert "sesame" not in caplog.text


async def test_a_token_that_ends_in_the_middle_stops_the_reading(site: JiraSite, connect: Connect) -> None:
    site.add_issue("1", "100")
    changes = await connect().changes(None)
    site.fail("search/jql", 401)
    with pytest.raises(SourceError) as caught:
        await items_of(changes)
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT


async def test_a_cursor_of_the_future_or_of_nobody_reads_everything(site: JiraSite, connect: Connect) -> None:
    later = Cursor(site.now + timedelta(days=1), site.now + timedelta(days=1), {}).encode()
    for cursor in (later, "{}", "null", "[1]", "x" * 10_000, "[" * 10_000):
        assert (await connect().changes(cursor)).coverage is Coverage.FULL


async def test_people_and_live_checks_are_reached_through_it(site: JiraSite, connect: Connect) -> None:
    site.allowed["acc-ana"] = [1]
    connector = connect()
    assert await connector.check("acc-ana", "1") is LiveVerdict.ALLOWED
    assert "ana@acme.example" in {each.name for each in (await connector.people()).users}


async def test_a_linked_person_is_known_by_their_account_and_nobody_else_is(
    connect: Callable[..., JiraConnector],
) -> None:
    connector: Connector = connect()
    known = {
        each.name: connector.known_as(Identity("t", each.name, frozenset(), attributes=each.attributes))
        for each in (await connector.people()).users
    }
    assert known == {f"{each}@acme.example": (f"acc-{each}",) for each in ("ana", "bob", "eve", "lee")}
    assert connector.known_as(Identity.public("t")) == ()
