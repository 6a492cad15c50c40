"""``GET /v1/evidence/ID/page``: the picture of a cited page, for the person whom the token proves, now."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from fidedigno.model import Identity
from fidedigno.serve.identify import identity_of_request
from fidedigno.workspace import Fidedigno

_HEADERS = {
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def router() -> APIRouter:
    """The endpoint. What may not be seen is answered like what does not exist."""
    routes = APIRouter()

    @routes.get("/v1/evidence/{evidence_id}/page")
    async def page(
        request: Request,
        identity: Annotated[Identity, Depends(identity_of_request)],
        evidence_id: Annotated[str, Path(max_length=64)],
        whole: Annotated[bool, Query()] = False,
    ) -> Response:
        workspace: Fidedigno = request.app.state.workspace
        png = await run_in_threadpool(workspace.page_image_as, identity, evidence_id, whole=whole)
        return Response(png, media_type="image/png", headers=_HEADERS)

    return routes
