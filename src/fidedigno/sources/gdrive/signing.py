"""The signed request of a service account for a token, in the name of somebody (RFC 7523, RS256)."""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta

from fidedigno.errors import ConfigurationError
from fidedigno.sources.gdrive.options import SecretLike, ServiceAccount

Sign = Callable[[bytes], Awaitable[bytes]]
"""Signs bytes as the service account (RSA, PKCS #1 v1.5, SHA-256)."""

LIFETIME = timedelta(hours=1)


def rsa_signer(private_key: SecretLike | None) -> Sign:
    """Sign with a key in PEM.

    Raises:
        ConfigurationError: if there is none, it is not one of RSA, or ``cryptography`` is not installed.
    """
    try:
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import padding, rsa
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        raise ConfigurationError(
            "Google Drive needs cryptography, or a signer", "Install it with: pip install cryptography"
        ) from None
    hint = "Give the key of the service account as it was downloaded, or a signer."
    if private_key is None:
        raise ConfigurationError("the service account has no key", hint)
    try:
        key = load_pem_private_key(private_key.get_secret_value().encode("utf-8"), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, rsa.RSAPrivateKey):
        raise ConfigurationError("the key of the service account is not an RSA key", hint)

    async def sign(data: bytes) -> bytes:
        return key.sign(data, padding.PKCS1v15(), hashes.SHA256())

    return sign


async def assertion(
    account: ServiceAccount, subject: str, scopes: Iterable[str], audience: str, now: datetime, sign: Sign
) -> str:
    """The signed request for a token that acts as ``subject`` within ``scopes``."""
    header = {"alg": "RS256", "typ": "JWT"} | ({"kid": account.key_id} if account.key_id else {})
    claims = {
        "iss": account.email,
        "sub": subject,
        "scope": " ".join(scopes),
        "aud": audience,
        "iat": int(now.timestamp()),
        "exp": int((now + LIFETIME).timestamp()),
    }
    signed = b".".join(_encoded(json.dumps(part).encode()) for part in (header, claims))
    return b".".join((signed, _encoded(await sign(signed)))).decode("ascii")


def _encoded(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")
