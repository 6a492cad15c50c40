"""A certificate of the application: the only proof for which SharePoint's own interface gives its answers."""

from __future__ import annotations

import hashlib
import uuid
from datetime import timedelta

from fidedigno.clock import Clock, utc_now
from fidedigno.errors import ConfigurationError
from fidedigno.sources.graph.credential import ClientAssertion
from fidedigno.sources.secret import SecretLike
from fidedigno.sources.signed_jwt import base64url, rsa_key, to_be_signed, with_signature

LIFETIME = timedelta(minutes=10)
_WHOSE = "the Microsoft 365 connector"
_HINT = "Give the private key and the certificate in PEM, as they were uploaded to the application."


def client_certificate(
    client: str,
    private_key: SecretLike,
    certificate: str,
    *,
    now: Clock = utc_now,
) -> ClientAssertion:
    """Prove the application ``client`` with its certificate (a JWT, PS256, with the thumbprint in ``x5t#S256``).

    Args:
        client: the id of the registered application.
        private_key: in PEM, without a password.
        certificate: the public half in PEM.
        now: the clock.

    Raises:
        ConfigurationError: if the two cannot be used or do not belong together.
    """
    key = rsa_key(private_key, _WHOSE, _HINT)
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding
    from cryptography.hazmat.primitives.serialization import Encoding

    try:
        found = x509.load_pem_x509_certificate(certificate.encode("utf-8"))
    except ValueError:
        raise ConfigurationError("the certificate cannot be read", _HINT) from None
    if found.public_key() != key.public_key():
        raise ConfigurationError("the certificate and the private key do not belong together", _HINT)
    thumbprint = base64url(hashlib.sha256(found.public_bytes(Encoding.DER)).digest()).decode("ascii")
    header = {"alg": "PS256", "typ": "JWT", "x5t#S256": thumbprint}
    salted = padding.PSS(padding.MGF1(hashes.SHA256()), hashes.SHA256.digest_size)

    def sign(audience: str) -> str:
        issued = int(now().timestamp())
        claims = {
            "aud": audience,
            "iss": client,
            "sub": client,
            "jti": str(uuid.uuid4()),
            "nbf": issued,
            "exp": issued + int(LIFETIME.total_seconds()),
        }
        signed = to_be_signed(header, claims)
        return with_signature(signed, key.sign(signed, salted, hashes.SHA256()))

    return ClientAssertion(sign)
