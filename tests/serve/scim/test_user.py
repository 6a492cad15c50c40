"""Users on their way into the directory: what decides rights is checked, what cannot is harmless."""

import pytest

from fidedigno.serve.scim.refusal import ScimRefusal
from fidedigno.serve.scim.user import MAX_TEXT, account_of, checked_user

ANY = frozenset[str]()


def address(*emails: dict[str, object], domains: frozenset[str] = ANY) -> str | None:
    user = checked_user({"userName": "ana", "emails": list(emails)})
    return account_of(user, domains, enabled=True).email


def test_the_address_is_the_primary_one_else_that_of_work_else_the_first() -> None:
    home, work = {"value": "H@x.org", "type": "home"}, {"value": "w@x.org", "type": "Work"}
    assert address(home, work) == "w@x.org"
    assert address(home | {"primary": True}, work) == "h@x.org"
    assert address({"value": "first@x.org"}, home) == "first@x.org"
    assert address() is None


@pytest.mark.parametrize(
    "value", ["not an address", "a@x.org,b@x.org", "user:owner", "a\u200b@x.org", '"@x.org']
)
def test_what_is_no_address_is_read_back_and_links_nobody(value: str) -> None:
    assert address({"value": value, "primary": True}, {"value": "b@x.org"}) is None
    assert checked_user({"userName": "ana", "emails": {"value": value}})["emails"] == [{"value": value}]


def test_an_address_of_another_domain_than_the_declared_ones_links_nobody() -> None:
    only = frozenset({"x.org"})
    assert address({"value": "a@x.org"}, domains=only) == "a@x.org"
    for other in ("a@y.org", "a@sub.x.org", "a@x.org.evil.example"):
        assert address({"value": other}, domains=only) is None


def test_texts_of_booleans_are_read_and_silence_keeps_what_was() -> None:
    for value, wanted in ((True, True), ("True", True), ("FALSE", False), (False, False)):
        user = checked_user({"userName": "ana", "active": value})
        assert account_of(user, ANY, enabled=not wanted).enabled is wanted
    silent = checked_user({"userName": "ana", "active": None})
    assert [account_of(silent, ANY, enabled=each).enabled for each in (True, False)] == [True, False]


def test_what_is_shown_has_no_invisible_characters() -> None:
    user = checked_user({"userName": " Ana ", "displayName": "Ana\u202e\x1b[31m García\u200b"})
    account = account_of(user, ANY, enabled=True)
    assert (account.name, account.display) == ("ana", "Ana[31m García")
    assert (
        account_of(checked_user({"userName": "Ana", "displayName": "\u200b"}), ANY, enabled=True).display
        == "Ana"
    )


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"userName": ""}, {"userName": "user:owner"}, {"userName": "a", "active": "yes"},
        {"userName": "a", "active": 1},
        {"userName": "a", "displayName": 7}, {"userName": "a", "displayName": "x" * (MAX_TEXT + 1)},
        {"userName": "a", "externalId": "\0"}, {"userName": "a", "externalId": {"a": 1}},
        {"userName": "a", "name": "Ana"},
        {"userName": "a", "name": {"givenName": []}}, {"userName": "a", "emails": "a@x.org"},
        {"userName": "a", "emails": [7]},
        {"userName": "a", "emails": [{}]}, {"userName": "a", "emails": [{"value": "a@x.org", "primary": "maybe"}]},
        {"userName": "a", "emails": [{"value": "a@x.org"}] * 51},
        {"userName": "a", "emails": [{"value": f"{n}@x.org", "primary": True} for n in (1, 2)]},
    ],
    ids=lambda fields: str(fields)[:60],
)  # fmt: skip
def test_a_value_of_another_kind_is_refused_without_repeating_it(fields: dict[str, object]) -> None:
    with pytest.raises(ScimRefusal) as refused:
        checked_user(fields)
    assert (refused.value.status, refused.value.kind) == (400, "invalidValue")
    texts = [value for value in fields.values() if isinstance(value, str) and len(value) > 3]
    assert not [value for value in texts if value in refused.value.detail]
