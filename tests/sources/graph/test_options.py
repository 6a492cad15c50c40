from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.sources.graph import GraphOptions
from fidedigno.sources.graph.options import scope_of
from tests.fakes.graph import CLIENT, SITE, account_id

Options = Callable[..., GraphOptions]


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Corp"},
        {"name": "a:b"},
        {"name": 5},
        {"tenant": "corp.example"},
        {"client": ""},
        {"base": "http://graph.example"},
        {"login": "ftp://login.example"},
        {"drives": ()},
        {"drives": "abc"},
        {"sites": "abc"},
        {"drives": ("../users",)},
        {"drives": (7,)},
        {"sites": ("corp.example",)},
        {"sites": ("corp.example/../x,1,2",)},
        {"content_hosts": ("",)},
        {"content_hosts": ("*.example",)},
        {"sweep": timedelta(0)},
        {"check_seconds": 0},
        {"accounts": {"ana": "ana"}},
        {"accounts": {account_id(1): "user:ana"}},
        {"accounts": {account_id(1): "Ana", account_id(2): "ana "}},
    ],
)
def test_options_that_cannot_be_used_are_refused_with_a_hint(options: Options, wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as raised:
        options(**wrong)
    assert raised.value.hint


def test_neither_the_secret_nor_its_holder_is_shown(options: Options) -> None:
    assert "s3cret" not in repr(options())
    assert "credential" not in repr(options())


def test_links_and_guests_are_closed_unless_said_otherwise(options: Options) -> None:
    made = options()
    assert [made.guests, made.organisation_links, made.anonymous_links] == [False] * 3


def test_ids_are_kept_in_small_letters_and_places_once(options: Options) -> None:
    made = options(client=CLIENT.upper(), drives=("b!d", "b!d"), sites=(f"corp.example,{SITE},{SITE}",) * 2)
    assert (made.client, made.drives, len(made.sites)) == (CLIENT, ("b!d",), 1)
    assert options(accounts={account_id(1): " Ana "}).accounts == {account_id(1): "ana"}


def test_a_national_cloud_has_its_own_scope(options: Options) -> None:
    assert options(base="https://graph.microsoft.us/v1.0").scope == "https://graph.microsoft.us/.default"
    assert scope_of("http://127.0.0.1:80/x") == "http://127.0.0.1:80/.default"


@pytest.mark.parametrize(
    ("url", "trusted"),
    [
        ("https://corp.sharepoint.com/x", True),
        ("https://sharepoint.com/x", True),
        ("https://evilsharepoint.com/x", False),
        ("https://sharepoint.com.evil.example/x", False),
        ("https://sharepoint.com@evil.example/x", False),
        ("http://[broken", False),
        ("http://169.254.169.254/metadata", False),
        ("", False),
    ],
)
def test_only_known_hosts_are_trusted_with_a_request(options: Options, url: str, trusted: bool) -> None:
    assert options().trusts(url) is trusted
