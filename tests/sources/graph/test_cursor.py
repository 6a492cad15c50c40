from datetime import UTC, datetime

import pytest

from fidedigno.sources.graph.cursor import Cursor, read_cursor

CURSOR = Cursor(datetime(2026, 11, 30, tzinfo=UTC), {"b!d": "https://graph.example/delta?token=1"})


def test_a_cursor_is_read_as_it_was_written() -> None:
    assert read_cursor(CURSOR.written()) == CURSOR


@pytest.mark.parametrize(
    "change", [('"version": 1', '"version": 2'), ("+00:00", ""), ("b!d", "b!d\\"), ("{", "[")]
)
def test_what_is_no_cursor_is_none(change: tuple[str, str]) -> None:
    assert read_cursor(CURSOR.written().replace(*change)) is None


@pytest.mark.parametrize("text", [None, "", "null", "[" * 100_000])
def test_no_text_is_none(text: str | None) -> None:
    assert read_cursor(text) is None
