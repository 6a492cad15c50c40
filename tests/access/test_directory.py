"""Users, groups, and the identity of a person at a moment."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.access import DirectoryContent, GroupEntry, UserEntry, read_directory
from fidedigno.errors import ConfigurationError, NotAvailableError, UsageError
from fidedigno.model import ANYONE, Principal, PrincipalKind
from tests.access.house import House
from tests.access.translate import content


def groups_of(house: House, user: str) -> set[str]:
    held = house.directory.identity(user).principals
    return {each.name for each in held if each.kind is PrincipalKind.GROUP}


def load(house: House, folder: Path, name: str, text: str, *, replace: bool) -> None:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    house.directory.load(read_directory(path), replace=replace)


def test_membership_is_expanded_through_nested_groups_cycles_and_two_parents(house: House) -> None:
    groups = {
        "g1": {("user", "ana"), ("group", "g4")},
        "g2": {("group", "g1")},
        "g3": {("group", "g2")},
        "g4": {("group", "g3")},
        "other": {("group", "g1")},
        "apart": {("user", "luis")},
    }
    house.directory.load(content({"ana": (None, True), "luis": (None, True)}, groups), replace=True)
    assert groups_of(house, "ana") == {"g1", "g2", "g3", "g4", "other"}
    assert groups_of(house, "luis") == {"apart"}


def test_a_chain_of_three_thousand_groups_is_expanded(house: House) -> None:
    groups = {f"g{n}": {("group", f"g{n - 1}")} for n in range(1, 3_000)} | {"g0": {("user", "ana")}}
    house.directory.load(content({"ana": (None, True)}, groups), replace=True)
    assert len(groups_of(house, "ana")) == 3_000


def test_a_person_is_found_by_name_or_address_in_any_case_and_unicode_form(house: House) -> None:
    house.directory.load(content({"josé": ("josé@campus.example", True)}, {}), replace=True)
    for asked in ("José", "JOSE\u0301", " josé ", "JOSÉ@CAMPUS.example", "ｊｏｓé"):
        assert house.directory.identity(asked).user == "josé"
    held = house.directory.identity("josé").principals
    assert held == {Principal.user("josé"), Principal(PrincipalKind.DOMAIN, "campus.example"), ANYONE}


def test_plus_addresses_and_names_without_accents_are_other_people(house: House) -> None:
    house.directory.load(content({"josé": ("jose@a.org", True)}, {}), replace=True)
    for asked in ("jose", "jose+x@a.org", "josé@a.org"):
        assert house.directory.identity(asked).principals == {ANYONE}


def test_who_shares_an_address_is_unknown_by_it_but_known_by_name(house: House) -> None:
    house.directory.load(content({"ana": ("x@a.org", True), "eva": ("x@a.org", True)}, {}), replace=True)
    assert house.directory.identity("x@a.org").principals == {ANYONE}
    assert house.directory.identity("ana").user == "ana"


def test_a_name_equal_to_anothers_address_opens_neither_account(house: House) -> None:
    house.directory.load(
        content({"boss@a.org": (None, True), "boss": ("boss@a.org", True)}, {}), replace=True
    )
    assert house.directory.identity("boss@a.org").principals == {ANYONE}
    assert house.directory.identity("boss").user == "boss"


def test_a_name_equal_to_its_own_address_is_not_ambiguous(house: House) -> None:
    house.directory.load(content({"ana@a.org": ("ana@a.org", True)}, {}), replace=True)
    assert house.directory.identity("ANA@a.org").user == "ana@a.org"


def test_somebody_without_an_address_has_no_domain(house: House) -> None:
    house.directory.load(content({"ana@a.org": (None, True)}, {}), replace=True)
    assert house.directory.identity("ana@a.org").principals == {ANYONE, Principal.user("ana@a.org")}


def test_a_disabled_person_holds_nothing_until_enabled_again(house: House) -> None:
    house.directory.load(content({"ana": (None, True)}, {"g": {("user", "ana")}}), replace=True)
    house.directory.set_enabled("ANA", False)
    identity = house.directory.identity("ana")
    assert (identity.enabled, identity.principals) == (False, frozenset())
    house.directory.set_enabled("ana", True)
    assert groups_of(house, "ana") == {"g"}


@pytest.mark.parametrize("replace", [True, False])
def test_reloading_a_file_that_does_not_say_so_never_enables_a_disabled_person(
    house: House, tmp_path: Path, replace: bool
) -> None:
    text = "users: [{name: ana}]\ngroups: []"
    load(house, tmp_path, "a.yaml", text, replace=True)
    house.directory.set_enabled("ana", False)
    load(house, tmp_path, "a.yaml", text, replace=replace)
    assert not house.directory.identity("ana").enabled
    load(house, tmp_path, "a.yaml", "users: [{name: ana, enabled: true}]\ngroups: []", replace=replace)
    assert house.directory.identity("ana").enabled


@pytest.mark.parametrize(
    "asked",
    [None, "", " ", "\0", "ana\0", "a\u200bna", "x" * 10_000, "user:ana", "group:g", "*", "%", "_na", "an_",
     "an%", "ana'--", "' OR '1'='1", 'ana" OR ""="', "ana;DROP TABLE users", "\ud800", "null", "None"],
)  # fmt: skip
def test_a_hostile_name_is_nobody_in_particular(house: House, asked: str | None) -> None:
    house.directory.load(content({"ana": ("ana@a.org", True)}, {"g": {("user", "ana")}}), replace=True)
    identity = house.directory.identity(asked)
    assert (identity.user, identity.principals) == (None, {ANYONE})
    assert house.directory.identity("ana").user == "ana"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(min_size=1, max_size=40))
def test_any_text_names_the_public_in_an_empty_directory(house: House, asked: str) -> None:
    assert house.directory.identity(asked).principals == {ANYONE}


def test_a_successful_empty_list_of_groups_takes_every_membership_away(house: House, tmp_path: Path) -> None:
    load(
        house,
        tmp_path,
        "a.yaml",
        "users: [{name: ana}]\ngroups: [{name: g, members: [user:ana]}]",
        replace=True,
    )
    load(house, tmp_path, "a.yaml", "users: [{name: ana}]\ngroups: []", replace=True)
    assert groups_of(house, "ana") == set()
    assert house.directory.groups() == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "users: [{name: ana}]\ngroups: [{name: g, members: [user:ghost]}]"),
        ("a.yaml", "users: [{name: ana}]\ngroups: [{name: g, members: [group:ghost]}]"),
        ("a.yaml", "users: [{name: ana}, {name: ANA}]\ngroups: []"),
        ("a.yaml", "users: [{name: ana}]"),
        ("a.yaml", ""),
        ("a.csv", "name,email\nana,\n"),
        ("a.json", '{"Resources": [], "totalResults": 7}'),
    ],
)
def test_a_failed_load_changes_nothing(house: House, tmp_path: Path, name: str, text: str) -> None:
    house.directory.load(
        content({"ana": (None, True), "eva": (None, True)}, {"g": {("user", "ana")}}), replace=True
    )
    before = house.directory.identity("ana")
    with pytest.raises(ConfigurationError):
        load(house, tmp_path, name, text, replace=True)
    after = house.directory.identity("ana")
    assert (after.principals, after.epoch) == (before.principals, before.epoch)
    assert [user.name for user in house.directory.users()] == ["ana", "eva"]


def test_merging_leaves_what_the_file_does_not_name_and_rewrites_what_it_names(house: House) -> None:
    house.directory.load(
        content(
            {"ana": (None, True), "eva": (None, True)},
            {"g1": {("user", "ana"), ("user", "eva")}, "g2": {("user", "ana")}},
        ),
        replace=True,
    )
    report = house.directory.load(content({"luis": (None, True)}, {"g1": {("user", "luis")}}), replace=False)
    assert (report.users, report.groups, report.memberships) == (1, 1, 1)
    assert groups_of(house, "ana") == {"g2"}
    assert groups_of(house, "eva") == set()
    assert groups_of(house, "luis") == {"g1"}


def test_merging_a_csv_rewrites_the_groups_of_the_people_it_names_only(house: House, tmp_path: Path) -> None:
    load(house, tmp_path, "a.csv", "name,groups\nana,g1;g2\neva,g1\n", replace=True)
    house.directory.put_group(GroupEntry("top", "top", frozenset({Principal.group("g1")})))
    load(house, tmp_path, "b.csv", "name,groups\nana,g3\n", replace=False)
    assert groups_of(house, "ana") == {"g3"}
    assert groups_of(house, "eva") == {"g1", "top"}


def test_merging_a_csv_without_groups_leaves_memberships(house: House, tmp_path: Path) -> None:
    load(house, tmp_path, "a.csv", "name,groups\nana,g1\n", replace=True)
    load(house, tmp_path, "b.csv", "name,email\nana,ana@a.org\n", replace=False)
    assert groups_of(house, "ana") == {"g1"}
    assert house.directory.users()[0].email == "ana@a.org"


def test_replacing_by_csv_also_ends_nesting_that_the_file_cannot_express(
    house: House, tmp_path: Path
) -> None:
    load(house, tmp_path, "a.csv", "name,groups\nana,g1\neva,g2\n", replace=True)
    house.directory.put_group(
        GroupEntry("g2", "g2", frozenset({Principal.group("g1"), Principal.user("eva")}))
    )
    assert groups_of(house, "ana") == {"g1", "g2"}
    load(house, tmp_path, "a.csv", "name,groups\nana,g1\neva,g2\n", replace=True)
    assert groups_of(house, "ana") == {"g1"}


def test_removing_a_person_or_a_group_takes_their_memberships_along(house: House) -> None:
    house.directory.load(
        content({"ana": (None, True)}, {"g1": {("user", "ana")}, "g2": {("group", "g1")}}), replace=True
    )
    house.directory.remove_group("g1")
    assert groups_of(house, "ana") == set()
    house.directory.remove_user("ana")
    assert house.directory.identity("ana").principals == {ANYONE}
    house.directory.put_user(UserEntry("ana", "ana"))
    assert groups_of(house, "ana") == set()


def test_operating_on_somebody_who_does_not_exist_is_said_plainly(house: House) -> None:
    for act in (
        lambda: house.directory.set_enabled("ghost", False),
        lambda: house.directory.remove_user("ghost"),
        lambda: house.directory.remove_group("ghost"),
        lambda: house.directory.remove_user("\0"),
    ):
        with pytest.raises(UsageError):
            act()


def test_every_change_of_the_directory_moves_the_epoch(house: House) -> None:
    directory = house.directory
    for change in (
        lambda: directory.load(DirectoryContent((), ()), replace=True),
        lambda: directory.put_user(UserEntry("ana", "ana")),
        lambda: directory.put_group(GroupEntry("g", "g", frozenset({Principal.user("ana")}))),
        lambda: directory.set_enabled("ana", False),
        lambda: directory.remove_group("g"),
        lambda: directory.remove_user("ana"),
    ):
        before = directory.identity(None).epoch
        change()
        assert directory.identity(None).epoch > before


def test_an_unreadable_directory_gives_no_identity_at_all(house: House) -> None:
    from sqlalchemy import text

    with house.database.session() as session:
        session.execute(text("DROP TABLE user_memberships"))
        session.execute(text("ALTER TABLE users RENAME TO gone"))
    with pytest.raises(NotAvailableError):
        house.directory.identity("ana")


def test_an_identity_carries_its_moment_attributes_and_tenant(house: House) -> None:
    house.directory.put_user(UserEntry("ana", "Ana", None, True, {"role": "student"}))
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    identity = house.directory.identity("ana", moment)
    assert (identity.resolved_at, identity.tenant) == (moment, "local")
    assert identity.attributes == {"role": "student"}
    assert house.directory.identity(None, moment).resolved_at == moment


@pytest.mark.slow
def test_a_group_of_a_hundred_thousand_people_is_loaded_and_asked(house: House) -> None:
    users = tuple(UserEntry(f"u{n}", f"u{n}") for n in range(100_000))
    everyone = GroupEntry("everyone", "everyone", frozenset(Principal.user(user.name) for user in users))
    house.directory.load(DirectoryContent(users, (everyone,)), replace=True)
    assert groups_of(house, "u77777") == {"everyone"}
