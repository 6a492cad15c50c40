"""The whole road over a real workspace: an answer, its record, ``why``, a withdrawn right, a forgotten document."""

from dataclasses import replace

import pytest

from fidedigno import Fidedigno
from fidedigno.access import UserEntry
from fidedigno.deliver.assemble import new_answer_id
from fidedigno.errors import NotAvailableError
from fidedigno.model import Answer, Principal, Question
from fidedigno.trace import PseudonymKey, TraceReader, TraceStore, explain, trace_of
from fidedigno.trace.store import KEPT
from tests.conftest import MakeCorpus

GUIDE = (
    "# Guía de Bases de Datos\n\nLa práctica 1 se entrega el viernes 13 de noviembre de 2026 a las 23:59.\n"
)
QUESTION = "¿Cuándo se entrega la práctica 1?"


def ask(workspace: Fidedigno, store: TraceStore, key: PseudonymKey) -> Answer:
    identity = workspace.identity("ana")
    answered = workspace.pipeline.answer(Question(QUESTION), identity)
    # The workspace has kept a record of its own under the answer's id.
    answer = replace(answered.answer, id=new_answer_id())
    cards = [each.evidence for each in answered.gathered.candidates]
    made = trace_of(answer, None, answered.seconds, identity=identity, key=key, cards=cards)
    assert store.keep(made) == KEPT
    return answer


@pytest.fixture
def key(workspace: Fidedigno) -> PseudonymKey:
    return workspace._trail.keys.current()


@pytest.fixture
def store(workspace: Fidedigno, make_corpus: MakeCorpus) -> TraceStore:
    for name in ("ana", "eva"):
        workspace.directory.put_user(UserEntry(name, name.title()))
    workspace.ingest(make_corpus({"guia.md": GUIDE}, acl="['user:ana', 'user:eva']"))
    return workspace.traces


def reader(workspace: Fidedigno, store: TraceStore, key: PseudonymKey) -> TraceReader:
    auditors = [Principal.user("eva")]
    return TraceReader(store, key, workspace.rights, workspace.authoriser.permit, auditors)


def test_the_person_who_asked_is_told_why_with_title_and_version(
    workspace: Fidedigno, store: TraceStore, key: PseudonymKey
) -> None:
    answer = ask(workspace, store, key)
    assert answer.claims
    opened = reader(workspace, store, key).open(answer.id, workspace.identity("ana"))
    lines = explain(opened, workspace.catalog).lines()
    assert "  «Guía de Bases de Datos», versión v1" in lines
    assert "Decisión: contestar" in lines
    assert any(line.startswith("  buscar: ") for line in lines)


def test_a_new_version_does_not_change_which_one_was_cited(
    workspace: Fidedigno, store: TraceStore, key: PseudonymKey, make_corpus: MakeCorpus
) -> None:
    answer = ask(workspace, store, key)
    workspace.ingest(make_corpus({"guia.md": GUIDE.replace("13", "20")}, acl="['user:ana', 'user:eva']"))
    opened = reader(workspace, store, key).open(answer.id, workspace.identity("ana"))
    assert explain(opened, workspace.catalog).sources == ("«Guía de Bases de Datos», versión v1",)


def test_a_withdrawn_right_closes_the_record_and_an_auditor_still_sees_no_title(
    workspace: Fidedigno, store: TraceStore, key: PseudonymKey, make_corpus: MakeCorpus
) -> None:
    answer = ask(workspace, store, key)
    workspace.ingest(make_corpus({"guia.md": GUIDE}, acl="['user:owner']"))
    reading = reader(workspace, store, key)
    with pytest.raises(NotAvailableError):
        reading.open(answer.id, workspace.identity("ana"))
    told = explain(reading.open(answer.id, workspace.identity("eva")), workspace.catalog)
    assert "Guía" not in "\n".join(told.lines())
    assert answer.evidence[0].id in told.sources[0]


def test_forgetting_a_document_forgets_the_records_that_name_it(
    workspace: Fidedigno, store: TraceStore, key: PseudonymKey
) -> None:
    answer = ask(workspace, store, key)
    document = answer.evidence[0].document_id
    workspace.forget("guia.md")
    assert store.delete_naming([document]) == 0, "nothing was left to delete"
    assert store.get(workspace.settings.tenant, answer.id) is None


def test_no_word_of_question_answer_or_person_is_in_the_database(
    workspace: Fidedigno, store: TraceStore, key: PseudonymKey
) -> None:
    answer = ask(workspace, store, key)
    found = store.get(workspace.settings.tenant, answer.id)
    assert found is not None
    assert found.user == key.user(workspace.settings.tenant, "ana")
    text = repr(found).casefold()
    assert not [word for word in ("práctica", "noviembre", "guía", "ana'", "guia.md") if word in text]
    assert (workspace.folder / "traces.key").stat().st_mode & 0o077 == 0


def test_a_fact_is_told_with_the_source_on_which_it_rests(workspace: Fidedigno, store: TraceStore) -> None:
    answer = workspace.ask(QUESTION, as_user="ana")
    assert answer.claims
    lines = workspace.why(answer.id, as_user="ana").lines()
    assert any("«Guía de Bases de Datos»" in line and "según" in line for line in lines), lines
