"""The catalogue: begun, written, finished; versions, descriptions, and what is forgotten."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import inspect

from fidedigno.access import Corpora
from fidedigno.database import Database
from fidedigno.ingest.catalog import Catalog
from fidedigno.ingest.known import label_shape, title_of
from fidedigno.ingest.prepare import PreparedDocument
from fidedigno.ingest.tables import CorpusRoot, DocumentRow, VersionRow
from fidedigno.model import Audience, Corpus, Sensitivity, Validity
from tests.fakes.prepared import JANUARY, prepared

ROOT = "/data/docs"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database.open(tmp_path / "state.sqlite")
    yield database
    database.close()


@pytest.fixture
def catalog(database: Database) -> Catalog:
    return Catalog(database)


@pytest.fixture
def corpus_id(database: Database) -> int:
    day = timedelta(days=1)
    rules = (Audience.INTERNAL, Sensitivity.INTERNAL, "official", day, day, None, True)
    return Corpora(database, lambda: NOON).register(Corpus("docs", "ana", *rules))


def store(
    catalog: Catalog, corpus_id: int, *documents: PreparedDocument, root: str = ROOT
) -> dict[str, tuple[int, int]]:
    ids = catalog.begin(root, corpus_id, documents)
    catalog.finish({ids[each.external_id][0]: (ids[each.external_id][1], each) for each in documents})
    return ids


def test_a_document_that_was_begun_is_unknown_until_it_is_finished(catalog: Catalog, corpus_id: int) -> None:
    document = prepared("a.md", "Uno.", "Dos.")
    ids = catalog.begin(ROOT, corpus_id, [document])
    begun = catalog.known(ROOT)["a.md"]
    assert (begun.content_hash, begun.state_hash, begun.version_id) == ("", "", 0)
    assert catalog.documents() == []
    assert catalog.sizes() == {}
    document_id, version_id = ids["a.md"]
    catalog.finish({document_id: (version_id, document)})
    known = catalog.known(ROOT)["a.md"]
    assert (known.document_id, known.corpus_id, known.version_id) == (document_id, corpus_id, version_id)
    assert (known.content_hash, known.state_hash) == (document.content_hash, document.state_hash)
    assert known.shape == label_shape(document)
    assert catalog.sizes() == {"docs": (1, 2)}
    assert catalog.known("/data/other") == {}


def test_a_version_number_counts_contents_and_each_writing_has_an_id_of_its_own(
    catalog: Catalog, corpus_id: int
) -> None:
    shown, version_ids = [], set()
    for text, label in (("Uno.", None), ("Uno.", None), ("Dos.", None), ("Dos.", "2.1"), ("Uno.", None)):
        ids = store(catalog, corpus_id, prepared("a.md", text, version_label=label))
        version_ids.add(ids["a.md"][1])
        shown.append(catalog.documents()[0].version)
    assert shown == ["v1", "v1", "v2", "2.1", "v3"]
    assert len(version_ids) == 5


def test_a_document_begun_twice_keeps_its_number(catalog: Catalog, corpus_id: int) -> None:
    catalog.begin(ROOT, corpus_id, [prepared("a.md", "Uno.")])
    store(catalog, corpus_id, prepared("a.md", "Uno."))
    catalog.mark_all_unfinished()
    assert catalog.known(ROOT)["a.md"].state_hash == ""
    store(catalog, corpus_id, prepared("a.md", "Uno."))
    assert catalog.documents()[0].version == "v1"


def test_a_description_is_of_the_version_that_the_index_holds(catalog: Catalog, corpus_id: int) -> None:
    until = datetime(2026, 9, 1, tzinfo=UTC)
    old = store(catalog, corpus_id, prepared("x/a.md", "Uno.", validity=Validity(None, until)))["x/a.md"]
    new = catalog.begin(ROOT, corpus_id, [prepared("x/a.md", "Dos.", updated_at=NOON)])["x/a.md"]
    assert old[0] == new[0]
    described = catalog.describe({old[0]: old[1]})[old[0]]
    assert (described.version.number, described.version.validity.end) == (1, until)
    assert (described.title, described.corpus, described.external_id) == ("a.md", "docs", "x/a.md")
    later = catalog.describe({new[0]: new[1]})[new[0]].version
    assert (later.number, later.updated_at, later.display) == (2, NOON, "v2")


def test_the_newest_version_is_that_of_the_corpora_and_grows_with_every_change(
    catalog: Catalog, corpus_id: int
) -> None:
    assert catalog.newest_version(["docs"]) == 0
    for _ in range(2):
        before = catalog.newest_version(["docs"])
        begun = catalog.begin(ROOT, corpus_id, [prepared("a.md")])
        catalog.finish({begun["a.md"][0]: (begun["a.md"][1], prepared("a.md"))})
        assert catalog.newest_version(["docs", "other"]) == begun["a.md"][1] > before
    assert catalog.newest_version(["other"]) == catalog.newest_version([]) == 0


def test_a_catalogue_holds_documents_only_if_it_knows_every_one(catalog: Catalog, corpus_id: int) -> None:
    document = catalog.begin(ROOT, corpus_id, [prepared("a.md")])["a.md"][0]
    assert catalog.holds([document, document])
    assert catalog.holds([])
    assert not catalog.holds([document, document + 1])


def test_what_has_no_record_is_left_out_of_the_descriptions(catalog: Catalog, corpus_id: int) -> None:
    one, two = store(catalog, corpus_id, prepared("a.md", "Uno."), prepared("b.md", "Dos.")).values()
    assert catalog.describe({}) == {}
    assert set(catalog.describe({one[0]: one[1], 999: 999})) == {one[0]}
    assert catalog.describe({one[0]: two[1], two[0]: one[1]}) == {}, (
        "another document's version is no version"
    )


def test_relabelling_keeps_the_version_and_the_chunks(catalog: Catalog, corpus_id: int) -> None:
    ids = store(catalog, corpus_id, prepared("a.md", "Uno."))["a.md"]
    catalog.relabel({ids[0]: prepared("a.md", "Uno.", owner="eva", review_at=NOON)})
    (document,) = catalog.documents("docs")
    assert (document.review_at, document.version, document.chunks) == (NOON, "v1", 1)
    assert catalog.known(ROOT)["a.md"].version_id == ids[1]


def test_what_is_removed_is_gone_with_its_versions_and_its_id_is_never_given_again(
    catalog: Catalog, corpus_id: int, database: Database
) -> None:
    first = store(catalog, corpus_id, prepared("a.md", "Uno."), prepared("b.md", "Dos."))
    catalog.remove([first["b.md"][0]])
    assert set(catalog.known(ROOT)) == {"a.md"}
    again = store(catalog, corpus_id, prepared("b.md", "Dos."))["b.md"]
    assert again[0] not in {document_id for document_id, _ in first.values()}
    assert again[1] not in {version_id for _, version_id in first.values()}
    with database.snapshot() as connection:
        assert len(connection.execute(VersionRow.__table__.select()).all()) == 2


def test_a_document_is_found_by_id_path_or_corpus_and_path(catalog: Catalog, corpus_id: int) -> None:
    ids = store(catalog, corpus_id, prepared("x/a.md", "Uno."))["x/a.md"]
    store(catalog, corpus_id, prepared("x/a.md", "Uno."), root="/data/twin")
    assert catalog.find(str(ids[0])) == [(ids[0], "docs", "x/a.md")]
    assert len(catalog.find("docs/x/a.md")) == len(catalog.find("x/a.md")) == 2
    for other in ("", "a.md", "X/A.md", "docs", "%", "' OR 1=1 --"):
        assert catalog.find(other) == []


def test_the_age_of_a_corpus_is_that_of_its_oldest_root(catalog: Catalog, corpus_id: int) -> None:
    catalog.remember_root("/one", corpus_id, "/one/corpus.yaml")
    assert catalog.mark_root_synced("/one", NOON) == NOON
    catalog.remember_root("/two", corpus_id, None)
    assert catalog.mark_root_synced("/one", NOON) is None
    assert catalog.mark_root_synced("/two", JANUARY) == JANUARY
    assert catalog.mark_root_synced("/two", NOON + timedelta(hours=1)) == NOON
    catalog.remember_root("/one", corpus_id, None)
    assert {place: (row.declaration, row.synced_at) for place, row in catalog.roots().items()} == {
        "/one": (None, NOON),
        "/two": (None, NOON + timedelta(hours=1)),
    }
    catalog.forget_root("/two")
    assert set(catalog.roots()) == {"/one"}
    assert catalog.mark_root_synced("/one", JANUARY) == JANUARY


def test_the_title_is_the_documents_own_or_the_name_of_its_file() -> None:
    assert title_of(prepared("x/a.md", "Uno.", title="Guía")) == "Guía"
    assert title_of(prepared("x/a.md", "Uno.")) == "a.md"
    assert len(title_of(prepared("x/a.md", "Uno.", title="t" * 5000))) == 1000


def test_the_tables_hold_no_text_of_a_document(catalog: Catalog, corpus_id: int, database: Database) -> None:
    store(catalog, corpus_id, prepared("a.md", "palabras secretas del documento"))
    with database.snapshot() as connection:
        for table in (CorpusRoot, DocumentRow, VersionRow):
            values = connection.execute(inspect(table).local_table.select()).all()  # type: ignore[attr-defined]
            assert "palabras secretas" not in str(
                [v for row in values for k, v in row._mapping.items() if "hash" not in k]
            )


def test_a_description_tells_scope_facts_series_and_the_timezone_of_the_corpus(
    catalog: Catalog, corpus_id: int
) -> None:
    labelled = prepared("a.md", "Uno.", scope=(("group", "B"),), supports=("due-date",), series="guia")
    ids = store(catalog, corpus_id, labelled)["a.md"]
    described = catalog.describe({ids[0]: ids[1]})[ids[0]]
    assert (dict(described.scope), described.supports, described.series) == (
        {"group": "B"},
        ("due-date",),
        "guia",
    )
    assert described.timezone == ""
