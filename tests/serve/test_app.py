"""The whole server: who asks is what a token proves, and an account that is switched off retrieves nothing."""

import json

import httpx
import pytest

from fidedigno import Fidedigno
from tests.fakes.issuer import FakeIssuer
from tests.serve.conftest import TOKEN, Serve

ASK = {"question": "¿Cuándo se entrega la práctica de redes?", "language": "es"}
NEUTRAL = "no tengo una fuente"


@pytest.fixture
def campus(workspace: Fidedigno, make_corpus) -> Fidedigno:
    guide = "# Guía\n\n## Entregas\n\nLa práctica de redes se entrega el 12 de octubre a las 23:59.\n"
    workspace.ingest(
        make_corpus({"guia.md": guide}, name="curso", acl="[group:scim:corp:staff]"),
        make_corpus({"a.md": "# Horario\n\nLa biblioteca abre a las ocho.\n"}, name="publico"),
    )
    return workspace


def provision(client: httpx.Client) -> tuple[str, str]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    ana = {
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
        "userName": "ana",
        "emails": [{"value": "ana@campus.example", "type": "work", "primary": True}],
    }
    made = client.post("/scim/v2/Users", json=ana, headers=headers)
    assert made.status_code == 201, made.text
    user = made.json()["id"]
    group = {"displayName": "staff", "members": [{"value": user}]}
    held = client.post("/scim/v2/Groups", json=group, headers=headers)
    assert held.status_code == 201, held.text
    return user, held.json()["id"]


def ask(client: httpx.Client, token: str, body: object = ASK) -> httpx.Response:
    return client.post("/v1/ask", json=body, headers={"Authorization": f"Bearer {token}"})


def said(answer: httpx.Response) -> dict[str, object]:
    """An answer without what is new in each."""
    return {key: value for key, value in answer.json().items() if key not in {"id", "answered_at", "as_of"}}


def test_offboarding_an_account_switched_off_retrieves_nothing_with_a_token_that_still_holds(
    campus: Fidedigno, serve: Serve, issuer: FakeIssuer
) -> None:
    client = serve()
    user, _ = provision(client)
    token = issuer.token(email="ana@campus.example", email_verified=True)
    before = ask(client, token).json()
    assert "12 de octubre" in json.dumps(before, ensure_ascii=False)
    off = {"Operations": [{"op": "Replace", "path": "active", "value": "False"}]}
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert client.patch(f"/scim/v2/Users/{user}", json=off, headers=headers).json()["active"] is False
    after = ask(client, token)
    nothing = ask(client, issuer.token(sub="somebody-else"), {"question": "¿Cuántas lunas tiene Neptuno?"})
    assert after.status_code == nothing.status_code == 200
    assert after.json()["decision"] == nothing.json()["decision"] == "abstain"
    assert said(after) == said(nothing)
    assert "octubre" not in after.text.replace(ASK["question"], "")
    assert client.delete(f"/scim/v2/Users/{user}", headers=headers).status_code == 204
    assert said(ask(client, token)) == said(after)


def test_a_body_that_says_who_asks_is_refused_in_one_way(
    campus: Fidedigno, serve: Serve, issuer: FakeIssuer
) -> None:
    client = serve()
    token = issuer.token()
    forged = [
        {name: value}
        for name in ("user", "as_user", "identity", "groups", "tenant", "email", "at", "context", "enabled")
        for value in ("owner", ["staff"], None)
    ]
    answers = {(r.status_code, r.text) for r in (ask(client, token, ASK | each) for each in forged)}
    answers |= {
        (r.status_code, r.text) for r in (ask(client, token, each) for each in ({}, [], {"question": 7}))
    }
    assert len(answers) == 1
    status, text = answers.pop()
    assert status == 422
    assert json.loads(text) == {
        "error": {"code": "FID100", "message": "the request is not of the form that is asked for"}
    }


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic b3duZXI6eA=="},
        {"Authorization": "Bearer a.b.c"},
        {"Authorization": f"Bearer {TOKEN}"},
        {"X-User": "owner", "X-Forwarded-User": "owner", "Remote-User": "owner"},
    ],
)
def test_without_a_token_that_holds_there_is_no_answer_and_one_wording(serve: Serve, headers) -> None:
    got = serve().post("/v1/ask?as_user=owner", json=ASK, headers=headers)
    assert got.status_code == 401
    assert got.json() == {"error": {"code": "FID501", "message": "who asks could not be established"}}
    assert got.headers["www-authenticate"] == "Bearer"


def test_errors_have_one_shape_and_the_server_says_nothing_of_itself(
    serve: Serve, issuer: FakeIssuer
) -> None:
    client = serve()
    for method, path in [("GET", "/docs"), ("GET", "/openapi.json"), ("GET", "/redoc"), ("GET", "/"),
                         ("GET", "/v1/ask"), ("POST", "/v1/ask/")]:  # fmt: skip
        got = client.request(method, path)
        assert got.status_code in {404, 405}, path
        assert got.json() == {"error": {"code": "FID500", "message": "not available"}}
        assert "server" not in got.headers
    token = issuer.token()
    empty = ask(client, token, {"question": "?!"})
    assert empty.status_code == 422
    assert set(empty.json()["error"]) == {"code", "message"}
    broken = client.post("/v1/ask", content=b'{"question": ' + b"[" * 100_000,
                         headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})  # fmt: skip
    assert broken.status_code in {400, 422}
    assert "Traceback" not in broken.text
    half = client.post(
        "/v1/ask", content=b'{"question": "\\ud800 cuando abre la biblioteca"}',
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})  # fmt: skip
    assert half.status_code < 500
    assert set(half.json()) & {"error", "decision"}
