"""Asking an assistant of the workspace: rights and the assistant's scope, both; and the order of the steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from fidedigno import Decision, Fidedigno
from fidedigno.access import UserEntry
from fidedigno.errors import ConfigurationError
from tests.conftest import MakeCorpus

DECLARED = """\
assistants:
  desk: {corpora: [desk], visible_to: ["user:ana", "user:luis"]}
  open: {corpora: [desk, prices], sensitivity: public, visible_to: [anyone]}
"""
ASKED = "¿Cuánto cuesta el bono anual?"


@pytest.fixture
def shop(workspace: Fidedigno, make_corpus: MakeCorpus, tmp_path: Path) -> Fidedigno:
    """Two corpora: prices for everybody, with one internal list; a desk for Ana alone."""
    prices = {
        "tarifas.md": "# Tarifas\n\nEl bono anual cuesta 90 euros.\n",
        "descuentos.md": "---\nsensitivity: internal\n---\n# Descuentos\n\nEl bono anual cuesta 45 euros.\n",
    }
    workspace.ingest(make_corpus(prices, name="prices", sensitivity="public"))
    desk = {"mesa.md": "# Mesa\n\nEl bono anual cuesta 60 euros en la mesa.\n"}
    workspace.ingest(make_corpus(desk, name="desk", acl='["user:ana"]'))
    for name in ("ana", "luis"):
        workspace.directory.put_user(UserEntry(name, name))
    (tmp_path / "assistants.yaml").write_text(DECLARED, encoding="utf-8")
    workspace.load_assistants(tmp_path / "assistants.yaml")
    return workspace


def found(shop: Fidedigno, name: str | None, assistant: str = "", **options: object) -> set[str]:
    candidates = shop.search(ASKED, as_user=name, assistant=assistant, **options)  # type: ignore[arg-type]
    return {each.evidence.locator.uri for each in candidates}


def test_an_assistant_narrows_rights_and_never_adds_one(shop: Fidedigno) -> None:
    everything = {"prices/tarifas.md", "prices/descuentos.md", "desk/mesa.md"}
    assert found(shop, "ana") == everything
    assert found(shop, "ana", "desk") == {"desk/mesa.md"}
    assert found(shop, "luis") == everything - {"desk/mesa.md"}
    assert found(shop, "luis", "desk") == set()


def test_a_document_above_the_sensitivity_of_an_assistant_is_not_found_through_it(shop: Fidedigno) -> None:
    assert found(shop, None, "open") == {"prices/tarifas.md"}
    assert found(shop, "ana", "open") == {"prices/tarifas.md"}


def test_corpora_asked_for_and_those_of_the_assistant_must_both_hold(shop: Fidedigno) -> None:
    assert found(shop, "ana", "desk", corpora=["prices"]) == set()
    assert found(shop, "ana", "open", corpora=["prices"]) == {"prices/tarifas.md"}


def test_an_assistant_for_others_and_one_that_does_not_exist_answer_alike(shop: Fidedigno) -> None:
    answers = [shop.ask(ASKED, as_user="eva", assistant=each) for each in ("desk", "nothing")]
    assert [each.decision for each in answers] == [Decision.ABSTAIN] * 2
    assert answers[0].message == answers[1].message
    assert answers[0].evidence == answers[1].evidence == ()


def test_a_conversation_keeps_its_assistant(shop: Fidedigno) -> None:
    talk = shop.conversation(as_user="ana", assistant="desk")
    for asked in (ASKED, "¿Y cuánto cuesta el bono anual en la mesa?"):
        assert {each.corpus for each in talk.ask(asked).evidence} <= {"desk"}
    assert shop.conversation(as_user="luis", assistant="desk").ask(ASKED).decision is Decision.ABSTAIN


def test_a_document_that_became_more_sensitive_leaves_the_assistant_at_the_next_ingestion(
    workspace: Fidedigno, make_corpus: MakeCorpus, tmp_path: Path
) -> None:
    folder = make_corpus(
        {"a.md": "# A\n\nEl bono anual cuesta 90 euros.\n"}, name="prices", sensitivity="public"
    )
    workspace.ingest(folder)
    (tmp_path / "assistants.yaml").write_text(DECLARED, encoding="utf-8")
    workspace.load_assistants(tmp_path / "assistants.yaml")
    assert found(workspace, None, "open") == {"prices/a.md"}
    (folder / "a.md.meta.yaml").write_text("sensitivity: internal\n", encoding="utf-8")
    report = workspace.ingest(folder)
    assert report.embedded == 0
    assert found(workspace, None, "open") == set()
    assert found(workspace, None) == {"prices/a.md"}


def test_a_faulty_file_leaves_the_assistants_as_they_are(shop: Fidedigno, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("assistants: {desk: {corpora: [prices]}}\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="visible_to"):
        shop.load_assistants(tmp_path / "bad.yaml")
    assert found(shop, "ana", "desk") == {"desk/mesa.md"}
