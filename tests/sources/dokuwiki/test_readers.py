from fidedigno.model import ANYONE, NOBODY, AccessList, Principal
from fidedigno.sources.dokuwiki.accounts import parse_accounts
from fidedigno.sources.dokuwiki.names import WikiNames
from fidedigno.sources.dokuwiki.readers import Readers
from fidedigno.sources.dokuwiki.rules import parse_rules

ACCOUNTS = parse_accounts("ana:x:n:m:user,staff\nbo:x:n:m:user\neve:x:n:m:")


def readers(text: str, *, superusers: tuple[str, ...] = (), visitors: bool = False) -> Readers:
    return Readers(parse_rules(text), ACCOUNTS, WikiNames("w"), superusers, visitors)


def group(name: str) -> Principal:
    return Principal.group(f"dokuwiki:w:{name}")


def test_a_list_names_the_wikis_own_groups_where_rules_only_add() -> None:
    access = readers("* @user 1\na:* @staff 2\na:b eve 1").access("a:b")
    assert access == AccessList.any_of(group("group:user"), group("group:staff"), group("account:eve"))


def test_what_is_farther_than_a_rule_for_all_does_not_count() -> None:
    assert readers("* @user 1\na:* @ALL 0\na:* @staff 1").access("a:b") == AccessList.any_of(
        group("group:staff")
    )


def test_a_nearer_refusal_makes_a_computed_group() -> None:
    computed = readers("* @user 1\na:* @staff 0")
    assert computed.access("a:b:c") == AccessList.any_of(group("readers:a%3a%2a"))
    assert dict(computed.computed()) == {group("readers:a%3a%2a"): frozenset({"bo"})}


def test_without_any_rule_nobody_reads() -> None:
    assert readers("a:* @ALL 1").access("b:c") == NOBODY
    assert readers("* @ALL 0").access("b:c") == NOBODY


def test_a_subject_in_another_spelling_grants_nothing() -> None:
    for subject in ("@Staff", "@sta-ff", "@%73taff", "@%USERS%", "@", "%", "group:staff", "@user:x"):
        assert readers(f"* {subject} 1").access("a") == NOBODY


def test_superusers_read_what_is_closed_only_where_they_are_named() -> None:
    assert readers("* @ALL 0", superusers=("@staff", "eve")).access("x") == AccessList.any_of(
        group("group:staff"), group("account:eve")
    )


def test_a_page_for_strangers_is_public_only_where_the_operator_says_so() -> None:
    assert readers("* @ALL 1").access("x") == AccessList.any_of(group("everyone"))
    assert readers("* @ALL 1", visitors=True).access("x") == AccessList.any_of(group("everyone"), ANYONE)


def test_a_refusal_to_some_is_not_undone_for_them_by_being_open_to_strangers() -> None:
    assert readers("* @ALL 1\na:* @user 0", visitors=True).access("a:b") == AccessList.any_of(
        group("readers:a%3a%2a")
    )


def test_a_wildcard_page_of_somebody_unknown_follows_the_rules_above() -> None:
    rules = readers("* @ALL 0\nusers:* @staff 1\nusers:%USER%:* %USER% 16")
    assert rules.access("users:zed:x") == AccessList.any_of(group("group:staff"))
    assert rules.access("users:bo:x") == AccessList.any_of(group("readers:users%3abo%3a%2a"))
    assert dict(rules.computed())[group("readers:users%3abo%3a%2a")] == {"ana", "bo"}


def test_members_of_a_computed_group_are_those_whom_the_rule_lets_in_one_by_one() -> None:
    text = "* @ALL 0\nu:* @g1 1\nu:* @g2 0\nu:%USER%:* %USER% 16\nu:%USER%:* @g0 0\nu:a7:x @g4 0\nu:a7:x a3 1"
    lines = [f"a{number}:x:n:m:g{number % 3},g{number % 5}" for number in range(40)]
    accounts = parse_accounts("\n".join(lines))
    many = Readers(parse_rules(text), accounts, WikiNames("w"))
    scopes = {f"u:a{number}:*": f"u:a{number}:y" for number in range(40)} | {"u:a7:x": "u:a7:x"}
    computed = dict(many.computed())
    for scope, page in scopes.items():
        one_by_one = {each.login for each in accounts.by_login.values() if many.may_read(each, page)}
        assert computed[WikiNames("w").readers(scope)] == one_by_one


def test_two_wikis_share_no_group() -> None:
    other = Readers(parse_rules("* @staff 1"), ACCOUNTS, WikiNames("v"))
    assert other.access("x") != readers("* @staff 1").access("x")
