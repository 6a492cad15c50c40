"""Every error has one shape, and tells a caller no more than a caller may know."""

import httpx
import pytest
from fastapi import FastAPI

from fidedigno.errors import (
    BusyError,
    ConfigurationError,
    EmbedderMismatchError,
    FidedignoError,
    IdentityError,
    NotAvailableError,
    QuestionError,
    UsageError,
    WorkspaceError,
)
from fidedigno.serve import failures

CASES = [
    (IdentityError("who asks could not be established", "hint"), 401, "who asks could not be established"),
    (NotAvailableError("not available", "hint"), 404, "not available"),
    (QuestionError("the question is empty", "hint"), 422, "the question is empty"),
    (UsageError("there is no user 'ana'", "hint"), 422, "the request is not of the form that is asked for"),
    (BusyError("busy", "hint"), 503, "busy"),
    (WorkspaceError("there is none at /srv/secret", "hint"), 500, "this cannot be answered now"),
    (ConfigurationError("/srv/secret: wrong", "hint"), 500, "this cannot be answered now"),
    (EmbedderMismatchError("other", "hint"), 500, "this cannot be answered now"),
]


@pytest.mark.parametrize(("error", "status", "message"), CASES, ids=lambda case: type(case).__name__)
async def test_an_error_of_ours_has_its_status_and_no_hint(
    error: FidedignoError, status: int, message: str
) -> None:
    app = FastAPI()
    failures.install(app)

    @app.get("/")
    async def fail() -> None:
        raise error

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://server") as client:
        got = await client.get("/")
        nowhere = await client.get("/nowhere")
    assert got.status_code == status
    assert got.json()["error"]["message"] == message
    assert set(got.json()) == {"error"}
    assert set(got.json()["error"]) == {"code", "message"}
    assert ("www-authenticate" in got.headers) is (status == 401)
    assert (nowhere.status_code, nowhere.json()) == (
        404,
        {"error": {"code": "FID500", "message": "not available"}},
    )
