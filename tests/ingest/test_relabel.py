"""A label made without parsing is the label that parsing would give; where it may not be, there is none."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.ingest import prepare as preparation
from fidedigno.ingest.declaration import parse_declaration
from fidedigno.ingest.parse import is_supported
from fidedigno.ingest.prepare import Outcome, PreparedDocument, PrepareTask, prepare
from fidedigno.ingest.relabel import FILES_A_TASK, RelabelTask, relabel_all, relabel_in_workers
from fidedigno.model import AccessList, Principal
from fidedigno.sources.files import FilesSource, FoundFile
from tests.conftest import DECLARATION

NO_FRONT = ""
FRONTS = (
    NO_FRONT, "acl: [group:staff]\n", "language: en\n", "title: Otro\nowner: eva\n", "sensitivity: restricted\n",
    "fidedigno: {ai_allowed: no}\n", "effective_until: 2099-01-01\nscope: {course: bd}\n",
)  # fmt: skip
SIDECARS = (
    None, "acl: [user:ana]\n", "acl: nobody\n", "owner: luis\nlanguage: es\n", "ai_allowed: no\n", "acl:\n",
    "sensitivity: restricted\nversion: '2'\n", "acl: {all_of: [[group:a], [group:b]], deny: [user:eva]}\n",
    "title: De lado\nsupports: [grade]\n", "created: 2026-02-01\nupdated: 2026-01-01\n", "colour: red\n",
)  # fmt: skip
ACLS = ("[anyone]", "[group:staff]", "nobody")
BODIES = ("La tutoría es el lunes.\n", "The office hour is on Monday.\n", "DNI 12345678Z y eva@a.org\n")


def declared(acl: str = "[anyone]", extra: str = "", sensitivity: str = "internal"):
    text = DECLARATION.format(name="docs", acl=acl, audience="internal", sensitivity=sensitivity)
    return parse_declaration(text + extra)


def write(folder: Path, front: str, body: str, sidecar: str | None) -> FoundFile:
    header = f"---\n{front}---\n" if front else ""
    (folder / "a.md").write_text(f"{header}# Guía\n\n{body}", "utf-8")
    return beside(folder, sidecar)


def beside(folder: Path, sidecar: str | None) -> FoundFile:
    (folder / "a.md.meta.yaml").unlink(missing_ok=True)
    if sidecar is not None:
        (folder / "a.md.meta.yaml").write_text(sidecar, "utf-8")
    (found,) = FilesSource(folder, supports=is_supported).walk()
    assert isinstance(found, FoundFile)
    return found


def known(task: PrepareTask, earlier: PreparedDocument) -> RelabelTask:
    return RelabelTask(replace(task, known_hash=earlier.state_hash), earlier.content_hash, earlier.facts)


def relabelled(task: PrepareTask, earlier: PreparedDocument) -> PreparedDocument | None:
    (found,) = relabel_all([known(task, earlier)])
    return found


def without_pieces(prepared: PreparedDocument) -> PreparedDocument:
    return replace(prepared, chunks=(), terms=(), facts="")


@given(
    front=st.sampled_from(FRONTS),
    body=st.sampled_from(BODIES),
    sidecars=st.tuples(st.sampled_from(SIDECARS), st.sampled_from(SIDECARS)),
    acls=st.tuples(st.sampled_from(ACLS), st.sampled_from(ACLS)),
    widen=st.booleans(),
    labels=st.tuples(st.sampled_from(["public", "internal"]), st.sampled_from(["public", "internal"])),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_new_label_is_what_a_whole_preparation_gives(
    tmp_path: Path, front, body, sidecars, acls, widen, labels
) -> None:
    extra = f"documents_may_widen: {str(widen).lower()}\n"
    first = PrepareTask(tmp_path, write(tmp_path, front, body, sidecars[0]), declared(acls[0], "", labels[0]))
    earlier = prepare(first)
    if earlier.outcome is not Outcome.READY:
        return
    task = PrepareTask(tmp_path, beside(tmp_path, sidecars[1]), declared(acls[1], extra, labels[1]))
    whole, quick = prepare(replace(task, known_hash=earlier.state_hash)), relabelled(task, earlier)
    if quick is not None:
        assert without_pieces(quick) == without_pieces(whole)
        assert quick.facts in {earlier.facts, ""}
    else:
        said = "language" in front or "language" in (sidecars[0] or "")
        assert said or whole.outcome is not Outcome.READY, "only doubt calls for a whole preparation"


@pytest.fixture
def earlier(tmp_path: Path) -> tuple[PrepareTask, PreparedDocument]:
    task = PrepareTask(tmp_path, write(tmp_path, NO_FRONT, BODIES[0], None), declared())
    return task, prepare(task)


def test_nothing_is_parsed_cut_or_analysed(
    tmp_path: Path, earlier: tuple[PrepareTask, PreparedDocument], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("parser_for", "chunk_document", "personal_data_in", "language_of", "analyse"):
        monkeypatch.setattr(preparation, name, _unwanted)
    task = replace(earlier[0], declaration=declared("[group:staff]"))
    found = relabelled(task, earlier[1])
    assert found is not None
    assert found.document is not None
    assert found.document.acl == AccessList.any_of(Principal.group("staff"))
    assert (found.outcome, found.chunks) == (Outcome.READY, ())


def _unwanted(*_: object, **__: object) -> None:
    raise AssertionError("nothing of this is needed for a label")


def test_the_same_file_under_the_same_rules_is_unchanged(
    earlier: tuple[PrepareTask, PreparedDocument],
) -> None:
    found = relabelled(*earlier)
    assert found is not None
    assert found.outcome is Outcome.UNCHANGED


@pytest.mark.parametrize(
    "change",
    [
        lambda folder, task, old: ((folder / "a.md").write_text("# Otra\n\ncosa\n", "utf-8"), (task, old))[1],
        lambda _, task, old: (replace(task, declaration=declared("nobody")), replace(old, facts="")),
        lambda _, task, old: (replace(task, declaration=declared("nobody")), replace(old, facts="{}")),
        lambda _, task, old: (replace(task, declaration=declared("nobody", "language: en\n")), old),
        lambda _, task, old: (replace(task, cutting=replace(task.cutting, max_tokens=64)), old),
        lambda folder, task, old: ((folder / "a.md").unlink(), (task, old))[1],
        lambda _, task, old: (replace(task, max_file_bytes=3), old),
    ],
    ids=["content", "no facts", "foreign facts", "another language", "another cut", "gone", "too large"],
)
def test_what_cannot_be_known_without_parsing_has_to_be_prepared(
    tmp_path: Path, earlier: tuple[PrepareTask, PreparedDocument], change: Callable[..., object]
) -> None:
    task, old = change(tmp_path, *earlier)  # type: ignore[misc]
    assert relabelled(task, old) is None


def test_a_sidecar_that_is_too_large_or_no_yaml_opens_nothing(
    tmp_path: Path, earlier: tuple[PrepareTask, PreparedDocument]
) -> None:
    for sidecar in ("a" * 70_000, "acl: [", "acl: [user:ana]\nacl: [anyone]\n"):
        task = replace(earlier[0], file=beside(tmp_path, sidecar))
        found = relabelled(task, earlier[1])
        assert found is None or found.outcome is Outcome.REFUSED


def test_one_that_goes_wrong_does_not_hold_up_the_others(
    tmp_path: Path, earlier: tuple[PrepareTask, PreparedDocument]
) -> None:
    gone = replace(earlier[0], file=replace(earlier[0].file, path="gone.md"))
    found = relabel_all([known(gone, earlier[1]), known(*earlier)])
    assert found[0] is None
    assert found[1] is not None


def test_in_workers_every_document_comes_once(
    tmp_path: Path, earlier: tuple[PrepareTask, PreparedDocument]
) -> None:
    gone = replace(earlier[0], file=replace(earlier[0].file, path="gone.md"))
    tasks = [known(*earlier)] * (FILES_A_TASK + 3) + [known(gone, earlier[1])]
    found = list(relabel_in_workers(iter(tasks), workers=1, seconds=60))
    assert [each.outcome for each in found] == [Outcome.UNCHANGED] * (FILES_A_TASK + 3)
    assert list(relabel_in_workers([], workers=1, seconds=60)) == []


def test_a_worker_that_takes_too_long_leaves_its_files_to_be_prepared(
    earlier: tuple[PrepareTask, PreparedDocument],
) -> None:
    assert list(relabel_in_workers([known(*earlier)], workers=1, seconds=1e-6)) == []
