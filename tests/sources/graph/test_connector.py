"""The whole connector against a tenant over HTTP."""

import logging
import re

import pytest

from fidedigno.model import AclState
from fidedigno.sources.connector import Connector, Coverage, LiveVerdict, SourceError, SourceErrorKind
from fidedigno.sources.graph import GraphConnector
from fidedigno.sources.sharing import LinkShared, Sharing
from tests.fakes.graph import DRIVE, ROOT, GraphServer, account_id, group_id
from tests.fakes.graph_rows import by_link, to_account, to_group, to_login
from tests.sources.graph.conftest import Clock, Make, read

UNKNOWN, NOBODY, LIST = AclState.UNKNOWN, AclState.NOBODY, AclState.LIST


def test_it_is_a_connector(connector: GraphConnector) -> None:
    kept: Connector = connector
    assert kept.name == "graph:corp"
    assert "s3cret" not in repr(connector)


async def test_documents_come_with_their_place_and_their_rights(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.folder("F1", "Reports")
    server.file("A", "plan.docx", "F1")
    inherited = to_group(group_id(1), inheritedFrom={})
    server.permissions["A"] = [inherited, to_account(account_id(7), "write")]
    found = await read(connector)
    assert found.coverage is Coverage.FULL
    item = found.items["A"]
    assert (item.name, item.path, item.owner) == ("plan.docx", ("Reports",), "ana@corp.example")
    assert item.external_id == f"{DRIVE}/A"
    assert found.groups("A") == {f"group:{group_id(1)}", f"account:{account_id(7)}"}
    assert await item.read() == b"content of A"


async def test_an_account_is_named_by_its_id_so_that_a_new_name_changes_no_grant(
    server: GraphServer, connector: GraphConnector
) -> None:
    key = server.user(1, "ana@corp.example")
    server.file("A", "a.txt")
    server.permissions["A"] = [to_account(key.upper())]
    before = (await read(connector)).items["A"].acl
    server.user(1, "ana.new@corp.example", userPrincipalName="new@corp.example")
    assert (await read(connector)).items["A"].acl == before


async def test_an_empty_list_is_nobody_and_a_refused_one_is_unknown(
    server: GraphServer, connector: GraphConnector
) -> None:
    for key in "ABC":
        server.file(key, f"{key}.txt")
        server.permissions[key] = [to_account(account_id(1))]
    server.permissions["A"] = []
    server.fail_part("items/B/", 403)
    found = await read(connector)
    assert [found.items[key].acl.state for key in "ABC"] == [NOBODY, UNKNOWN, LIST]
    assert (connector.counts.nobody, connector.counts.unknown) == (1, 1)


async def test_one_throttled_and_one_refused_of_twenty_are_each_judged_alone(
    server: GraphServer, connector: GraphConnector, clock: Clock
) -> None:
    for number in range(20):
        server.file(f"I{number}", f"{number}.txt")
        server.permissions[f"I{number}"] = [to_account(account_id(1))]
    server.fail_part("items/I3/", 429, times=1, headers={"retry-after": "2"})
    server.fail_part("items/I7/", 403)
    found = await read(connector)
    assert found.items["I3"].acl.state is LIST
    assert found.items["I7"].acl.state is UNKNOWN
    assert max(clock.waits) == pytest.approx(2, abs=0.1)
    assert sum(item.acl.state is LIST for item in found.items.values()) == 19


async def test_what_stays_throttled_is_closed_and_read_again_at_the_next_reading(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    server.permissions["A"] = [to_account(account_id(1))]
    server.fail_part("items/A/", 429, times=3)
    first = await read(connector)
    assert first.items["A"].acl.state is UNKNOWN
    second = await read(connector, first.cursor)
    assert second.coverage is Coverage.FULL
    assert second.items["A"].acl.state is LIST


async def test_permissions_without_a_list_are_unknown_and_not_empty(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    server.permissions["A"] = {"error": "of a strange kind"}
    assert (await read(connector)).items["A"].acl.state is UNKNOWN


async def test_a_broken_second_page_of_permissions_makes_them_unknown(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    server.page_size = 2
    server.permissions["A"] = [to_account(account_id(each)) for each in range(1, 6)]
    assert len((await read(connector)).groups("A")) == 5
    server.fail("items/A/permissions", 500)
    assert (await read(connector)).items["A"].acl.state is UNKNOWN


async def test_a_token_that_ends_in_the_middle_is_renewed(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.page_size = 1
    for key in "ABC":
        server.file(key, f"{key}.txt")
    changes = await connector.changes(None)
    server.expired.update(server.tokens)
    found = [each async for each in changes.stream]
    assert len(found) == 3
    assert len(server.tokens) == 2


async def test_a_token_refused_inside_a_batch_is_renewed_too(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    server.permissions["A"] = [to_account(account_id(1))]
    server.fail_part("items/A/", 401, times=1)
    assert (await read(connector)).items["A"].acl.state is LIST


async def test_a_wrong_secret_ends_the_reading_and_is_not_told(
    server: GraphServer, connector: GraphConnector, caplog: pytest.LogCaptureFixture
) -> None:
    server.fail("oauth2", 401, body={"error_description": "AADSTS7000215 s3cret-of-the-app"})
    with pytest.raises(SourceError) as raised, caplog.at_level(logging.DEBUG):
        await connector.changes(None)
    assert raised.value.kind is SourceErrorKind.SIGNED_OUT
    assert "s3cret" not in str(raised.value) + caplog.text


async def test_shortcuts_notebooks_and_malware_are_no_documents(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt", remoteItem={"id": "elsewhere"})
    server.file("B", "b.one", package={"type": "oneNote"})
    server.file("C", "c.exe", malware={"description": "x"})
    server.file("D", "d.txt")
    found = await read(connector)
    assert list(found.items) == ["D"]
    assert found.removed == ["A", "B", "C"]


async def test_an_item_that_is_not_understood_is_not_kept(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt", size="big")
    server.file("B", "..")
    server.file("C", "c.txt", lastModifiedDateTime="yesterday")
    found = await read(connector)
    assert (found.items, sorted(found.removed)) == ({}, ["A", "B", "C"])
    assert connector.counts.unreadable == 3


async def test_a_next_page_of_another_host_gets_no_token(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.fail("root/delta", 200, body={"value": [], "@odata.nextLink": "https://evil.example/v1.0/x"})
    with pytest.raises(SourceError):
        await connector.changes(None)


async def test_folders_in_a_circle_end(server: GraphServer, connector: GraphConnector) -> None:
    server.folder("F1", "One", "F2")
    server.folder("F2", "Two", "F1")
    server.file("A", "a.txt", "F1")
    first = await read(connector)
    server.folder("F1", "One", "F2")
    second = await read(connector, first.cursor)
    assert set(second.items) == {"A"}
    assert second.items["A"].path == ()


async def test_a_login_name_is_looked_up_once_and_becomes_an_account(
    server: GraphServer, connector: GraphConnector
) -> None:
    key = server.user(1, "ana@corp.example", userPrincipalName="Ana#x@corp.example")
    for item in "AB":
        server.file(item, f"{item}.txt")
        server.permissions[item] = [
            to_login("i:0#.f|membership|ana#x@corp.example"),
            to_login("i:0#.f|membership|gone@corp.example"),
        ]
    found = await read(connector)
    assert found.groups("A") == found.groups("B") == {f"account:{key}"}
    assert server.count("/users/ana") == 1


async def test_another_set_of_drives_means_that_everything_is_read(server: GraphServer, make: Make) -> None:
    server.file("A", "a.txt")
    site = f"corp.example,{account_id(1)},{account_id(2)}"
    first = await read(make())
    other = first.cursor.replace("b!drive-1", "b!drive-0")
    assert (await read(make(drives=(), sites=(site,)), first.cursor)).coverage is Coverage.SINCE
    assert (await read(make(), other)).coverage is Coverage.FULL


async def test_logs_hold_neither_names_nor_addresses_nor_tokens(
    server: GraphServer, connector: GraphConnector, caplog: pytest.LogCaptureFixture
) -> None:
    key = server.user(1, "ana@corp.example", displayName="Ana Secreta")
    server.group(1, key)
    server.folder("F1", "Layoffs")
    server.file("A", "salaries.txt", "F1")
    server.fail_part("items/A/", 403)
    with caplog.at_level(logging.DEBUG, logger="fidedigno"):
        await read(connector)
        await connector.people()
        await connector.check(key, f"{DRIVE}/A")
    assert caplog.records
    assert not re.search(r"salaries|Layoffs|Secreta|ana@|token-\d|s3cret|secret words|http:", caplog.text)


async def test_an_organisation_link_grants_nobody_unless_the_option_says_so(
    server: GraphServer, make: Make
) -> None:
    server.file("A", "a.txt")
    server.permissions["A"] = [by_link("organization", account_id(1)), by_link("anonymous")]
    assert (await read(make())).items["A"].acl.state is NOBODY
    assert (await read(make(organisation_links=True))).groups("A") == {"members"}
    assert (await read(make(anonymous_links=True))).groups("A") == {"everyone"}


async def test_the_token_never_appears_in_an_address(server: GraphServer, connector: GraphConnector) -> None:
    server.file("A", "a.txt")
    await (await read(connector)).items["A"].read()
    assert "token-1" not in str([(each.path, each.params) for each in server.asked])


async def test_the_drive_itself_shared_anew_means_that_everything_is_read(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    first = await read(connector)
    mark = {"@microsoft.graph.sharedChanged": "True"}
    server.put({"id": ROOT, "name": "root", "root": {}, "folder": {}, **mark})
    assert (await read(connector, first.cursor)).coverage is Coverage.FULL


async def test_a_check_of_what_is_no_id_is_unknown_and_asks_nothing(
    server: GraphServer, connector: GraphConnector
) -> None:
    for person, document in [
        ("user:ana", f"{DRIVE}/A"),
        (account_id(1), "A"),
        (account_id(1), f"{DRIVE}/../users"),
        (account_id(1), f"{DRIVE}/A/permissions"),
        ("", ""),
    ]:
        assert await connector.check(person, document) is LiveVerdict.UNKNOWN
    assert server.asked == []


def test_it_says_what_its_options_let_in(make: Make) -> None:
    people = LinkShared.PEOPLE
    assert make().sharing == Sharing()
    assert make(organisation_links=True).sharing == make(anonymous_links=True).sharing == Sharing(people)
    assert make(guests=True).sharing == Sharing(guests=True)
