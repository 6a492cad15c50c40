"""Requests signed with an RSA key (JSON Web Tokens, RFC 7519): what services take as proof of who asks."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fidedigno.errors import ConfigurationError
from fidedigno.sources.secret import SecretLike

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey


def rsa_key(pem: SecretLike | None, whose: str, hint: str) -> RSAPrivateKey:
    """The private key in ``pem``. ``whose`` and ``hint`` go into errors.

    Raises:
        ConfigurationError: if there is none, it is not one of RSA, or ``cryptography`` is not installed.
    """
    try:
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric import rsa
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        raise ConfigurationError(
            f"{whose} needs the package cryptography to sign", "Install it with: pip install cryptography"
        ) from None
    if pem is None:
        raise ConfigurationError(f"{whose} has no key", hint)
    try:
        key = load_pem_private_key(pem.get_secret_value().encode("utf-8"), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, rsa.RSAPrivateKey):
        raise ConfigurationError(f"the key of {whose} is not an RSA key", hint)
    return key


def to_be_signed(header: Mapping[str, object], claims: Mapping[str, object]) -> bytes:
    """What a signature is made over."""
    return b".".join(base64url(json.dumps(part).encode()) for part in (header, claims))


def with_signature(signed: bytes, signature: bytes) -> str:
    """The whole token."""
    return b".".join((signed, base64url(signature))).decode("ascii")


def base64url(data: bytes) -> bytes:
    """Base64 for addresses, without padding (RFC 7515)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=")
