"""The command line."""

import threading
from pathlib import Path

import pytest

from fidedigno.testing.moodle import MoodleServer, Scenario
from fidedigno.testing.moodle.__main__ import main
from tests.testing.moodle.recordings import SITE


def test_it_says_where_it_listens_and_who_may_come(capsys: pytest.CaptureFixture[str]) -> None:
    stop = threading.Event()
    stop.set()
    assert main([str(SITE)], stop) == 0
    output = capsys.readouterr().out
    assert "Recorded again at http://127.0.0.1:" in output
    assert "alice" in output
    assert "henry" not in output


def test_a_mistake_is_said_on_the_error_output(
    tmp_path: Path, site: Scenario, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "absent.yaml")]) == 3
    assert "absent.yaml" in capsys.readouterr().err
    with MoodleServer(site) as moodle:
        port = moodle.url.rpartition(":")[2]
        assert main([str(SITE), "--port", port]) == 2
    assert port in capsys.readouterr().err
