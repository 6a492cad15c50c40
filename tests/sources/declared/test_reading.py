from typing import Any

import pytest
import yaml

from fidedigno.errors import ConfigurationError
from fidedigno.sources.declared.reading import read_declaration
from tests.fakes.declared import FORCE, HUB

GOOD = HUB.format(base="https://api.example")


@pytest.mark.parametrize("text", [GOOD, FORCE.format(base="https://force.example")])
def test_whole_declarations_are_read(text: str) -> None:
    assert read_declaration(text).access.otherwise == "nobody"


def changed(**places: Any) -> str:
    """The good declaration with values put at (or, for ``None``, taken from) places written ``a__b``."""
    said = yaml.safe_load(GOOD)
    for place, value in places.items():
        *above, last = place.split("__")
        inside = said
        for step in above:
            inside = inside[step]
        if value is None:
            del inside[last]
        else:
            inside[last] = value
    return yaml.safe_dump(said)


@pytest.mark.parametrize(
    "places",
    [
        {"access__otherwise": None},
        {"access__otherwise": "everyone"},
        {"access": None},
        {"access__any_of": []},
        {"access__all_of": [{"any_of": [{"account": "a"}]}]},
        {"access__any_of": [{"account": "a", "team": "b"}]},
        {"access__any_of": [{"account": "a..b"}]},
        {"access__any_of": [{"eval": "1"}]},
        {"access__any_of": [{"field": "a", "values": {"x": "everybody"}}]},
        {"access__any_of": [{"field": "a", "values": {"x": "user:ana"}}]},
        {"access__any_of": [{"field": "a", "values": {"x": "group:"}}]},
        {"access__any_of": [{"field": "a", "values": {}}]},
        {"access__othewise": "nobody"},
        {"secret": "sesame"},
        {"auth__token": "sesame"},
        {"auth__header": "Host"},
        {"auth__header": "X-A: b\r\nX-C"},
        {"auth__kind": "digest"},
        {"name": "user:x"},
        {"base": "https://user:sesame@api.example"},
        {"base": "http://api.example"},
        {"base": "api.example"},
        {"documents__list": "https://other.example/notes"},
        {"documents__list": "//other.example/notes"},
        {"documents__list": "/a/../b"},
        {"documents__list": "/a/%2e%2e/b"},
        {"documents__list": "/a?x={id}"},
        {"documents__paging": {"kind": "magic"}},
        {"documents__paging__more": ""},
        {"documents__fields__id": None},
        {"documents__fields__id": 5},
        {"people__fields__active": "active"},
        {"people__fields__inactive": None},
        {"people__domains": ["not a domain"]},
        {"teams__members_are": "email"},
        {"check__document": "ownerId"},
        {"check__method": "DELETE"},
        {"accounts": {"11": "user:ana"}},
    ],
)
def test_what_is_not_understood_is_refused_and_its_values_are_not_told(places: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_declaration(changed(**places))
    assert caught.value.hint
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "a: [",
        "name: a\nname: b",
        GOOD + "\nname: other",
        "a: &x 1\nb: *x",
        "!!python/object/apply:os.system ['true']",
        "1: a",
        "<<: {a: b}",
        "[" * 5000,
        "name: \x00",
        GOOD + " " * 200_000,
        GOOD + "\n---\n" + GOOD,
    ],
)
def test_what_is_not_plain_yaml_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError):
        read_declaration(text)
