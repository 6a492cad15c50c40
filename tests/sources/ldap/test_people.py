from datetime import UTC, datetime

from fidedigno.access.content import DirectoryContent
from fidedigno.model import Principal
from fidedigno.sources.ldap.entry import Entry
from fidedigno.sources.ldap.groups import read_groups
from fidedigno.sources.ldap.people import directory_content, group_name, linked_people, persons_of
from tests.fakes.dokuwiki import identity_of
from tests.fakes.ldap import Entries, entry

NOW = datetime(2026, 11, 30, tzinfo=UTC)
PEOPLE = [
    entry("uid=ana,dc=x", uid="ana", mail="Ana@x.example", cn="Ana", primaryGroupID="513", gidNumber="7"),
    entry("uid=bo,dc=x", uid="bo", mail=["bo@x.example", "b@x.example"]),
    entry("uid=cy,dc=x", uid="cy", mail="cy@x.example", userAccountControl="514", gidNumber="7"),
    entry("uid=d1,dc=x", uid="dee", mail="d1@x.example"),
    entry("uid=d2,dc=x", uid="dee", mail="d2@x.example"),
    entry("uid=eve,dc=x", uid="eve", mail="user:ana"),
]


def content(
    *groups: Entry, links: dict[str, str] | None = None, people: list[Entry] | None = None
) -> DirectoryContent:
    persons, _ = persons_of(people or PEOPLE, "uid", NOW)
    read = read_groups(Entries({"g": list(groups)}), "g", "(x=y)", "cn")
    return directory_content("corp", persons, read, links or {}, True)


def members(found: DirectoryContent, name: str) -> set[Principal]:
    (group,) = [each for each in found.groups if each.name == group_name("corp", name)]
    return set(group.members or ())


def test_who_counts_by_address_and_who_does_not() -> None:
    persons, odd = persons_of(PEOPLE, "uid", NOW)
    assert sorted(linked_people(persons, {}, True).values()) == [
        "ana@x.example",
        "cy@x.example",
        "d1@x.example",
        "d2@x.example",
    ]
    assert linked_people(persons, {}, False) == {}
    assert odd == 0


def test_a_login_of_two_entries_is_linked_to_nobody() -> None:
    persons, _ = persons_of(PEOPLE, "uid", NOW)
    linked = linked_people(persons, {"dee": "dee", "bo": "Bo", "ana": "group:staff"}, True)
    assert sorted(linked.values()) == ["bo", "cy@x.example"]


def test_a_member_by_a_login_of_two_entries_is_nobody() -> None:
    found = content(entry("cn=a", cn="a", memberUid=["dee", "ana", "user:ana", ""]))
    assert members(found, "a") == {Principal.user("ana@x.example")}


def test_main_groups_hold_their_people_although_they_do_not_list_them() -> None:
    sid = bytes(24) + (513).to_bytes(4, "little")
    found = content(entry("cn=d", cn="domain users", objectSid=sid), entry("cn=p", cn="p", gidNumber="7"))
    assert members(found, "domain users") == {Principal.user("ana@x.example")}
    assert members(found, "p") == {Principal.user("ana@x.example")}


def test_a_disabled_account_has_no_membership_and_its_user_is_switched_off() -> None:
    found = content(entry("cn=a", cn="a", member=["uid=cy,dc=x", "uid=ana,dc=x"]))
    assert members(found, "a") == {Principal.user("ana@x.example")}
    assert {each.name: each.enabled for each in found.users}["cy@x.example"] is False
    assert {each.name: each.enabled for each in found.users}["ana@x.example"] is None


def test_a_user_with_one_open_account_stays() -> None:
    found = content(links={"ana": "ana", "cy": "ana"})
    assert {each.name: each.enabled for each in found.users}["ana"] is None


def test_groups_nest_as_they_are_four_deep_in_two_parents_and_in_a_circle() -> None:
    found = content(
        entry("cn=a", cn="a", member=["cn=b", "cn=a"]),
        entry("cn=b", cn="b", member="cn=c"),
        entry("cn=c", cn="c", member=["cn=d", "cn=a"]),
        entry("cn=d", cn="d", member="uid=ana,dc=x"),
        entry("cn=e", cn="e", member="cn=c"),
    )
    assert members(found, "a") == {Principal.group(group_name("corp", "b"))}
    held = {each.name for each in identity_of(found, "ana@x.example").principals}
    assert {group_name("corp", each) for each in "abcde"} <= held


def test_a_member_of_another_directory_is_nobody() -> None:
    assert members(content(entry("cn=a", cn="a", member=["uid=ana,dc=other", "x", ""])), "a") == set()


def test_two_entries_with_one_name_are_one_person_and_counted() -> None:
    persons, odd = persons_of([PEOPLE[0], entry("UID=Ana, DC=X", uid="other")], "uid", NOW)
    assert ([each.logins for each in persons], odd) == ([("ana",)], 1)
