"""A Moodle that answers from recordings of a real one, over HTTP on this machine, and fails on request.

A request is matched by path, function, parameters and the name of its token. Recordings made after a
change are layers, off until a test switches them on. What was not recorded literally but follows from
recorded rows is in ``moodle_derived``; anything else is answered with an error and listed in ``unmatched``.
"""

import json
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from pydantic import SecretStr

from tests.fakes.moodle_derived import derive

RECORDED_AT = "http://127.0.0.1:8085"
REST = "/webservice/rest/server.php"
LAYERS = ("maintenance", "debug", "service-disabled", "ws-disabled", "with-sitepolicy")
FOR_EVERY_FUNCTION = {
    "revoketoken": ("carol", "after-revoketoken-site_info--carol.json"),
    "service-disabled": ("wsbot", "service-disabled-site_info--wsbot.json"),
    "ws-disabled": ("", "ws-disabled-site_info--wsbot.json"),
    "maintenance": ("", "maintenance-site_info--wsbot.json"),
}
"""Layers that Moodle applies before it looks at the function: of whose token (empty: all), and what it says."""
REFUSED_TOKENS = {
    "mallory": "error-suspended-account-token.json",
    "henry": "error-deleted-user-token.json",
    "expired": "error-expired-token.json",
    "iprestricted": "error-ip-restricted-token.json",
}
Answer = tuple[int, str, bytes]
Key = tuple[str, str, frozenset[tuple[str, str]]]


@dataclass(frozen=True)
class Asked:
    """A request that arrived: without its token."""

    method: str
    target: str
    actor: str
    function: str
    params: dict[str, str]
    headers: dict[str, str]


@dataclass
class Fault:
    """How to fail. ``times`` is how often (``None``: always)."""

    kind: str
    function: str = ""
    times: int | None = None
    value: str = ""
    headers: dict[str, str] = field(default_factory=dict)


