from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.confluence import ConfluenceOptions, SpaceAccess

GOOD = ConfluenceOptions("https://corp.example", "reader@corp.example", SecretStr("s3cret"))


def test_the_root_is_below_wiki_whether_or_not_it_was_written() -> None:
    assert GOOD.url == GOOD.web_url == "https://corp.example/wiki"
    assert replace(GOOD, url="https://corp.example/wiki/").url == "https://corp.example/wiki"


def test_neither_token_nor_address_nor_links_show_themselves() -> None:
    shown = repr(replace(GOOD, links={"557058:ab": "ana"}))
    assert not {each for each in ("s3cret", "reader@", "557058", "ana") if each in shown}


def test_by_default_nothing_is_open_to_visitors_or_to_a_whole_product() -> None:
    assert not GOOD.anonymous_access
    assert GOOD.licensed_groups == ()


def test_users_of_links_are_compared_as_the_directory_compares_them() -> None:
    assert replace(GOOD, links={"A": " Ana "}).links == {"A": "ana"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "http://corp.example"},
        {"url": "https://reader@corp.example"},
        {"url": "corp.example"},
        {"web_url": "ftp://corp.example"},
        {"email": " "},
        {"email": "a:b@corp.example"},
        {"token": SecretStr(" ")},
        {"name": "Corp:1"},
        {"name": ""},
        {"spaces": ('DOC" or space="HR',)},
        {"links": {"not an id": "ana"}},
        {"links": {"A": ""}},
        {"links": {"A": 7}},
        {"licensed_groups": ("confluence users",)},
        {"sweep_every": timedelta(0)},
        {"check_seconds": 0},
        {"anonymous_access": "no"},
        {"trust_email": 1},
        {"spaces": "DOC"},
        {"licensed_groups": "g-all"},
        {"space_access": "groups"},
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_a_hint(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        replace(GOOD, **wrong)
    assert caught.value.hint
    assert "s3cret" not in str(caught.value)


def test_where_access_is_kept_may_be_written_as_a_word() -> None:
    assert replace(GOOD, space_access="roles").space_access is SpaceAccess.ROLES  # type: ignore[arg-type]
