"""Subscriptions are made once, renewed in time, made anew when something is another, and never needed."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.connected import Connection
from fidedigno.connected.subscriptions import keep_subscribed
from fidedigno.sources.connector import SourceError, SourceErrorKind, Subscription
from tests.fakes.connections import NAME
from tests.fakes.connector import FakeConnector

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
DAY = timedelta(days=1)
SECRET = "correct horse battery staple"


@dataclass
class Agreeing(FakeConnector):
    """A system that agrees for three days, or refuses."""

    refuses: bool = False
    now: datetime = NOW
    asked: list[tuple[str, str, dict[str, Subscription]]] = field(default_factory=list)

    async def subscribe(
        self, address: str, secret: str, known: Mapping[str, Subscription]
    ) -> Mapping[str, Subscription]:
        self.asked.append((address, secret, dict(known)))
        if self.refuses:
            raise SourceError(SourceErrorKind.NOT_AVAILABLE, "fake: status 403")
        return {"drive": Subscription(f"s{len(self.asked)}", self.now + 3 * DAY)}


@pytest.fixture
def hooked(connection: Connection, tmp_path: Path) -> Connection:
    hook = tmp_path / "hook"
    hook.write_text(SECRET, encoding="utf-8")
    hook.chmod(0o600)
    return replace(connection, webhook_url="https://here.example/webhooks/x", webhook_secret_file=hook)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Agreeing:  # type: ignore[override]
    fake = Agreeing()
    monkeypatch.setattr(Connection, "open", lambda _: fake)
    return fake


@pytest.fixture
def connection(workspace: Fidedigno, tmp_path: Path) -> Connection:
    from tests.fakes.connections import write_connection

    return workspace.connections.put(write_connection(tmp_path, "https://api.example"))


def test_it_is_made_once_and_renewed_in_time(
    workspace: Fidedigno, hooked: Connection, system: Agreeing
) -> None:
    assert keep_subscribed(workspace, hooked, NOW)
    assert system.asked == [("https://here.example/webhooks/x", SECRET, {})]
    assert not keep_subscribed(workspace, hooked, NOW + DAY)
    assert len(system.asked) == 1
    system.now = NOW + 2 * DAY
    assert keep_subscribed(workspace, hooked, NOW + 2 * DAY)
    assert system.asked[1][2] == {"drive": Subscription("s1", NOW + 3 * DAY)}
    assert SECRET not in str(workspace.book.standing(NAME).subscriptions)


def test_another_address_or_secret_makes_it_anew(
    workspace: Fidedigno, hooked: Connection, system: Agreeing
) -> None:
    keep_subscribed(workspace, hooked, NOW)
    assert keep_subscribed(workspace, replace(hooked, webhook_url="https://there.example/x"), NOW)
    assert system.asked[1][2] == {}
    assert hooked.webhook_secret_file is not None
    hooked.webhook_secret_file.write_text("another secret that is long", encoding="utf-8")
    assert keep_subscribed(workspace, hooked, NOW)
    assert (system.asked[2][1], system.asked[2][2]) == ("another secret that is long", {})


def test_a_system_that_refuses_is_asked_again_later_and_nothing_else_happens(
    workspace: Fidedigno, hooked: Connection, system: Agreeing, caplog: pytest.LogCaptureFixture
) -> None:
    system.refuses = True
    with caplog.at_level(logging.WARNING):
        assert not keep_subscribed(workspace, hooked, NOW)
        assert not keep_subscribed(workspace, hooked, NOW + timedelta(minutes=10))
    assert len(system.asked) == 1
    assert caplog.messages == [f"{NAME}: its system does not say when something changes (FID520)"]
    system.refuses = False
    assert keep_subscribed(workspace, hooked, NOW + timedelta(minutes=61))


def test_without_an_address_or_a_good_secret_no_system_is_asked(
    workspace: Fidedigno, hooked: Connection, system: Agreeing
) -> None:
    assert not keep_subscribed(workspace, replace(hooked, webhook_url=""), NOW)
    assert hooked.webhook_secret_file is not None
    hooked.webhook_secret_file.chmod(0o644)
    assert not keep_subscribed(workspace, hooked, NOW)
    assert system.asked == []


def test_a_system_that_cannot_be_asked_is_left_alone(
    workspace: Fidedigno, hooked: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "open", lambda _: FakeConnector())
    assert keep_subscribed(workspace, hooked, NOW)
    assert not keep_subscribed(workspace, hooked, NOW + timedelta(minutes=30))
