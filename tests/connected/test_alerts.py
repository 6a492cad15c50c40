"""Somebody is told once of each change, through every channel, and never of more than a name and a code."""

import json
import logging
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno, Settings
from fidedigno.access.corpora import Closure
from fidedigno.connected.alerts import (
    Alert,
    AlertError,
    Alerts,
    Channel,
    channels_of,
    log_alert,
    post_to,
    run_command,
)
from fidedigno.connected.health import CorpusHealth
from tests.fakes.vendor import Answer, Failure, Request, VendorServer

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
ALERT = Alert("corpus_closed", "docs", "stale", 0, NOW)


def corpus(closure: Closure | None = None, *, name: str = "docs", unknown: int = 0) -> CorpusHealth:
    return CorpusHealth(name, closure is None, closure, HOUR, HOUR, None, name, unknown, 0)


class Told:
    """A channel that remembers, and refuses on request."""

    def __init__(self) -> None:
        self.alerts: list[tuple[str, str, str]] = []
        self.refuses = False

    def __call__(self, alert: Alert) -> None:
        if self.refuses:
            raise AlertError("refused")
        self.alerts.append((alert.event, alert.corpus, alert.code))


@pytest.fixture
def told() -> Told:
    return Told()


def alerts(workspace: Fidedigno, **channels: Channel) -> Alerts:
    return Alerts(workspace._database, channels)


def test_closing_and_opening_again_are_each_told_once(workspace: Fidedigno, told: Told) -> None:
    one = alerts(workspace, one=told)
    states = [None, None, Closure.STALE, Closure.STALE, None, None, Closure.STALE, Closure.SYNCED_IN_FUTURE]
    for each in states:
        one.tell([corpus(each)], NOW)
    closed, opened = ("corpus_closed", "docs", "stale"), ("corpus_reopened", "docs", "open")
    assert told.alerts == [closed, opened, closed, ("corpus_closed", "docs", "synced_in_future")]


@pytest.mark.parametrize("closure", [Closure.NEVER_SYNCED, Closure.NO_LIVE_CHECK, Closure.AI_NOT_ALLOWED])
def test_what_was_never_open_or_was_declared_closed_is_no_alert(
    workspace: Fidedigno, told: Told, closure: Closure
) -> None:
    alerts(workspace, one=told).tell([corpus(closure)], NOW)
    assert told.alerts == []


def test_unknown_rights_are_told_when_they_appear(workspace: Fidedigno, told: Told) -> None:
    one = alerts(workspace, one=told)
    for count in (0, 2, 5, 0, 1):
        one.tell([corpus(unknown=count)], NOW)
    assert told.alerts == [("unknown_rights", "docs", "unknown")] * 2


def test_a_channel_that_refuses_is_told_again_and_the_others_are_not(
    workspace: Fidedigno, told: Told
) -> None:
    other = Told()
    both = alerts(workspace, one=told, two=other)
    other.refuses = True
    assert len(both.tell([corpus(Closure.STALE)], NOW)) == 1
    both.tell([corpus(Closure.STALE)], NOW)
    assert (len(told.alerts), len(other.alerts)) == (1, 0)
    other.refuses = False
    both.tell([corpus(Closure.STALE)], NOW)
    both.tell([corpus(Closure.STALE)], NOW)
    assert (len(told.alerts), len(other.alerts)) == (1, 1)


def test_a_corpus_that_is_gone_is_forgotten(workspace: Fidedigno, told: Told) -> None:
    one = alerts(workspace, one=told)
    one.tell([corpus(Closure.STALE), corpus(Closure.STALE, name="b")], NOW)
    one.tell([corpus(Closure.STALE, name="b")], NOW)
    one.tell([corpus(Closure.STALE), corpus(Closure.STALE, name="b")], NOW)
    assert [name for _, name, _ in told.alerts] == ["docs", "b", "docs"]


def test_a_command_reads_the_alert_and_no_shell_reads_anything(tmp_path: Path) -> None:
    heard = tmp_path / "heard $(touch x); 'y'"
    program = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())"
    run_command((sys.executable, "-c", program, str(heard)))(ALERT)
    assert json.loads(heard.read_text("utf-8")) == {
        "event": "corpus_closed", "corpus": "docs", "code": "stale", "documents": 0, "at": "2026-11-30T09:00:00+00:00",
    }  # fmt: skip
    assert [each.name for each in tmp_path.iterdir()] == [heard.name]


@pytest.mark.parametrize("command", [("false",), ("no-such-program-here",), ("a\0b",)])
def test_a_command_that_fails_is_an_error_of_the_alert(command: tuple[str, ...]) -> None:
    with pytest.raises(AlertError, match="alert command"):
        run_command(command)(ALERT)


def test_an_address_is_sent_the_alert_and_nothing_else() -> None:
    heard: list[Request] = []

    def take(request: Request) -> Answer:
        heard.append(request)
        return Answer({})

    with VendorServer() as server:
        server.route("POST", "/hook", take)
        post_to(server.url + "/hook")(ALERT)
        assert heard[0].json() == ALERT.as_dict()
        elsewhere = Answer(status=302, headers={"Location": server.url + "/other"})
        for answer in (Answer(status=500), elsewhere):
            server.failures[:] = [Failure("hook", answer)]
            with pytest.raises(AlertError, match="status") as caught:
                post_to(server.url + "/hook")(ALERT)
            assert server.url not in str(caught.value)
        assert not [each for each in server.asked if each.path == "/other"]
    with pytest.raises(AlertError, match="not sent") as caught:
        post_to(server.url + "/hook?key=hidden")(ALERT)
    assert "hidden" not in str(caught.value)


def test_the_log_names_the_corpus_and_the_code(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        log_alert(ALERT)
    assert caplog.messages == ["docs: corpus_closed (stale, 0 documents)"]


def test_the_settings_name_the_channels() -> None:
    assert set(channels_of(Settings())) == {"log"}
    named = Settings(alert_command=("a",), alert_url="https://a.example/x")
    assert set(channels_of(named)) == {"log", "command", "url"}
