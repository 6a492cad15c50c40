"""Keys are read when needed, again when they are old or an id is new, and never at an attacker's will."""

import asyncio

import httpx
import pytest
from joserfc.jwk import RSAKey

from fidedigno.serve.issuer_keys import (
    FRESH_SECONDS,
    PAUSE_SECONDS,
    USABLE_SECONDS,
    IssuerKeys,
    IssuerUnavailableError,
)
from tests.fakes.issuer import FakeIssuer


class Time:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def client():
    async with httpx.AsyncClient(trust_env=False) as opened:
        yield opened


@pytest.fixture
def moment() -> Time:
    return Time()


@pytest.fixture
def keys(issuer: FakeIssuer, client: httpx.AsyncClient, moment: Time) -> IssuerKeys:
    return IssuerKeys(issuer.address, client, moment)


def key(kid: str | None, bits: int = 2048, **said: str) -> dict[str, object]:
    return RSAKey.generate_key(bits, ({"kid": kid} if kid else {}) | said).as_dict(private=False)


async def test_keys_are_read_once_and_again_when_they_are_old(keys, issuer: FakeIssuer, moment: Time) -> None:
    for _ in range(5):
        assert len(await keys.candidates("RS256", "one")) == 1
    assert issuer.key_readings == 1
    moment.now += FRESH_SECONDS + 1
    await keys.algorithms()
    assert issuer.key_readings == 2


async def test_a_new_key_is_found_at_once_and_an_unknown_one_asked_for_rarely(keys, issuer, moment) -> None:
    assert await keys.candidates("RS256", "one")
    issuer.keys.append(key("two"))
    moment.now += PAUSE_SECONDS + 1
    assert await keys.candidates("RS256", "two")
    for n in range(50):
        assert await keys.candidates("RS256", f"invented-{n}") == ()
    assert issuer.key_readings == 2
    moment.now += PAUSE_SECONDS + 1
    assert await keys.candidates("RS256", "invented") == ()
    assert issuer.key_readings == 3


async def test_a_key_that_the_issuer_withdrew_is_not_believed_after_the_next_reading(
    keys, issuer, moment
) -> None:
    assert await keys.candidates("RS256", "one")
    issuer.keys = [key("two")]
    moment.now += FRESH_SECONDS + 1
    assert await keys.candidates("RS256", "one") == ()


async def test_an_issuer_that_is_away_is_believed_for_a_while_and_then_no_more(keys, issuer, moment) -> None:
    assert await keys.candidates("RS256", "one")
    issuer.status = 503
    moment.now += FRESH_SECONDS + 1
    assert await keys.candidates("RS256", "one")
    moment.now += USABLE_SECONDS
    with pytest.raises(IssuerUnavailableError):
        await keys.candidates("RS256", "one")
    with pytest.raises(IssuerUnavailableError):
        await keys.algorithms()
    issuer.status = 200
    moment.now += PAUSE_SECONDS + 1
    assert await keys.candidates("RS256", "one")


@pytest.mark.parametrize(
    "discovery",
    [
        {"issuer": "https://elsewhere.example"},
        {"jwks_uri": "http://elsewhere.example/keys"},
        {"jwks_uri": "file:///etc/passwd"},
        {"jwks_uri": 7},
        {"jwks_uri": None},
        {"id_token_signing_alg_values_supported": "RS256"},
    ],
    ids=str,
)
async def test_a_discovery_document_that_is_not_the_issuers_own_gives_no_key(keys, issuer, discovery) -> None:
    issuer.discovery = discovery
    with pytest.raises(IssuerUnavailableError):
        await keys.candidates("RS256", "one")


async def test_a_key_that_could_not_have_signed_is_no_candidate(keys, issuer: FakeIssuer) -> None:
    private = RSAKey.generate_key(2048, {"kid": "private"}).as_dict(private=True)
    issuer.keys = [
        key("encrypts", use="enc"),
        key("other", alg="PS256"),
        {"kty": "oct", "kid": "secret", "k": "a2tra2tra2s"},
        {"kty": "RSA", "kid": "broken", "n": "!", "e": 7},
        {"kty": ["RSA"], "kid": "odd"},
        "nothing",
        private,
    ]
    for kid in ("encrypts", "other", "secret", "broken", "odd", "private"):
        assert await keys.candidates("RS256", kid) == (), kid
    assert len(await keys.candidates("PS256", "other")) == 1
    assert await keys.candidates("ES256", "other") == ()


async def test_without_an_id_only_one_fitting_key_is_a_candidate(
    keys, issuer: FakeIssuer, moment: Time
) -> None:
    assert len(await keys.candidates("RS256", None)) == 1
    issuer.keys.append(key(None))
    moment.now += FRESH_SECONDS + 1
    assert await keys.candidates("RS256", None) == ()


async def test_only_asymmetric_algorithms_are_taken_from_what_is_announced(keys, issuer: FakeIssuer) -> None:
    issuer.algorithms = ["none", "HS256", "RS256", 7, "EdDSA"]
    assert await keys.algorithms() == {"RS256", "EdDSA"}


async def test_an_issuer_that_never_finishes_its_answer_is_given_up(keys, issuer, monkeypatch) -> None:
    monkeypatch.setattr("fidedigno.serve.issuer_keys._WAIT_SECONDS", 0.1)
    issuer.finishing.clear()
    with pytest.raises(IssuerUnavailableError):
        await keys.candidates("RS256", "one")


async def test_an_answer_that_is_too_large_or_no_object_gives_no_key(keys, issuer, moment: Time) -> None:
    for discovery in ({"padding": "x" * 1_100_000}, []):
        issuer.discovery = discovery
        with pytest.raises(IssuerUnavailableError):
            await keys.algorithms()
        moment.now += PAUSE_SECONDS + 1


async def test_keys_that_are_still_believed_are_not_waited_for_while_another_request_reads(
    keys, issuer: FakeIssuer, moment: Time
) -> None:
    assert await keys.candidates("RS256", "one")
    issuer.finishing.clear()
    moment.now += FRESH_SECONDS + 1
    reading = asyncio.create_task(keys.algorithms())
    await asyncio.sleep(0)
    assert await keys.candidates("RS256", "one")
    assert not reading.done()
    issuer.finishing.set()
    await reading
    assert issuer.key_readings == 2
