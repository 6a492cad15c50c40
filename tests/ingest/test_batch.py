"""Writing batches: what is written again, in which order, and what a crash between two steps leaves."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno import Fidedigno, Settings
from fidedigno.ingest import pipeline
from fidedigno.ingest.batch import EMBED_BATCH
from tests.conftest import DECLARATION, MakeCorpus
from tests.fakes.embedder import CountingEmbedder

DIRECTORY = "users: [{name: luis}, {name: ana}]\ngroups: [{name: staff, members: [user:luis]}]\n"
STEPS = ("catalog.begin", "writer.write", "rights.set_all", "catalog.finish")
RELABEL_STEPS = ("rights.begin_changes", "writer.reassign", "rights.finish_change", "catalog.relabel")
REMOVE_STEPS = ("rights.begin_changes", "writer.delete", "rights.remove_documents", "catalog.remove")
INTERESTING = sorted({*STEPS, *RELABEL_STEPS, *REMOVE_STEPS})


@pytest.fixture
def embedder(workspace: Fidedigno, tmp_path: Path) -> CountingEmbedder:
    """The workspace's embedder, which counts; ``luis`` is of the staff and ``ana`` is not."""
    (tmp_path / "directory.yaml").write_text(DIRECTORY, "utf-8")
    workspace.load_directory(tmp_path / "directory.yaml")
    embedder = CountingEmbedder()
    workspace.__dict__["embedder"] = embedder
    return embedder


def passages(*sections: str) -> str:
    return "# Guía\n\n" + "\n\n".join(f"## Parte {n}\n\n{text}" for n, text in enumerate(sections)) + "\n"


def seen(workspace: Fidedigno, user: str) -> set[str]:
    """The last line of every passage about the ``asunto`` that this person finds."""
    found = workspace.search("asunto común", as_user=user, limit=100)
    return {each.evidence.content.splitlines()[-1] for each in found}


def stop_at(workspace: Fidedigno, monkeypatch: pytest.MonkeyPatch, step: str, *, after: bool) -> None:
    """Make the step fail, before it has done its work or after."""
    part, name = step.split(".")
    owner = getattr(workspace, part)
    work: Callable[..., object] = getattr(owner, name)

    def stopping(*args: object, **keywords: object) -> None:
        if after:
            work(*args, **keywords)
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, name, stopping)


