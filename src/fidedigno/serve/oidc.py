"""Checking a token: signed by the issuer, for us, now. What it then means, :mod:`fidedigno.access.claims` says."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeGuard

import httpx
from joserfc import jwt
from joserfc.errors import JoseError

from fidedigno.errors import BusyError, IdentityError
from fidedigno.serve.bearer import MAX_TOKEN_BYTES
from fidedigno.serve.issuer_keys import IssuerKeys, IssuerUnavailableError, Key
from fidedigno.serve.settings import IssuerSettings

_log = logging.getLogger(__name__)

SKEW_SECONDS: Final = 60
"""How much the issuer's clock and ours may differ."""
_TYPES = {None, "jwt", "at+jwt", "application/at+jwt"}
_MAX_SUBJECT = 255
_MAX_KEYS = 3


class TokenVerifier:
    """Checks tokens of the declared issuers. One for a server; used in one event loop.

    Args:
        issuers: whom to believe.
        client: what reads their documents.
        now: the present instant in seconds since 1970.
    """

    def __init__(
        self,
        issuers: Sequence[IssuerSettings],
        client: httpx.AsyncClient,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._issuers = {each.issuer: (each, IssuerKeys(each.issuer, client)) for each in issuers}
        self._now = now

    async def verify(self, token: str, nonce: str | None = None) -> tuple[dict[str, Any], IssuerSettings]:
        """The claims of a token that holds, and the settings of its issuer.

        Args:
            token: an ID token or an access token, a signed JWT.
            nonce: what we gave the issuer, where we began the login ourselves.

        Raises:
            IdentityError: if the token does not hold, for whatever reason; one wording.
            BusyError: if the issuer's keys cannot be read now.
        """
        try:
            header, said = _unchecked(token)
            settings, keys = self._issuer_of(said)
            claims = await _signed(token, header, settings, keys)
            _check(claims, settings, self._now(), nonce)
        except _RefusedError as refused:
            _log.info("a token was refused (%s)", refused)
            raise IdentityError("who asks could not be established") from None
        except IssuerUnavailableError:
            raise BusyError("who asks cannot be established now", "try again in a moment") from None
        return claims, settings

    def _issuer_of(self, said: Mapping[str, Any]) -> tuple[IssuerSettings, IssuerKeys]:
        issuer = said.get("iss")
        found = self._issuers.get(issuer) if isinstance(issuer, str) else None
        if found is None:
            raise _RefusedError("issuer")
        return found


class _RefusedError(Exception):
    """Why, in one word, for the log."""


def _unchecked(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims as they are written; nothing of them is believed yet."""
    parts = token.split(".")
    if len(parts) != 3 or len(token) > MAX_TOKEN_BYTES:
        raise _RefusedError("form")
    try:
        header, claims = (json.loads(_decoded(part)) for part in parts[:2])
    except (ValueError, RecursionError):
        raise _RefusedError("form") from None
    if not isinstance(header, dict) or not isinstance(claims, dict):
        raise _RefusedError("form")
    return header, claims


def _decoded(part: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError):
        raise _RefusedError("form") from None


async def _signed(
    token: str, header: Mapping[str, Any], settings: IssuerSettings, keys: IssuerKeys
) -> dict[str, Any]:
    """The claims, once one of the issuer's keys has checked the signature."""
    algorithm, kind, kid = header.get("alg"), header.get("typ"), header.get("kid")
    if not isinstance(algorithm, str) or algorithm not in settings.algorithms:
        raise _RefusedError("algorithm")
    if "crit" in header or not (kid is None or isinstance(kid, str)):
        raise _RefusedError("header")
    if not (kind is None or isinstance(kind, str)) or (kind and kind.lower()) not in _TYPES:
        raise _RefusedError("type")
    if algorithm not in await keys.algorithms():
        raise _RefusedError("algorithm")
    for key in (await keys.candidates(algorithm, kid))[:_MAX_KEYS]:
        claims = _checked(token, key, algorithm)
        if claims is not None:
            return claims
    raise _RefusedError("signature")


def _checked(token: str, key: Key, algorithm: str) -> dict[str, Any] | None:
    try:
        return dict(jwt.decode(token, key, algorithms=[algorithm]).claims)
    except (JoseError, ValueError, TypeError):
        return None


def _check(claims: Mapping[str, Any], settings: IssuerSettings, now: float, nonce: str | None) -> None:
    """Who signed is known; here: for whom, about whom, and when."""
    if claims.get("iss") != settings.issuer:
        raise _RefusedError("issuer")
    subject = claims.get("sub")
    if not isinstance(subject, str) or not subject or len(subject) > _MAX_SUBJECT:
        raise _RefusedError("subject")
    _check_audience(claims, settings)
    expires, issued, begins = claims.get("exp"), claims.get("iat"), claims.get("nbf", 0)
    if not (_is_time(expires) and _is_time(issued) and _is_time(begins)):
        raise _RefusedError("time")
    if expires <= now - SKEW_SECONDS:
        raise _RefusedError("expired")
    if max(issued, begins) > now + SKEW_SECONDS:
        raise _RefusedError("early")
    if nonce is not None:
        given = claims.get("nonce")
        if not isinstance(given, str) or not hmac.compare_digest(given.encode(), nonce.encode()):
            raise _RefusedError("nonce")


def _check_audience(claims: Mapping[str, Any], settings: IssuerSettings) -> None:
    audience, party = claims.get("aud"), claims.get("azp")
    named = [audience] if isinstance(audience, str) else audience
    if not isinstance(named, list) or settings.audience not in named:
        raise _RefusedError("audience")
    allowed = {settings.audience, *settings.clients}
    if not isinstance(party, str) and (party is not None or len(named) > 1):
        raise _RefusedError("party")
    if (len(named) > 1 or settings.clients) and party is not None and party not in allowed:
        raise _RefusedError("party")


def _is_time(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e12
