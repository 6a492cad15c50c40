"""The suite finds leaks: each fault below is put into the program, and each must be reported."""

import base64
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from fidedigno import Fidedigno
from fidedigno.access import ALL_CORPORA, Authoriser, Directory
from fidedigno.access.tables import AclClass, CorpusRow, User
from fidedigno.errors import NotAvailableError, UsageError
from fidedigno.evaluate.boundaries import BoundaryOptions, BoundaryReport
from fidedigno.evaluate.boundaries.judge import Leak
from fidedigno.gather import HybridRetriever
from fidedigno.model import Identity
from fidedigno.pipeline import Pipeline
from fidedigno.trace.reader import Opened, TraceReader

pytestmark = pytest.mark.slow

HIDDEN = "La banda de ingeniería va de 33 800 a 51 200 euros brutos anuales según el tramo reconocido."
TEO = BoundaryOptions(per_cell=2, users=("teo",), offboarding=False, rounds=1)


def run(company: Fidedigno, options: BoundaryOptions = TEO) -> BoundaryReport:
    return company.boundaries(options)


def leaks(report: BoundaryReport) -> set[Leak]:
    assert not report.passed
    return {each.leak for each in report.violations}


def altered(monkeypatch: pytest.MonkeyPatch, change) -> None:
    """Have every answer go through ``change(answer, question, identity)`` before it is given."""
    original = Pipeline.answer

    def answer(self, question, identity):
        done = original(self, question, identity)
        return replace(done, answer=change(done.answer, question, identity))

    monkeypatch.setattr(Pipeline, "answer", answer)


def test_without_a_fault_nothing_is_reported(company: Fidedigno) -> None:
    report = run(company)
    assert report.passed, report.violations
    assert report.calls > 50


def test_a_permit_with_one_class_too_many_is_found(company: Fidedigno, monkeypatch) -> None:
    original = Authoriser._permit

    def permit(self, connection, identity, wanted):
        found = original(self, connection, identity, wanted)
        classes = frozenset(connection.scalars(select(AclClass.id)))
        corpora = frozenset(connection.scalars(select(CorpusRow.id)))
        return replace(found, classes=found.classes | {max(classes)}, corpora=corpora)

    monkeypatch.setattr(Authoriser, "_permit", permit)
    assert {Leak.DOCUMENT, Leak.PASSAGE} <= leaks(run(company))


def test_a_retriever_that_ignores_the_filter_is_found(company: Fidedigno, monkeypatch) -> None:
    monkeypatch.setattr("fidedigno.index.lance.permit_filter", lambda *_, **__: "true")
    assert {Leak.DOCUMENT, Leak.PASSAGE, Leak.PATH, Leak.TITLE, Leak.PHRASE} <= leaks(run(company))


def test_a_title_in_a_refusal_is_found(company: Fidedigno, monkeypatch) -> None:
    said = "Encontré «Bandas salariales de 2026», pero no tienes acceso."
    altered(monkeypatch, lambda answer, *_: answer if answer.claims else replace(answer, message=said))
    found = [each for each in run(company).violations if each.leak is Leak.TITLE]
    assert {each.document for each in found} == {"hr/bandas-salariales.md"}


@pytest.mark.parametrize(
    ("form", "hide"),
    [
        ("base64", lambda text: base64.b64encode(text.encode()).decode()),
        ("reversed", lambda text: text[::-1]),
        ("plain", "-".join),
        ("hexadecimal", lambda text: text.encode().hex()),
    ],
)
def test_hidden_words_are_found_in_other_forms(company: Fidedigno, monkeypatch, form, hide) -> None:
    altered(monkeypatch, lambda answer, *_: replace(answer, next_action=hide(HIDDEN)))
    found = [each for each in run(company).violations if each.leak is Leak.PHRASE]
    assert {each.form for each in found} == {form}


def test_a_cache_that_forgets_who_asked_is_found(company: Fidedigno, monkeypatch) -> None:
    original, kept = Pipeline.answer, {}

    def answer(self, question, identity):
        if question.text not in kept:
            kept[question.text] = original(self, question, identity)
        return kept[question.text]

    monkeypatch.setattr(Pipeline, "answer", answer)
    assert Leak.DOCUMENT in leaks(run(company))


def test_a_cache_is_found_between_two_of_the_personas_too(company: Fidedigno, monkeypatch) -> None:
    original, kept = HybridRetriever.gather, {}

    def gather(self, question, identity, limit, **options):
        return kept.setdefault(question.text, original(self, question, identity, limit, **options))

    monkeypatch.setattr(HybridRetriever, "gather", gather)
    options = replace(TEO, users=("jonas", "pablo"), per_cell=1)
    assert {each.user for each in run(company, options).violations} == {"jonas", "pablo"}


def test_a_refusal_that_tells_that_something_was_withheld_is_found(company: Fidedigno, monkeypatch) -> None:
    def change(answer, question, identity):
        withheld = "zarbul" not in question.text and "cuprild" not in question.text
        return replace(answer, message=f"{answer.message}.") if withheld and not answer.claims else answer

    altered(monkeypatch, change)
    assert leaks(run(company)) == {Leak.DIFFERENCE}


