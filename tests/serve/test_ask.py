"""``POST /v1/ask`` answers by the response contract, within the corpora and in the language asked for."""

import jsonschema
import pytest

from fidedigno import Fidedigno
from fidedigno.deliver import answer_schema
from fidedigno.serve.ask import Asked
from tests.fakes.issuer import FakeIssuer
from tests.serve.conftest import Serve


@pytest.fixture
def library(workspace: Fidedigno, make_corpus) -> Fidedigno:
    workspace.ingest(
        make_corpus({"a.md": "# Horario\n\nLa biblioteca abre a las ocho.\n"}, name="horario"),
        make_corpus({"b.md": "# Comedor\n\nEl comedor cierra a las cuatro.\n"}, name="comedor"),
    )
    return workspace


def test_the_answer_is_that_of_the_python_interface(
    library: Fidedigno, serve: Serve, issuer: FakeIssuer
) -> None:
    client = serve()
    client.headers["Authorization"] = f"Bearer {issuer.token()}"
    question = "¿A qué hora abre la biblioteca?"
    got = client.post("/v1/ask", json={"question": question, "language": "es"}).json()
    jsonschema.validate(got, answer_schema())
    assert got["decision"] == library.ask(question, as_user=None, language="es").decision.value == "answer"


def test_only_the_corpora_that_are_named_are_looked_at_and_unknown_ones_hold_nothing(
    library: Fidedigno, serve: Serve, issuer: FakeIssuer
) -> None:
    client = serve()
    client.headers["Authorization"] = f"Bearer {issuer.token()}"
    question = "¿A qué hora abre la biblioteca?"
    for corpora, decision in (
        (["horario"], "answer"),
        (["comedor"], "abstain"),
        (["none"], "abstain"),
        ([], "answer"),
    ):
        got = client.post("/v1/ask", json={"question": question, "corpora": corpora})
        assert got.json()["decision"] == decision


@pytest.mark.parametrize("name", ["user", "as_user", "groups", "identity", "at", "context"])
def test_the_body_has_no_place_for_who_asks(name: str) -> None:
    with pytest.raises(ValueError, match="Extra inputs"):
        Asked.model_validate({"question": "x", name: "owner"})
