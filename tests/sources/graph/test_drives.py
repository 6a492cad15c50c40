import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.drives import DrivePlace, read_drives
from fidedigno.sources.http import RestClient
from tests.fakes.graph import DRIVE, SITE, GraphServer
from tests.sources.graph.conftest import Options

SITE_ID = f"corp.example,{SITE},{SITE}"


async def test_drives_of_the_options_and_of_sites_come_once(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    found = await read_drives(graph, options(sites=(SITE_ID,)))
    assert found == {DRIVE: DrivePlace(DRIVE, SITE, server.site_url)}


async def test_a_site_at_an_unknown_host_gets_no_request(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.site_url = "https://evil.example/sites/eng"
    assert (await read_drives(graph, options()))[DRIVE].site_url is None


@pytest.mark.parametrize("row", [{"id": DRIVE}, {"id": DRIVE, "sharePointIds": {"siteId": "x"}}])
async def test_a_drive_may_have_no_site(
    server: GraphServer, graph: RestClient, options: Options, row: object
) -> None:
    server.fail("/drives/", 200, body=row)
    assert (await read_drives(graph, options()))[DRIVE].site is None


@pytest.mark.parametrize("row", [{"id": "b!other"}, {"id": "../x"}, {}, []])
async def test_another_drive_than_the_one_asked_for_is_an_error(
    server: GraphServer, graph: RestClient, options: Options, row: object
) -> None:
    server.fail("/drives/", 200, body=row)
    with pytest.raises(SourceError) as raised:
        await read_drives(graph, options())
    assert raised.value.kind is SourceErrorKind.SHAPE
