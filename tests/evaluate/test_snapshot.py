"""The sources of a real workspace, how they change, and which cases a change lists."""

from fidedigno import Fidedigno
from fidedigno.evaluate import (
    Concern,
    ImpactMap,
    Run,
    attribute,
    basis_of,
    changed_sources,
    sources_in,
)
from fidedigno.evaluate.cases import Case, read_cases
from fidedigno.evaluate.changes import ChangeKind, Label
from fidedigno.evaluate.snapshot import CLOSED
from fidedigno.model import Question
from tests.conftest import MakeCorpus

FILES = {
    "guia.md": "# Guía\n\nLa práctica 1 se entrega el viernes 13 de noviembre de 2026.\n",
    "tema.md": "# Tema\n\nUna clave candidata es una superclave mínima de la relación.\n",
}
CASES = """\
at: 2026-11-12T10:00:00+01:00
questions:
  - id: deadline
    as: ana
    ask: ¿Cuándo se entrega la práctica 1?
    tests: x
    decision: answer
    document: [guia.md]
  - id: concept
    as: ana
    ask: ¿Qué es una clave candidata?
    tests: x
    decision: answer
    document: [tema.md]
    says: superclave
"""


def run_of(workspace: Fidedigno, case: Case) -> Run:
    asked = Question(case.question, asked_at=case.at)
    answered = workspace.pipeline.answer(asked, workspace.identity(case.person))
    return Run(answered.answer, cards=tuple(each.evidence for each in answered.gathered.candidates))


def mapped(workspace: Fidedigno) -> ImpactMap:
    sources = sources_in(workspace._database)
    cases = read_cases(CASES)
    for case in cases:
        assert attribute(case.expected, run_of(workspace, case)) == ()
    return ImpactMap({each.id: basis_of(each, run_of(workspace, each), sources) for each in cases}, sources)


def test_a_document_is_known_by_the_path_of_its_citations(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus(FILES))
    kept = mapped(workspace)
    assert set(kept.sources) == {"docs/guia.md", "docs/tema.md"}
    assert set(kept.cases["deadline"].used) == {"docs/guia.md"}
    assert kept.cases["deadline"].used["docs/guia.md"] == kept.sources["docs/guia.md"].version


def test_reading_everything_again_changes_nothing(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus(FILES))
    before = sources_in(workspace._database)
    workspace.reindex()
    assert changed_sources(before, sources_in(workspace._database)) == ()


def test_a_changed_source_lists_its_cases_and_they_show_the_fault(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus(FILES))
    kept = mapped(workspace)
    workspace.ingest(make_corpus({"tema.md": "# Tema\n\nUna clave candidata es otra cosa distinta.\n"}))
    changes = changed_sources(kept.sources, sources_in(workspace._database))
    assert [(each.document, each.kind) for each in changes] == [("docs/tema.md", ChangeKind.CHANGED)]
    (affected,) = kept.affected(changes)
    assert (affected.case_id, affected.concern) == ("concept", Concern.RESTS_ON)
    (case,) = (each for each in read_cases(CASES) if each.id == affected.case_id)
    assert attribute(case.expected, run_of(workspace, case)) != ()


def test_new_removed_and_closed_sources_are_told_apart(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus(FILES))
    kept = mapped(workspace)
    folder = make_corpus({"aviso.md": "# Aviso\n\nNo hay clase el lunes.\n"})
    (folder / "tema.md").unlink()
    (folder / "guia.md.meta.yaml").write_text("acl: ['user:owner']\n", encoding="utf-8")
    workspace.ingest(folder)
    changes = {each.document: each for each in changed_sources(kept.sources, sources_in(workspace._database))}
    assert {name: each.kind for name, each in changes.items()} == {
        "docs/aviso.md": ChangeKind.ADDED,
        "docs/guia.md": ChangeKind.RELABELLED,
        "docs/tema.md": ChangeKind.REMOVED,
    }
    assert changes["docs/guia.md"].labels == {Label.ACL_CLASS}
    assert [each.case_id for each in kept.affected(changes.values())] == ["concept", "deadline"]
    assert "owner" not in repr(changes)


def test_a_document_whose_access_is_being_changed_is_closed(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus(FILES))
    (document, *_) = workspace.catalog.find("guia.md")
    right = workspace.rights.class_of(document[0])
    assert right is not None
    workspace.rights.begin_change([document[0]], right.class_id)
    assert sources_in(workspace._database)["docs/guia.md"].acl_class == CLOSED
