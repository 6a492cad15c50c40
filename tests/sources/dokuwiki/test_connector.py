import logging
import xmlrpc.client
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.access import Directory
from fidedigno.database import Database
from fidedigno.model import UNKNOWN, AclState, Identity
from fidedigno.sources.connector import (
    Connector,
    Coverage,
    LiveVerdict,
    SourceError,
    SourceErrorKind,
    SourceItem,
    Upserted,
)
from fidedigno.sources.dokuwiki import DokuWikiConnector, DokuWikiOptions
from tests.fakes.dokuwiki import PASSWORD, RULES, FakeWiki, account_lines, identity_of


async def listed(connector: DokuWikiConnector) -> dict[str, SourceItem]:
    changes = await connector.changes(None)
    assert changes.coverage is Coverage.FULL
    items = [each.item async for each in changes.stream if isinstance(each, Upserted)]
    assert changes.cursor()
    return {each.external_id: each for each in items}


async def readers(connector: DokuWikiConnector, page: str) -> set[str]:
    content, items = await connector.people(), await listed(connector)
    return {
        each for each in ("ana", "bo", "eve", "zoe") if items[page].acl.allows(identity_of(content, each))
    }


def test_it_is_a_connector(options: DokuWikiOptions) -> None:
    connector: Connector = DokuWikiConnector(options)
    assert connector.name == "dokuwiki:corp"


async def test_a_page_comes_with_its_place_version_text_and_readers(connector: DokuWikiConnector) -> None:
    item = (await listed(connector))["hr:pay"]
    assert (item.name, item.title, item.path, item.size) == ("pay.txt", "pay", ("hr",), 5)
    assert item.url.endswith("/doku.php?id=hr:pay")
    assert await item.read() == b"Bands"


async def test_the_nearest_place_decides_and_the_best_of_its_levels(connector: DokuWikiConnector) -> None:
    assert await readers(connector, "start") == {"ana"}
    assert await readers(connector, "hr:pay") == {"ana", "bo"}
    assert await readers(connector, "hr:open") == {"ana", "bo", "eve"}


async def test_a_person_without_an_account_reads_nothing_of_a_page_for_all(
    connector: DokuWikiConnector,
) -> None:
    assert "zoe" not in await readers(connector, "hr:open")


