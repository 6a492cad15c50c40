import gzip
import json
import logging
from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from fidedigno.verify.integrations.exchange import Exchange, Keys
from fidedigno.verify.integrations.fastapi import VerificationMiddleware
from fidedigno.verify.passage import Passage
from tests.fakes.verifier import FakeScore, FakeVerifier

PASSAGES = ["The deadline is 14 days."]
GOOD, BAD, UNKNOWN = "The deadline is 14 days.", "The deadline is 30 days.", "Penguins fly south."


def body(answer: str) -> dict[str, object]:
    return {"question": "When?", "passages": PASSAGES, "answer": answer, "kept": {"n": 1}}


class Broken(FakeVerifier):
    async def ainspect(self, *_):
        raise RuntimeError("a secret text")


def site(answer: Callable[[], Response], verifier: FakeVerifier | None = None, **options) -> FastAPI:
    app = FastAPI()
    app.add_middleware(
        VerificationMiddleware, verifier=verifier or FakeVerifier(), paths=["/ask", "/v1/*"],
        score=FakeScore.compute, **options,
    )  # fmt: skip
    for path in ("/ask", "/v1/chat", "/other"):
        app.add_api_route(path, answer, methods=["GET", "HEAD"], response_model=None)
    return app


async def get(app: FastAPI, path: str = "/ask", method: str = "GET", **headers: str) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
        return await client.request(method, path, headers=headers)


async def test_an_answer_that_stands_goes_through_byte_for_byte_with_its_risk() -> None:
    written = json.dumps(body(GOOD), indent=3)
    found = await get(site(lambda: Response(written, media_type="application/json", headers={"etag": "7"})))
    assert (found.status_code, found.text, found.headers["etag"]) == (200, written, "7")
    told = {name: found.headers[f"x-fidedigno-{name}"] for name in ("risk", "routing", "score", "healed")}
    assert told == {"risk": "low", "routing": "accept", "score": "1.000", "healed": "no"}


@pytest.mark.parametrize("path", ["/ask", "/v1/chat"])
async def test_one_that_does_not_is_kept_back_with_an_error(path: str) -> None:
    found = await get(site(lambda: JSONResponse(body(BAD))), path)
    assert found.status_code == 422
    assert found.headers["x-fidedigno-risk"] == "critical"
    error = found.json()["error"]
    assert (error["code"], "number_differs" in error["message"]) == ("FID600", True)
    assert "30" not in found.text


async def test_marked_it_goes_through_and_its_headers_say_so() -> None:
    found = await get(site(lambda: JSONResponse(body(BAD)), on_finding="mark"))
    assert found.json() == body(BAD)
    assert (found.headers["x-fidedigno-risk"], found.headers["x-fidedigno-routing"]) == (
        "critical",
        "fallback",
    )


async def test_healed_the_answer_is_replaced_and_nothing_else() -> None:
    found = await get(
        site(lambda: JSONResponse(body(BAD), headers={"etag": "7", "x-own": "1"}), on_finding="heal")
    )
    assert found.json() == body(GOOD)
    assert found.headers["x-fidedigno-healed"] == "yes"
    assert found.headers["x-own"] == "1"
    assert "etag" not in found.headers, "it was that of the other body"
    assert (await get(site(lambda: JSONResponse(body(UNKNOWN)), on_finding="heal"))).status_code == 422


@pytest.mark.parametrize(
    "answer",
    [
        lambda: PlainTextResponse(BAD),
        lambda: JSONResponse(body(BAD), status_code=404),
        lambda: StreamingResponse(iter([f"data: {BAD}\n\n"]), media_type="text/event-stream"),
        lambda: StreamingResponse(iter(["{}\n", "{}\n"]), media_type="application/x-ndjson"),
        lambda: JSONResponse({"status": "ready"}),
    ],
)
async def test_other_answers_pass_untouched(answer: Callable[[], Response]) -> None:
    plain, found = await get(site(answer), "/other"), await get(site(answer))
    assert (found.status_code, found.content, found.headers) == (
        plain.status_code,
        plain.content,
        plain.headers,
    )


async def test_other_routes_and_methods_pass_untouched() -> None:
    verifier = FakeVerifier()
    app = site(lambda: JSONResponse(body(BAD)), verifier)
    assert (await get(app, "/other")).json() == body(BAD)
    assert (await get(app, method="HEAD")).status_code == 200
    assert verifier.asked == []


UNCHECKABLE = {
    "too large": (lambda: JSONResponse(body("x " * 5_000)), {}),
    "too large in pieces": (
        lambda: StreamingResponse(iter([b"[" + b" " * 2_000] * 4), media_type="application/json"), {},
    ),
    "compressed": (
        lambda: Response(
            gzip.compress(json.dumps(body(GOOD)).encode()), media_type="application/json",
            headers={"content-encoding": "gzip"},
        ), {},
    ),
    "not json": (lambda: Response("{", media_type="application/json"), {}),
    "deep": (lambda: Response("[" * 3_000, media_type="application/json"), {}),
    "other form": (lambda: JSONResponse({"answer": GOOD}), {}),
    "verifier fails": (lambda: JSONResponse(body(GOOD)), {"verifier": Broken()}),
    "extract fails": (lambda: JSONResponse(body(GOOD)), {"extract": lambda value: value["none"]}),
}  # fmt: skip


@pytest.mark.parametrize("case", UNCHECKABLE)
async def test_what_cannot_be_checked_is_kept_back_unless_said_otherwise(
    case: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer, options = UNCHECKABLE[case]
    with caplog.at_level(logging.DEBUG):
        found = await get(site(answer, max_body_bytes=4_000, **options), **{"accept-language": "es-ES"})
        opened = await get(site(answer, max_body_bytes=4_000, fail_open=True, **options))
    assert found.status_code == 503
    assert found.json()["error"]["code"] == "FID601"
    assert "no se pudo comprobar" in found.json()["error"]["message"]
    assert opened.status_code == 200
    assert opened.content == (await get(site(answer), "/other")).content
    assert found.headers["x-fidedigno-verified"] == opened.headers["x-fidedigno-verified"] == "no"
    assert "secret" not in caplog.text
    assert "deadline" not in caplog.text


async def test_other_keys_and_functions_find_the_three() -> None:
    value = {"data": {"said": BAD, "cards": PASSAGES}}
    keys = Keys(answer="data.said", passages=("data.cards",))
    healed = await get(site(lambda: JSONResponse(value), extract=keys, on_finding="heal"))
    assert healed.json() == {"data": {"said": GOOD, "cards": PASSAGES}}

    def extract(found: object) -> Exchange:
        return Exchange("", (Passage(PASSAGES[0]),), str(found))

    assert (await get(site(lambda: JSONResponse(BAD), extract=extract))).status_code == 422
    with pytest.raises(ValueError, match="put back"):
        VerificationMiddleware(FastAPI(), FakeVerifier(), ["/"], extract, on_finding="heal",
                               score=FakeScore.compute)  # fmt: skip


async def test_a_lone_surrogate_does_not_stop_a_healed_answer() -> None:
    written = json.dumps(body(BAD + " \ud800"))
    found = await get(site(lambda: Response(written, media_type="application/json"), on_finding="heal"))
    assert "30" not in found.json()["answer"]


async def test_a_websocket_passes() -> None:
    seen = []

    async def app(scope, receive, send) -> None:
        seen.append(scope["type"])

    await VerificationMiddleware(app, FakeVerifier(), ["/ask"], score=FakeScore.compute)(
        {"type": "websocket", "path": "/ask"}, None, None
    )
    assert seen == ["websocket"]
