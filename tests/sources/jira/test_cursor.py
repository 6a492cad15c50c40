import json
from datetime import UTC, datetime, timedelta

import pytest

from fidedigno.sources.jira.cursor import Cursor

MOMENT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
CURSOR = Cursor(MOMENT + timedelta(hours=1), MOMENT, {"100": "ab"})


def test_a_cursor_survives_being_written() -> None:
    assert Cursor.decode(CURSOR.encode()) == CURSOR


@pytest.mark.parametrize(
    "change", [{"v": 2}, {"read": "yesterday"}, {"full": "2026-11-30T12:00:00"}, {"rights": []}, {"read": 5}]
)
def test_one_that_is_not_understood_is_none(change: dict[str, object]) -> None:
    assert Cursor.decode(json.dumps(json.loads(CURSOR.encode()) | change)) is None


@pytest.mark.parametrize("text", [None, "", "null", "[]", "7", "{", '{"v":1}'])
def test_what_is_no_cursor_is_none(text: str | None) -> None:
    assert Cursor.decode(text) is None
