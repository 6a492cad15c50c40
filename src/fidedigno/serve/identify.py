"""Who asks: the one dependency of every endpoint that answers for a person."""

from __future__ import annotations

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from fidedigno.errors import IdentityError
from fidedigno.model import Identity
from fidedigno.serve.bearer import bearer_of
from fidedigno.serve.oidc import TokenVerifier
from fidedigno.workspace import Fidedigno


async def identity_of_request(request: Request) -> Identity:
    """The identity that the bearer token of a request proves, worked out for this request.

    Nothing else of the request says who asks: no header of a proxy, no parameter, no body.

    Raises:
        IdentityError: if there is no token, or it does not hold.
        BusyError: if the issuer's keys cannot be read now.
        NotAvailableError: if the directory cannot be read.
    """
    token = bearer_of(request.headers.raw)
    if token is None:
        raise IdentityError("who asks could not be established")
    verifier: TokenVerifier = request.app.state.verifier
    workspace: Fidedigno = request.app.state.workspace
    claims, settings = await verifier.verify(token)
    return await run_in_threadpool(workspace.identity_of_claims, claims, settings.rules)
