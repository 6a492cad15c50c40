"""The signed request of a service account for a token, in the name of somebody (RFC 7523, RS256)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta

from fidedigno.sources.gdrive.options import ServiceAccount
from fidedigno.sources.secret import SecretLike
from fidedigno.sources.signed_jwt import rsa_key, to_be_signed, with_signature

Sign = Callable[[bytes], Awaitable[bytes]]
"""Signs bytes as the service account (RSA, PKCS #1 v1.5, SHA-256)."""

LIFETIME = timedelta(hours=1)


def rsa_signer(private_key: SecretLike | None) -> Sign:
    """Sign with a key in PEM.

    Raises:
        ConfigurationError: if there is none, it is not one of RSA, or ``cryptography`` is not installed.
    """
    key = rsa_key(
        private_key,
        "the service account",
        "Give the key of the service account as it was downloaded, or a signer.",
    )
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding

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
    signed = to_be_signed(header, claims)
    return with_signature(signed, await sign(signed))
