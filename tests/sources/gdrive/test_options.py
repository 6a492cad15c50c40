import json
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.gdrive.options import GoogleDriveOptions, ServiceAccount, service_account_from_key

BOT = ServiceAccount("bot@project.example", "k", SecretStr("-----BEGIN"))
GOOD: dict[str, Any] = {"name": "corp", "account": BOT, "admin": "Admin@corp.example", "drives": ("D",)}


def test_addresses_are_compared_without_case_and_the_admin_reads_where_nobody_else_is_named() -> None:
    options = GoogleDriveOptions(**GOOD, users=("Ana@corp.example", "ana@corp.example"))
    assert options.admin == options.reader == "admin@corp.example"
    assert options.users == ("ana@corp.example",)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Corp"},
        {"name": ""},
        {"name": "a:b"},
        {"name": 7},
        {"name": "x" * 41},
        {"admin": "admin"},
        {"admin": "user:admin"},
        {"admin": ""},
        {"reader": "nobody"},
        {"users": ("ana",)},
        {"drives": ("a/b",)},
        {"drives": ("",)},
        {"drives": (7,)},
        {"labels": ("a,b",)},
        {"customer": "C'0"},
        {"check_seconds": 0},
        {"check_seconds": float("nan")},
        {"drive_url": "http://drive.example"},
        {"admin_url": "ftp://x"},
        {"token_url": "http://x.example/token"},
        {"people": {"ana": "ana"}},
        {"people": {"ana@corp.example": "user:root"}},
        {"drives": ()},
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_a_hint(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as raised:
        GoogleDriveOptions(**{**GOOD, **wrong})
    assert raised.value.hint


def test_every_account_may_be_read_without_naming_one() -> None:
    assert GoogleDriveOptions(**{**GOOD, "drives": (), "users": None}).users is None


def test_the_key_is_not_shown() -> None:
    assert "BEGIN" not in repr(GoogleDriveOptions(**GOOD))


def test_what_changes_the_meaning_changes_the_fingerprint_and_the_key_does_not() -> None:
    own = GoogleDriveOptions(**GOOD).fingerprint
    for change in ({"link_shares": True}, {"drives": ("E",)}, {"users": None}, {"reader": "r@corp.example"}):
        assert GoogleDriveOptions(**{**GOOD, **change}).fingerprint != own
    renewed = ServiceAccount("bot@project.example", "k2", SecretStr("other"))
    assert GoogleDriveOptions(**{**GOOD, "account": renewed}).fingerprint == own


def test_a_key_file_is_read() -> None:
    said = {"type": "service_account", "client_email": "Bot@project.example", "private_key_id": "k"}
    account = service_account_from_key(json.dumps({**said, "private_key": "-----BEGIN", "more": 1}))
    assert (account.email, account.key_id) == ("bot@project.example", "k")
    assert account.private_key is not None
    assert account.private_key.get_secret_value() == "-----BEGIN"
    assert "BEGIN" not in repr(account)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "{",
        "[" * 9999,
        "{}",
        '{"type":"authorized_user"}',
        '{"type":"service_account","client_email":7,"private_key_id":"k","private_key":"hidden-key"}',
        '{"client_email":"a@b.example","private_key_id":"k","private_key":"hidden-key"}',
    ],
)
def test_what_is_no_key_file_is_refused_without_showing_it(text: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        service_account_from_key(text)
    assert "hidden-key" not in str(raised.value) + raised.value.hint
