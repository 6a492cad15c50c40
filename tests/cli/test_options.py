"""What commands share: dates, and one way to print."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from fidedigno.cli.options import emit, moment
from fidedigno.errors import UsageError


def test_a_date_alone_is_its_first_instant_in_utc() -> None:
    assert moment(None) is None
    assert moment("2026-09-01") == datetime(2026, 9, 1, tzinfo=UTC)
    two_hours = timezone(timedelta(hours=2))
    assert moment("2026-09-01T10:00+02:00") == datetime(2026, 9, 1, 10, tzinfo=two_hours)


@pytest.mark.parametrize("text", ["", "ayer", "1/9/2026", "2026-13-01", "2026-09-01T99:00", "\x00"])
def test_what_is_no_date_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        moment(text)
    assert "2026-09-01" in caught.value.hint


def test_json_is_printed_instead_of_text_and_never_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    data = {
        "when": datetime(2026, 9, 1, tzinfo=UTC),
        "where": Path("a"),
        "who": frozenset({"b", "a"}),
        "ñ": 1,
    }
    emit(data, as_json=True, show=lambda: pytest.fail("no text with --json"))
    printed = capsys.readouterr().out
    assert json.loads(printed) == {
        "when": "2026-09-01T00:00:00+00:00",
        "where": "a",
        "who": ["a", "b"],
        "ñ": 1,
    }
    assert "ñ" in printed
    shown: list[str] = []
    emit(data, as_json=False, show=lambda: shown.append("text"))
    assert (shown, capsys.readouterr().out) == (["text"], "")


def test_what_has_no_json_form_is_an_error_of_the_programmer() -> None:
    with pytest.raises(TypeError, match="object has no JSON form"):
        emit({"x": object()}, as_json=True, show=lambda: None)
