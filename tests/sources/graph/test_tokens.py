from collections.abc import Callable
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph import ClientAssertion, ClientSecret
from fidedigno.sources.graph.tokens import NoToken, Tokens
from tests.fakes.graph import GraphServer
from tests.sources.graph.conftest import Clock, Options, Rest

TokensOf = Callable[..., Tokens]


@pytest.fixture
def tokens(server: GraphServer, options: Options, clock: Clock, rest: Rest) -> TokensOf:
    def made(**more: Any) -> Tokens:
        return Tokens(rest(server.url), options(**more), "scope", clock.now)

    return made


async def test_a_token_is_kept_until_shortly_before_its_end(
    server: GraphServer, tokens: TokensOf, clock: Clock
) -> None:
    made = tokens()
    first = await made.headers(renew=False)
    clock.forward(seconds=3400)
    assert await made.headers(renew=False) == first
    clock.forward(seconds=100)
    assert await made.headers(renew=False) != first


async def test_a_refused_token_is_asked_for_anew(server: GraphServer, tokens: TokensOf) -> None:
    made = tokens()
    assert await made.headers(renew=False) != await made.headers(renew=True)


async def test_a_certificate_signs_for_the_address_of_the_service(
    server: GraphServer, tokens: TokensOf, clock: Clock
) -> None:
    audiences: list[str] = []

    def sign(audience: str) -> str:
        audiences.append(audience)
        return "signed"

    await tokens(credential=ClientAssertion(sign)).headers(renew=False)
    assert audiences == [server.url + server.asked[0].path]
    assert server.asked[0].form()["client_assertion"] == "signed"


async def test_a_wrong_secret_is_signed_out(server: GraphServer, tokens: TokensOf) -> None:
    made = tokens(credential=ClientSecret(SecretStr("wrong")))
    with pytest.raises(SourceError) as raised:
        await made.headers(renew=False)
    assert raised.value.kind is SourceErrorKind.SIGNED_OUT
    assert "wrong" not in str(raised.value)


async def test_a_service_that_is_down_is_not_signed_out(
    server: GraphServer, tokens: TokensOf, clock: Clock
) -> None:
    server.fail("oauth2", 503)
    with pytest.raises(SourceError) as raised:
        await tokens().headers(renew=False)
    assert raised.value.kind is SourceErrorKind.TEMPORARY


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"access_token": "", "expires_in": 1},
        {"access_token": "a\r\nX: y", "expires_in": 100},
        {"access_token": "a", "expires_in": -1},
        {"access_token": 5, "expires_in": 100},
        [],
    ],
)
async def test_an_answer_that_is_no_token_is_none(
    server: GraphServer, tokens: TokensOf, clock: Clock, answer: object
) -> None:
    server.fail("oauth2", 200, body=answer)
    with pytest.raises(SourceError) as raised:
        await tokens().headers(renew=False)
    assert raised.value.kind is SourceErrorKind.SHAPE


async def test_no_token_is_no_header() -> None:
    assert await NoToken().headers(renew=True) == {}
