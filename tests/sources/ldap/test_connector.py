import logging
from contextlib import AbstractContextManager
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from fidedigno.model import Identity
from fidedigno.sources.connector import Connector, Coverage, LiveVerdict, SourceError, SourceErrorKind
from fidedigno.sources.ldap import LdapConnector, LdapOptions
from fidedigno.sources.ldap.entry import Reader
from tests.fakes.dokuwiki import identity_of
from tests.fakes.ldap import Entries, entry

OPTIONS = LdapOptions("corp", "ldaps://ldap.example", "cn=r", SecretStr("sesame"), "p", "g")
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def entries() -> Entries:
    people = [entry("uid=ana,dc=x", uid="ana", mail="ana@x.example")]
    return Entries({"p": people, "g": [entry("cn=staff", cn="staff", member="uid=ana,dc=x")]})


def connected(held: Entries, waits: list[float] | None = None) -> LdapConnector:
    async def sleep(seconds: float) -> None:
        (waits if waits is not None else []).append(seconds)

    def opener(_: LdapOptions) -> AbstractContextManager[Reader]:
        return held

    return LdapConnector(OPTIONS, sleep=sleep, now=lambda: NOW, opener=opener)


def test_it_is_a_connector() -> None:
    connector: Connector = connected(entries())
    assert connector.name == "ldap:corp"


async def test_it_has_no_documents_and_answers_for_none() -> None:
    connector = connected(entries())
    changes = await connector.changes(None)
    assert (changes.coverage, [each async for each in changes.stream]) == (Coverage.FULL, [])
    assert changes.cursor() == NOW.isoformat()
    assert await connector.check("ana", "x") is LiveVerdict.UNKNOWN
    await connector.close()


async def test_people_and_groups_are_read_with_one_search_each() -> None:
    held = entries()
    content = await connected(held).people()
    assert {
        each.name for each in identity_of(content, "ana@x.example").principals if "ldap" in each.name
    } == {"ldap:corp:group:staff"}
    assert len(held.asked) == 2


async def test_somebody_taken_out_of_all_groups_has_none_left() -> None:
    held = entries()
    held.below = {**held.below, "g": [entry("cn=staff", cn="staff")]}
    content = await connected(held).people()
    assert [each.members for each in content.groups] == [frozenset()]


async def test_a_busy_directory_is_asked_again() -> None:
    held, waits = entries(), list[float]()
    held.failures = [SourceError(SourceErrorKind.TEMPORARY, "x")] * 2
    assert (await connected(held, waits).people()).users
    assert waits == [2.0, 4.0]


@pytest.mark.parametrize("kind", [SourceErrorKind.SIGNED_OUT, SourceErrorKind.TEMPORARY])
async def test_a_failure_is_said_and_is_no_empty_directory(kind: SourceErrorKind) -> None:
    held = entries()
    held.failures = [SourceError(kind, "x")] * 3
    with pytest.raises(SourceError) as failed:
        await connected(held).people()
    assert failed.value.kind is kind


async def test_entries_that_are_not_understood_are_counted_without_their_names(
    caplog: pytest.LogCaptureFixture,
) -> None:
    held = entries()
    held.below = {"p": [entry("secret", uid="x")], "g": [entry("cn=a", cn="user:secret")]}
    connector = connected(held)
    await connector.people()
    assert connector.left_out == 2
    assert "2 entries" in caplog.text
    assert "secret" not in caplog.text


async def test_the_standing_of_somebody_is_asked_for_with_an_escaped_name(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    held = entries()
    assert await connected(held).is_active("a*)(uid=*")
    assert held.asked[0].endswith(r"(uid=a\2a\29\28uid\3d\2a))")
    held.below = {"p": [entry("a", uid="a"), entry("b", uid="a")]}
    assert not await connected(held).is_active("a")
    assert not await connected(held).is_active("")


async def test_nobody_is_asked_about() -> None:
    connector = connected(entries())
    (ana,) = (await connector.people()).users
    assert connector.known_as(Identity("t", ana.name, frozenset(), attributes=ana.attributes)) == ()
