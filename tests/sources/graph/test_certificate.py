"""The proof of an application by its certificate, checked with the public half."""

import base64
import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509.oid import NameOID
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.graph.certificate import client_certificate

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
CLIENT = "10000000-0000-4000-8000-000000000002"
AUDIENCE = "https://login.example/tenant/oauth2/v2.0/token"


def made() -> tuple[rsa.RSAPrivateKey, str, x509.Certificate, str]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "fidedigno")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(NOW)
        .not_valid_after(NOW + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return key, pem.decode(), certificate, certificate.public_bytes(serialization.Encoding.PEM).decode()


def part(text: str) -> Any:
    return json.loads(base64.urlsafe_b64decode(text + "=="))


def test_the_assertion_is_of_the_application_for_the_token_service_and_a_few_minutes() -> None:
    key, pem, certificate, public = made()
    proof = client_certificate(CLIENT, SecretStr(pem), public, now=lambda: NOW)
    signed, _, signature = proof.proof(AUDIENCE)["client_assertion"].rpartition(".")
    header, claims = map(part, signed.split("."))
    thumbprint = hashlib.sha256(certificate.public_bytes(serialization.Encoding.DER)).digest()
    assert base64.urlsafe_b64decode(header["x5t#S256"] + "=") == thumbprint
    assert header["alg"] == "PS256"
    assert claims.pop("jti")
    start = int(NOW.timestamp())
    assert claims == {"aud": AUDIENCE, "iss": CLIENT, "sub": CLIENT, "nbf": start, "exp": start + 600}
    key.public_key().verify(
        base64.urlsafe_b64decode(signature + "=="),
        signed.encode(),
        padding.PSS(padding.MGF1(hashes.SHA256()), 32),
        hashes.SHA256(),
    )
    assert pem not in repr(proof)


def test_each_assertion_is_another_one() -> None:
    _, pem, _, public = made()
    proof = client_certificate(CLIENT, SecretStr(pem), public, now=lambda: NOW)
    assert proof.proof(AUDIENCE) != proof.proof(AUDIENCE)


def test_what_does_not_belong_together_or_cannot_be_read_is_refused_without_showing_it() -> None:
    _, pem, _, public = made()
    _, other_pem, _, _ = made()
    for key, certificate in ((other_pem, public), (pem, "no certificate"), ("hidden-key", public)):
        with pytest.raises(ConfigurationError) as raised:
            client_certificate(CLIENT, SecretStr(key), certificate)
        assert "hidden-key" not in f"{raised.value.message} {raised.value.hint}"
        assert raised.value.hint
