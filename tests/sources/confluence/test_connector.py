import logging
from typing import get_type_hints

import pytest

from fidedigno.model import Identity
from fidedigno.sources.confluence import ConfluenceConnector
from fidedigno.sources.connector import Connector, Coverage, SourceError, SourceErrorKind
from tests.fakes.confluence import EMAIL, READER, TOKEN, ConfluenceServer
from tests.fakes.confluence_world import read_all, readers


def test_it_is_a_connector(connector: ConfluenceConnector) -> None:
    promised: Connector = connector
    assert promised.name == "confluence:corp"
    assert set(get_type_hints(Connector)) == {"name", "group_expansion"}


def test_it_does_not_show_its_secrets(connector: ConfluenceConnector) -> None:
    shown = repr(connector) + repr(vars(connector)["_options"])
    assert TOKEN not in shown
    assert EMAIL not in shown


async def test_nothing_begins_without_access(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.signed_in = False
    with pytest.raises(SourceError) as caught:
        await connector.changes(None)
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT


@pytest.mark.parametrize("stranger", [False, True])
async def test_a_token_that_ends_in_the_middle_leaves_the_old_cursor_standing(
    server: ConfluenceServer, connector: ConfluenceConnector, stranger: bool
) -> None:
    server.space("2", "HR", *server.spaces["1"].permissions)
    server.page("10")
    server.page("20", space="2")
    changes = await connector.changes(None)
    stream = aiter(changes.stream)
    await anext(stream)
    server.signed_in, server.stranger = False, stranger
    with pytest.raises(SourceError) as caught:
        [each async for each in stream]
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT
    with pytest.raises(SourceError):
        changes.cursor()


async def test_another_account_at_the_end_than_at_the_beginning_counts_for_nothing(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    changes = await connector.changes(None)
    server.fail("user/current", 200, body={"type": "known", "accountId": "other"})
    with pytest.raises(SourceError) as caught:
        [each async for each in changes.stream]
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT


@pytest.mark.parametrize("cursor", ["", "rubbish", '{"read":"2026"}', "x" * 5000])
async def test_a_cursor_of_somebody_else_means_reading_everything(
    connector: ConfluenceConnector, cursor: str
) -> None:
    assert (await read_all(connector, cursor))[0] is Coverage.FULL


async def test_a_cursor_is_good_for_a_while(connector: ConfluenceConnector) -> None:
    _, _, _, cursor = await read_all(connector)
    assert (await read_all(connector, cursor))[0] is Coverage.SINCE


async def test_logs_hold_no_name_text_address_or_token(
    server: ConfluenceServer, connector: ConfluenceConnector, caplog: pytest.LogCaptureFixture
) -> None:
    server.page("10", body="<p>Salaries</p>", groups=["a b"])
    server.page("11", "404")
    server.fail("restriction", 503, times=1)
    server.fail("group/g-hr/members", 403)
    with caplog.at_level(logging.DEBUG, "fidedigno"):
        _, items, _, _ = await read_all(connector)
        await readers(connector, items)
        await items["10"].read()
        await connector.check("ana-account", "10")
    assert "1 documents with unknown rights" in caplog.text
    said = "".join(each.getMessage() for each in caplog.records if each.name.startswith("fidedigno"))
    for secret in (TOKEN, EMAIL, "Page 10", "Salaries", "name-g", "@corp", "Name of", "DOC"):
        assert secret not in said


async def test_the_tally_says_what_was_met(server: ConfluenceServer, connector: ConfluenceConnector) -> None:
    server.page("10")
    server.page("11", groups=["not an id"])
    server.page("12", "404")
    await read_all(connector)
    tally = connector.tally
    assert (tally.listed, tally.nobody, tally.unknown, tally.left_out) == (1, 1, 1, 0)
    assert tally.ignored == {"group": 1}


async def test_the_reader_itself_gets_no_grant(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10")
    server.fail("permissions", 403)
    _, items, _, _ = await read_all(connector)
    named = {each.name for clause in items["10"].acl.clauses for each in clause}
    assert not {each for each in named if READER in each}
    assert (await readers(connector, items))["10"] == set()


async def test_a_linked_person_is_known_by_their_account_and_nobody_else_is(
    connector: ConfluenceConnector,
) -> None:
    await read_all(connector)
    known = {
        each.name: connector.known_as(Identity("t", each.name, frozenset(), attributes=each.attributes))
        for each in (await connector.people()).users
    }
    assert known == {f"{each}@corp.example": (f"{each}-account",) for each in ("ana", "ben", "cleo")}
    assert connector.known_as(Identity.public("t")) == ()
