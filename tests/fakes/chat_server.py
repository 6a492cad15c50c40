"""A chat-completions service on the loopback interface, with its faults."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answers = Callable[["Handler"], None]


@dataclass
class Service:
    """Where it listens, and every request that it got: path, headers, body."""

    url: str = ""
    requests: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    """Reads a request and hands itself to the fault that is tried."""

    service: Service
    answers: Answers

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.service.requests.append((self.path, dict(self.headers), body))
        # The client may have gone: that is what some tests are about.
        with suppress(BrokenPipeError, ConnectionResetError):
            type(self).answers(self)

    def send(self, status: int, body: bytes, media_type: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("content-type", media_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def completion(content: object) -> bytes:
    """The body of an answer that says ``content``."""
    message = {"role": "assistant", "content": content}
    return json.dumps({"object": "chat.completion", "choices": [{"index": 0, "message": message}]}).encode()


def says(content: object) -> Answers:
    return lambda handler: handler.send(200, completion(content))


def sends(status: int, body: bytes, media_type: str = "application/json") -> Answers:
    return lambda handler: handler.send(status, body, media_type)


def in_turn(*answers: Answers) -> Answers:
    left = iter(answers)

    def answer(handler: Handler) -> None:
        next(left)(handler)

    return answer


def late(seconds: float) -> Answers:
    def answer(handler: Handler) -> None:
        time.sleep(seconds)
        says("A")(handler)

    return answer


def drips(handler: Handler) -> None:
    """Sends one byte after another, so that no single wait is long."""
    handler.send_response(200)
    handler.end_headers()
    for _ in range(200):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.02)


def hangs_up(handler: Handler) -> None:
    handler.close_connection = True
    handler.connection.close()


@contextmanager
def serving(answers: Answers) -> Iterator[Service]:
    """Run the service while the block runs."""
    service = Service()
    kind = type("Tried", (Handler,), {"service": service, "answers": staticmethod(answers)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    service.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
