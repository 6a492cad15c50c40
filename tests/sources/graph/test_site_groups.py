from collections.abc import AsyncIterator

import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.claims import Claim, ClaimKind
from fidedigno.sources.graph.drives import DrivePlace
from fidedigno.sources.graph.site_groups import SharePoint
from tests.fakes.graph import DRIVE, SITE, GraphServer, group_id
from tests.sources.graph.conftest import Clock, Options, Rest

ANA = "i:0#.f|membership|ana@corp.example"


@pytest.fixture
async def sharepoint(
    server: GraphServer, options: Options, clock: Clock, rest: Rest
) -> AsyncIterator[SharePoint]:
    made = SharePoint(rest(server.url), options(), clock.sleep, clock.now)
    yield made
    await made.close()


def places(server: GraphServer) -> list[DrivePlace]:
    return [DrivePlace(DRIVE, SITE, server.site_url), DrivePlace("b!other", SITE, server.site_url)]


async def test_each_site_is_read_once_with_a_token_of_its_own(
    server: GraphServer, sharepoint: SharePoint
) -> None:
    server.site_groups = {5: [ANA, f"c:0t.c|tenant|{group_id(1)}", "c:0!.s|windows"], 6: []}
    read = await sharepoint.read_sites(places(server))
    assert read.members == {
        (SITE, 5): {Claim(ClaimKind.LOGIN, "ana@corp.example"), Claim(ClaimKind.GROUP, group_id(1))},
        (SITE, 6): frozenset(),
    }
    assert (read.not_understood, read.unread) == (1, [])
    assert server.count(r"sitegroups$") == 1
    assert server.asked[0].form()["scope"] == server.url + "/.default"


async def test_a_refused_token_leaves_groups_without_members(
    server: GraphServer, sharepoint: SharePoint
) -> None:
    server.site_groups = {5: [ANA]}
    server.fail("sitegroups$", 401)
    read = await sharepoint.read_sites(places(server))
    assert (read.members, read.unread) == ({}, [SITE])


async def test_one_refused_group_leaves_the_others(server: GraphServer, sharepoint: SharePoint) -> None:
    server.site_groups = {5: [ANA], 6: [ANA]}
    server.fail(r"getbyid\(5\)", 403)
    read = await sharepoint.read_sites(places(server))
    assert (read.members[SITE, 5], len(read.members[SITE, 6])) == (frozenset(), 1)
    assert read.unread == [f"{SITE}:5"]


@pytest.mark.parametrize("pattern", ["sitegroups$", r"getbyid\(5\)"])
async def test_what_fails_for_now_is_an_error(
    server: GraphServer, sharepoint: SharePoint, pattern: str
) -> None:
    server.site_groups = {5: [ANA]}
    server.fail(pattern, 503)
    with pytest.raises(SourceError) as raised:
        await sharepoint.read_sites(places(server))
    assert raised.value.kind is SourceErrorKind.TEMPORARY


async def test_a_place_without_a_site_or_an_https_address_is_not_asked(
    server: GraphServer, sharepoint: SharePoint
) -> None:
    assert (await sharepoint.read_sites([DrivePlace(DRIVE), DrivePlace(DRIVE, SITE)])).members == {}
    plain = DrivePlace(DRIVE, SITE, "http://corp.sharepoint.com/sites/eng")
    assert (await sharepoint.read_sites([plain])).unread == [SITE]
    assert server.asked == []


async def test_the_option_leaves_sites_alone(
    server: GraphServer, options: Options, clock: Clock, rest: Rest
) -> None:
    sharepoint = SharePoint(rest(server.url), options(site_groups=False), clock.sleep, clock.now)
    assert (await sharepoint.read_sites(places(server))).members == {}
    assert server.asked == []