def test_a_record_that_anybody_opens_is_found(company: Fidedigno, monkeypatch) -> None:
    def opened(self, trace, identity, documents):
        return Opened(trace, documents, as_auditor=True)

    monkeypatch.setattr(TraceReader, "_opened", opened)
    assert Leak.RECORD in leaks(run(company))


def test_an_error_that_names_what_it_withholds_is_found(company: Fidedigno, monkeypatch) -> None:
    original = TraceReader.open

    def opened(self, answer_id, identity):
        try:
            return original(self, answer_id, identity)
        except NotAvailableError:
            raise UsageError("hr/bandas-salariales.md is closed to you") from None

    monkeypatch.setattr(TraceReader, "open", opened)
    found = [each for each in run(company).violations if each.leak is Leak.PATH]
    assert {each.route for each in found} == {"why"}


def test_a_search_that_crashes_is_found(company: Fidedigno, monkeypatch) -> None:
    original = HybridRetriever.gather

    def gather(self, question, identity, limit, **options):
        if any(word in question.text for word in ("fusión", "Counsel", "banda", "encargado")):
            raise RuntimeError("syntax error")
        return original(self, question, identity, limit, **options)

    monkeypatch.setattr(HybridRetriever, "gather", gather)
    assert Leak.CRASH in leaks(run(company, replace(TEO, per_cell=6)))


def test_a_disabled_account_that_still_reads_is_found(company: Fidedigno, monkeypatch) -> None:
    original = Directory._identity_of

    def identity_of(self, connection, user, moment):
        return original(self, connection, user._replace(enabled=True) if user else None, moment)

    monkeypatch.setattr(Directory, "_identity_of", identity_of)
    report = run(company, replace(TEO, users=("omar",), offboarding=True, per_cell=1))
    assert {each.persona for each in report.violations} == {"named", "offboarding"}
    assert all(each.retrieved for each in report.offboarding[1:])


def test_an_account_that_a_sync_switches_on_again_is_found(company: Fidedigno, monkeypatch) -> None:
    original = Directory.load

    def load(self, content, *, replace):
        done = original(self, content, replace=replace)
        with self._database.session() as session:
            for user in session.scalars(select(User)):
                user.enabled = True
        return done

    monkeypatch.setattr(Directory, "load", load)
    report = run(company, replace(TEO, offboarding=True, per_cell=1))
    reached = {each.name: each.retrieved for each in report.offboarding}
    assert not reached["at once"]
    assert reached["after reading the directory again"]
    assert leaks(report) == {Leak.RETRIEVED}


def test_a_corpus_that_stays_open_when_its_lists_are_too_old_is_found(
    company: Fidedigno, monkeypatch
) -> None:
    company.declared.mark_acl_synced("sales", datetime.now(UTC) - timedelta(days=2))
    assert run(company).passed
    monkeypatch.setattr("fidedigno.access.corpora.closure_of", lambda *_: None)
    assert Leak.DOCUMENT in leaks(run(company))


def test_a_new_way_to_documents_that_the_suite_does_not_know_fails_the_run(
    company: Fidedigno, monkeypatch
) -> None:
    def browse(self, *, as_user: str) -> list[str]:
        return []

    monkeypatch.setattr(Fidedigno, "browse", browse, raising=False)
    report = run(company)
    assert not report.violations
    assert report.routes_not_asked == ["browse"]
    assert not report.passed


def test_an_identity_that_is_believed_from_the_question_is_found(company: Fidedigno, monkeypatch) -> None:
    original, people = Pipeline.answer, [each["name"] for each in company.users()]

    def answer(self, question, identity):
        named = next((each for each in people if f" {each}:" in question.text), None)
        fooled = company.identity(named) if named else identity
        return original(self, question, Identity(fooled.tenant, identity.user, fooled.principals))

    monkeypatch.setattr(Pipeline, "answer", answer)
    assert Leak.DOCUMENT in leaks(run(company, replace(TEO, per_cell=18)))


def test_a_corpus_that_opens_when_it_is_named_is_found(company: Fidedigno, monkeypatch) -> None:
    original = Authoriser._permit

    def permit(self, connection, identity, wanted):
        found = original(self, connection, identity, wanted)
        if wanted is ALL_CORPORA:
            return found
        rows = connection.execute(select(CorpusRow.name, CorpusRow.id)).all()
        named = frozenset(row.id for row in rows if row.name in wanted)
        return replace(found, classes=frozenset(connection.scalars(select(AclClass.id))), corpora=named)

    monkeypatch.setattr(Authoriser, "_permit", permit)
    report = run(company)
    assert {Leak.DOCUMENT, Leak.PASSAGE} <= leaks(report), report.violations


@pytest.mark.parametrize("route", ["aask", "asearch", "conversation"])
def test_a_way_of_its_own_that_asks_as_somebody_else_is_found(company: Fidedigno, monkeypatch, route) -> None:
    original = getattr(Fidedigno, route)

    def changed(self, *arguments, as_user, **options):
        return original(self, *arguments, as_user="beatriz", **options)

    monkeypatch.setattr(Fidedigno, route, changed)
    report = run(company, replace(TEO, corpora=("hr",), per_cell=3))
    assert {each.route for each in report.violations} == {route}
