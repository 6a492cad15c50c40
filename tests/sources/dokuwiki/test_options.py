from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.dokuwiki import DokuWikiOptions

GOOD: dict[str, Any] = {
    "name": "corp",
    "url": "https://wiki.example",
    "login": "reader",
    "password": SecretStr("sesame"),
    "rules_file": Path("acl"),
    "accounts_file": Path("users"),
}


@pytest.mark.parametrize(
    "odd",
    [
        {"name": ""},
        {"name": "Corp"},
        {"name": "a:b"},
        {"name": "x" * 41},
        {"url": "http://wiki.example"},
        {"url": "https://a@b"},
        {"login": ""},
        {"login": "a:b"},
        {"password": SecretStr("")},
        {"superusers": ("@Admin",)},
        {"superusers": ("@ALL",)},
    ],
)
def test_an_option_that_cannot_hold_is_refused_with_advice(odd: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as refused:
        DokuWikiOptions(**{**GOOD, **odd})
    assert refused.value.hint


def test_the_password_does_not_show() -> None:
    assert "sesame" not in repr(DokuWikiOptions(**GOOD))
