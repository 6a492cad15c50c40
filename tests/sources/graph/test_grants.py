from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from fidedigno.model import NOBODY
from fidedigno.sources.graph import ClientSecret, GraphOptions
from fidedigno.sources.graph.claims import Claim, ClaimKind
from fidedigno.sources.graph.grants import Grants, end_of, group_of, read_grants
from fidedigno.sources.graph.names import Names
from tests.fakes.graph import CLIENT, DRIVE, SITE, TENANT, account_id, group_id
from tests.fakes.graph_rows import by_link, to_account, to_group, to_login, to_site_group

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ANA, BEA, GROUP = account_id(1), account_id(2), group_id(1)
OWNERS = f"c:0o.c|federateddirectoryclaimprovider|{GROUP}_o"

Options = Callable[..., GraphOptions]


@pytest.fixture
def grants(options: Options) -> Callable[..., Grants]:
    def made(*rows: object, site: str | None = SITE, **more: Any) -> Grants:
        return read_grants(rows, site, options(**more), NOW)

    return made


def named(found: Grants) -> set[str]:
    return {each.removeprefix("graph:corp:") for each in found.groups}


Reader = Callable[..., Grants]


def test_what_is_inherited_and_what_is_its_own_both_count(grants: Reader) -> None:
    found = grants(
        to_group(GROUP, inheritedFrom={"id": "F1"}), to_account(ANA), to_account(BEA, inheritedFrom={})
    )
    assert named(found) == {f"group:{GROUP}", f"account:{ANA}", f"account:{BEA}"}
    assert found.not_understood == 0


@pytest.mark.parametrize("role", ["read", "write", "owner", "sp.owner", "sp.member", "Read"])
def test_a_role_that_reads_grants(grants: Reader, role: str) -> None:
    assert named(grants(to_account(ANA, role))) == {f"account:{ANA}"}


@pytest.mark.parametrize("roles", [[], ["sp.limited access"], ["none"], ["user:ana"]])
def test_a_role_that_only_leads_elsewhere_grants_nobody(grants: Reader, roles: list[str]) -> None:
    assert grants({**to_account(ANA), "roles": roles}).access_list() == NOBODY


def test_a_group_of_a_site_carries_its_site(grants: Reader) -> None:
    assert named(grants(to_site_group("5"))) == {f"site:{SITE}:group:5"}
    assert named(grants(to_site_group("5"), site=None)) == set()


@pytest.mark.parametrize("number", ["-1", "5/users", "٥", "", "1" * 10, "5 or 1=1", 5, None])
def test_a_group_of_a_site_without_a_number_grants_nobody(grants: Reader, number: Any) -> None:
    found = grants({"roles": ["read"], "grantedToV2": {"siteGroup": {"id": number}}})
    assert (named(found), found.not_understood) == (set(), 1)


def test_owners_of_a_group_are_not_its_members(grants: Reader) -> None:
    beside = {"group": {"id": GROUP}, "siteUser": {"loginName": OWNERS}}
    assert named(grants(to_login(OWNERS))) == {f"group:{GROUP}:owners"}
    assert named(grants({"roles": ["read"], "grantedToV2": beside})) == {f"group:{GROUP}:owners"}


def test_a_group_whose_two_names_differ_grants_nobody(grants: Reader) -> None:
    login = f"c:0t.c|tenant|{group_id(2)}"
    found = grants(
        {"roles": ["read"], "grantedToV2": {"group": {"id": GROUP}, "siteUser": {"loginName": login}}}
    )
    assert (named(found), found.not_understood) == (set(), 1)


def test_a_site_group_beside_an_entra_group_is_the_narrower_of_both(grants: Reader) -> None:
    both = {"group": {"id": GROUP}, "siteGroup": {"id": "3"}}
    assert named(grants({"roles": ["read"], "grantedToV2": both})) == {f"site:{SITE}:group:3"}


def test_everyone_except_external_users_is_not_everyone(grants: Reader) -> None:
    login = f"c:0-.f|rolemanager|spo-grid-all-users/{TENANT}"
    assert named(grants(to_login(login))) == {"members"}
    assert named(grants(to_login("c:0(.s|true"))) == {"everyone"}


def test_a_login_name_waits_for_its_account(grants: Reader) -> None:
    found = grants(to_login("i:0#.f|membership|Ana@corp.example"))
    assert found.logins == {"ana@corp.example"}
    assert found.access_list() == NOBODY
    assert found.access_list(frozenset({"graph:corp:account:x"})).clauses


def test_a_link_for_named_people_grants_them_alone(grants: Reader) -> None:
    assert named(grants(by_link("users", ANA, BEA))) == {f"account:{ANA}", f"account:{BEA}"}


