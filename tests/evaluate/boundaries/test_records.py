"""Records hold what the workspace holds, row by row, with every text of the index."""

from datetime import timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.errors import WorkspaceError
from fidedigno.evaluate.boundaries.records import read_records
from tests.evaluate.boundaries.made import NOW, document


def test_a_workspace_is_read_whole(company: Fidedigno) -> None:
    records = read_records(company.folder / "state.sqlite", company.folder / "index")
    assert {name for name, each in records.people.items() if not each.enabled} == {"omar"}
    names = {each.id: each.name for each in records.groups.values()}
    sales_eu = next(each for each in records.groups.values() if each.name == "sales-eu")
    assert [names[each] for each in sales_eu.parents] == ["sales"]
    assert {names[each] for each in records.people["nuria"].groups} == {"sales-eu", "accounts-vega"}
    (bands,) = (each for each in records.documents.values() if each.uri == "hr/bandas-salariales.md")
    assert bands.corpus.lag == timedelta(minutes=15)
    assert "Banda comercial" in bands.sections
    assert any("33 800" in text for text in bands.texts)
    assert records.lists[bands.access or 0].clauses == {0: frozenset({"user:5:local:beatriz"})}
    shown = company.search("banda de ingeniería", as_user="beatriz", limit=1)[0].evidence
    assert int(shown.id, 16) in bands.chunks


def test_a_document_that_is_being_changed_has_no_list(workspace: Fidedigno, make_corpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nSome words to be read here."}))
    (known,) = workspace.catalog.documents()
    workspace.rights.begin_change([known.document_id], workspace.rights.class_of(known.document_id).class_id)
    records = read_records(workspace.folder / "state.sqlite", workspace.folder / "index")
    assert records.documents[known.document_id].access is None


def test_a_workspace_without_an_index_has_no_texts(workspace: Fidedigno, tmp_path: Path) -> None:
    assert workspace.directory.users()
    assert read_records(workspace.folder / "state.sqlite", tmp_path / "nowhere").documents == {}


def test_what_is_no_database_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(WorkspaceError):
        read_records(tmp_path / "state.sqlite", tmp_path)


def test_a_document_is_in_force_between_its_dates() -> None:
    from dataclasses import replace

    day = timedelta(days=1)
    always = document()
    assert always.in_force(NOW)
    assert not replace(always, effective_from=NOW + day).in_force(NOW)
    assert not replace(always, effective_until=NOW).in_force(NOW)
    assert replace(always, effective_from=NOW, effective_until=NOW + day).in_force(NOW)
