"""Messages of systems: only who knows the secret marks a connection, whatever else a message says."""

import hashlib
import hmac
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno import Fidedigno
from fidedigno.connected.notices import is_genuine, take_notice, webhook_secret
from fidedigno.errors import ConfigurationError
from tests.fakes.connections import NAME, write_connection

SECRET = b"correct horse battery staple"
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def signature(body: bytes, secret: bytes = SECRET) -> str:
    return "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()


def graph_body(*states: object) -> bytes:
    return json.dumps({"value": [{"clientState": each, "changeType": "updated"} for each in states]}).encode()


def test_graph_repeats_its_secret_in_every_notification() -> None:
    right = SECRET.decode()
    assert is_genuine("graph", {}, graph_body(right), SECRET)
    assert is_genuine("graph", {}, graph_body(right, right), SECRET)
    for states in ((), ("wrong",), (right, "wrong"), (None,), (7,), (right.upper(),), (right + " ",)):
        assert not is_genuine("graph", {}, graph_body(*states), SECRET)
    for body in (
        b"",
        b"{",
        b"[]",
        b'{"value":{}}',
        b'{"value":"clientState"}',
        b'{"value":[1]}',
        b"\xff",
        b"null",
    ):
        assert not is_genuine("graph", {}, body, SECRET)
    assert not is_genuine("graph", {}, graph_body(*[right] * 1001), SECRET)


def test_drive_repeats_its_secret_in_a_header_and_opening_a_channel_is_no_change() -> None:
    def says(state: str, token: str = SECRET.decode()) -> bool:
        return is_genuine(
            "gdrive", {"x-goog-channel-token": token, "x-goog-resource-state": state}, b"", SECRET
        )

    assert says("change")
    assert says("update")
    assert not says("sync")
    assert not says("")
    assert not says("change", "wrong")
    assert not says("change", "")


@pytest.mark.parametrize(
    ("kind", "header"),
    [("jira", "x-hub-signature"), ("confluence", "x-hub-signature"), ("notion", "x-notion-signature"),
     ("declared", "x-hub-signature")],
)  # fmt: skip
def test_the_others_sign_their_messages(kind: str, header: str) -> None:
    body = b'{"event":"page_updated"}'
    assert is_genuine(kind, {header: signature(body)}, body, SECRET)
    for wrong in (
        "",
        signature(b"other"),
        signature(body, b"guessed"),
        signature(body)[7:],
        signature(body).upper(),
    ):
        assert not is_genuine(kind, {header: wrong}, body, SECRET)
    assert not is_genuine(kind, {}, body, SECRET)


@given(st.sampled_from(["graph", "gdrive", "jira", "notion", "what"]), st.dictionaries(
    st.sampled_from(["x-hub-signature", "x-goog-channel-token", "x-goog-resource-state", "x-notion-signature"]),
    st.text(max_size=40)), st.binary(max_size=200))  # fmt: skip
def test_no_message_without_the_secret_is_genuine(kind: str, headers: dict[str, str], body: bytes) -> None:
    assert not is_genuine(kind, headers, body, SECRET)


@pytest.fixture
def hooked(workspace: Fidedigno, tmp_path: Path) -> Fidedigno:
    hook = tmp_path / "hook"
    hook.write_bytes(SECRET + b"\n")
    hook.chmod(0o600)
    workspace.connections.put(write_connection(tmp_path, "https://api.example", webhook_secret_file="hook"))
    return workspace


def test_a_genuine_message_marks_its_connection_and_nothing_else(hooked: Fidedigno) -> None:
    body = b"{}"
    assert take_notice(hooked, NAME, {"x-hub-signature": signature(body)}, body, NOW)
    assert hooked.book.standing(NAME).due_at == NOW
    assert set(hooked.book.standings()) == {NAME}


def test_any_other_message_leaves_no_trace(hooked: Fidedigno, tmp_path: Path) -> None:
    good = {"x-hub-signature": signature(b"{}")}
    for name, headers, body in (
        (NAME, {}, b"{}"), (NAME, good, b"{ }"), ("jira-corp", good, b"{}"), ("../x", good, b"{}"), ("", good, b"{}")
    ):  # fmt: skip
        assert not take_notice(hooked, name, headers, body, NOW)
    (tmp_path / "hook").chmod(0o644)
    assert not take_notice(hooked, NAME, good, b"{}", NOW)
    (tmp_path / "hook").unlink()
    assert not take_notice(hooked, NAME, good, b"{}", NOW)
    assert hooked.book.standings() == {}


def test_without_a_secret_no_message_counts(workspace: Fidedigno, tmp_path: Path) -> None:
    connection = workspace.connections.put(write_connection(tmp_path, "https://api.example"))
    assert webhook_secret(connection) is None
    empty = {"x-hub-signature": signature(b"{}", b"")}
    assert not take_notice(workspace, NAME, empty, b"{}", NOW)


def test_a_secret_that_could_be_guessed_is_refused(hooked: Fidedigno, tmp_path: Path) -> None:
    (tmp_path / "hook").write_text("short", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="too short") as caught:
        webhook_secret(hooked.connections.get(NAME))
    assert "'short'" not in caught.value.message
