"""The three addresses of the simulated Moodle over HTTP, with its faults. It writes no log: requests hold tokens."""

from __future__ import annotations

import contextlib
import hashlib
import json
import socket
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from fidedigno.testing.moodle import dispatch, files, login
from fidedigno.testing.moodle.exceptions import MoodleError
from fidedigno.testing.moodle.live import Fault, LiveSite
from fidedigno.testing.moodle.xml_answer import answer_as_xml, refusal_as_xml

REST = "/webservice/rest/server.php"
MAX_BODY = 1_048_576
MAX_FIELDS = 2_000
_JSON = "application/json; charset=utf-8"
_PAGE = b"<!DOCTYPE html>\n<html><head><title>Log in to the site</title></head><body></body></html>\n"


@dataclass(frozen=True, slots=True)
class Response:
    """What goes over the wire."""

    body: bytes
    content_type: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class Listener(ThreadingHTTPServer):
    """Listens on loopback for one live site."""

    daemon_threads = True
    # A busy test opens many connections at once.
    request_queue_size = 128

    def __init__(self, port: int, live: LiveSite) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.live = live
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()

    @property
    def url(self) -> str:
        """The address of the site, without a final slash."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start a thread for a connection, and remember it (overrides the base class)."""
        with self._guard:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection (overrides the base class)."""
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)

    def close_connections(self) -> None:
        """End every connection that a client keeps open, so that a stopped site answers nobody."""
        with self._guard:
            connections = list(self._open)
        for each in connections:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no error of the site; anything else is printed (overrides)."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Reads a request, fails as told, or answers."""

    server: Listener
    server_version = "Apache"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or each answer waits for an acknowledgement
    # A client that opens a connection and says nothing is let go.
    timeout = 60

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing: addresses hold tokens."""

    def do_GET(self) -> None:
        """Answer a GET: Moodle takes one wherever it takes a POST."""
        self._serve("")

    def do_POST(self) -> None:
        """Answer a POST with a form."""
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 10 and int(length) <= MAX_BODY):
            self.close_connection = True
            self._send(Response(b"", "text/html; charset=utf-8", status=413))
            return
        self._serve(self.rfile.read(int(length)).decode("utf-8", errors="replace"))

    def _serve(self, body: str) -> None:
        try:
            address = urlsplit(self.path)
            text = "&".join(each for each in (address.query, body) if each)
            form = parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS)
        except ValueError:
            self._send(Response(b"", "text/html; charset=utf-8", status=400))
            return
        name = _name(address.path, dict(form))
        fault = self.server.live.fault_for(name)
        if fault is not None and fault.mode == "down":
            self.server.live.count(name, self.server.live.user_of(_token(form)))
            self.close_connection = True
            return
        response = self._failing(fault, name, address.path, form)
        self._send(response)

    def _failing(self, fault: Fault | None, name: str, path: str, form: list[tuple[str, str]]) -> Response:
        live = self.server.live
        if name != login.SCRIPT:
            live.count(name, live.user_of(_token(form)))
        mode = fault.mode if fault else None
        seconds = fault.seconds if fault else 0
        if mode == "slow":
            live.wait(seconds)
        if mode == "html":
            return Response(_PAGE, "text/html; charset=utf-8")
        if mode == "service_unavailable":
            headers = {"Retry-After": str(int(seconds))}
            return Response(b"", "text/html; charset=utf-8", status=503, headers=headers)
        response = _respond(live, self.server.url, path, form)
        if mode == "half_json":
            return Response(response.body[: len(response.body) // 2], response.content_type)
        return response

    def _send(self, response: Response) -> None:
        self.send_response(response.status)
        self.send_header("Content-Type", response.content_type)
        self.send_header("Content-Length", str(len(response.body)))
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(response.body)


def _respond(live: LiveSite, url: str, path: str, form: list[tuple[str, str]]) -> Response:
    fields = dict(form)
    try:
        if path == REST:
            return _rest(live, url, form)
        if path == f"/{login.SCRIPT}":
            return _json(login.log_in(live, fields))
        if path.startswith(files.PREFIX):
            return _file(files.download(live, path.removeprefix(files.PREFIX), fields))
    except MoodleError as error:
        return _json(error.for_script(), error.status)
    return Response(b"Not found", "text/html; charset=utf-8", status=404)


def _rest(live: LiveSite, url: str, form: list[tuple[str, str]]) -> Response:
    as_json = dict(form).get("moodlewsrestformat") == "json"
    try:
        answer = dispatch.answer(live, url, form)
    except MoodleError as error:
        if as_json:
            return _json(error.for_function())
        return Response(refusal_as_xml(error).encode(), "application/xml; charset=utf-8")
    if as_json:
        return _json(answer)
    return Response(answer_as_xml(answer).encode(), "application/xml; charset=utf-8")


def _json(answer: Any, status: int = 200) -> Response:
    return Response(json.dumps(answer).encode(), _JSON, status)


def _file(download: files.Download) -> Response:
    how = "inline" if download.inline else "attachment"
    name = download.filename.encode("ascii", "replace").decode().replace('"', "'")
    digest = hashlib.sha1(download.content, usedforsecurity=False).hexdigest()
    headers = {"Content-Disposition": f'{how}; filename="{name}"'}
    if download.inline:
        headers["ETag"] = f'"{digest}"'
    return Response(download.content, download.mimetype, headers=headers)


def _name(path: str, fields: dict[str, str]) -> str:
    """The name under which a request is counted and fails."""
    if path.startswith(files.PREFIX):
        return files.SCRIPT
    if path == f"/{login.SCRIPT}":
        return login.SCRIPT
    return fields.get("wsfunction", "") if path == REST else "other"


def _token(form: list[tuple[str, str]]) -> str:
    fields = dict(form)
    return fields.get("wstoken") or fields.get("token") or ""
