"""Administrators may ask why; for everybody else there is one refusal, whatever exists."""

import pytest

from fidedigno import Fidedigno
from fidedigno.access import GroupEntry, UserEntry
from fidedigno.administration import is_administrator
from fidedigno.errors import NotAvailableError
from fidedigno.model import Principal
from tests.conftest import MakeCorpus


@pytest.fixture
def filled(workspace: Fidedigno, make_corpus: MakeCorpus) -> Fidedigno:
    for name in ("ana", "luis", "sofia"):
        workspace.directory.put_user(UserEntry(name, name))
    workspace.directory.put_group(GroupEntry("staff", "staff", frozenset({Principal.user("ana")})))
    workspace.ingest(make_corpus({"a.md": "# Horario\nEl examen es en enero."}, acl='["group:staff"]'))
    return workspace


def refusal(workspace: Fidedigno, who: str, document: str) -> tuple[str, str, str]:
    with pytest.raises(NotAvailableError) as caught:
        workspace.administration(as_user=who).explain("ana", document)
    return caught.value.code, caught.value.message, caught.value.hint


def test_the_owner_administers_until_the_setting_names_others(filled: Fidedigno) -> None:
    assert filled.administration(as_user=filled.settings.owner).explain("ana", "docs/a.md")["readable"]
    named = filled.settings.model_copy(update={"administrators": "user:sofia"})
    owner, sofia = filled.identity("owner"), filled.identity("sofia")
    assert is_administrator(owner, filled.settings)
    assert not is_administrator(owner, named)
    assert is_administrator(sofia, named)
    assert not is_administrator(sofia, filled.settings)


def test_a_disabled_administrator_administers_nothing(filled: Fidedigno) -> None:
    filled.set_enabled("owner", False)
    with pytest.raises(NotAvailableError):
        filled.administration(as_user=filled.settings.owner)


def test_somebody_else_is_told_the_same_of_what_exists_and_of_what_does_not(filled: Fidedigno) -> None:
    told = {refusal(filled, who, at) for who in ("ana", "nobody-known") for at in ("docs/a.md", "none.md")}
    assert told == {("FID500", "not available", "")}


def test_an_explanation_names_the_document_and_the_chain(filled: Fidedigno) -> None:
    found = filled.administration(as_user=filled.settings.owner).explain("ana", "a.md")
    assert (found["document"], found["readable"], found["corpus_closed"]) == ("docs/a.md", True, None)
    assert found["clauses"][0]["met_by"] == [["user:ana", "group:staff"]]
    assert not filled.administration(as_user=filled.settings.owner).explain("luis", "a.md")["readable"]
    assert not filled.administration(as_user=filled.settings.owner).explain(None, "a.md")["readable"]
    assert filled.administration(as_user=filled.settings.owner).who("a.md")["users"] == ["ana"]
    with pytest.raises(NotAvailableError, match="no single document"):
        filled.administration(as_user=filled.settings.owner).who("none.md")
