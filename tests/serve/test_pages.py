"""``GET /v1/evidence/ID/page`` shows a page to whom the token proves, and refuses everything else alike."""

import io
from pathlib import Path

import httpx
import pytest
from PIL import Image

from fidedigno import Fidedigno
from fidedigno.access.content import UserEntry
from tests.fakes.issuer import FakeIssuer
from tests.fakes.pages import pdf_of
from tests.fakes.seeing import CLOSED, OPEN, corpus
from tests.serve.conftest import Serve


@pytest.fixture
def library(tmp_path: Path, workspace: Fidedigno) -> Fidedigno:
    workspace.directory.put_user(UserEntry("ana", "ana"))
    workspace.ingest(
        corpus(tmp_path, "open", {"informe.pdf": pdf_of(OPEN)}),
        corpus(
            tmp_path, "closed", {"nomina.pdf": pdf_of(CLOSED)}, audience="internal", sensitivity="internal",
            acl="[user:ana]",
        ),
    )  # fmt: skip
    return workspace


@pytest.fixture
def client(library: Fidedigno, serve: Serve, issuer: FakeIssuer) -> httpx.Client:
    found = serve()
    found.headers["Authorization"] = f"Bearer {issuer.token()}"
    return found


def id_of(library: Fidedigno, words: str, user: str | None) -> str:
    return library.search(words, as_user=user)[0].evidence.id


def test_a_page_comes_as_a_picture_that_nobody_keeps(library: Fidedigno, client: httpx.Client) -> None:
    address = f"/v1/evidence/{id_of(library, 'matrícula', None)}/page"
    cut, whole = client.get(address), client.get(address, params={"whole": "true"})
    assert cut.status_code == whole.status_code == 200
    assert cut.headers["content-type"] == "image/png"
    assert cut.headers["cache-control"] == "private, no-store"
    heights = [Image.open(io.BytesIO(each.content)).height for each in (cut, whole)]
    assert heights[0] < heights[1]


def test_what_is_withheld_is_answered_like_what_does_not_exist(
    library: Fidedigno, client: httpx.Client
) -> None:
    withheld = client.get(f"/v1/evidence/{id_of(library, 'nómina', 'ana')}/page")
    answers = [withheld, *(client.get(f"/v1/evidence/{each}/page") for each in ("ff00000", "zz", "1:2", "0"))]
    assert {each.status_code for each in answers} == {404}
    assert {each.content for each in answers} == {b'{"error":{"code":"FID500","message":"not available"}}'}
    assert len({tuple(sorted(each.headers.keys())) for each in answers}) == 1


def test_without_a_token_nothing_is_shown(library: Fidedigno, client: httpx.Client) -> None:
    address = f"/v1/evidence/{id_of(library, 'matrícula', None)}/page"
    del client.headers["Authorization"]
    assert client.get(address).status_code == 401
    assert client.get("/v1/evidence/ff/page").status_code == 401


def test_an_id_that_is_too_long_is_refused(client: httpx.Client) -> None:
    assert client.get(f"/v1/evidence/{'f' * 65}/page").status_code == 422
