"""ASGI middleware (FastAPI, Starlette, any other): JSON answers of declared routes are verified before they leave.

What cannot be checked is kept back, unless it is said otherwise. Other routes, other content types, streams and
answers that are no success pass untouched, byte for byte. Nothing of a body is logged.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from fidedigno.errors import FidedignoError
from fidedigno.verify.blocked import Unverifiable, VerificationBlocked, VerificationUnavailableError
from fidedigno.verify.gate import Delivery, Gate, OnFinding, Score
from fidedigno.verify.inspector import Healer
from fidedigno.verify.integrations.exchange import Exchange, Keys

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Extract = Callable[[object], Exchange | None]
Headers = list[tuple[bytes, bytes]]

MAX_BODY_BYTES = 2_000_000
BLOCKED_STATUS, UNAVAILABLE_STATUS = 422, 503
_OF_THE_BODY = frozenset(
    {b"content-length", b"etag", b"content-md5", b"digest", b"content-digest", b"repr-digest"}
)
"""Headers that are true of one body only."""
_NOT_VERIFIED = {"verified": "no"}

_log = logging.getLogger(__name__)


class VerificationMiddleware:
    """Verifies the JSON answers of some routes.

    Let through, an answer has the headers ``x-fidedigno-risk``, ``-routing``, ``-score`` and ``-healed``; one
    that could not be checked and goes through nonetheless has ``x-fidedigno-verified: no``. One that is kept
    back is replaced by ``{"error": {"code", "message", "hint"}}`` with status 422 (it does not stand) or 503
    (it could not be checked).

    Args:
        app: the application.
        verifier: what inspects and heals.
        paths: the routes, each a path, or the beginning of paths where it ends in ``*``.
        extract: finds question, passages and answer in the value of a body, or ``None`` where it holds no answer;
            the keys of :class:`~fidedigno.verify.integrations.exchange.Keys` where none is given. Healed answers
            can only be put back with keys.
        on_finding: ``mark``, ``heal`` or ``block``.
        fail_open: whether an answer that cannot be checked goes through.
        max_body_bytes: a larger body cannot be checked.
        score: what scores, where it is not the quality score.

    Raises:
        ValueError: if healing is asked for together with an ``extract`` that is no :class:`Keys`.
    """

    def __init__(
        self,
        app: Application,
        verifier: Healer,
        paths: Iterable[str],
        extract: Extract | Keys | None = None,
        *,
        on_finding: OnFinding | str = OnFinding.BLOCK,
        fail_open: bool = False,
        max_body_bytes: int = MAX_BODY_BYTES,
        score: Score | None = None,
    ) -> None:
        self._app = app
        self._gate = Gate(verifier, on_finding, score=score)
        self._paths = tuple([paths] if isinstance(paths, str) else paths)
        self._keys = extract if isinstance(extract, Keys) else Keys()
        self._extract: Extract = self._keys.read
        if extract is not None and not isinstance(extract, Keys):
            self._extract = extract
        self._fail_open = fail_open
        self._max_body_bytes = max_body_bytes
        has_keys = extract is None or isinstance(extract, Keys)
        if OnFinding(on_finding) is OnFinding.HEAL and not has_keys:
            raise ValueError("a healed answer can only be put back where keys say where it stands")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or scope.get("method") == "HEAD" or not self._covers(scope["path"]):
            await self._app(scope, receive, send)
            return
        response = _Response(send, self._max_body_bytes, fail_open=self._fail_open)
        await self._app(scope, receive, response.take)
        if response.is_kept:
            await self._answer(response, _wanted_language(scope))

    def _covers(self, path: str) -> bool:
        return any(path.startswith(each[:-1]) if each.endswith("*") else path == each for each in self._paths)

    async def _answer(self, response: _Response, language: str) -> None:
        try:
            await self._verified(response)
        except VerificationBlocked as error:
            await response.refuse(BLOCKED_STATUS, error, {"risk": error.report.risk.value})
        except VerificationUnavailableError as error:
            if self._fail_open:
                await response.release(_NOT_VERIFIED)
                return
            told = VerificationUnavailableError(error.reason, language)
            await response.refuse(UNAVAILABLE_STATUS, told, _NOT_VERIFIED)

    async def _verified(self, response: _Response) -> None:
        value = response.value()
        found = self._extracted(value)
        if found is None:
            await response.give(response.body, {})
            return
        delivery = await self._checked(found)
        told = {
            "risk": delivery.report.risk.value,
            "routing": delivery.score.routing.value,
            "score": f"{delivery.score.score:.3f}",
            "healed": "yes" if delivery.healed else "no",
        }
        body = response.body
        if delivery.healed:
            body = json.dumps(self._keys.with_answer(value, delivery.answer)).encode()
        await response.give(body, told)

    def _extracted(self, value: object) -> Exchange | None:
        try:
            return self._extract(value)
        except VerificationUnavailableError:
            raise
        except Exception as error:
            _log.warning("verification: question and answer not found: %s", type(error).__name__)
            raise VerificationUnavailableError(Unverifiable.SHAPE) from error

    async def _checked(self, found: Exchange) -> Delivery:
        try:
            return await self._gate.acheck(found.question, found.passages, found.answer)
        except (VerificationBlocked, VerificationUnavailableError):
            raise
        except Exception as error:
            # Its class alone: the words of an error may hold those of an answer.
            _log.warning("verification failed: %s", type(error).__name__)
            raise VerificationUnavailableError(Unverifiable.FAILED) from error


class _Response:
    """An answer of the application: held where it is JSON, otherwise passed on as it comes.

    One that grows too large is held no further: it is dropped, or passed on where ``fail_open``.
    """

    def __init__(self, send: Send, limit: int, *, fail_open: bool) -> None:
        self._send = send
        self._limit = limit
        self._fail_open = fail_open
        self._start: Message | None = None
        self._messages: list[Message] = []
        self._size = 0
        self._readable = True
        self.is_kept = False

    async def take(self, message: Message) -> None:
        """A message of the application."""
        if self._start is None and message["type"] == "http.response.start":
            self._start = message
            self.is_kept = _is_json_success(message)
            if not self.is_kept:
                await self._send(message)
        elif self.is_kept:
            await self._hold(message)
        else:
            await self._send(message)

    async def _hold(self, message: Message) -> None:
        self._size += len(message.get("body", b""))
        self._readable = self._readable and message["type"] == "http.response.body"
        self._messages.append(message)
        if self._size > self._limit and self._fail_open:
            await self.release(_NOT_VERIFIED)
            self.is_kept = False
        elif self._size > self._limit:
            self._messages.clear()

    @property
    def body(self) -> bytes:
        """The whole body."""
        return b"".join(each.get("body", b"") for each in self._messages)

    @property
    def _headers(self) -> Headers:
        return list(self._start["headers"]) if self._start else []

    def value(self) -> object:
        """The value of its JSON.

        Raises:
            VerificationUnavailableError: if it is too large, compressed, not in one piece, or no JSON.
        """
        if self._size > self._limit:
            raise VerificationUnavailableError(Unverifiable.TOO_LARGE)
        encoding = dict(self._headers).get(b"content-encoding", b"identity")
        if encoding.strip().lower() != b"identity" or not self._readable:
            raise VerificationUnavailableError(Unverifiable.ENCODED)
        try:
            value: object = json.loads(self.body)
        except (ValueError, RecursionError):
            raise VerificationUnavailableError(Unverifiable.NOT_JSON) from None
        return value

    async def give(self, body: bytes, told: dict[str, str]) -> None:
        """Send it on with a body, and with what is told of it; an unchanged body keeps its headers."""
        if body == self.body:
            await self.release(told)
            return
        headers = [each for each in self._headers if each[0].lower() not in _OF_THE_BODY]
        headers.append((b"content-length", str(len(body)).encode()))
        await self._send({**(self._start or {}), "headers": headers + _told(told)})
        await self._send({"type": "http.response.body", "body": body})

    async def release(self, told: dict[str, str]) -> None:
        """Send it on as it came, and what is told of it."""
        await self._send({**(self._start or {}), "headers": self._headers + _told(told)})
        for message in self._messages:
            await self._send(message)

    async def refuse(self, status: int, error: FidedignoError, told: dict[str, str]) -> None:
        """Send an error in its place."""
        body = json.dumps({"error": error.as_dict()}).encode()
        kept = [each for each in self._headers if each[0].lower().startswith((b"access-control-", b"vary"))]
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        start = {"type": "http.response.start", "status": status, "headers": headers + kept + _told(told)}
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def _is_json_success(start: Message) -> bool:
    headers = {name.lower(): value for name, value in start.get("headers", [])}
    kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
    is_json = kind == b"application/json" or (kind.startswith(b"application/") and kind.endswith(b"+json"))
    return is_json and 200 <= int(start["status"]) < 300


def _told(values: dict[str, str]) -> Headers:
    return [(f"x-fidedigno-{name}".encode(), value.encode()) for name, value in values.items()]


def _wanted_language(scope: Scope) -> str:
    """The language in which the caller wants to be told."""
    accepted = dict(scope.get("headers", [])).get(b"accept-language", b"").strip().lower()
    return "es" if accepted.startswith(b"es") else "en"
