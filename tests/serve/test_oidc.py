"""A token holds if its issuer signed it, for us, and it is in force; everything else is refused in one way."""

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from joserfc.jwk import ECKey, OctKey, RSAKey

from fidedigno.errors import BusyError, IdentityError
from fidedigno.serve.oidc import SKEW_SECONDS, TokenVerifier
from fidedigno.serve.settings import IssuerSettings
from tests.fakes.issuer import FakeIssuer
from tests.fakes.oidc_provider import login, oidc_provider

OTHER = RSAKey.generate_key(2048, {"kid": "one"})


def from_now(seconds: float) -> Callable[[], int]:
    return lambda: int(time.time() + seconds)


def verify(settings: IssuerSettings, token: str, nonce: str | None = None) -> dict[str, Any]:
    async def run() -> dict[str, Any]:
        async with httpx.AsyncClient(trust_env=False) as client:
            claims, found = await TokenVerifier([settings], client).verify(token, nonce)
            assert found is settings
            return claims

    return asyncio.run(run())


def refused(settings: IssuerSettings, token: str, nonce: str | None = None) -> None:
    with pytest.raises(IdentityError) as error:
        verify(settings, token, nonce)
    assert error.value.message == "who asks could not be established"


def test_a_token_of_the_issuer_for_us_holds(issuer: FakeIssuer, issuer_settings: IssuerSettings) -> None:
    claims = verify(issuer_settings, issuer.token(email="ana@campus.example"))
    assert (claims["sub"], claims["email"]) == ("subject-1", "ana@campus.example")
    verify(issuer_settings, issuer.token(aud=["fidedigno"]))
    verify(issuer_settings, issuer.token(aud=["other", "fidedigno"], azp="fidedigno"))
    verify(issuer_settings, issuer.token({"typ": "at+jwt"}))
    verify(issuer_settings, issuer.token({"kid": None}))


def unsigned(issuer: FakeIssuer, header: dict[str, Any], key: bytes = b"") -> str:
    """The claims of a good token under another header, signed with a secret or not at all."""
    claims = issuer.token().split(".")[1]
    head = base64.urlsafe_b64encode(json.dumps(header).encode()).rstrip(b"=").decode()
    signature = b""
    if key:
        digest = hmac.new(key, f"{head}.{claims}".encode(), hashlib.sha256).digest()
        signature = base64.urlsafe_b64encode(digest).rstrip(b"=")
    return f"{head}.{claims}.{signature.decode()}"


@pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "nOnE"])
def test_a_token_without_signature_does_not_hold(issuer, issuer_settings, algorithm: str) -> None:
    issuer.algorithms = ["RS256", "none"]
    refused(issuer_settings, unsigned(issuer, {"alg": algorithm, "kid": "one"}))
    refused(issuer_settings, unsigned(issuer, {"alg": algorithm}))


def test_the_public_key_is_not_taken_for_a_secret(
    issuer: FakeIssuer, issuer_settings: IssuerSettings
) -> None:
    issuer.algorithms = ["RS256", "HS256"]
    assert isinstance(issuer.key, RSAKey)
    for secret in (
        issuer.key.as_pem(private=False),
        issuer.key.as_der(private=False),
        json.dumps(issuer.key.as_dict(private=False)).encode(),
    ):
        refused(issuer_settings, unsigned(issuer, {"alg": "HS256", "kid": "one"}, secret))
    issuer.keys = [OctKey.import_key("k" * 32, {"kid": "one"}).as_dict(private=True)]
    refused(issuer_settings, unsigned(issuer, {"alg": "HS256", "kid": "one"}, b"k" * 32))


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": from_now(-SKEW_SECONDS - 5)},
        {"exp": None},
        {"exp": "never"},
        {"exp": True},
        {"exp": 10**400},
        {"nbf": from_now(2 * SKEW_SECONDS)},
        {"nbf": "soon"},
        {"iat": from_now(2 * SKEW_SECONDS)},
        {"iat": None},
        {"aud": "other"},
        {"aud": None},
        {"aud": []},
        {"aud": {"fidedigno": True}},
        {"aud": "fidedigno "},
        {"aud": ["fidedigno", "other"]},
        {"aud": ["fidedigno", "other"], "azp": "other"},
        {"azp": ["fidedigno"]},
        {"azp": {"fidedigno": 1}},
        {"azp": 7},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "s" * 256},
        {"iss": "https://elsewhere.example"},
        {"iss": None},
        {"iss": ["https://elsewhere.example"]},
    ],
    ids="-".join,
)
def test_a_claim_that_is_missing_wrong_or_for_somebody_else_is_refused(
    issuer: FakeIssuer, issuer_settings: IssuerSettings, claims: dict[str, Any]
) -> None:
    # Times are reckoned when the test runs: a suite takes longer than the clocks may differ.
    told = {name: value() if callable(value) else value for name, value in claims.items()}
    refused(issuer_settings, issuer.token(**told))


