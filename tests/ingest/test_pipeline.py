"""A run over folders: what it tells, what it marks as read, and which root a file belongs to."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from fidedigno import Fidedigno
from fidedigno.ingest import pipeline, relabel
from fidedigno.ingest.report import Progress
from fidedigno.ingest.tables import DocumentRow
from fidedigno.model import NOBODY
from tests.conftest import DECLARATION, MakeCorpus

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def declare(folder: Path, name: str, acl: str = "[anyone]") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = DECLARATION.format(name=name, acl=acl, audience="internal", sensitivity="internal")
    (folder / "corpus.yaml").write_text(text, "utf-8")


def write(folder: Path, name: str, words: str = "") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {path.stem}\n\nasunto común {path.stem} {words}\n", "utf-8")
    return path


def uris(workspace: Fidedigno, user: str | None = None) -> list[str]:
    found = workspace.search("asunto común", as_user=user, limit=100)
    return sorted(each.evidence.locator.uri for each in found)


def make_old(workspace: Fidedigno, *roots: Path) -> None:
    """As if these roots, and with them their corpora, had been read long ago."""
    for root in roots:
        oldest = workspace.catalog.mark_root_synced(str(root), LONG_AGO)
        if oldest is not None:
            corpus_id = workspace.catalog.roots()[str(root)].corpus_id
            workspace.declared.mark_acl_synced(workspace.declared.all()[corpus_id].name, oldest)


def test_progress_is_told_after_each_document_and_never_goes_back(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "BATCH_DOCUMENTS", 2)
    files: dict[str, str | bytes] = {f"{n}.md": f"# {n}\n\nasunto común\n" for n in range(5)}
    told: list[Progress] = []
    report = workspace.ingest(make_corpus({**files, "empty.md": ""}), on_progress=told.append)
    assert [each.documents for each in told] == [1, 2, 3, 4, 5, 6, 6]
    assert {each.total for each in told} == {6}
    assert [each.chunks for each in told] == [0, 2, 2, 4, 4, 4, 5]
    assert {each.current for each in told} == {*files, "empty.md", ""}
    assert (report.read, report.indexed, report.failed) == (6, 5, 1)


def test_every_document_is_in_exactly_one_of_the_counts(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    folder = make_corpus(
        {
            "a.md": "# A\n\nasunto común\n",
            "b.md": "---\nai_allowed: no\n---\nasunto común\n",
            "c.md": "",
            "d.pdf": b"%PDF-1.7 broken",
            "e.bin": b"\x00",
        }
    )
    (folder / "f.md").symlink_to("/etc/hostname")
    report = workspace.ingest(folder)
    assert (report.read, report.indexed, report.unsupported) == (4, 1, 1)
    problems = {each.path: (each.kind, each.code) for each in report.problems}
    assert problems == {
        "docs/b.md": ("refused", "FID400"),
        "docs/c.md": ("failed", "FID401"),
        "docs/d.pdf": ("failed", "FID401"),
        "docs/f.md": ("refused", "FID400"),
    }
    assert all(not each.reason.startswith(each.path.removeprefix("docs/")) for each in report.problems)


def test_a_whole_run_opens_the_corpus_and_is_as_old_as_its_beginning(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    folder = make_corpus({"a.md": "# A\n\nasunto común\n"})
    seen: list[datetime] = []
    before = datetime.now(UTC)
    workspace.ingest(folder, on_progress=lambda _: seen.append(datetime.now(UTC)))
    synced = workspace.catalog.roots()[str(folder)].synced_at
    assert synced is not None
    assert before <= synced <= seen[0]
    assert uris(workspace) == ["docs/a.md"]


def test_a_corpus_of_two_roots_is_as_old_as_the_one_read_longer_ago(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, name in ((one, "a.md"), (two, "b.md")):
        declare(folder, "docs")
        write(folder, name)
        workspace.ingest(folder)
    assert uris(workspace) == ["docs/a.md", "docs/b.md"]
    make_old(workspace, one, two)
    assert uris(workspace) == []
    workspace.ingest(one)
    assert uris(workspace) == [], "the rights of the other root are still those of long ago"
    workspace.ingest(two)
    assert uris(workspace) == ["docs/a.md", "docs/b.md"]


def test_a_second_root_does_not_open_the_corpus_before_it_is_read_whole(
    workspace: Fidedigno, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, name in ((one, "a.md"), (two, "b.md")):
        declare(folder, "docs")
        write(folder, name)
    workspace.ingest(one)
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "prepare", _stop)
        with pytest.raises(KeyboardInterrupt):
            workspace.ingest(two)
    workspace.declared.mark_acl_synced("docs", LONG_AGO)
    workspace.ingest(one)
    assert uris(workspace) == [], "nobody knows yet what the other root says"
    workspace.ingest()
    assert uris(workspace) == ["docs/a.md", "docs/b.md"]


def _stop(task: object) -> None:
    raise KeyboardInterrupt


def test_a_part_does_not_refresh_the_age_of_what_it_did_not_read(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    folder = make_corpus({"x/a.md": "# A\n\nasunto común\n", "y/b.md": "# B\n\nasunto común\n"})
    workspace.ingest(folder)
    make_old(workspace, folder)
    workspace.ingest(folder / "x")
    assert uris(workspace) == []
    report = workspace.ingest(folder / "x", folder / "y" / "b.md")
    assert (report.unchanged, report.removed) == (2, 0)
    assert uris(workspace) == []
    workspace.ingest(folder)
    assert uris(workspace) == ["docs/x/a.md", "docs/y/b.md"]


def test_a_part_withdraws_only_what_is_gone_from_it(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    names = ("x/a.md", "x/b.md", "x.md", "xx/c.md", "y/d.md")
    folder = make_corpus({name: f"# {name}\n\nasunto común\n" for name in names})
    workspace.ingest(folder)
    for name in ("x/a.md", "x.md", "xx/c.md", "y/d.md"):
        (folder / name).unlink()
    assert workspace.ingest(folder / "x").removed == 1
    assert uris(workspace) == ["docs/x.md", "docs/x/b.md", "docs/xx/c.md", "docs/y/d.md"]
    assert workspace.ingest(folder).removed == 3
    assert uris(workspace) == ["docs/x/b.md"]


def test_an_interrupted_run_does_not_count_as_read(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_corpus({"a.md": "# A\n\nasunto común\n"})
    workspace.ingest(folder)
    make_old(workspace, folder)
    with monkeypatch.context() as patch:
        patch.setattr(relabel, "relabel_all", _stop)
        with pytest.raises(KeyboardInterrupt):
            workspace.ingest(folder)
    assert workspace.catalog.roots()[str(folder)].synced_at == LONG_AGO
    assert uris(workspace) == []


def test_an_access_change_that_was_interrupted_is_finished_by_the_next_run_of_any_folder(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        declare(tmp_path / name, name)
        write(tmp_path / name, f"{name}.md")
        workspace.ingest(tmp_path / name)
    document_id = workspace.catalog.find("one/one.md")[0][0]
    workspace.rights.begin_change([document_id], workspace.classes.intern(NOBODY))
    assert uris(workspace) == ["two/two.md"]
    workspace.ingest(tmp_path / "two")
    assert workspace.rights.pending_changes() == []
    assert uris(workspace) == ["two/two.md"], "the change was to nobody"
    workspace.ingest(tmp_path / "one")
    write(tmp_path / "one", "one.md", "bis")
    workspace.ingest(tmp_path / "one")
    assert uris(workspace) == ["one/one.md", "two/two.md"]


def test_without_paths_every_known_root_that_is_there_is_read(workspace: Fidedigno, tmp_path: Path) -> None:
    for name in ("one", "two"):
        declare(tmp_path / name, name)
        write(tmp_path / name, f"{name}.md")
    workspace.ingest(tmp_path / "one", tmp_path / "two")
    write(tmp_path / "one", "more.md")
    (tmp_path / "two").rename(tmp_path / "unmounted")
    report = workspace.ingest()
    assert (report.corpora, report.indexed, report.unchanged, report.removed) == (["one"], 1, 1, 0)
    assert uris(workspace) == ["one/more.md", "one/one.md", "two/two.md"]


def test_a_folder_that_gets_a_declaration_of_its_own_leaves_the_corpus_above(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    outer = tmp_path / "outer"
    declare(outer, "outer")
    write(outer, "a.md")
    write(outer, "inner/b.md")
    workspace.ingest(outer)
    assert uris(workspace) == ["outer/a.md", "outer/inner/b.md"]
    declare(outer / "inner", "inner", acl="[user:luis]")
    workspace.ingest(outer / "inner")
    assert uris(workspace) == ["outer/a.md"], "the narrower rules hold as soon as they were read"
    assert uris(workspace, "luis") == ["outer/a.md"], "luis is not in the directory"
    assert workspace.writer.count() == 2
    workspace.ingest(outer)
    assert workspace.writer.count() == 2


def test_a_folder_that_loses_its_declaration_goes_to_the_corpus_above(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    outer = tmp_path / "outer"
    declare(outer, "outer", acl="[user:luis]")
    declare(outer / "inner", "inner")
    write(outer, "inner/b.md")
    workspace.ingest(outer)
    assert uris(workspace) == ["inner/b.md"]
    (outer / "inner" / "corpus.yaml").unlink()
    workspace.ingest()
    assert uris(workspace) == [], "the wider rules of before are gone with their declaration"
    assert workspace.writer.count() == 1
    assert [each["path"] for each in workspace.corpus("outer")["documents"]] == ["inner/b.md"]
    assert workspace.ingest().unchanged >= 1


def test_an_undeclared_folder_that_is_declared_from_above_is_not_kept_twice(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    above = tmp_path / "above"
    write(above, "notes/a.md")
    workspace.ingest(above / "notes")
    assert uris(workspace, "owner") == ["notes/a.md"]
    declare(above, "above")
    workspace.ingest(above / "notes")
    assert uris(workspace, "owner") == ["above/notes/a.md"]
    assert workspace.writer.count() == 1


def test_what_a_folder_above_may_not_read_stays_with_its_own_root(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    outer = tmp_path / "outer"
    declare(outer, "outer")
    declare(outer / "inner", "inner")
    write(outer, "a.md")
    write(outer, "inner/b.md")
    write(outer, "inner.md")
    workspace.ingest(outer)
    for paths in ([outer / "a.md"], [outer / "inner"], [outer], []):
        report = workspace.ingest(*paths)
        assert (report.indexed, report.removed) == (0, 0)
    assert uris(workspace) == ["inner/b.md", "outer/a.md", "outer/inner.md"]


def test_rights_are_taken_away_and_documents_withdrawn_before_anything_new_is_read(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    old: dict[str, str | bytes] = {f"z{n}.md": f"# Z{n}\n\nasunto común\n" for n in range(4)}
    folder = make_corpus(old)
    workspace.ingest(folder)
    assert uris(workspace) == [f"docs/z{n}.md" for n in range(4)]
    write(folder, "a.md")
    (folder / "z3.md.meta.yaml").write_text("ai_allowed: no\n", "utf-8")
    (folder / "z0.md.meta.yaml").write_text("acl: nobody\n", "utf-8")
    (folder / "z1.md").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "prepare", _stop)
        with pytest.raises(KeyboardInterrupt):
            workspace.ingest(folder)
    assert uris(workspace) == ["docs/z2.md"]
    report = workspace.ingest(folder)
    assert (report.read, report.unchanged, report.indexed, report.removed) == (4, 2, 1, 0)
    assert uris(workspace) == ["docs/a.md", "docs/z2.md"]


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (("acl: [anyone]", "acl: nobody"), []),
        (("acl: [anyone]", "acl: [anyone]\nexclude: ['*.txt']"), ["docs/a.md", "docs/b.md"]),
        (("owner: ana", "owner: eva"), ["docs/a.md", "docs/b.md"]),
        (("ai_allowed: true", "ai_allowed: false"), []),
    ],
    ids=["readers", "globs", "owner", "no AI"],
)
def test_a_change_of_the_declaration_alone_prepares_no_document_again(
    workspace: Fidedigno,
    make_corpus: MakeCorpus,
    monkeypatch: pytest.MonkeyPatch,
    change: tuple[str, str],
    left: list[str],
) -> None:
    folder = make_corpus({f"{n}.md": f"---\ntitle: {n}\n---\nasunto común\n" for n in "ab"})
    workspace.ingest(folder)
    declared = (folder / "corpus.yaml").read_text("utf-8")
    (folder / "corpus.yaml").write_text(declared.replace(*change), "utf-8")
    monkeypatch.setattr(pipeline, "prepare", _stop)
    report = workspace.ingest(folder)
    assert (report.read, report.indexed, report.chunks) == (2, 0, 0)
    assert uris(workspace) == left


def test_documents_of_an_earlier_version_are_prepared_once_and_relabelled_from_then_on(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_corpus({"a.md": "# A\n\nasunto común\n"})
    workspace.ingest(folder)
    with workspace._database.session() as session:
        session.execute(update(DocumentRow).values(facts=""))
    assert workspace.ingest(make_corpus({}, acl="nobody")).relabelled == 1
    assert uris(workspace) == []
    monkeypatch.setattr(pipeline, "prepare", _stop)
    assert workspace.ingest(make_corpus({}, acl="[anyone]")).relabelled == 1
    assert uris(workspace) == ["docs/a.md"]


def test_a_worker_that_dies_over_labels_leaves_them_to_the_ordinary_preparation(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_corpus({"a.md": "# A\n\nasunto común\n", "b.md": "# B\n\nasunto común\n"})
    workspace.ingest(folder)
    monkeypatch.setattr(relabel, "relabel_all", lambda tasks: [None] * len(tasks))
    report = workspace.ingest(make_corpus({}, acl="nobody"))
    assert (report.read, report.relabelled, report.indexed) == (2, 2, 0)
    assert uris(workspace) == []