async def test_a_changed_rule_of_a_namespace_reaches_every_page_below_although_none_changed(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    wiki.pages |= {"hr:a:b:c": "x", "hr:d": "y"}
    before = await listed(connector)
    assert await readers(connector, "hr:a:b:c") == {"ana", "bo"}
    wiki.rules_file.write_text(RULES.replace("hr:*     @user    1\n", "hr:* @guests 1\n"), encoding="utf-8")
    for page in ("hr:pay", "hr:a:b:c", "hr:d"):
        assert await readers(connector, page) == {"eve"}
    assert {page: item.version for page, item in before.items()} == {
        page: item.version for page, item in (await listed(connector)).items()
    }


async def test_a_member_who_leaves_a_group_needs_no_new_reading_of_pages(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    page = (await listed(connector))["start"]
    assert page.acl.allows(identity_of(await connector.people(), "ana"))
    wiki.accounts_file.write_text(account_lines().replace("user,staff", "user"), encoding="utf-8")
    assert not page.acl.allows(identity_of(await connector.people(), "ana"))


async def test_somebody_taken_out_of_all_groups_has_none_left(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    wiki.accounts_file.write_text(account_lines().replace("user,staff", ""), encoding="utf-8")
    held = identity_of(await connector.people(), "ana").principals
    assert {each.name for each in held if ":group:" in each.name} == set()


async def test_a_deleted_page_is_not_listed(wiki: FakeWiki, connector: DokuWikiConnector) -> None:
    del wiki.pages["hr:pay"]
    assert set(await listed(connector)) == {"start", "hr:open"}


@pytest.mark.parametrize("hides_faults", [True, False])
async def test_a_deleted_page_is_denied_also_where_failures_look_like_answers(
    wiki: FakeWiki, connector: DokuWikiConnector, hides_faults: bool
) -> None:
    wiki.hides_faults = hides_faults
    item = (await listed(connector))["start"]
    del wiki.pages["start"]
    assert await connector.check("ana", "start") is LiveVerdict.DENIED
    with pytest.raises(SourceError) as gone:
        await item.read()
    assert gone.value.kind is SourceErrorKind.NOT_AVAILABLE


async def test_a_deleted_page_has_no_text_even_where_the_wiki_offers_a_template(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    wiki.template = "====== New ======"
    item = (await listed(connector))["hr:pay"]
    del wiki.pages["hr:pay"]
    with pytest.raises(SourceError) as gone:
        await item.read()
    assert gone.value.kind is SourceErrorKind.NOT_AVAILABLE


@pytest.mark.parametrize("lost", ["rules_file", "accounts_file"])
@pytest.mark.parametrize("how", ["absent", "empty", "binary", "a folder"])
async def test_rules_that_cannot_be_read_close_every_page_and_are_counted(
    wiki: FakeWiki, connector: DokuWikiConnector, lost: str, how: str
) -> None:
    path = getattr(wiki, lost)
    path.unlink()
    if how == "a folder":
        path.mkdir()
    elif how != "absent":
        path.write_bytes(b"" if how == "empty" else b"*\t@ALL\t1\n\xff\xfe")
    assert {item.acl for item in (await listed(connector)).values()} == {UNKNOWN}
    assert connector.unknown == 3
    with pytest.raises(SourceError):
        await connector.people()
    assert await connector.check("ana", "start") is LiveVerdict.UNKNOWN


@pytest.mark.parametrize(
    "row",
    [
        None,
        "start",
        {},
        {"id": "x"},
        {"id": "x", "rev": -1},
        {"id": "x", "rev": 1e300},
        {"id": "", "rev": 1},
        {"id": "../../etc/passwd", "rev": 1},
        {"id": "a?b#c", "rev": 1},
        {"id": ["x"], "rev": 1},
        {"id": "x" * 10_000, "rev": 1},
    ],
)
async def test_a_row_that_is_not_understood_is_counted_and_makes_no_document(
    wiki: FakeWiki, connector: DokuWikiConnector, row: Any
) -> None:
    wiki.rows = [{"id": "start", "rev": 5, "size": 1}, row]
    if row is None:
        wiki.rows[1] = False  # XML-RPC has no nothing
    assert set(await listed(connector)) == {"start"}
    assert connector.unknown == 1


async def test_a_page_listed_twice_is_one_document(wiki: FakeWiki, connector: DokuWikiConnector) -> None:
    wiki.rows = [{"id": "start", "rev": 5, "size": 1}, {"id": "start", "rev": 6, "size": 1}]
    assert (await listed(connector))["start"].version == "5:1:"
    assert connector.unknown == 1


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b"\xff", b"<?xml version='1.0'?><methodResponse/>"])
async def test_an_answer_that_is_not_understood_is_an_error_and_not_an_empty_wiki(
    wiki: FakeWiki, connector: DokuWikiConnector, body: bytes
) -> None:
    wiki.fail("xmlrpc", 200, body=body)
    with pytest.raises(SourceError) as odd:
        await connector.changes(None)
    assert odd.value.kind is SourceErrorKind.SHAPE


async def test_an_empty_structure_in_place_of_a_list_is_a_failure_and_not_an_empty_wiki(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    wiki.rows = {}  # type: ignore[assignment]
    with pytest.raises(SourceError):
        await connector.changes(None)


async def test_an_account_that_is_not_accepted_learns_nothing(
    wiki: FakeWiki, options: DokuWikiOptions
) -> None:
    connector = DokuWikiConnector(replace(options, password=SecretStr("wrong")))
    with pytest.raises(SourceError) as refused:
        await connector.changes(None)
    assert refused.value.kind is SourceErrorKind.SIGNED_OUT
    await connector.close()


async def test_a_refusal_in_the_middle_leaves_the_cursor_and_says_so(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    item = (await listed(connector))["start"]
    wiki.fail("xmlrpc", 401)
    with pytest.raises(SourceError) as refused:
        await item.read()
    assert refused.value.kind is SourceErrorKind.SIGNED_OUT


async def test_a_wiki_that_is_busy_is_asked_again(wiki: FakeWiki, connector: DokuWikiConnector) -> None:
    wiki.fail("xmlrpc", 503, times=1)
    assert len(await listed(connector)) == 3


@pytest.mark.parametrize(
    ("person", "page", "verdict"),
    [
        ("ana", "start", LiveVerdict.ALLOWED),
        ("bo", "start", LiveVerdict.DENIED),
        ("ana", "no:such", LiveVerdict.DENIED),
        ("nobody", "hr:open", LiveVerdict.DENIED),
        ("ana", "", LiveVerdict.DENIED),
        ("user:ana", "start", LiveVerdict.DENIED),
        ("ana", "x" * 10_000, LiveVerdict.DENIED),
    ],
)
async def test_the_live_question(
    connector: DokuWikiConnector, person: str, page: str, verdict: LiveVerdict
) -> None:
    assert await connector.check(person, page) is verdict


async def test_the_wiki_may_say_no_where_the_files_say_yes(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    wiki.level = 0
    assert await connector.check("ana", "start") is LiveVerdict.DENIED


@pytest.mark.parametrize("level", [True, "1", {}, [], 1.0])
async def test_a_level_of_another_kind_is_no_answer(
    wiki: FakeWiki, connector: DokuWikiConnector, level: object
) -> None:
    wiki.level = level
    assert await connector.check("ana", "start") is LiveVerdict.UNKNOWN


async def test_a_wiki_that_does_not_answer_lets_nobody_in(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    wiki.fail("xmlrpc", 500)
    assert await connector.check("ana", "start") is LiveVerdict.UNKNOWN


async def test_the_live_question_sees_an_account_that_was_deleted_just_now(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    assert await connector.check("ana", "start") is LiveVerdict.ALLOWED
    kept = [line for line in account_lines().splitlines() if not line.startswith("ana:")]
    wiki.accounts_file.write_text("\n".join(kept), encoding="utf-8")
    assert await connector.check("ana", "start") is LiveVerdict.DENIED


async def test_a_page_with_wildcards_is_judged_here_since_the_wiki_would_fill_in_our_account(
    wiki: FakeWiki, connector: DokuWikiConnector
) -> None:
    wiki.rules_file.write_text("* @ALL 0\nusers:%USER%:* %USER% 1\n", encoding="utf-8")
    wiki.pages["users:ana:notes"] = "mine"
    assert await connector.check("ana", "users:ana:notes") is LiveVerdict.ALLOWED
    assert await connector.check("bo", "users:ana:notes") is LiveVerdict.DENIED
    assert await readers(connector, "users:ana:notes") == {"ana"}
    assert "wiki.aclCheck" not in {method for method, _ in wiki.called}


async def test_no_log_or_error_holds_a_name_a_text_or_a_password(
    wiki: FakeWiki, connector: DokuWikiConnector, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "fidedigno")
    wiki.accounts_file.write_text(account_lines() + "Odd Name:x:n:m:g\n", encoding="utf-8")
    wiki.rows = [{"id": "secret page", "rev": 1}]
    await connector.people()
    await listed(connector)
    wiki.fail("xmlrpc", 200, body=xmlrpc.client.dumps(xmlrpc.client.Fault(7, "secret page")).encode())
    with pytest.raises(SourceError) as failed:
        await connector.changes(None)
    words = caplog.text + str(failed.value) + repr(connector.options)
    assert connector.left_out == 1
    assert "1 accounts" in words
    assert not [each for each in ("secret", "Odd", PASSWORD) if each in words]


async def test_pages_are_never_told_to_be_for_everybody_by_mistake(connector: DokuWikiConnector) -> None:
    for item in (await listed(connector)).values():
        assert item.acl.state is AclState.LIST
        assert not [each for clause in item.acl.clauses for each in clause if each.kind.value != "group"]


async def test_the_directory_takes_in_what_is_read_and_gives_the_rights_back(
    connector: DokuWikiConnector, wiki: FakeWiki, tmp_path: Path
) -> None:
    database = Database.open(tmp_path / "state.db")
    try:
        directory = Directory(database)
        directory.load(await connector.people(), replace=False)
        items = await listed(connector)
        people = ("ana", "bo", "eve", "zoe")
        read = {
            (who, page) for who in people for page in items if items[page].acl.allows(directory.identity(who))
        }
        expected = {("ana", page) for page in items} | {
            ("bo", "hr:pay"),
            ("bo", "hr:open"),
            ("eve", "hr:open"),
        }
        assert read == expected
        # Nobody is left in the group: it has to be emptied, and not only left out.
        wiki.accounts_file.write_text("ana:x:Ana:m:guests\n", encoding="utf-8")
        directory.load(await connector.people(), replace=False)
        assert {page for page in items if items[page].acl.allows(directory.identity("ana"))} == {"hr:open"}
    finally:
        database.close()


async def test_a_person_is_known_by_each_of_their_logins(
    options: DokuWikiOptions, connector: DokuWikiConnector
) -> None:
    ana = Identity("t", "ana", frozenset(), attributes={"dokuwiki.corp.login": "ana,a.ruiz"})
    assert connector.known_as(ana) == ("ana", "a.ruiz")
    (entry,) = [each for each in (await connector.people()).users if each.name == "ana"]
    assert connector.known_as(Identity("t", "ana", frozenset(), attributes=entry.attributes)) == ("ana",)
    assert connector.known_as(Identity("t", "ana", frozenset(), attributes={"dokuwiki.old.login": "x"})) == ()
    assert connector.known_as(Identity.public("t")) == ()
