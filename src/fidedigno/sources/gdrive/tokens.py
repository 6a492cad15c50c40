"""Tokens of a service account that acts as somebody: asked for when wanted, kept until shortly before the end."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pydantic import Field

from fidedigno.clock import Clock
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.gdrive.options import ServiceAccount
from fidedigno.sources.gdrive.signing import Sign, assertion
from fidedigno.sources.http.client import RestClient
from fidedigno.sources.shapes import Shape, fits

_log = logging.getLogger(__name__)
_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_SPARE = timedelta(seconds=60)
_KEPT = 1024

READ_FILES = ("https://www.googleapis.com/auth/drive.readonly",)
READ_DIRECTORY = (
    "https://www.googleapis.com/auth/admin.directory.user.readonly",
    "https://www.googleapis.com/auth/admin.directory.group.readonly",
    "https://www.googleapis.com/auth/admin.directory.group.member.readonly",
)
SEE_FILES = ("https://www.googleapis.com/auth/drive.metadata.readonly",)


@dataclass(frozen=True, slots=True)
class Acting:
    """As whom, and with what rights at most."""

    subject: str
    scopes: tuple[str, ...]


class _Answer(Shape):
    access_token: str = Field(min_length=1, max_length=16_384)
    expires_in: int = Field(gt=0)


@dataclass(frozen=True, slots=True)
class _Token:
    value: str = field(repr=False)
    until: datetime


class NoToken:
    """Authorises nothing: for the address that gives tokens."""

    async def headers(self, *, renew: bool) -> Mapping[str, str]:  # noqa: ARG002 - there is none
        """No header."""
        return {}


class Delegation:
    """Authorises requests as whoever is set with :meth:`acting` around them."""

    def __init__(
        self,
        name: str,
        account: ServiceAccount,
        sign: Sign,
        client: RestClient,
        path: str,
        now: Clock,
    ) -> None:
        self._name = name
        self._account = account
        self._sign = sign
        self._client = client
        self._path = path
        self._now = now
        self._tokens: OrderedDict[Acting, _Token] = OrderedDict()
        self._acting: ContextVar[Acting | None] = ContextVar("acting", default=None)

    def __repr__(self) -> str:
        return f"Delegation({self._name!r})"

    @contextmanager
    def acting(self, subject: str, scopes: tuple[str, ...]) -> Iterator[None]:
        """Requests begun inside are made as ``subject``."""
        before = self._acting.set(Acting(subject, scopes))
        try:
            yield
        finally:
            self._acting.reset(before)

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        """The token of whoever is acting.

        Raises:
            SourceError: if none is given.
        """
        acting = self._acting.get()
        if acting is None:
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self._name}: nobody is acting")
        token = self._tokens.get(acting)
        if token is None or renew or token.until <= self._now() + _SPARE:
            token = await self._ask(acting)
            self._tokens[acting] = token
            while len(self._tokens) > _KEPT:
                self._tokens.popitem(last=False)
        return {"Authorization": f"Bearer {token.value}"}

    async def _signed(self, acting: Acting, audience: str, asked_at: datetime) -> str:
        try:
            return await assertion(
                self._account, acting.subject, acting.scopes, audience, asked_at, self._sign
            )
        except Exception as error:  # noqa: BLE001 - a signer of somebody else's; its words may hold the key
            _log.warning("%s: the signer failed: %s", self._name, type(error).__name__)
        raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self._name}: the request was not signed")

    async def _ask(self, acting: Acting) -> _Token:
        asked_at = self._now()
        audience = self._client.base + self._path
        signed = await self._signed(acting, audience, asked_at)
        form = {"grant_type": _GRANT, "assertion": signed}
        try:
            said, _ = await self._client.ask("POST", self._path, form=form)
        except SourceError as error:
            if error.kind is SourceErrorKind.TEMPORARY:
                raise
            said = None
        answer: tuple[_Answer] | None = fits(_Answer, said)
        if answer is None:
            # Outside of the handler: the reason may name the account.
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self._name}: no token was given")
        return _Token(answer[0].access_token, asked_at + timedelta(seconds=min(answer[0].expires_in, 3600)))
