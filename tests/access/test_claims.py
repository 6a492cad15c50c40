"""Whose a token is: an explicit link, an external id or one verified address; anything else is nobody."""

from dataclasses import replace
from typing import Any

import pytest

from fidedigno.access import GroupEntry
from fidedigno.access.claims import MAX_GROUPS, ClaimRules, address_of, identity_of_claims, token_groups
from fidedigno.access.content import DirectoryContent, UserEntry
from fidedigno.access.links import Link, Links
from fidedigno.access.provided_accounts import AccountDraft, ProvidedAccounts
from fidedigno.errors import ConfigurationError, NotAvailableError
from fidedigno.model import ANYONE, AccessList, Identity, Principal, PrincipalKind
from tests.access.house import House

ISSUER = "https://login.example"
RULES = ClaimRules("corp", email_domains=frozenset({"campus.example"}))
GROUPS = ClaimRules("corp", email_domains=frozenset({"campus.example"}), groups_claim="groups")


@pytest.fixture
def people(house: House) -> House:
    users = (
        UserEntry("ana", "Ana", "ana@campus.example"),
        UserEntry("luis", "Luis", "luis@campus.example"),
        UserEntry("twin1", "One", "twin@campus.example"),
        UserEntry("twin2", "Two", "twin@campus.example"),
        UserEntry("eva", "Eva", "eva@campus.example", enabled=False),
        UserEntry("out", "Out", "out@elsewhere.example"),
        UserEntry("named@campus.example", "Named", None),
        UserEntry("both@campus.example", "B", "b@campus.example"),
        UserEntry("c", "C", "both@campus.example"),
    )
    groups = (GroupEntry("teachers", "Teachers", frozenset({Principal.user("luis")})),)
    house.directory.load(DirectoryContent(users, groups), replace=True)
    return house


def who(house: House, rules: ClaimRules = RULES, **claims: Any) -> Identity:
    said = {"iss": ISSUER, "sub": "s-1"} | claims
    return identity_of_claims(house.database, house.directory, said, rules)


def by_address(house: House, email: object, verified: object = True) -> str | None:
    return who(house, email=email, email_verified=verified).user


def test_one_verified_address_of_a_declared_domain_links(people: House) -> None:
    assert by_address(people, "ana@campus.example") == "ana"
    assert by_address(people, "ANA@Campus.Example") == "ana"


@pytest.mark.parametrize("verified", ["true", "True", 1, False, None, [True], "false"], ids=repr)
def test_an_address_that_is_not_plainly_verified_links_nobody(people: House, verified: object) -> None:
    assert by_address(people, "ana@campus.example", verified) is None


@pytest.mark.parametrize(
    "email",
    [
        "ana+x@campus.example",
        "ａna@campus.example",
        "аna@campus.example",
        "ana@campus.example\u200b",
        " ana@campus.example",
        "ana@campus.example, luis@campus.example",
        "ana@campus。example",
        "ana@campus.example.",
        "ana@ﬁ.example",
        "twin@campus.example",
        "named@campus.example",
        "both@campus.example",
        "out@elsewhere.example",
        "nobody@campus.example",
        "ana",
        "",
        None,
        7,
        ["ana@campus.example"],
        {"value": "ana@campus.example"},
    ],
    ids=repr,
)
def test_an_address_that_looks_alike_is_of_two_or_of_another_domain_links_nobody(
    people: House, email: object
) -> None:
    found = who(people, email=email, email_verified=True)
    assert (found.user, found.principals) == (None, frozenset({ANYONE}))


def test_without_declared_domains_an_address_links_nobody(people: House) -> None:
    assert who(people, ClaimRules("corp"), email="ana@campus.example", email_verified=True).user is None


def test_the_explicit_map_comes_first_and_keeps_others_from_the_same_person(people: House) -> None:
    Links(people.database).put(Link(ISSUER, "s-luis", "luis"))
    assert who(people, sub="s-luis", email="ana@campus.example", email_verified=True).user == "luis"
    assert by_address(people, "luis@campus.example") is None
    assert who(people, iss="https://other.example", sub="s-luis").user is None
    assert who(people, sub="S-LUIS").user is None


def test_an_external_id_of_the_declared_provider_links(people: House) -> None:
    provided = ProvidedAccounts(people.database, "corp")
    provided.add(AccountDraft("pia", "Pia", external_id="o-1"))
    ProvidedAccounts(people.database, "other").add(AccountDraft("max", "Max", external_id="o-2"))
    provided.add(AccountDraft("tom", "Tom", external_id="o-3"))
    provided.add(AccountDraft("tim", "Tim", external_id="o-3"))
    rules = ClaimRules("corp", scim="corp", scim_claim="oid")
    assert who(people, rules, oid="o-1").user == "pia"
    for value in ("o-2", "o-3", "O-1", "", None, 7, ["o-1"]):
        assert who(people, rules, oid=value).user is None
    assert who(people, ClaimRules("corp"), oid="o-1").user is None


