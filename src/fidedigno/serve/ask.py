"""``POST /v1/ask``: a question of the person whom the token proves, answered by the response contract."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from fidedigno.deliver import answer_as_dict
from fidedigno.model import Identity
from fidedigno.serve.identify import identity_of_request
from fidedigno.workspace import Fidedigno


class Asked(BaseModel):
    """What may be said in the body. Anything else is refused, above all who one would like to be."""

    model_config = ConfigDict(extra="forbid", strict=True)

    question: str
    language: Literal["es", "en"] | None = None
    corpora: list[Annotated[str, Field(max_length=320)]] = Field(default_factory=list, max_length=1_000)


def router() -> APIRouter:
    """The endpoint."""
    routes = APIRouter()

    @routes.post("/v1/ask")
    async def ask(
        request: Request, identity: Annotated[Identity, Depends(identity_of_request)], asked: Asked
    ) -> dict[str, Any]:
        workspace: Fidedigno = request.app.state.workspace
        answer = await run_in_threadpool(
            workspace.ask_as, identity, asked.question, corpora=asked.corpora, language=asked.language
        )
        return answer_as_dict(answer)

    return routes
