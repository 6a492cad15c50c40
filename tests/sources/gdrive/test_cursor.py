import json
from typing import Any

import pytest

from fidedigno.sources.gdrive.cursor import Again, Cursor, read_cursor
from tests.fakes.gdrive import NOW


def cursor() -> Cursor:
    made = Cursor({"user:ana@corp.example": "7"}, {"plan": Again("ana@corp.example", NOW)})
    made.remember_folder("folder")
    return made


def test_what_is_written_is_read() -> None:
    assert read_cursor(cursor().written("f"), "f") == cursor()


def test_a_folder_that_was_seen_is_known_and_another_is_not() -> None:
    read = read_cursor(cursor().written("f"), "f")
    assert read is not None
    assert read.knows_folder("folder")
    assert not read.knows_folder("other")


def test_a_cursor_of_other_options_is_none() -> None:
    assert read_cursor(cursor().written("f"), "g") is None


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"version": True},
        {"feeds": []},
        {"feeds": {"a": 7}},
        {"again": {"../x": {}}},
        {"again": {"x": {"subject": "a", "at": "yesterday"}}},
        {"folders": None},
        {"options": None},
    ],
)
def test_a_cursor_of_another_shape_is_none(change: dict[str, Any]) -> None:
    said = json.loads(cursor().written("f"))
    assert read_cursor(json.dumps({**said, **change}), "f") is None