def test_an_external_id_of_several_or_of_somebody_with_another_subject_is_not_settled_by_an_address(
    people: House,
) -> None:
    provided = ProvidedAccounts(people.database, "corp")
    for name, number in (("tom", "o-3"), ("tim", "o-3"), ("pia", "o-1")):
        provided.add(AccountDraft(name, name, external_id=number))
    Links(people.database).put(Link(ISSUER, "s-pia", "pia"))
    rules = replace(RULES, scim="corp", scim_claim="oid")
    address = {"email": "ana@campus.example", "email_verified": True}
    assert who(people, rules, **address, oid="o-9").user == "ana"
    assert who(people, rules, **address, oid="o-3").user is None
    assert who(people, rules, **address, oid="o-1").user is None


def test_a_disabled_account_holds_nothing_whatever_the_token_says(people: House) -> None:
    found = who(people, GROUPS, email="eva@campus.example", email_verified=True, groups=["staff"])
    assert (found.user, found.enabled, found.principals) == ("eva", False, frozenset())


def test_somebody_unlinked_reads_the_public_or_nothing_and_holds_no_group_of_the_token(people: House) -> None:
    assert who(people, GROUPS, groups=["staff"]).principals == {ANYONE}
    closed = who(people, ClaimRules("corp", unlinked_reads_public=False))
    assert (closed.enabled, closed.principals) == (False, frozenset())


def held(identity: Identity) -> set[str]:
    return {each.name for each in identity.principals if each.kind is PrincipalKind.GROUP}


def test_groups_of_a_token_count_under_their_prefix_for_this_question_and_widen_no_other(
    people: House,
) -> None:
    ana = {"email": "ana@campus.example", "email_verified": True}
    found = who(people, GROUPS, **ana, groups=["Staff", "teachers", "scim:corp:x", "inner"])
    assert held(found) == {
        "oidc:corp:staff",
        "oidc:corp:teachers",
        "oidc:corp:scim:corp:x",
        "oidc:corp:inner",
    }
    assert held(who(people, RULES, **ana, groups=["staff"])) == set()
    assert held(people.directory.identity("ana")) == set()


def test_groups_of_a_token_outlive_a_change_of_the_directory_and_not_the_account(people: House) -> None:
    found = who(people, GROUPS, email="luis@campus.example", email_verified=True, groups=["staff"])
    people.directory.load(DirectoryContent((), (GroupEntry("teachers", "T", frozenset()),)), replace=False)
    with people.database.snapshot() as connection:
        assert held(people.directory.current_in(connection, found)) == {"oidc:corp:staff"}
    people.directory.set_enabled("luis", False)
    with people.database.snapshot() as connection:
        assert people.directory.current_in(connection, found).principals == frozenset()
    people.directory.remove_user("luis")
    with people.database.snapshot() as connection:
        assert people.directory.current_in(connection, found).principals == {ANYONE}


UNKNOWN: list[dict[str, Any]] = [
    {},
    {"groups": None},
    {"groups": "staff"},
    {"groups": ["staff", 7]},
    {"groups": ["staff", "user:luis"]},
    {"groups": ["x" * 10_000]},
    {"groups": [f"g{n}" for n in range(MAX_GROUPS + 1)]},
    {"groups": ["staff"], "_claim_names": {"groups": "src1"}},
    {"hasgroups": True, "groups": ["staff"]},
]


@pytest.mark.parametrize("claims", UNKNOWN, ids=lambda claims: str(claims)[:40])
def test_groups_that_are_not_told_whole_are_unknown(people: House, claims: dict[str, Any]) -> None:
    assert token_groups(claims, GROUPS) == frozenset()
    ana = {"email": "ana@campus.example", "email_verified": True}
    found = who(people, GROUPS, **ana, **claims)
    assert (found.user, held(found)) == ("ana", set())


def test_nothing_can_rest_on_not_being_in_a_group_that_only_tokens_tell_of(people: House) -> None:
    leavers = Principal.group("oidc:corp:leavers")
    denies = AccessList((frozenset({Principal.user("ana")}),), frozenset({leavers}))
    for told in ({"groups": []}, {"groups": ["leavers"]}, {}):
        ana = who(people, GROUPS, email="ana@campus.example", email_verified=True, **told)
        assert not denies.allows(ana)
        assert people.classes.intern(denies) not in people.classes.satisfied_by(ana)
    inner = GroupEntry("contractors", "C", frozenset({leavers}))
    for groups in (
        (GroupEntry("oidc:corp:leavers", "L"),),
        (inner,),
        (inner, GroupEntry("OIDC:corp:leavers", "L")),
    ):
        with pytest.raises(ConfigurationError):
            people.directory.load(DirectoryContent((), groups), replace=False)


def test_an_address_is_given_back_as_the_directory_keeps_it() -> None:
    assert address_of({"email": "JOSÉ@campus.example", "email_verified": True}) == "josé@campus.example"
    assert address_of({"email": "straße@campus.example", "email_verified": True}) is None


def test_a_directory_that_cannot_be_read_gives_no_identity(people: House, tmp_path) -> None:
    people.database.close()
    (tmp_path / "state.db").write_bytes(b"no database at all")
    for extra in tmp_path.glob("state.db-*"):
        extra.unlink()
    with pytest.raises(NotAvailableError):
        who(people)
