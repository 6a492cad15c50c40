"""Webhooks over HTTP: one answer for everything, in a bounded size and at a bounded pace."""

import hashlib
import hmac
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from fidedigno import Fidedigno
from fidedigno.serve.webhooks import MAX_BYTES, Allowance, router
from tests.fakes.connections import NAME, write_connection

SECRET = "correct horse battery staple"
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def signed(body: bytes, secret: str = SECRET) -> dict[str, str]:
    return {"X-Hub-Signature": "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}


@pytest.fixture
def hooked(workspace: Fidedigno, tmp_path: Path) -> Fidedigno:
    (tmp_path / "hook").write_text(SECRET, encoding="utf-8")
    (tmp_path / "hook").chmod(0o600)
    workspace.connections.put(write_connection(tmp_path, "https://api.example", webhook_secret_file="hook"))
    return workspace


def client(workspace: Fidedigno, allowance: Allowance | None = None) -> httpx.AsyncClient:
    app = FastAPI()
    app.include_router(router(workspace, allowance=allowance, now=lambda: NOW))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


async def test_a_genuine_message_marks_the_connection(hooked: Fidedigno) -> None:
    async with client(hooked) as asks:
        answer = await asks.post(f"/webhooks/{NAME}", content=b"{}", headers=signed(b"{}"))
    assert (answer.status_code, answer.content) == (202, b"")
    assert hooked.book.standing(NAME).due_at == NOW


async def test_every_message_is_answered_alike(hooked: Fidedigno) -> None:
    asked = [
        (NAME, b"{}", signed(b"{}")),
        (NAME, b"{}", signed(b"{}", "wrong")),
        (NAME, b"{}", {}),
        ("graph-unknown", b"{}", signed(b"{}")),
        ("..%2Fsettings", b"\xff" * 100, {}),
        ("%00", b"", {"X-Goog-Resource-State": "change"}),
    ]
    async with client(hooked) as asks:
        answers = [
            await asks.post(f"/webhooks/{name}", content=body, headers=headers)
            for name, body, headers in asked
            if name != "..%2Fsettings"
        ]
    alike = {(each.status_code, each.content, tuple(sorted(each.headers.items()))) for each in answers}
    assert len(alike) == 1
    assert set(hooked.book.standings()) == {NAME}


async def test_the_token_of_graph_is_given_back_as_plain_text_to_anybody(hooked: Fidedigno) -> None:
    token = "Validation: <script>alert(1)</script> ñ"
    async with client(hooked) as asks:
        answers = [
            await asks.post(f"/webhooks/{name}", params={"validationToken": token})
            for name in (NAME, "graph-unknown")
        ]
        long = await asks.post(f"/webhooks/{NAME}", params={"validationToken": "x" * 3000})
    for answer in answers:
        assert (answer.status_code, answer.text) == (200, token)
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert (long.status_code, long.content) == (202, b"")
    assert hooked.book.standings() == {}


async def test_a_message_that_is_too_large_is_not_read_to_its_end(hooked: Fidedigno) -> None:
    sent = 0

    async def endless():  # type: ignore[no-untyped-def]
        nonlocal sent
        while sent < 100 * MAX_BYTES:
            sent += 65_536
            yield b"x" * 65_536

    async with client(hooked) as asks:
        answers = [
            await asks.post(f"/webhooks/{NAME}", content=b"x" * (MAX_BYTES + 1)),
            await asks.post("/webhooks/other", content=endless()),
        ]
    assert [(each.status_code, each.content) for each in answers] == [(413, b"")] * 2


async def test_too_many_messages_are_sent_back_whatever_they_are(hooked: Fidedigno) -> None:
    now = 0.0
    async with client(hooked, Allowance(3, 1.0, lambda: now)) as asks:
        codes = [(await asks.post(f"/webhooks/{name}")).status_code for name in (NAME, "x", "y", NAME, "z")]
        assert codes == [202, 202, 202, 429, 429]
        now = 1.0
        again = [(await asks.post("/webhooks/x")).status_code for _ in range(2)]
    assert again == [202, 429]


def test_an_allowance_grows_with_time_up_to_its_burst() -> None:
    now = 0.0
    allowance = Allowance(2, 0.5, lambda: now)
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now = 1.0
    assert not allowance.take()
    now = 2.0
    assert allowance.take()
    now = 1_000.0
    assert [allowance.take() for _ in range(3)] == [True, True, False]


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No log repeats what a message said."""
    yield
    assert SECRET not in caplog.text
    assert "script" not in caplog.text
