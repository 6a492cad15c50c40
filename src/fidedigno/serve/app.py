"""The application: which routers, behind which guard, over which workspace."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx
from fastapi import APIRouter, FastAPI

from fidedigno.serve import ask, failures, pages
from fidedigno.serve.guard import Guard
from fidedigno.serve.oidc import TokenVerifier
from fidedigno.serve.scim import routes as scim
from fidedigno.serve.settings import ServeSettings
from fidedigno.version import __version__
from fidedigno.workspace import Fidedigno

BODY_BYTES = 262_144
"""Longest body of a request."""
SCIM_BODY_BYTES = 33_554_432
"""Longest body under ``/scim/``: a group with a hundred thousand members, written anew."""


def create_app(
    workspace: Fidedigno, settings: ServeSettings | None = None, routers: Sequence[APIRouter] = ()
) -> FastAPI:
    """The application over an open workspace, which stays the caller's to close.

    Args:
        workspace: what is served.
        settings: whom to believe; without them every request is refused.
        routers: others to mount beside those of this room.
    """
    chosen = settings or ServeSettings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with httpx.AsyncClient(follow_redirects=False) as client:
            app.state.verifier = TokenVerifier(chosen.oidc, client)
            yield

    app = FastAPI(
        title="Fidedigno",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.workspace = workspace
    failures.install(app)
    app.include_router(ask.router())
    app.include_router(pages.router())
    app.include_router(scim.router(workspace, chosen.scim, chosen.address))
    for router in routers:
        app.include_router(router)
    app.add_middleware(Guard, limit=BODY_BYTES, limits={"/scim/": SCIM_BODY_BYTES})
    return app
