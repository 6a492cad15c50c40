"""That the bar stands on standard error alone, and nothing of it where it is to be quiet."""

from __future__ import annotations

import pytest

from fidedigno.cli.progress import progress


def test_a_bar_is_told_steps_and_what_is_being_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress("copying", quiet=False) as step:
        step(1, 3)
        step(2, 3, "asking")
    said = capsys.readouterr()
    assert said.out == ""
    assert "asking" in said.err


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("copying", quiet=True) as step:
        step(1, 3)
        step(2, 3, "asking")
    assert capsys.readouterr() == ("", "")