def recorded(workspace: Fidedigno, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    steps: list[str] = []
    for step in INTERESTING:
        part, name = step.split(".")
        owner = getattr(workspace, part)
        monkeypatch.setattr(owner, name, noting(steps, step, getattr(owner, name)))
    return steps


def noting(steps: list[str], step: str, work: Callable[..., object]) -> Callable[..., object]:
    def noted(*args: object, **keywords: object) -> object:
        steps.append(step)
        return work(*args, **keywords)

    return noted


def test_an_unchanged_piece_of_a_changed_document_keeps_its_vector(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus
) -> None:
    first = workspace.ingest(make_corpus({"a.md": passages("uno", "dos", "tres")}))
    assert (first.chunks, first.embedded) == (3, 3)
    embedder.embedded.clear()
    report = workspace.ingest(make_corpus({"a.md": passages("uno", "dos bis", "tres", "cuatro")}))
    assert (report.indexed, report.chunks, report.embedded) == (1, 4, 2)
    (embedded,) = embedder.embedded
    assert [each.splitlines()[-1] for each in embedded] == ["dos bis", "cuatro"]
    for text in ("uno", "dos bis"):
        vector = embedder.question(f"Guía › Parte {text}")
        assert vector.shape == (embedder.dimensions,)
        best = workspace.search(f"Guía › Parte {text}", as_user="ana", limit=4)
        assert all(each.vector_similarity is not None for each in best)


def test_equal_texts_are_embedded_once_and_many_in_small_calls(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus
) -> None:
    same = {f"copia{n}.md": "# Guía\n\nSiempre lo mismo.\n" for n in range(3)}
    many = passages(*(f"texto número {n}" for n in range(2 * EMBED_BATCH)))
    report = workspace.ingest(make_corpus({**same, "larga.md": many}))
    assert report.chunks == 3 + 2 * EMBED_BATCH
    assert report.embedded == 1 + 2 * EMBED_BATCH
    assert max(map(len, embedder.embedded)) == EMBED_BATCH
    texts = [text for call in embedder.embedded for text in call]
    assert len(texts) == len(set(texts))


def test_another_access_list_alone_writes_no_row_and_embeds_nothing(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, str | bytes] = {f"{n}.md": f"# {n}\n\nasunto común {n}\n" for n in range(3)}
    workspace.ingest(make_corpus(files))
    embedder.embedded.clear()
    steps = recorded(workspace, monkeypatch)
    report = workspace.ingest(make_corpus({}, acl="[group:staff]"))
    assert (report.relabelled, report.indexed, report.chunks, report.embedded) == (3, 0, 0, 0)
    assert steps == list(RELABEL_STEPS)
    assert embedder.embedded == []
    assert (len(seen(workspace, "luis")), len(seen(workspace, "ana"))) == (3, 0)
    assert workspace.corpus("docs")["documents"][0]["version"] == "v1"


def test_a_label_that_changes_no_right_is_noted_without_touching_the_index(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nasunto común\n"}))
    steps = recorded(workspace, monkeypatch)
    report = workspace.ingest(make_corpus({"a.md.meta.yaml": "owner: eva\n"}))
    assert (report.unchanged, report.relabelled, report.indexed) == (1, 0, 0)
    assert steps == ["catalog.relabel"]
    assert workspace.ingest().unchanged == 1
    assert steps == ["catalog.relabel"]


@pytest.mark.parametrize(
    "sidecar", ["title: Otro\n", "version: '2026'\n", "effective_until: 2099-01-01\n", "language: en\n"]
)
def test_a_label_that_stands_in_the_rows_writes_them_again_without_a_new_version(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus, sidecar: str
) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nasunto común\n"}))
    report = workspace.ingest(make_corpus({"a.md.meta.yaml": sidecar}))
    assert (report.indexed, report.relabelled) == (1, 0)
    (document,) = workspace.corpus("docs")["documents"]
    assert document["version"] == ("2026" if "version" in sidecar else "v1")
    assert workspace.writer.count() == 1


def test_a_renamed_corpus_takes_its_documents_along(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus
) -> None:
    folder = make_corpus({"a.md": "# A\n\nasunto común\n"})
    workspace.ingest(folder)
    declared = (folder / "corpus.yaml").read_text("utf-8")
    (folder / "corpus.yaml").write_text(declared.replace("name: docs", "name: manual"), "utf-8")
    report = workspace.ingest(folder)
    assert report.embedded == 0
    (hit,) = workspace.search("asunto común", as_user="ana")
    assert (hit.evidence.corpus, hit.evidence.locator.uri) == ("manual", "manual/a.md")
    assert [each["path"] for each in workspace.corpus("manual")["documents"]] == ["a.md"]
    assert workspace.search("asunto común", as_user="ana", corpora=["docs"]) == ()
    again = workspace.ingest(folder)
    assert (again.unchanged, again.relabelled, again.indexed) == (1, 0, 0)


def test_documents_are_written_and_removed_in_the_order_that_a_crash_can_bear(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = recorded(workspace, monkeypatch)
    folder = make_corpus({"a.md": "# A\n\nasunto común\n"})
    workspace.ingest(folder)
    assert [step for step in steps if step != "catalog.relabel"] == list(STEPS)
    steps.clear()
    (folder / "a.md").unlink()
    assert workspace.ingest(folder).removed == 1
    assert steps == list(REMOVE_STEPS)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(("before", "now"), [("[anyone]", "[group:staff]"), ("[group:staff]", "[anyone]")])
def test_a_crash_while_a_document_is_written_opens_nothing_and_the_next_run_mends_it(
    workspace: Fidedigno,
    embedder: CountingEmbedder,
    make_corpus: MakeCorpus,
    monkeypatch: pytest.MonkeyPatch,
    before: str,
    now: str,
    step: str,
    after: bool,
) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nasunto común viejo\n"}, acl=before))
    folder = make_corpus(
        {"a.md": "# A\n\nasunto común nuevo\n", "b.md": "# B\n\nasunto común otro\n"}, acl=now
    )
    with monkeypatch.context() as patch:
        stop_at(workspace, patch, step, after=after)
        with pytest.raises(KeyboardInterrupt):
            workspace.ingest(folder)
    readable = {"[anyone]": {"viejo"}, "[group:staff]": set()}[before]
    readable |= {"[anyone]": {"nuevo", "otro"}, "[group:staff]": set()}[now]
    assert {text.split()[-1] for text in seen(workspace, "ana")} <= readable
    assert len(seen(workspace, "luis")) <= 2
    workspace.ingest(folder)
    everything = {"asunto común nuevo", "asunto común otro"}
    assert seen(workspace, "luis") == everything
    assert seen(workspace, "ana") == (everything if now == "[anyone]" else set())
    assert workspace.writer.count() == 2
    assert [each["version"] for each in workspace.corpus("docs")["documents"]] == ["v2", "v1"]


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", RELABEL_STEPS)
@pytest.mark.parametrize(("before", "now"), [("[anyone]", "[group:staff]"), ("[group:staff]", "[anyone]")])
def test_a_crash_while_rights_change_leaves_the_document_closed_or_under_one_of_them(
    workspace: Fidedigno,
    embedder: CountingEmbedder,
    make_corpus: MakeCorpus,
    monkeypatch: pytest.MonkeyPatch,
    before: str,
    now: str,
    step: str,
    after: bool,
) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nasunto común\n"}, acl=before))
    folder = make_corpus({}, acl=now)
    with monkeypatch.context() as patch:
        stop_at(workspace, patch, step, after=after)
        with pytest.raises(KeyboardInterrupt):
            workspace.ingest(folder)
    begun = (step, after) != ("rights.begin_changes", False)
    finished = step == "catalog.relabel" or (step, after) == ("rights.finish_change", True)
    if begun and not finished:
        assert seen(workspace, "luis") == seen(workspace, "ana") == set()
    workspace.ingest(folder)
    assert seen(workspace, "luis") == {"asunto común"}
    assert seen(workspace, "ana") == ({"asunto común"} if now == "[anyone]" else set())
    assert workspace.rights.pending_changes() == []
    assert workspace.writer.count() == 1


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", REMOVE_STEPS)
def test_a_crash_while_a_document_is_withdrawn_never_brings_it_back(
    workspace: Fidedigno,
    embedder: CountingEmbedder,
    make_corpus: MakeCorpus,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    after: bool,
) -> None:
    folder = make_corpus({"a.md": "# A\n\nasunto común a\n", "b.md": "# B\n\nasunto común b\n"})
    workspace.ingest(folder)
    (folder / "a.md").unlink()
    with monkeypatch.context() as patch:
        stop_at(workspace, patch, step, after=after)
        with pytest.raises(KeyboardInterrupt):
            workspace.ingest(folder)
    if (step, after) != ("rights.begin_changes", False):
        assert seen(workspace, "ana") == {"asunto común b"}
    workspace.ingest(folder)
    assert seen(workspace, "ana") == {"asunto común b"}
    assert workspace.writer.count() == 1
    assert workspace.rights.pending_changes() == []
    assert [each["path"] for each in workspace.corpus("docs")["documents"]] == ["b.md"]


def test_a_file_that_goes_while_it_was_half_written_leaves_nothing(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_corpus({"a.md": "# A\n\nasunto común\n"})
    with monkeypatch.context() as patch:
        stop_at(workspace, patch, "rights.set_all", after=False)
        with pytest.raises(KeyboardInterrupt):
            workspace.ingest(folder)
    (folder / "a.md").unlink()
    workspace.ingest(folder)
    assert workspace.writer.count() == 0
    assert seen(workspace, "luis") == set()
    assert workspace.catalog.find("a.md") == []


GROUPS = ("g1", "g2", "g3")
READERS = {"ana": {"g1"}, "luis": {"g2", "g3"}, "eva": set[str]()}
LISTS = st.lists(st.frozensets(st.sampled_from(GROUPS), max_size=2), min_size=6, max_size=6)
PEOPLE = "\n".join(
    ["users:", *(f"  - name: {name}" for name in READERS), "groups:"]
    + [
        f"  - {{name: {g}, members: [{', '.join(f'user:{u}' for u in READERS if g in READERS[u])}]}}"
        for g in GROUPS
    ]
)


def write_lists(folder: Path, lists: list[frozenset[str]]) -> None:
    """Each document's own list beside it; an empty one is nobody's."""
    for number, groups in enumerate(lists):
        acl = ", ".join(f"group:{each}" for each in sorted(groups))
        (folder / f"{number}.md.meta.yaml").write_text(f"acl: {f'[{acl}]' if acl else 'nobody'}\n", "utf-8")


def may_read(lists: list[frozenset[str]], reader: str) -> set[int]:
    """The reference: a reader reads what is granted to one of his groups."""
    return {number for number, groups in enumerate(lists) if groups & READERS[reader]}


def reads(workspace: Fidedigno, reader: str) -> set[int]:
    return {int(each.split()[-1]) for each in seen(workspace, reader)}


@pytest.mark.slow
@given(
    lists=st.lists(LISTS, min_size=2, max_size=4),
    crashes=st.lists(
        st.tuples(st.sampled_from(RELABEL_STEPS), st.booleans(), st.integers(1, 3)), min_size=3, max_size=3
    ),
)
@settings(max_examples=12, deadline=None)
def test_however_rights_change_and_wherever_it_crashes_nobody_reads_more_than_before_or_after(
    lists: list[list[frozenset[str]]], crashes: list[tuple[str, bool, int]]
) -> None:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as place:
        patch.setattr(pipeline, "RELABELLED_DOCUMENTS", 2)
        folder = Path(place) / "docs"
        folder.mkdir()
        (folder / "corpus.yaml").write_text(
            DECLARATION.format(name="docs", acl="[anyone]", audience="internal", sensitivity="internal"),
            "utf-8",
        )
        for number in range(6):
            (folder / f"{number}.md").write_text(f"# {number}\n\nasunto común {number}\n", "utf-8")
        (Path(place) / "people.yaml").write_text(PEOPLE, "utf-8")
        words_only = Settings(embedder="none", workers=0)
        with Fidedigno.create(Path(place) / "w", admin="owner", settings=words_only) as workspace:
            workspace.load_directory(Path(place) / "people.yaml")
            before = lists[0]
            write_lists(folder, before)
            workspace.ingest(folder)
            for after, crash in zip(lists[1:], crashes, strict=False):
                write_lists(folder, after)
                reached = ingest_until(workspace, folder, *crash)
                for reader in READERS:
                    old, new = may_read(before, reader), may_read(after, reader)
                    assert reads(workspace, reader) <= old | new
                    if not reached:
                        assert reads(workspace, reader) == new
                workspace.ingest(folder)
                assert {reader: reads(workspace, reader) for reader in READERS} == {
                    reader: may_read(after, reader) for reader in READERS
                }
                assert workspace.rights.pending_changes() == []
                assert workspace.writer.count() == 6
                before = after


def ingest_until(workspace: Fidedigno, folder: Path, step: str, after: bool, time: int) -> bool:
    """Ingest, stopping before or after a step is done for the ``time``-th time; whether it came to that."""
    part, name = step.split(".")
    owner = getattr(workspace, part)
    work: Callable[..., object] = getattr(owner, name)
    done = 0

    def stopping(*args: object, **keywords: object) -> None:
        nonlocal done
        done += 1
        if done == time and not after:
            raise KeyboardInterrupt
        work(*args, **keywords)
        if done == time:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, stopping)
        try:
            workspace.ingest(folder)
        except KeyboardInterrupt:
            return True
    return False


def test_documents_whose_rights_change_are_closed_and_opened_together_however_many_lists_they_have(
    workspace: Fidedigno, embedder: CountingEmbedder, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, str | bytes] = {f"{n}.md": f"# {n}\n\nasunto común {n}\n" for n in range(20)}
    folder = make_corpus(files)
    workspace.ingest(folder)
    epoch = workspace.identity("ana").epoch
    steps = recorded(workspace, monkeypatch)
    own: dict[str, str | bytes] = {f"{n}.md.meta.yaml": f"acl: [user:u{n}, user:ana]\n" for n in range(20)}
    report = workspace.ingest(make_corpus(own))
    assert (report.relabelled, report.indexed, report.embedded) == (20, 0, 0)
    assert steps == list(RELABEL_STEPS)
    assert workspace.identity("ana").epoch - epoch <= 5, "lists, beginning, end, the unused, the corpus"
