from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal
from fidedigno.sources.notion.options import NotionOptions
from tests.fakes.notion import plain, uuid


def options(**more: Any) -> NotionOptions:
    given: dict[str, Any] = {"name": "wiki", "token": SecretStr("sesame")}
    return NotionOptions(**given | more)


def test_audiences_are_groups_of_the_directory_by_id() -> None:
    made = options(audiences={uuid(10).upper(): ("group:Staff", "group:law")})
    assert made.readers() == {plain(10): {Principal.group("staff"), Principal.group("law")}}
    assert "sesame" not in repr(made)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "user:x"},
        {"token": "sesame"},
        {"token": SecretStr("")},
        {"token": SecretStr("a\nb")},
        {"url": "http://notion.example"},
        {"version": "latest"},
        {"per_second": 0},
        {"audiences": {"not an id": ("group:staff",)}},
        {"audiences": {plain(1): ("group:staff",), uuid(1): ("group:law",)}},
        {"audiences": {plain(1): ()}},
        {"audiences": {plain(1): "group:staff"}},
        {"audiences": {plain(1): ("staff",)}},
        {"audiences": {plain(1): ("user:ana",)}},
        {"audiences": {plain(1): ("anyone",)}},
        {"audiences": {plain(1): (5,)}},
    ],
)
def test_what_cannot_be_used_is_refused_with_a_hint(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        options(**wrong)
    assert caught.value.hint
    assert "sesame" not in str(caught.value)
