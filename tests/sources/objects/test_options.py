"""Options of the stores: refused when they are given, and never showing a secret."""

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.model import AccessList, Principal
from fidedigno.sources.objects.options import S3Options, WebDavOptions
from fidedigno.sources.objects.rules import PathRule, PathRules

RULES = PathRules((PathRule("**", AccessList.any_of(Principal.group("staff"))),))
SECRET = SecretStr("s3cret")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "No Name"},
        {"bucket": "a/../b"},
        {"bucket": "UPPER"},
        {"region": "eu west"},
        {"endpoint": "http://store.example"},
        {"endpoint": "https://u:p@store.example"},
    ],
)
def test_a_bucket_that_cannot_be_asked_for_is_refused(wrong: dict[str, str]) -> None:
    right = {"name": "archive", "bucket": "my-bucket", "key_id": "k"}
    S3Options(rules=RULES, secret=SECRET, **right)
    with pytest.raises(ConfigurationError) as raised:
        S3Options(rules=RULES, secret=SECRET, **(right | wrong))
    assert raised.value.hint


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"url": "http://dav.example/x"},
        {"user": "ana"},
        {"password": SECRET},
        {"user": "ana", "password": SECRET, "token": SECRET},
        {"most_folders": 0},
    ],
)
def test_a_server_that_cannot_be_asked_is_refused(wrong: dict[str, object]) -> None:
    WebDavOptions("dav", "https://dav.example/x", RULES, "ana", SECRET)
    WebDavOptions("dav", "https://dav.example/x", RULES, token=SECRET)
    with pytest.raises(ConfigurationError) as raised:
        WebDavOptions(**{"name": "dav", "url": "https://dav.example/x", "rules": RULES} | wrong)  # type: ignore[arg-type]
    assert raised.value.hint


def test_secrets_are_not_shown() -> None:
    s3 = S3Options("archive", "my-bucket", RULES, "k", SECRET, SECRET)
    dav = WebDavOptions("dav", "https://dav.example/x", RULES, "ana", SECRET)
    assert "s3cret" not in f"{s3!r} {dav!r}"
