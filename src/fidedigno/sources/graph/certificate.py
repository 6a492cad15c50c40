"""A certificate as the application's credential: a signed assertion, of ten minutes, for each token request.

The file holds the private key and the certificate, both in PEM, as ``openssl`` writes them. The service finds the
certificate by its hash (``x5t#S256``) and checks the signature (PS256).
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fidedigno.errors import ConfigurationError
from fidedigno.sources.graph.credential import ClientAssertion

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

LIFETIME = timedelta(minutes=10)
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
_HINT = "Put the private key (RSA, without a password) and the certificate into one file, in PEM."


@dataclass(frozen=True, slots=True)
class Certificate:
    """A credential. ``client`` is the application's id; :class:`GraphOptions` fills it in with its own.

    Raises:
        ConfigurationError: if the text does not hold a key and a certificate of it; nothing of it is shown.
    """

    pem: str = field(repr=False)
    client: str = ""
    now: Callable[[], datetime] = field(default=lambda: datetime.now(UTC), repr=False, compare=False)

    def __post_init__(self) -> None:
        _key_and_mark(self.pem)

    def proof(self, audience: str) -> Mapping[str, str]:
        """A fresh assertion for the token service at ``audience``."""
        return ClientAssertion(self._signed).proof(audience)

    def _signed(self, audience: str) -> str:
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import padding

        key, mark = _key_and_mark(self.pem)
        began = self.now()
        claims = {
            "aud": audience,
            "iss": self.client,
            "sub": self.client,
            "jti": secrets.token_hex(16),
            "nbf": int(began.timestamp()),
            "exp": int((began + LIFETIME).timestamp()),
        }
        header = {"alg": "PS256", "typ": "JWT", "x5t#S256": mark}
        text = ".".join(_encoded(json.dumps(each).encode()) for each in (header, claims))
        scheme = padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.DIGEST_LENGTH)
        return f"{text}.{_encoded(key.sign(text.encode(), scheme, hashes.SHA256()))}"


def _key_and_mark(pem: str) -> tuple[RSAPrivateKey, str]:
    """The key, and the hash by which the service knows its certificate."""
    try:
        from cryptography import x509
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric import rsa
        from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
    except ImportError:
        raise ConfigurationError(
            "a certificate needs the package cryptography", "pip install fidedigno[connectors]"
        ) from None
    found = _CERTIFICATE.search(pem)
    try:
        key = load_pem_private_key(_CERTIFICATE.sub("", pem).strip().encode(), None)
        certificate = x509.load_pem_x509_certificate((found[0] if found else "").encode())
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise ConfigurationError("it does not hold a key and a certificate", _HINT) from None
    if not isinstance(key, rsa.RSAPrivateKey) or certificate.public_key() != key.public_key():
        raise ConfigurationError("the certificate is not one of the key (RSA) beside it", _HINT)
    return key, _encoded(hashlib.sha256(certificate.public_bytes(Encoding.DER)).digest())


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