def test_the_issuer_is_compared_as_it_is_written(issuer: FakeIssuer, issuer_settings: IssuerSettings) -> None:
    for near in (
        issuer.address + "/",
        issuer.address.upper(),
        issuer.address.replace("127.0.0.1", "localhost"),
    ):
        refused(issuer_settings, issuer.token(iss=near))


def test_a_small_difference_of_clocks_is_forgiven(
    issuer: FakeIssuer, issuer_settings: IssuerSettings
) -> None:
    now = int(time.time())
    verify(issuer_settings, issuer.token(exp=now - 20, iat=now + 20, nbf=now + 20))


def test_another_key_under_the_same_id_and_a_changed_claim_are_refused(
    issuer: FakeIssuer, issuer_settings: IssuerSettings
) -> None:
    refused(issuer_settings, issuer.token(key=OTHER))
    head, _, signature = issuer.token().split(".")
    refused(issuer_settings, f"{head}.{issuer.token(sub='owner').split('.')[1]}.{signature}")
    refused(issuer_settings, f"{head}.{issuer.token(sub='owner').split('.')[1]}.")


def test_what_the_header_brings_along_is_not_believed(
    issuer: FakeIssuer, issuer_settings: IssuerSettings
) -> None:
    own = OTHER.as_dict(private=False)
    refused(issuer_settings, issuer.token({"jwk": own}, key=OTHER))
    refused(issuer_settings, issuer.token({"jku": f"{issuer.address}/keys", "kid": "two"}, key=OTHER))
    refused(issuer_settings, issuer.token({"typ": "logout+jwt"}))
    refused(issuer_settings, issuer.token({"typ": "dpop+jwt"}))
    for header in (
        {"alg": "RS256", "kid": "one", "crit": ["exp"]},
        {"alg": ["RS256"]},
        {"alg": "RS256", "kid": 1},
    ):
        refused(issuer_settings, unsigned(issuer, header))


def test_only_an_algorithm_that_issuer_and_settings_name_is_taken(
    issuer: FakeIssuer, issuer_settings: IssuerSettings
) -> None:
    issuer.key = ECKey.generate_key("P-256", {"kid": "ec"})
    issuer.keys.append(issuer.key.as_dict(private=False))
    token = issuer.token({"alg": "ES256", "kid": "ec"})
    assert verify(issuer_settings, token)["sub"] == "subject-1"
    refused(issuer_settings.model_copy(update={"algorithms": frozenset({"RS256"})}), token)
    issuer.algorithms = ["RS256"]
    refused(issuer_settings, token)


def test_a_nonce_that_was_given_must_come_back(issuer: FakeIssuer, issuer_settings: IssuerSettings) -> None:
    assert verify(issuer_settings, issuer.token(nonce="n-1"), "n-1")["nonce"] == "n-1"
    for given in ("n-2", "", None, 1, "ñ"):
        refused(issuer_settings, issuer.token(nonce=given), "n-1")


@pytest.mark.parametrize(
    "token", ["", ".", "..", "a.b.c", "a.b.c.d", "e30.e30.", "bnVsbA.bnVsbA.x", "é.é.é", "W10.W10.x", "x" * 20_000,
              base64.urlsafe_b64encode(b"[" * 9_000).decode() + ".e30.x"]
)  # fmt: skip
def test_a_text_that_is_no_token_is_refused(issuer_settings: IssuerSettings, token: str) -> None:
    refused(issuer_settings, token)


def test_keys_that_cannot_be_read_are_not_a_refusal_of_the_person(
    issuer: FakeIssuer, issuer_settings: IssuerSettings
) -> None:
    token = issuer.token()
    issuer.status = 500
    with pytest.raises(BusyError):
        verify(issuer_settings, token)


def test_the_log_says_why_and_nothing_of_the_token(
    issuer: FakeIssuer, issuer_settings: IssuerSettings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="fidedigno")
    token = issuer.token(aud="other", email="ana@campus.example")
    refused(issuer_settings, token)
    said = [each.getMessage() for each in caplog.records if each.name.startswith("fidedigno")]
    assert said == ["a token was refused (audience)"]


def test_the_whole_code_flow_with_a_provider_of_others_gives_a_token_that_holds() -> None:
    with oidc_provider() as provider:
        said = {"email": "ana@campus.example", "email_verified": True}
        given = login(provider, "ana", said, nonce="n-1")
        token = given["id_token"]
        settings = IssuerSettings(name="mock", issuer=given["issuer"], audience="fidedigno")
        claims = verify(settings, token, "n-1")
        assert claims | said | {"sub": "ana", "nonce": "n-1"} == claims
        refused(settings, token, "n-2")
        refused(settings.model_copy(update={"audience": "another"}), token)
        refused(settings, token[:-8] + ("A" * 8 if token[-8:] != "A" * 8 else "B" * 8))
        refused(settings, given["access_token"])
