import base64
import builtins
import json
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.gdrive.options import ServiceAccount
from fidedigno.sources.gdrive.signing import assertion, rsa_signer
from tests.fakes.gdrive import NOW, Workspace
from tests.fakes.gdrive import sign as fake_sign
from tests.sources.gdrive.conftest import BOT


def part(text: str) -> Any:
    return json.loads(base64.urlsafe_b64decode(text + "=="))


async def test_the_request_names_the_account_the_person_the_rights_and_an_hour() -> None:
    account = ServiceAccount(BOT, "key-1")
    signed = await assertion(
        account, "ana@corp.example", ("a", "b"), "https://t.example/token", NOW, fake_sign
    )
    header, claims, _ = signed.split(".")
    assert part(header) == {"alg": "RS256", "typ": "JWT", "kid": "key-1"}
    assert part(claims) == {
        "iss": BOT,
        "sub": "ana@corp.example",
        "scope": "a b",
        "aud": "https://t.example/token",
        "iat": int(NOW.timestamp()),
        "exp": int(NOW.timestamp()) + 3600,
    }
    assert "=" not in signed


async def test_a_signature_of_the_key_is_one_that_its_public_half_confirms() -> None:
    pytest.importorskip("cryptography", reason="signing with a key of RSA needs it")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    from fidedigno.sources.gdrive import GoogleDrive, GoogleDriveOptions

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain).decode()

    def verify(data: bytes, signature: bytes) -> bool:
        try:
            key.public_key().verify(signature, data, padding.PKCS1v15(), hashes.SHA256())
        except InvalidSignature:
            return False
        return True

    with Workspace(verify) as workspace:
        workspace.add_user("100", "admin@corp.example", isAdmin=True)
        options = GoogleDriveOptions(
            "corp",
            ServiceAccount(BOT, "key-1", SecretStr(pem)),
            "admin@corp.example",
            users=None,
            drive_url=workspace.url,
            admin_url=workspace.url,
            token_url=workspace.url + "/token",
        )
        connector = GoogleDrive(options)
        assert [each.name for each in (await connector.people()).users] == ["admin@corp.example"]
        await connector.close()
    assert not verify(b"other", await rsa_signer(SecretStr(pem))(b"data"))


def test_a_key_that_is_none_or_not_of_rsa_is_refused_without_showing_it() -> None:
    pytest.importorskip("cryptography", reason="signing with a key of RSA needs it")
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519

    plain = serialization.NoEncryption()
    other = ed25519.Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain
    )
    for key in (None, SecretStr(""), SecretStr("hidden-key"), SecretStr(other.decode())):
        with pytest.raises(ConfigurationError) as raised:
            rsa_signer(key)
        assert "hidden-key" not in str(raised.value)
        assert raised.value.hint


def test_where_the_library_is_missing_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ConfigurationError, match="cryptography"):
        rsa_signer(SecretStr("key"))
