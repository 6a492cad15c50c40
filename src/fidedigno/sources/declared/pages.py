"""Lists of a declared system, each read whole or not at all."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.declared.declaration import Auth, Cursor, Declaration, Listing, NextLink, Offset
from fidedigno.sources.declared.paths import MISSING, id_of, value_at
from fidedigno.sources.http import HttpLimits, RestClient


class _Secret:
    def __init__(self, name: str, auth: Auth, secret: SecretStr) -> None:
        value = secret.get_secret_value()
        if not value or not value.isascii() or not value.isprintable():
            raise ConfigurationError(
                "the secret of a declared system is not usable", "Give it in plain ASCII."
            )
        self._name, self._auth, self._secret = name, auth, secret

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        if renew:
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self._name}: the secret is refused")
        value = self._secret.get_secret_value()
        if self._auth.kind == "bearer":
            value = f"Bearer {value}"
        elif self._auth.kind == "basic":
            value = f"Basic {base64.b64encode(value.encode()).decode()}"
        return {self._auth.header: value}


class DeclaredClient:
    """Reads lists and asks the check of one system."""

    def __init__(
        self,
        declaration: Declaration,
        secret: SecretStr,
        *,
        limits: HttpLimits | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name = f"declared:{declaration.name}"
        authorise = _Secret(self.name, declaration.auth, secret)
        self.rest = RestClient(self.name, declaration.base, authorise, limits=limits, sleep=sleep)

    async def listed(self, listing: Listing) -> AsyncIterator[object]:
        """Every item of a list, unchecked.

        Raises:
            SourceError: if it could not be read to its end: a part of it would look like deletions.
        """
        address, query = listing.list, dict(listing.query)
        seen: set[str] = set()
        read = page = 0
        while True:
            if isinstance(listing.paging, Offset):
                counted = page if listing.paging.counts == "pages" else read
                query[listing.paging.to] = str(counted + listing.paging.first)
            answer, reply = await self.rest.ask("GET", address, query)
            items = answer if listing.items == "." else value_at(answer, listing.items)
            if not isinstance(items, list):
                raise self._broken("a list is not where it was declared")
            for item in items:
                yield item
            read, page = read + len(items), page + 1
            mark = self._mark(listing, answer, items, reply.body)
            if mark is None:
                return
            if mark in seen:
                raise self._broken("a list repeats itself")
            seen.add(mark)
            if isinstance(listing.paging, Cursor):
                query[listing.paging.to] = mark
            elif isinstance(listing.paging, NextLink):
                address, query = mark, {}

    def _mark(self, listing: Listing, answer: Any, items: list[Any], body: bytes) -> str | None:
        """Where to go on, as a text that no other page of the list has; ``None`` at the end."""
        paging = listing.paging
        if isinstance(paging, Offset):
            return hashlib.sha256(body).hexdigest() if items else None
        if isinstance(paging, NextLink):
            return self._text(value_at(answer, paging.link))
        if not isinstance(paging, Cursor):
            return None
        mark = self._text(value_at(answer, paging.mark))
        if paging.more is not None:
            more = value_at(answer, paging.more)
            if not isinstance(more, bool) or (more and mark is None):
                raise self._broken("a list does not say where it goes on")
            return mark if more else None
        return mark

    def _text(self, value: object) -> str | None:
        if value is MISSING or value is None or value == "":
            return None
        mark = id_of(value)
        if mark is None:
            raise self._broken("a list does not say where it goes on")
        return mark

    def _broken(self, what: str) -> SourceError:
        return SourceError(SourceErrorKind.SHAPE, f"{self.name}: {what}")
