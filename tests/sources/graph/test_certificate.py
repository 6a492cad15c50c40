"""A certificate proves the application: an assertion that its public key confirms, for one service and a short time."""

import base64
import hashlib
import json
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509.oid import NameOID

from fidedigno.errors import ConfigurationError
from fidedigno.sources.graph import Certificate, GraphOptions

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
CLIENT = "10000000-0000-4000-8000-000000000002"
AUDIENCE = "https://login.example/t/oauth2/v2.0/token"


@cache
def made(number: int = 0) -> tuple[rsa.RSAPrivateKey, x509.Certificate]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"fidedigno {number}")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(number + 1).not_valid_before(NOW).not_valid_after(NOW + timedelta(days=1))
    return key, builder.sign(key, hashes.SHA256())


def key_pem(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey, password: bytes | None = None) -> str:
    hidden = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, hidden).decode()


def certificate_pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


@pytest.mark.parametrize("key_first", [True, False])
def test_the_assertion_is_confirmed_by_the_certificate(key_first: bool) -> None:
    key, certificate = made()
    parts = [key_pem(key), certificate_pem(certificate)]
    text = "\n".join(parts if key_first else reversed(parts))
    proof = Certificate(text, CLIENT, lambda: NOW).proof(AUDIENCE)
    header, claims, signature = proof["client_assertion"].split(".")
    scheme = padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.DIGEST_LENGTH)
    key.public_key().verify(decoded(signature), f"{header}.{claims}".encode(), scheme, hashes.SHA256())
    digest = hashlib.sha256(certificate.public_bytes(serialization.Encoding.DER)).digest()
    said = json.loads(decoded(header))
    assert (said["alg"], decoded(said["x5t#S256"])) == ("PS256", digest)
    told = json.loads(decoded(claims))
    assert (told["aud"], told["iss"], told["sub"]) == (AUDIENCE, CLIENT, CLIENT)
    assert told["exp"] - told["nbf"] == 600
    assert told["nbf"] == int(NOW.timestamp())


def test_no_two_assertions_are_the_same() -> None:
    key, certificate = made()
    one = Certificate(key_pem(key) + certificate_pem(certificate), CLIENT)
    assert one.proof(AUDIENCE) != one.proof(AUDIENCE)


def test_the_options_fill_in_the_application() -> None:
    key, certificate = made()
    credential = Certificate(key_pem(key) + certificate_pem(certificate))
    options = GraphOptions(
        "corp", CLIENT, CLIENT, credential, drives=("b!-RIj2DuyvEyV1T4NlOaMHk8XkS_I8MdFlUCq1",)
    )
    claims = options.credential.proof(AUDIENCE)["client_assertion"].split(".")[1]
    assert json.loads(decoded(claims))["iss"] == CLIENT
    assert "PRIVATE" not in repr(options) + repr(credential)


def test_what_is_no_key_with_its_certificate_is_refused_without_being_shown() -> None:
    key, certificate = made()
    _, other = made(1)
    curve = ec.generate_private_key(ec.SECP256R1())
    wrong = [
        "", key_pem(key), certificate_pem(certificate), key_pem(key) + certificate_pem(other),
        key_pem(key, b"word") + certificate_pem(certificate), key_pem(curve) + certificate_pem(certificate),
        key_pem(key) + "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "ñ" * 100,
    ]  # fmt: skip
    for text in wrong:
        with pytest.raises(ConfigurationError) as caught:
            Certificate(text, CLIENT)
        assert "BEGIN" not in caught.value.message + caught.value.hint
