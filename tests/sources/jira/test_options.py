from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.jira.options import JiraOptions


def options(**more: Any) -> JiraOptions:
    given: dict[str, Any] = {
        "name": "acme",
        "url": "https://acme.atlassian.net",
        "token": SecretStr("sesame"),
    }
    return JiraOptions(**given | more)


def test_secrets_and_people_are_not_shown() -> None:
    shown = repr(options(email="bot@acme.example", accounts={"acc-1": "ana"}))
    assert "sesame" not in shown
    assert "ana" not in shown


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Acme"},
        {"name": "user:x"},
        {"name": "a" * 41},
        {"url": "http://acme.example"},
        {"site": "ftp://acme.example"},
        {"token": "sesame"},
        {"token": SecretStr("")},
        {"token": SecretStr("a\nb")},
        {"email": "a:b@acme.example"},
        {"projects": ("OPS OR 1=1",)},
        {"accounts": {"acc-1": "user:ana"}},
        {"full_every": timedelta(0)},
        {"overlap": timedelta(minutes=-1)},
        {"check_seconds": 0},
    ],
)
def test_what_cannot_be_used_is_refused_with_a_hint(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        options(**wrong)
    assert caught.value.hint
    assert "sesame" not in str(caught.value)
