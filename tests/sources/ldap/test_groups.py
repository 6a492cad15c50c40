import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.ldap.dn import canonical_dn
from fidedigno.sources.ldap.entry import Entry
from fidedigno.sources.ldap.groups import GroupsRead, read_groups, relative_id
from tests.fakes.ldap import Entries, entry

BASE = "ou=g,dc=x"


def ranged(dn: str, first: int, last: str, *members: str, cn: str = "big") -> Entry:
    values = {f"member;range={first}-{last}": tuple(each.encode() for each in members)}
    return Entry(dn, {"cn": (cn.encode(),), "member": (), **values})


def read(
    *entries: Entry, alone: dict[tuple[str, str], list[Entry] | SourceError] | None = None
) -> GroupsRead:
    return read_groups(Entries({BASE: list(entries)}, alone or {}), BASE, "(objectClass=group)", "cn")


def names(*dns: str) -> set[str | None]:
    return {canonical_dn(each) for each in dns}


def test_members_of_every_form_are_read() -> None:
    found = read(
        entry("cn=a,dc=x", cn="A", member="uid=ana,dc=x", memberUid=["bo"], gidNumber="7"),
        entry("cn=b,dc=x", cn="B", uniqueMember="uid=cy,dc=x#'01'B"),
    )
    groups = {each.name: each for each in found.by_key.values()}
    assert groups["a"].dns == names("uid=ana,dc=x")
    assert (groups["a"].logins, groups["a"].gid) == (frozenset({"bo"}), "7")
    assert groups["b"].dns == names("uid=cy,dc=x")
    assert found.left_out == 0


def test_groups_that_share_a_name_have_no_members_and_are_counted() -> None:
    found = read(
        entry("cn=a,ou=1,dc=x", cn="staff", member="uid=ana,dc=x"),
        entry("cn=a,ou=2,dc=x", cn="STAFF", member="uid=bo,dc=x"),
    )
    assert [(each.name, each.dns) for each in found.by_key.values()] == [("staff", frozenset())]
    assert found.left_out == 2


@pytest.mark.parametrize("cn", ["", "user:ana", "group:x", "a\u200bb", "x" * 10_000, ["a", "b"], []])
def test_a_group_without_a_usable_name_is_left_out_and_counted(cn: str | list[str]) -> None:
    found = read(entry("cn=a,dc=x", cn=cn, member="uid=ana,dc=x"))
    assert (found.by_key, found.left_out) == ({}, 1)


def test_members_that_come_in_ranges_are_all_read() -> None:
    dn = "cn=big,dc=x"
    found = read(
        ranged(dn, 0, "1", "uid=a,dc=x", "uid=b,dc=x"),
        alone={
            (dn, "member;range=2-*"): [ranged(dn, 2, "3", "uid=c,dc=x", "uid=d,dc=x")],
            (dn, "member;range=4-*"): [ranged(dn, 4, "*", "uid=e,dc=x")],
        },
    )
    (group,) = found.by_key.values()
    assert group.dns == names(*(f"uid={each},dc=x" for each in "abcde"))


@pytest.mark.parametrize(
    "second",
    [
        SourceError(SourceErrorKind.TEMPORARY, "x"),
        [],
        [ranged("cn=big,dc=x", 3, "*", "uid=c,dc=x")],
        [ranged("cn=big,dc=x", 0, "1", "uid=a,dc=x")],
        [ranged("cn=big,dc=x", 2, "*")],
        [Entry("cn=big,dc=x", {})],
    ],
)
def test_a_group_of_which_a_range_is_missing_has_no_members_and_is_counted(
    second: list[Entry] | SourceError,
) -> None:
    dn = "cn=big,dc=x"
    found = read(ranged(dn, 0, "1", "uid=a,dc=x", "uid=b,dc=x"), alone={(dn, "member;range=2-*"): second})
    (group,) = found.by_key.values()
    assert (group.dns, found.left_out) == (frozenset(), 1)


def test_a_group_whose_members_are_no_texts_has_none_and_is_counted() -> None:
    found = read(Entry("cn=a,dc=x", {"cn": (b"a",), "member": (b"\xff", b"uid=a,dc=x")}))
    assert ([each.dns for each in found.by_key.values()], found.left_out) == ([frozenset()], 1)


def test_the_relative_number_is_the_last_of_an_identifier() -> None:
    sid = (
        bytes.fromhex("010500000000000515000000")
        + (1).to_bytes(4, "little") * 3
        + (513).to_bytes(4, "little")
    )
    assert relative_id(entry("cn=a", objectSid=sid)) == "513"
    assert relative_id(entry("cn=a", objectSid=sid[:-1])) is None
    assert relative_id(entry("cn=a", objectSid=b"")) is None
