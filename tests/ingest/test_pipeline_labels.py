"""Labels and separate indexes over the whole road of ingestion."""

from pathlib import Path

from fidedigno import Fidedigno
from tests.conftest import DECLARATION, MakeCorpus
from tests.ingest.test_pipeline import uris


def test_a_change_of_labels_alone_relabels_and_embeds_nothing(tmp_path: Path) -> None:
    from fidedigno import Settings

    folder = tmp_path / "docs"
    folder.mkdir()
    text = DECLARATION.format(name="docs", acl="[anyone]", audience="internal", sensitivity="internal")
    mapped = '{"mip=general": internal, "mip=team": internal, "mip=secret": restricted}'
    extra = f"label_sensitivity: {mapped}\nlabel_no_ai: hold\n"
    (folder / "corpus.yaml").write_text(text + extra, encoding="utf-8")
    (folder / "a.md").write_text("# Aula\nEl aula es la 12.", encoding="utf-8")
    beside = folder / "a.md.meta.yaml"
    beside.write_text("labels: {mip: general}\n", encoding="utf-8")
    with Fidedigno.create(tmp_path, admin="owner", settings=Settings(embedder="none", workers=0)) as place:
        assert place.ingest(folder).indexed == 1
        version = place._table.version
        beside.write_text("labels: {mip: team}\n", encoding="utf-8")
        report = place.ingest(folder)
        assert (report.indexed, report.embedded, report.removed, place._table.version) == (0, 0, 0, version)
        assert place.corpus("docs")["documents"][0]["labels"] == {"mip": "team"}
        beside.write_text("labels: {mip: secret}\n", encoding="utf-8")
        report = place.ingest(folder)  # the sensitivity is in the rows: they are written anew
        assert (report.indexed, report.embedded, report.removed) == (1, 0, 0)
        for labels, reason in (("{mip: other}", "does not say"), ("{hold: ''}", "forbids AI")):
            beside.write_text(f"labels: {labels}\n", encoding="utf-8")
            report = place.ingest(folder)
            assert reason in report.problems[0].reason
            assert (report.refused, place.writer.count()) == (1, 0)


def test_a_corpus_that_is_to_be_separate_moves_at_the_next_run_without_being_read_again(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    text = "# Aula\nasunto común aula"
    moving, staying = make_corpus({"a.md": text}, name="moving"), make_corpus({"b.md": text}, name="staying")
    workspace.ingest(moving, staying)
    shared = workspace._table
    for extra, left in (("access_pattern: separate_index\n", 1), ("", 2)):
        make_corpus({}, name="moving", extra=extra)
        assert uris(workspace) == ["moving/a.md", "staying/b.md"]
        report = workspace.ingest(moving)
        assert (report.moved, report.indexed, report.embedded, report.removed) == (1, 0, 0, 0)
        assert shared.count_rows() == left
        assert len(shared.list_versions()) == 1
        assert uris(workspace) == ["moving/a.md", "staying/b.md"]
        assert workspace.ingest(moving).moved == 0


def test_a_document_of_a_separate_corpus_is_forgotten_on_disk(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    text = "# Secreto\nLa palabra del asunto común es ornitorrinco y nadie más la dice nunca."
    workspace.ingest(make_corpus({"a.md": text}, extra="access_pattern: separate_index\n"))
    held = workspace.folder / "index" / f"corpus-{workspace.declared.status()[0].id}"
    assert held.is_dir()
    receipt = workspace.forget("docs/a.md")
    assert receipt.proven
    assert receipt.chunks == 1
    assert workspace.writer.count() == 0
