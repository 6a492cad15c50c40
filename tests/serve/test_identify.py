"""From a login at a provider of others to an answer, over real connections."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from fidedigno import Fidedigno
from fidedigno.access.links import Link
from fidedigno.serve.identify import identity_of_request
from tests.fakes.issuer import FakeIssuer
from tests.fakes.oidc_provider import login, oidc_provider
from tests.serve.conftest import Serve

QUESTION = {"question": "¿Cuándo se entrega la práctica de redes?"}
DIRECTORY = """
users:
  - {name: ana, email: ana@campus.example}
  - {name: luis, email: luis@campus.example}
groups:
  - {name: teachers, members: [user:luis]}
"""


@pytest.fixture
def campus(workspace: Fidedigno, make_corpus, tmp_path) -> Fidedigno:
    (tmp_path / "directory.yaml").write_text(DIRECTORY, encoding="utf-8")
    workspace.load_directory(tmp_path / "directory.yaml")
    guide = "# Guía\n\n## Entregas\n\nLa práctica de redes se entrega el 12 de octubre a las 23:59.\n"
    workspace.ingest(
        make_corpus({"guia.md": guide}, name="curso", acl="[group:teachers, group:oidc:corp:staff]")
    )
    return workspace


def told(client: httpx.Client, token: str) -> bool:
    """Whether somebody with this token is told the date."""
    got = client.post("/v1/ask", json=QUESTION, headers={"Authorization": f"Bearer {token}"})
    assert got.status_code == 200, got.text
    return "12 de octubre" in json.dumps(got.json(), ensure_ascii=False)


def test_a_login_at_a_provider_of_others_opens_what_the_person_may_read(
    campus: Fidedigno, serve: Serve
) -> None:
    with oidc_provider() as provider:
        verified = {"email": "luis@campus.example", "email_verified": True}
        given = login(provider, "l-1", verified, "n")
        client = serve(oidc={"issuer": given["issuer"]})
        assert told(client, given["id_token"])
        for subject, claims in (
            ("a-1", {"email": "ana@campus.example", "email_verified": True}),
            ("l-2", {"email": "luis@campus.example", "email_verified": "true"}),
            ("l-3", {"email": "luis@campus.example", "email_verified": False}),
            ("l-4", {"email": "luis+x@campus.example", "email_verified": True}),
            ("l-5", {"email": "luıs@campus.example", "email_verified": True}),
        ):
            assert not told(client, login(provider, subject, claims, "n")["id_token"])
        campus.links.put(Link(given["issuer"], "a-1", "luis"))
        assert told(client, login(provider, "a-1", {}, "n")["id_token"])
        assert not told(client, given["id_token"]), "the map says who luis is there"


def test_groups_of_a_token_open_what_is_granted_to_them_by_their_prefix(
    campus: Fidedigno, serve: Serve, issuer: FakeIssuer
) -> None:
    client = serve(oidc={"groups_claim": "groups"})
    ana = {"email": "ana@campus.example", "email_verified": True}
    assert told(client, issuer.token(**ana, groups=["staff"]))
    for groups in (["teachers"], ["oidc:corp:staff"], ["group:teachers"], "staff", None, []):
        assert not told(client, issuer.token(**ana, groups=groups))
    assert not told(client, issuer.token(groups=["staff"])), "nobody holds no group"


def test_somebody_unlinked_reads_the_public_or_nothing_as_the_settings_say(
    campus: Fidedigno, serve: Serve, issuer: FakeIssuer, make_corpus
) -> None:
    campus.ingest(make_corpus({"h.md": "# Horario\n\nLa biblioteca abre a las ocho.\n"}, name="horario"))
    question = {"question": "¿A qué hora abre la biblioteca?"}
    headers = {"Authorization": f"Bearer {issuer.token()}"}
    public, nothing = serve(), serve(oidc={"unlinked": "nothing"})
    assert public.post("/v1/ask", json=question, headers=headers).json()["decision"] == "answer"
    assert nothing.post("/v1/ask", json=question, headers=headers).json()["decision"] == "abstain"


def test_two_people_at_the_same_time_are_never_taken_for_one_another(
    campus: Fidedigno, serve: Serve, issuer: FakeIssuer
) -> None:
    client = serve()
    tokens = {
        name: issuer.token(sub=name, email=f"{name}@campus.example", email_verified=True)
        for name in ("ana", "luis")
    }
    told(client, tokens["luis"])
    start = threading.Barrier(4)

    def ask(name: str) -> list[bool]:
        start.wait(20)
        return [told(client, tokens[name]) for _ in range(4)]

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(ask, ["ana", "luis", "ana", "luis"]))
    assert answers == [[name == "luis"] * 4 for name in ("ana", "luis", "ana", "luis")]


def test_the_dependency_is_the_one_that_other_endpoints_use() -> None:
    from fidedigno.serve import ask

    routes = {route.path: route for route in ask.router().routes}
    asked = routes["/v1/ask"].dependant.dependencies  # type: ignore[attr-defined]
    assert [each.call for each in asked] == [identity_of_request]