class MoodleReplay:
    """The server. ``url`` is its root; ``token(name)`` makes the token of a recorded person."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ids: dict[str, Any] = json.loads((folder / "IDS.json").read_text(encoding="utf-8"))
        self.on: list[str] = []
        self.faults: list[Fault] = []
        self.restricted: set[int] = set()
        """Ids of sections that are said to have conditions."""
        self.asked: list[Asked] = []
        self.unmatched: list[Asked] = []
        self.answers: dict[str, Callable[[str, dict[str, str]], object]] = {}
        """Answers of the test's own by function: called with the actor and the parameters."""
        self._tokens: dict[str, str] = {}
        self._base: dict[Key, dict[str, Any]] = {}
        self._layers: dict[str, dict[Key, dict[str, Any]]] = {}
        self._read()
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def token(self, actor: str) -> SecretStr:
        text = secrets.token_hex(16)
        self._tokens[text] = actor
        return SecretStr(text)

    @property
    def secrets(self) -> list[str]:
        return list(self._tokens)

    def user(self, actor: str) -> int:
        return int(self.ids["users"][actor])

    def switch_on(self, *layers: str) -> None:
        for layer in layers:
            assert layer in self._layers, f"no recording was made after {layer!r}"
            self.on.append(layer)

    def fail(self, kind: str, function: str = "", times: int | None = None, **more: Any) -> None:
        self.faults.append(Fault(kind, function, times, **more))

    def recording(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / name).read_text(encoding="utf-8"))
        return found

    def body(self, name: str) -> Any:
        return self.recording(name)["response"]["body"]

    def derived(self, function: str, actor: str, params: dict[str, str]) -> Any:
        """What this server makes of recorded rows, for a test that changes a part of it."""
        return derive(self, Asked("POST", REST, actor, function, params, {}))

    def functions(self) -> list[str]:
        return [each.function for each in self.asked]

    def _read(self) -> None:
        for row in json.loads((self.folder / "INDEX.json").read_text(encoding="utf-8")):
            recording = self.recording(row["file"])
            name: str = row["file"]
            layer = name.split("-")[1] if name.startswith("after-") else ""
            layer = layer or next((each for each in LAYERS if name.startswith(each)), "")
            place = self._layers.setdefault(layer, {}) if layer else self._base
            params = recording["request"]["params"]
            place.setdefault(_key(recording["request"]["path"], row["actor"], params), recording)

    def answer(self, asked: Asked) -> Answer:
        for layer in self.on:
            actor, name = FOR_EVERY_FUNCTION.get(layer, ("-", ""))
            if asked.target == REST and actor in {"", asked.actor}:
                return self._recorded(self.recording(name))
        if asked.target == REST and asked.actor in REFUSED_TOKENS:
            return self._recorded(self.recording(REFUSED_TOKENS[asked.actor]))
        if asked.actor == "nobody" and asked.target == REST:
            return self._recorded(self.recording("error-invalid-token.json"))
        if asked.function in self.answers:
            return _json(self.answers[asked.function](asked.actor, asked.params))
        key = _key(asked.target, asked.actor, asked.params)
        for layer in reversed(self.on):
            if key in self._layers[layer]:
                return self._recorded(self._layers[layer][key])
        if (found := derive(self, asked)) is not None:
            return self._rewritten(found)
        if key in self._base:
            return self._recorded(self._base[key])
        self.unmatched.append(asked)
        return _json({"exception": "no_recording", "errorcode": "norecording", "message": ""})

    def _recorded(self, recording: dict[str, Any]) -> Answer:
        response = recording["response"]
        kind = response["headers"].get("content-type", "")
        if response["body_kind"] == "json":
            body = self._rewritten(response["body"])[2]
            return response["status"], kind, body if response["status"] != 403 else b""
        return response["status"], kind, response["body"].encode()

    def _rewritten(self, body: object) -> Answer:
        # Addresses of files name the recorded site; they must lead here.
        text = json.dumps(body).replace(RECORDED_AT, self.url)
        return 200, "application/json; charset=utf-8", text.encode()

    def take_fault(self, function: str) -> Fault | None:
        for fault in self.faults:
            if fault.function in function and fault.times != 0:
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        replay = self

        class Handler(_Handler):
            moodle = replay

        return Handler

    def actor_of(self, token: str) -> str:
        return self._tokens.get(token, "nobody")


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    moodle: MoodleReplay
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet: the other end would wait for the second
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._serve(self.path)

    def do_POST(self) -> None:
        self._serve(self.path)

    def _serve(self, target: str) -> None:
        length = int(self.headers.get("content-length", "0"))
        form = self.rfile.read(length).decode()
        parts = urlsplit(target)
        params = dict(parse_qsl(parts.query, keep_blank_values=True))
        params |= dict(parse_qsl(form, keep_blank_values=True))
        token = params.pop("wstoken", params.pop("token", ""))
        function = params.get("wsfunction", parts.path)
        actor = self.moodle.actor_of(token)
        if parts.path == "/login/token.php":
            actor = params.get("username", "")
        path = parts.path
        asked = Asked(self.command, path, actor, function, params, dict(self.headers.items()))
        self.moodle.asked.append(Asked(self.command, target, actor, function, params, asked.headers))
        fault = self.moodle.take_fault(function)
        if fault is None:
            self._send(*self.moodle.answer(asked))
        else:
            self._fail(fault, asked)

    def _fail(self, fault: Fault, asked: Asked) -> None:
        status, kind, body = 200, "application/json", b""
        if fault.kind == "html":
            kind, body = "text/html; charset=utf-8", b"<!DOCTYPE html><title>Log in</title><p>Error"
        elif fault.kind == "half_json":
            whole = self.moodle.answer(asked)[2]
            body = whole[: max(1, len(whole) // 2)]
        elif fault.kind == "exception":
            body = json.dumps(
                {
                    "exception": "moodle_exception",
                    "errorcode": fault.value,
                    "message": "Bob Brook",
                    "debuginfo": "why",
                }
            ).encode()
        elif fault.kind == "status":
            status, kind = int(fault.value), "text/html"
        elif fault.kind == "body":
            body = fault.value.encode()
        elif fault.kind == "slow":
            time.sleep(float(fault.value))
            status, kind, body = self.moodle.answer(asked)
        elif fault.kind == "huge":
            body = b"[" + b'"x",' * 300_000 + b'"x"]'
        elif fault.kind == "closed":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        self._send(status, kind, body, fault.headers)

    def _send(self, status: int, kind: str, body: bytes, headers: dict[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            for name, value in {
                "Content-Type": kind,
                "Content-Length": str(len(body)),
                **(headers or {}),
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


def _key(path: str, actor: str, params: dict[str, str]) -> Key:
    dropped = {"wstoken", "token", "forcedownload", "privatetoken"}
    return path, actor, frozenset((name, value) for name, value in params.items() if name not in dropped)


def _json(body: object) -> Answer:
    return 200, "application/json", json.dumps(body).encode()


@contextmanager
def moodle_replay(folder: Path) -> Iterator[MoodleReplay]:
    """A running server that is closed afterwards."""
    replay = MoodleReplay(folder)
    try:
        yield replay
    finally:
        replay.close()
