import traceback
from collections.abc import AsyncIterator

import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.gdrive.options import ServiceAccount
from fidedigno.sources.gdrive.tokens import READ_DIRECTORY, READ_FILES, SEE_FILES, Delegation, NoToken
from fidedigno.sources.http import RestClient
from tests.fakes.gdrive import Workspace, sign
from tests.sources.gdrive.conftest import BOT, FAST, Clock


@pytest.fixture
async def delegation(workspace: Workspace, clock: Clock) -> AsyncIterator[Delegation]:
    async with RestClient("gdrive:corp", workspace.url, NoToken(), limits=FAST, sleep=clock.sleep) as client:
        yield Delegation("gdrive:corp", ServiceAccount(BOT), sign, client, "/token", clock.now)


async def ask(delegation: Delegation, subject: str, *, renew: bool = False) -> str:
    with delegation.acting(subject, READ_FILES):
        return (await delegation.headers(renew=renew))["Authorization"]


async def test_a_token_is_kept_for_its_person_and_rights(
    workspace: Workspace, delegation: Delegation
) -> None:
    first = await ask(delegation, "ana@corp.example")
    assert await ask(delegation, "ana@corp.example") == first
    assert await ask(delegation, "luis@corp.example") != first
    with delegation.acting("ana@corp.example", SEE_FILES):
        assert (await delegation.headers(renew=False))["Authorization"] != first
    assert [each["sub"][:3] for each in workspace.claims] == ["ana", "lui", "ana"]


async def test_a_token_is_renewed_before_its_end_and_when_it_was_refused(
    workspace: Workspace, delegation: Delegation, clock: Clock
) -> None:
    workspace.lifetime = 600
    first = await ask(delegation, "ana@corp.example")
    clock.later(seconds=530)
    assert await ask(delegation, "ana@corp.example") == first
    clock.later(seconds=15)
    second = await ask(delegation, "ana@corp.example")
    assert second != first
    assert await ask(delegation, "ana@corp.example", renew=True) != second


async def test_no_more_rights_are_asked_for_than_to_read() -> None:
    assert all(each.endswith(".readonly") for each in (*READ_FILES, *READ_DIRECTORY, *SEE_FILES))


async def test_whoever_acts_inside_is_followed_by_whoever_acted_before(delegation: Delegation) -> None:
    with delegation.acting("ana@corp.example", READ_FILES):
        own = await delegation.headers(renew=False)
        with delegation.acting("luis@corp.example", READ_FILES):
            assert await delegation.headers(renew=False) != own
        assert await delegation.headers(renew=False) == own
    with pytest.raises(SourceError) as raised:
        await delegation.headers(renew=False)
    assert raised.value.kind is SourceErrorKind.SIGNED_OUT


@pytest.mark.parametrize(
    "body",
    [
        {"error": "invalid_grant"},
        [],
        {"access_token": "", "expires_in": 9},
        {"access_token": "x"},
        {"access_token": "x", "expires_in": -1},
        b"<html>",
    ],
)
@pytest.mark.parametrize("status", [200, 400, 401, 403])
async def test_no_token_signs_out_and_tells_nothing(
    workspace: Workspace, delegation: Delegation, status: int, body: object
) -> None:
    workspace.fail("/token", status, body=body)
    with pytest.raises(SourceError) as raised:
        await ask(delegation, "ana@corp.example")
    assert raised.value.kind is SourceErrorKind.SIGNED_OUT
    shown = "".join(traceback.format_exception(raised.value)).replace('"ana@corp.example"', "")
    assert "corp.example" not in shown
    assert workspace.url not in shown


async def test_a_failure_that_passes_is_one(workspace: Workspace, delegation: Delegation) -> None:
    workspace.fail("/token", 503)
    with pytest.raises(SourceError) as raised:
        await ask(delegation, "ana@corp.example")
    assert raised.value.kind is SourceErrorKind.TEMPORARY


async def test_a_token_is_not_shown(delegation: Delegation) -> None:
    token = await ask(delegation, "ana@corp.example")
    assert token.partition(" ")[2] not in repr(delegation) + repr(delegation._tokens)


async def test_a_signer_that_fails_signs_out_and_its_words_are_not_told(
    workspace: Workspace, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(data: bytes) -> bytes:
        raise OSError("vault " + "password")

    async with RestClient("gdrive:corp", workspace.url, NoToken(), limits=FAST) as client:
        delegation = Delegation("gdrive:corp", ServiceAccount(BOT), broken, client, "/token", clock.now)
        with pytest.raises(SourceError) as raised:
            await ask(delegation, "ana@corp.example")
    assert raised.value.kind is SourceErrorKind.SIGNED_OUT
    assert "vault " + "password" not in caplog.text + "".join(traceback.format_exception(raised.value))
