"""The keys of one issuer: its discovery document and key set, read when needed and never trusted for long."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, OKPKey, RSAKey

from fidedigno.serve.settings import ASYMMETRIC, is_safe_url

_log = logging.getLogger(__name__)

FRESH_SECONDS = 900.0
"""Keys are read again after this time."""
USABLE_SECONDS = 3_600.0
"""Keys that could not be read again for so long are no longer believed."""
PAUSE_SECONDS = 30.0
"""Shortest time between two readings: an unknown key id must not make us call the issuer at will."""
_DOCUMENT_BYTES = 1_000_000
_WAIT_SECONDS = 5.0
_RSA_BITS = 2_048

Key = RSAKey | ECKey | OKPKey
_KINDS: Mapping[str, type[Key]] = {"RSA": RSAKey, "EC": ECKey, "OKP": OKPKey}
_KIND_OF_ALGORITHM = {"RS": "RSA", "PS": "RSA", "ES": "EC", "Ed": "OKP"}


class IssuerUnavailableError(Exception):
    """The issuer's keys cannot be read, or are too old."""


class IssuerKeys:
    """The public keys and signing algorithms that an issuer announces.

    Args:
        issuer: its address, as tokens must name it.
        client: what reads documents; it follows no redirection.
        monotonic: seconds that never go back.
    """

    def __init__(
        self, issuer: str, client: httpx.AsyncClient, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._issuer = issuer
        self._client = client
        self._monotonic = monotonic
        self._lock = asyncio.Lock()
        self._tried_at = float("-inf")
        self._read_at = float("-inf")
        self._keys: tuple[tuple[Mapping[str, Any], Key], ...] = ()
        self._algorithms: frozenset[str] = frozenset()

    async def algorithms(self) -> frozenset[str]:
        """The asymmetric algorithms that the issuer announces.

        Raises:
            IssuerUnavailableError: if its documents cannot be read.
        """
        await self._renew(lambda: self._age() <= FRESH_SECONDS)
        return self._algorithms

    async def candidates(self, algorithm: str, kid: str | None) -> tuple[Key, ...]:
        """The keys that may have signed with ``algorithm`` under the key id; the only one where there is no id.

        An id that is not known is looked for in a new reading, at most once in :data:`PAUSE_SECONDS`.

        Raises:
            IssuerUnavailableError: if its documents cannot be read.
        """
        await self._renew(lambda: self._age() <= FRESH_SECONDS)
        if not self._fitting(algorithm, kid):
            await self._renew(lambda: bool(self._fitting(algorithm, kid)), urgent=True)
        found = self._fitting(algorithm, kid)
        return found if kid is not None or len(found) == 1 else ()

    def _fitting(self, algorithm: str, kid: str | None) -> tuple[Key, ...]:
        kind = _KIND_OF_ALGORITHM.get(algorithm[:2])
        return tuple(
            key
            for said, key in self._keys
            if said["kty"] == kind
            and said.get("use", "sig") == "sig"
            and said.get("alg", algorithm) == algorithm
            and (kid is None or said.get("kid") == kid)
        )

    def _age(self) -> float:
        return self._monotonic() - self._read_at

    async def _renew(self, satisfied: Callable[[], bool], *, urgent: bool = False) -> None:
        """Read the documents, unless ``satisfied`` or tried a moment ago; refuse keys that are too old."""
        # While another request reads, keys that are still believed are not waited for.
        busy = self._lock.locked() and self._age() <= USABLE_SECONDS and not urgent
        if not satisfied() and not busy:
            async with self._lock:
                if not satisfied() and self._monotonic() - self._tried_at >= PAUSE_SECONDS:
                    self._tried_at = self._monotonic()
                    await self._read()
        if self._age() > USABLE_SECONDS:
            raise IssuerUnavailableError

    async def _read(self) -> None:
        try:
            discovery = await self._document(self._issuer.rstrip("/") + "/.well-known/openid-configuration")
            where, algorithms = _announced(discovery, self._issuer)
            keys = _keys_in(await self._document(where))
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, RecursionError) as error:
            _log.error("the keys of an issuer cannot be read (%s)", type(error).__name__)
            return
        self._keys = keys
        self._algorithms = algorithms
        self._read_at = self._monotonic()

    async def _document(self, url: str) -> dict[str, Any]:
        body = b""
        async with (
            asyncio.timeout(_WAIT_SECONDS),
            self._client.stream("GET", url, timeout=_WAIT_SECONDS) as response,
        ):
            if response.status_code != 200:
                raise ValueError("not given")
            async for piece in response.aiter_bytes():
                body += piece
                if len(body) > _DOCUMENT_BYTES:
                    raise ValueError("too large")
        document = json.loads(body)
        if not isinstance(document, dict):
            raise ValueError("not an object")  # noqa: TRY004 - one kind of refusal
        return document


def _announced(discovery: Mapping[str, Any], issuer: str) -> tuple[str, frozenset[str]]:
    """Where the keys are, and the algorithms, of a discovery document that is the issuer's own."""
    where = discovery.get("jwks_uri")
    announced = discovery.get("id_token_signing_alg_values_supported")
    own = discovery.get("issuer") == issuer
    if not own or not isinstance(where, str) or not is_safe_url(where) or not isinstance(announced, list):
        raise ValueError("not the discovery document of the issuer")
    return where, ASYMMETRIC & {each for each in announced if isinstance(each, str)}


def _keys_in(document: Mapping[str, Any]) -> tuple[tuple[Mapping[str, Any], Key], ...]:
    """The public keys of a key set that can check a signature; what is not understood is no key."""
    keys = document.get("keys")
    if not isinstance(keys, list):
        raise ValueError("no keys")  # noqa: TRY004 - one kind of refusal
    found = []
    for said in keys:
        kind = (
            _KINDS.get(said["kty"]) if isinstance(said, dict) and isinstance(said.get("kty"), str) else None
        )
        if kind is None or "d" in said:
            continue
        try:
            key = kind.import_key(said)
            if isinstance(key, RSAKey) and key.public_key.key_size < _RSA_BITS:
                continue
        except (JoseError, ValueError, TypeError, KeyError):
            continue
        found.append((said, key))
    return tuple(found)
