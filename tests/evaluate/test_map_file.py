"""The map as a file: read back as written, stable, strict, and without a word of a question."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.evaluate import ImpactMap, SourceState, map_file, read_map, write_map
from fidedigno.evaluate.impact import Basis
from fidedigno.evaluate.map_file import map_as_dict
from tests.evaluate.test_changes import SOURCES, STATE
from tests.evaluate.test_impact import BASES

WHOLE = ImpactMap({"c1": Basis("deadline", frozenset({"a.md"}), {"bd/a.md": "1"})}, {"bd/a.md": STATE})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.text(max_size=5), BASES, max_size=3), SOURCES)
def test_a_map_is_read_back_as_it_was_written(
    tmp_path: Path, cases: dict[str, Basis], sources: dict[str, SourceState]
) -> None:
    path = tmp_path / "map.json"
    write_map(path, ImpactMap(cases, sources))
    assert read_map(path) == ImpactMap(cases, sources)
    first = path.read_bytes()
    write_map(path, ImpactMap(dict(reversed(cases.items())), dict(reversed(sources.items()))))
    assert path.read_bytes() == first
    assert [each.name for each in tmp_path.iterdir()] == ["map.json"]


def test_the_documentation_names_every_key() -> None:
    data = map_as_dict(WHOLE)
    keys = {*data, *data["sources"]["bd/a.md"], *data["cases"]["c1"]}
    assert map_file.__doc__ is not None
    assert not [key for key in keys if f"``{key}``" not in map_file.__doc__]


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("format",), 2, "format"),
        (("cases", "c1", "used"), None, "cases.c1.used"),
        (("cases", "c1", "extra"), 1, "cases.c1.extra"),
        (("sources", "bd/a.md", "validity"), ["x"], "sources.bd/a.md.validity"),
        (("sources", "bd/a.md", "version"), 1, "sources.bd/a.md.version"),
    ],
)
def test_a_map_of_another_form_is_refused_and_says_where(
    tmp_path: Path, path: tuple[str, ...], value: object, where: str
) -> None:
    data = map_as_dict(WHOLE)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    file = tmp_path / "map.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=where) as caught:
        read_map(file)
    assert "run all the cases again" in caught.value.hint


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "\ud800"])
def test_what_is_no_map_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "map.json"
    file.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(ConfigurationError):
        read_map(file)


def test_a_missing_file_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        read_map(tmp_path / "absent.json")
    with pytest.raises(ConfigurationError, match="cannot be written"):
        write_map(tmp_path / "absent" / "map.json", WHOLE)
