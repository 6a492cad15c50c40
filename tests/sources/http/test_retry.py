"""How long to wait before trying again."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.sources.http.retry import MAX_WAIT, wait_asked_for, wait_before

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("7", 7.0),
        (" 0 ", 0.0),
        ("Mon, 30 Nov 2026 12:00:30 GMT", 30.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("", None),
        ("9" * 400, float("inf")),
        ("Mon, 99 Nov 2026 12:00:30 GMT", None),
    ],
)
def test_retry_after_is_read_in_both_of_its_forms(header: str | None, seconds: float | None) -> None:
    assert wait_asked_for(header, NOW) == seconds


@given(st.text(max_size=40))
def test_no_header_breaks_the_reading(header: str) -> None:
    wait = wait_asked_for(header, NOW)
    assert wait is None or wait >= 0


@given(st.integers(1, 30), st.floats(0, 5), st.none() | st.floats(0, 1000))
def test_a_wait_is_bounded_and_never_shorter_than_asked(
    attempt: int, base: float, asked: float | None
) -> None:
    wait = wait_before(attempt, base, asked)
    assert wait >= (asked or 0)
    assert wait <= max(MAX_WAIT, asked or 0)