@pytest.mark.parametrize("scope", ["anonymous", "organization", "existingAccess", "new-kind", None])
def test_any_other_link_grants_nobody_not_even_who_used_it(grants: Reader, scope: Any) -> None:
    assert (
        grants(by_link(scope, ANA), {**by_link(scope), "grantedToV2": {"user": {"id": ANA}}}).groups == set()
    )


def test_a_link_with_a_password_grants_nobody_whatever_the_options_say(grants: Reader) -> None:
    rows = [by_link("anonymous", hasPassword=True), by_link("organization", hasPassword=True)]
    assert named(grants(*rows, anonymous_links=True, organisation_links=True)) == set()


def test_one_kind_of_link_does_not_open_the_other(grants: Reader) -> None:
    rows = [by_link("anonymous"), by_link("organization")]
    assert named(grants(*rows, anonymous_links=True)) == {"everyone"}
    assert named(grants(*rows, organisation_links=True)) == {"members"}


def test_an_expired_grant_grants_nobody_although_it_is_listed(grants: Reader) -> None:
    past = to_account(ANA, expirationDateTime="2026-11-30T12:00:00Z")
    later = to_account(BEA, expirationDateTime="2026-12-01T00:00:00Z")
    found = grants(past, later)
    assert named(found) == {f"account:{BEA}"}
    assert found.ends == datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize("text", ["soon", "", "2026-99-01", "user:ana"])
def test_an_end_that_is_no_date_has_come(grants: Reader, text: str) -> None:
    assert named(grants(to_account(ANA, expirationDateTime=text))) == set()


def test_the_earliest_date_stands_for_no_end() -> None:
    assert end_of("0001-01-01T00:00:00Z") is None
    assert end_of(None) is None
    assert end_of("2026-12-01T00:00:00") == datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "row",
    [
        None,
        "everyone",
        [],
        {},
        {"roles": "read", "grantedToV2": {"user": {"id": ANA}}},
        {"roles": ["read"]},
        {"roles": ["read"], "grantedToV2": "everyone"},
        {"roles": ["read"], "grantedToV2": {}},
        {"roles": ["read"], "grantedToV2": {"user": {"id": "user:ana"}}},
        {"roles": ["read"], "grantedToV2": {"user": {"email": "ana@corp.example", "displayName": "Ana"}}},
        {"roles": ["read"], "grantedToV2": {"user": {"id": [ANA]}}},
        {"roles": ["read"], "grantedToV2": {"group": {"id": f"{GROUP}_o"}}},
        {"roles": ["read"], "grantedToV2": {"group": {"id": "' or '1'='1"}}},
        {"roles": ["read"], "grantedToV2": {"application": {"id": ANA}}},
        {"roles": ["read"], "grantedToV2": {"siteUser": {"loginName": "x" * 10_000}}},
        {"roles": ["read"], "grantedTo": {"user": {"id": ANA}}},
        {"roles": ["read"], "invitation": {"email": "ana@corp.example"}},
    ],
)
def test_what_is_not_understood_grants_nobody_and_is_counted(grants: Reader, row: object) -> None:
    found = grants(row)
    assert found.access_list() == NOBODY
    assert found.logins == set()
    assert found.not_understood == 1


def test_a_row_that_is_not_understood_takes_nothing_from_the_others(grants: Reader) -> None:
    assert named(grants("nonsense", to_account(ANA))) == {f"account:{ANA}"}


def test_the_claim_of_an_account_is_no_group() -> None:
    with pytest.raises(ValueError, match="not a group"):
        group_of(Claim(ClaimKind.LOGIN, "ana@corp.example"), Names("corp"))


WORDS = st.sampled_from(
    [
        "read",
        "owner",
        "users",
        "anonymous",
        ANA,
        GROUP,
        OWNERS,
        "c:0(.s|true",
        "user:root",
        "5",
        "",
        "' or 1=1 --",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | WORDS,
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "roles",
                    "link",
                    "scope",
                    "grantedToV2",
                    "grantedToIdentitiesV2",
                    "user",
                    "group",
                    "siteUser",
                    "siteGroup",
                    "id",
                    "loginName",
                    "expirationDateTime",
                ]
            ),
            inside,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(
    st.lists(VALUES | st.fixed_dictionaries({"roles": st.just(["read"]), "grantedToV2": VALUES}), max_size=4)
)
def test_no_answer_of_any_shape_grants_more_than_known_kinds_of_groups(rows: list[object]) -> None:
    secret = ClientSecret(SecretStr("s3cret"))
    options = GraphOptions("corp", TENANT, CLIENT, secret, drives=(DRIVE,))
    found = read_grants(rows, SITE, options, NOW)
    names = Names("corp")
    known = {names.account(ANA), names.account(GROUP), names.group(ANA), names.group(GROUP)}
    known |= {names.owners(GROUP), names.site_group(SITE, 5), names.everyone}
    numbered = {each for each in found.groups if names.site(each)}
    assert found.groups - numbered <= known
    assert found.logins == set()
