"""Moodle's web services: one method, :meth:`MoodleClient.call`, and one for files.

The token travels in the body of a POST and nowhere else: not in addresses (which servers and proxies
log), not in our logs, errors or representations. A failure of a function is an HTTP 200 with an
``errorcode``, and so is a refused file; both become errors here, so that no caller can mistake one for
an answer.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import urlsplit, urlunsplit

from fidedigno.sources.http.retry import wait_asked_for, wait_before
from fidedigno.sources.moodle.errors import (
    MoodleNotAvailableError,
    MoodleRevokedError,
    MoodleUnknownError,
    UnknownCause,
    error_for,
)
from fidedigno.sources.moodle.exchange import Exchange, Reply
from fidedigno.sources.moodle.flatten import Parameter, flatten
from fidedigno.sources.moodle.site import MoodleSite
from fidedigno.sources.secret import SecretLike

_log = logging.getLogger(__name__)
T = TypeVar("T")

_REST = "/webservice/rest/server.php"
_FILES = "/webservice/pluginfile.php/"
_TEMPORARY = frozenset({UnknownCause.TIMED_OUT, UnknownCause.CONNECTION, UnknownCause.BUSY})
_TEMPORARY_STATUS = frozenset({429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class DownloadedFile:
    """The bytes of a file and the media type that Moodle gave them."""

    content: bytes = field(repr=False)
    media_type: str


class MoodleClient:
    """Calls functions of one site. Use it as ``async with MoodleClient(site) as client``.

    At most ``site.limits.parallel`` requests run at a time. For one event loop at a time; close it in the
    loop that used it.
    """

    def __init__(
        self, site: MoodleSite, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.site = site
        self._exchange = Exchange(site)
        self._sleep = sleep
        self._turns: asyncio.Semaphore | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __repr__(self) -> str:
        return f"MoodleClient({self.site.name!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._exchange.close()

    async def call(
        self,
        function: str,
        parameters: Mapping[str, Parameter] | None = None,
        *,
        token: SecretLike | None = None,
    ) -> object:
        """Call a web-service function, with a person's token or else that of the service account.

        Returns:
            The decoded JSON, which is not an error; its shape is the caller's to check.

        Raises:
            MoodleNotAvailableError: if it is refused or absent.
            MoodleRevokedError: if the token does not count, or there is none.
            MoodleUnknownError: if nothing was learnt.
        """
        form = {**flatten(parameters or {}), "wsfunction": function, "moodlewsrestformat": "json"}
        form["wstoken"] = self._secret(token)
        url = self.site.url + _REST
        return await self._bounded(function, url, form, self.site.limits.response_bytes, _answer_in)

    async def download(
        self, file_url: str, *, token: SecretLike | None = None, size: int = 0, media_type: str = ""
    ) -> DownloadedFile:
        """Read a stored file by the ``fileurl`` that a function gave.

        Args:
            file_url: must be of this site: the token is not sent elsewhere.
            token: as in :meth:`call`.
            size: the size that Moodle declared, if it did: another one is not the file.
            media_type: the type that Moodle declared, if it did.

        Raises:
            MoodleNotAvailableError: if it is refused or absent, or the address is not of this site.
            MoodleRevokedError: if the token does not count, or there is none.
            MoodleUnknownError: if what came is not the file.
        """
        parts = urlsplit(file_url)
        if not self.site.is_own(file_url) or _FILES not in parts.path or ".." in parts.path:
            raise MoodleNotAvailableError
        url = urlunsplit((parts.scheme, parts.netloc, parts.path, "", ""))
        form = {"token": self._secret(token)}

        def read(reply: Reply) -> DownloadedFile:
            return _file_in(reply, size, media_type.lower())

        return await self._bounded("file", url, form, self.site.limits.file_bytes, read)

    def _turn(self) -> asyncio.Semaphore:
        """What bounds the number of requests, in the event loop that runs now."""
        loop = asyncio.get_running_loop()
        if self._turns is None or self._loop is not loop:
            self._turns, self._loop = asyncio.Semaphore(self.site.limits.parallel), loop
        return self._turns

    def _secret(self, token: SecretLike | None) -> str:
        chosen = token if token is not None else self.site.service_token
        secret = chosen.get_secret_value() if chosen is not None else ""
        # Moodle's tokens are letters and digits; anything else could only fail later, with itself in the error.
        if not (secret.isascii() and secret.isalnum()):
            raise MoodleRevokedError
        return secret

    async def _bounded(
        self, what: str, url: str, form: Mapping[str, str], max_bytes: int, read: Callable[[Reply], T]
    ) -> T:
        try:
            async with asyncio.timeout(self.site.limits.total):
                return await self._repeated(what, url, form, max_bytes, read)
        except TimeoutError:
            _log.warning("moodle %s: %s: no answer within the limit", self.site.name, what)
        raise MoodleUnknownError(UnknownCause.TIMED_OUT)

    async def _repeated(
        self, what: str, url: str, form: Mapping[str, str], max_bytes: int, read: Callable[[Reply], T]
    ) -> T:
        """Try until there is an answer; only what may pass by itself is tried again."""
        limits = self.site.limits
        deadline = asyncio.get_running_loop().time() + limits.total
        for attempt in range(1, limits.attempts + 1):
            asked: float | None = None
            try:
                async with self._turn():
                    reply = await self._exchange.post(url, form, max_bytes)
                asked = wait_asked_for(reply.retry_after, datetime.now(UTC))
                return read(reply)
            except MoodleUnknownError as error:
                cause = error.cause
            _log.warning("moodle %s: %s: attempt %d: %s", self.site.name, what, attempt, cause.value)
            wait = wait_before(attempt, limits.backoff, asked)
            # A wait beyond the end of the call would only end in a time-out.
            too_late = asyncio.get_running_loop().time() + wait >= deadline
            if cause not in _TEMPORARY or attempt == limits.attempts or too_late:
                break
            await self._sleep(wait)
        raise MoodleUnknownError(cause)


def _check_status(reply: Reply) -> None:
    if 300 <= reply.status < 400:
        raise MoodleUnknownError(UnknownCause.REDIRECTED)
    if reply.status in _TEMPORARY_STATUS:
        raise MoodleUnknownError(UnknownCause.BUSY)
    if reply.status == 403:
        raise MoodleUnknownError(UnknownCause.SERVICES_OFF)
    if reply.status != 200:
        raise MoodleUnknownError(UnknownCause.SERVER)


def _answer_in(reply: Reply) -> object:
    _check_status(reply)
    answer = _json(reply.body)
    if isinstance(answer, dict) and ("exception" in answer or "errorcode" in answer):
        raise error_for(answer.get("errorcode"))
    return answer


def _json(body: bytes) -> object:
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        # The decoder's error holds the text that it could not read: it is not kept as a context.
        pass
    raise MoodleUnknownError(UnknownCause.NOT_JSON)


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _file_in(reply: Reply, size: int, media_type: str) -> DownloadedFile:
    if reply.status == 404:
        raise MoodleNotAvailableError
    _check_status(reply)
    _refuse_error(reply, media_type)
    if reply.media_type == "text/html" and media_type not in {"", "text/html", "application/xhtml+xml"}:
        raise MoodleUnknownError(UnknownCause.NOT_JSON)
    if size > 0 and len(reply.body) != size:
        raise MoodleUnknownError(UnknownCause.SHAPE)
    return DownloadedFile(reply.body, reply.media_type)


def _refuse_error(reply: Reply, media_type: str) -> None:
    """A refused file is an HTTP 200 whose body is a JSON error. A stored JSON file passes, whole."""
    is_json = reply.media_type.endswith("json")
    if not is_json and not reply.body[:64].lstrip().startswith(b"{"):
        return
    try:
        answer = _json(reply.body)
    except MoodleUnknownError:
        if is_json:
            raise
        return
    if isinstance(answer, dict) and "errorcode" in answer:
        raise error_for(answer["errorcode"])
    if is_json and media_type and not media_type.endswith("json"):
        raise MoodleUnknownError(UnknownCause.SHAPE)
