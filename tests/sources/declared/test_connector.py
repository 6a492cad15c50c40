import logging

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.model import AclState, Identity
from fidedigno.sources.connector import (
    Connector,
    Coverage,
    LiveVerdict,
    Removed,
    SourceError,
    SourceErrorKind,
)
from fidedigno.sources.declared import DeclaredConnector, read_declaration
from tests.fakes.declared import FORCE, HUB, CustomerSystem
from tests.sources.declared.conftest import Connect, items_of, member


def test_it_is_a_connector(connect: Connect) -> None:
    connector: Connector = connect(HUB)
    assert connector.name == "declared:hub"
    assert "sesame" not in repr(connector)


async def test_a_system_that_pages_by_cursor_is_read_whole_with_its_readers(
    system: CustomerSystem, connect: Connect
) -> None:
    system.note("1", owner="11")
    system.note("2", teams=["7", 8])
    system.note("3", visibility="company")
    system.note("4", visibility="board")
    system.note("5")
    changes = await connect(HUB).changes(None)
    items = await items_of(changes)
    assert changes.coverage is Coverage.FULL
    assert items["1"].acl.allows(member("hub:account:11"))
    assert not items["1"].acl.allows(member("hub:account:12", "hub:team:11", "hub:everyone"))
    assert items["2"].acl.allows(member("hub:team:8"))
    assert items["3"].acl.allows(member("hub:everyone"))
    assert {str(each) for clause in items["4"].acl.clauses for each in clause} == {"group:board"}
    assert items["5"].acl.state is AclState.NOBODY
    assert system.asked[0].params["archived"] == "true"
    assert system.asked[0].headers["Authorization"] == "Bearer sesame"


async def test_public_needs_the_word_in_the_declaration(system: CustomerSystem, connect: Connect) -> None:
    system.note("1", visibility="website")
    system.note("2", visibility="anyone")
    system.note("3", visibility="public")
    items = await items_of(await connect(HUB).changes(None))
    assert items["1"].acl.allows(Identity.public("t"))
    assert items["2"].acl.state is AclState.NOBODY
    assert items["3"].acl.state is AclState.NOBODY


async def test_a_system_that_pages_by_address_intersects_its_conditions(
    system: CustomerSystem, connect: Connect
) -> None:
    system.record("a01", OwnerId="005A", Territory__c="T1")
    system.record("a02", OwnerId="005A", Territory__c="T1", Confidential__c=True)
    system.record("a03", OwnerId="005a")
    items = await items_of(await connect(FORCE).changes(None))
    team = member("force:team:" + _hashed("T1"), "force:everyone")
    owner = member("force:account:" + _hashed("005A"), "force:everyone")
    assert items["a01"].acl.allows(team)
    assert not items["a02"].acl.allows(team)
    assert items["a02"].acl.allows(owner)
    assert not items["a03"].acl.allows(owner)


def _hashed(text: str) -> str:
    from fidedigno.sources.names import plain_id

    return plain_id(text)


async def test_a_deleted_document_is_removed_and_its_rights_are_not_read(
    system: CustomerSystem, connect: Connect
) -> None:
    system.notes.append({"id": "1", "archived": True})
    changes = await connect(HUB).changes(None)
    assert [each async for each in changes.stream] == [Removed("1")]


async def test_what_is_gone_or_withdrawn_shows_at_the_next_reading(
    system: CustomerSystem, connect: Connect
) -> None:
    system.note("1", visibility="company")
    system.note("2", visibility="company")
    connector = connect(HUB)
    first = await connector.changes(None)
    await items_of(first)
    system.notes.pop()
    system.notes[0]["properties"]["visibility"] = None  # and no time has changed
    second = await connector.changes(first.cursor())
    items = await items_of(second)
    assert second.coverage is Coverage.FULL
    assert set(items) == {"1"}
    assert items["1"].acl.state is AclState.NOBODY


async def test_a_reading_that_breaks_has_no_cursor(system: CustomerSystem, connect: Connect) -> None:
    system.note("1")
    changes = await connect(HUB).changes(None)
    system.fail("notes", 500)
    with pytest.raises(SourceError):
        await items_of(changes)
    with pytest.raises(SourceError, match="not ended"):
        changes.cursor()


async def test_a_secret_that_ends_in_the_middle_stops_the_reading(
    system: CustomerSystem, connect: Connect
) -> None:
    for number in range(4):
        system.note(str(number))
    stream = (await connect(HUB).changes(None)).stream
    await anext(stream)
    system.fail("notes", 401)
    with pytest.raises(SourceError) as caught:
        _ = [each async for each in stream]
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT


async def test_unknown_access_lists_are_counted_and_logs_hold_no_text(
    system: CustomerSystem, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "fidedigno")
    del system.note("1", title="Severance of Eve")["properties"]["owner"]
    items = await items_of(await connect(HUB).changes(None))
    assert items["1"].acl.state is AclState.UNKNOWN
    assert "1 access lists are unknown" in caplog.text
    assert "Severance" not in caplog.text


async def test_live_checks_and_people_are_reached_through_it(
    system: CustomerSystem, connect: Connect
) -> None:
    system.allowed.add(("11", "1"))
    connector = connect(HUB)
    assert await connector.check("11", "1") is LiveVerdict.ALLOWED
    assert {each.name for each in (await connector.people()).groups} == {"declared:hub:everyone"}


def test_a_time_limit_and_a_secret_must_be_usable(system: CustomerSystem) -> None:
    declared = read_declaration(HUB.format(base=system.url))
    with pytest.raises(ConfigurationError):
        DeclaredConnector(declared, SecretStr("x"), check_seconds=0)
    for secret in ("", "a\nb", "ñ"):
        with pytest.raises(ConfigurationError) as caught:
            DeclaredConnector(declared, SecretStr(secret))
        assert caught.value.hint
