"""Tokens of the application itself (client credentials), asked for again before they end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from fidedigno.clock import Clock
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.wire import Token
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import read_shape

_EARLY = timedelta(seconds=120)


class NoToken:
    """For services that take no token from us: the token service, and addresses that hold their own right."""

    async def headers(self, *, renew: bool) -> Mapping[str, str]:  # noqa: ARG002 - nothing to renew
        """No headers."""
        return {}


class Tokens:
    """Gives the ``Authorization`` header for one scope."""

    def __init__(self, login: RestClient, options: GraphOptions, scope: str, now: Clock) -> None:
        self._login = login
        self._options = options
        self._scope = scope
        self._now = now
        self._token = ""
        self._until: datetime | None = None

    def __repr__(self) -> str:
        return f"Tokens({self._scope!r})"

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        """The header; a new token if the last one was refused or is about to end."""
        if renew or self._until is None or self._now() >= self._until:
            await self._ask()
        return {"Authorization": f"Bearer {self._token}"}

    async def _ask(self) -> None:
        path = f"/{self._options.tenant}/oauth2/v2.0/token"
        form = {
            "client_id": self._options.client,
            "grant_type": "client_credentials",
            "scope": self._scope,
            **self._options.credential.proof(self._login.base + path),
        }
        try:
            answer, _ = await self._login.ask("POST", path, form=form)
        except SourceError as error:
            if error.kind is SourceErrorKind.TEMPORARY:
                raise
            # The service answers a wrong secret with 400 or 401; its words may hold the request.
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self._login.name}: no token") from None
        token: Token = read_shape(Token, answer, "token service")
        self._token = token.access_token
        life = timedelta(seconds=min(token.expires_in, 86_400))
        self._until = self._now() + max(life - _EARLY, life / 2)
