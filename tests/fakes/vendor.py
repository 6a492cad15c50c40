"""A loopback HTTP server for fakes of other systems: routes, what was asked, and failures on request.

A fake subclasses :class:`VendorServer` and adds routes; a route gets a :class:`Request` and returns an
:class:`Answer`. Failures come before routes, so that every fake throttles, breaks and lies in the same ways.
"""

import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit


@dataclass(frozen=True)
class Request:
    """What arrived. ``params`` are those of the query; ``found`` the groups of the route's pattern."""

    method: str
    path: str
    params: dict[str, str]
    headers: Mapping[str, str]
    body: bytes
    found: tuple[str, ...] = ()

    @property
    def token(self) -> str:
        """What ``Authorization`` carries after its scheme."""
        return self.headers.get("Authorization", "").partition(" ")[2]

    def json(self) -> Any:
        return json.loads(self.body)

    def form(self) -> dict[str, str]:
        return dict(parse_qsl(self.body.decode()))


@dataclass(frozen=True)
class Answer:
    """What goes back; a body that is not bytes is sent as JSON."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Failure:
    """``answer`` instead of what the route says, for paths that ``pattern`` is found in; ``times`` often.

    ``broken`` closes the connection in the middle of the answer.
    """

    pattern: str
    answer: Answer
    times: int | None = None
    broken: bool = False


Route = Callable[[Request], Answer]


class VendorServer:
    """A server that runs while it is used: ``with VendorServer() as server``. ``url`` is its root."""

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self.failures: list[Failure] = []
        self._routes: list[tuple[str, re.Pattern[str], Route]] = []
        self._lock = threading.RLock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def route(self, method: str, pattern: str, answer: Route) -> None:
        """Answer ``method`` where ``pattern`` matches the whole path (without the query)."""
        self._routes.append((method, re.compile(pattern), answer))

    def fail(
        self,
        pattern: str,
        status: int = 503,
        *,
        times: int | None = None,
        broken: bool = False,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Answer with ``status`` where ``pattern`` is found in the path, ``times`` often (always)."""
        self.failures.append(Failure(pattern, Answer(body, status, headers or {}), times, broken))

    def paths(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [each.path for each in self.asked]

    def _answer(self, request: Request) -> tuple[Answer, bool]:
        with self._lock:
            self.asked.append(request)
            for failure in self.failures:
                if failure.times != 0 and re.search(failure.pattern, request.path):
                    failure.times = None if failure.times is None else failure.times - 1
                    return failure.answer, failure.broken
            for method, pattern, answer in self._routes:
                match = pattern.fullmatch(request.path)
                if method == request.method and match:
                    found = tuple(unquote(each or "") for each in match.groups())
                    return answer(Request(**{**request.__dict__, "found": found})), False
        return self.no_route(request), False

    def no_route(self, request: Request) -> Answer:
        """What an address that does not exist is answered with."""
        return Answer({"error": "no such address"}, 404)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # or each answer waits for an acknowledgement

            def _serve(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                parts = urlsplit(self.path)
                params = dict(parse_qsl(parts.query, keep_blank_values=True))
                request = Request(
                    self.command, parts.path, params, dict(self.headers.items()), self.rfile.read(length)
                )
                answer, broken = fake._answer(request)
                raw = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
                self.send_response(answer.status)
                headers = {"Content-Type": "application/json", **answer.headers}
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw) + (100 if broken else 0)))
                self.end_headers()
                self.wfile.write(raw)
                self.close_connection = self.close_connection or broken

            do_PROPFIND = do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815 - names of the library

            def log_message(self, format: str, *args: Any) -> None:
                return

        return Handler
