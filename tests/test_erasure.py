"""Forgetting: what the receipt proves, and that it does not say so when something is left."""

import functools
import gc
import inspect
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.erasure import _WINDOW, Receipt, _delete_copy, _files_with, _probes
from fidedigno.errors import NotAvailableError, WorkspaceError
from fidedigno.testing.moodle import MoodleServer
from fidedigno.verify import Verifier
from tests.conftest import MakeCorpus
from tests.fakes.campus import campus
from tests.fakes.connected import bring, connect, finds
from tests.fakes.mirrored import stored

SECRET = "El nombre en clave del proyecto nuevo es Ornitorrinco Plateado Veintisiete."


def test_a_trace_anywhere_in_the_workspace_is_reported(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": f"# A\n\n{SECRET}\n", "b.md": "# B\n\nOtra cosa distinta.\n"}))
    planted = workspace.folder / "index" / "left" / "copy.bin"
    planted.parent.mkdir()
    planted.write_bytes(b"\x00\xff" + SECRET.encode() + b"\x00")
    receipt = workspace.forget("docs/a.md")
    assert receipt.traces == ("index/left/copy.bin",)
    assert not receipt.proven
    assert "found in index/left/copy.bin" in "\n".join(receipt.lines())
    assert workspace.search("Ornitorrinco", as_user=None) == ()
    assert len(workspace.search("otra cosa", as_user=None)) == 1


def test_a_proof_counts_what_it_looked_for(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": f"# A\n\n{SECRET}\n"}))
    receipt = workspace.forget("a.md")
    assert receipt.proven
    assert (receipt.document, receipt.chunks, receipt.traces) == ("docs/a.md", 1, ())
    assert receipt.probes == 2
    assert json.loads(json.dumps(receipt.as_dict()))["proven"] is True
    assert "none left" in receipt.lines()[1]


def test_what_this_process_had_read_is_let_go(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": f"# A\n\n{SECRET}\n", "b.md": "# B\n\nOtra cosa.\n"}))
    Verifier().inspect("¿Cómo se llama?", [SECRET], "El proyecto se llama Ornitorrinco Plateado Veintiséis.")
    assert "reading.Reading" in _holders("Ornitorrinco")
    workspace.forget("a.md")
    assert _holders("Ornitorrinco") == []


def _holders(piece: str) -> list[str]:
    """The kinds of this package's objects in memory that have a text with ``piece``."""
    gc.collect()
    names = (f"{type(each).__module__}.{type(each).__qualname__}" for each in _with_text(piece))
    return sorted({name.removeprefix("fidedigno.verify.polarity.") for name in names})


def _with_text(piece: str) -> Iterator[object]:
    for each in gc.get_objects():
        if str(type(each).__module__).startswith("fidedigno."):
            text = getattr(each, "text", None)
            if isinstance(text, str) and piece in text:
                yield each


CLOSED = {"language", "name", "kind", "package", "file", "base_ending", "zone"}
"""What caches without a bound may hang on: each takes few values, none of them a piece of a text."""


def test_no_cache_keeps_texts_without_a_bound() -> None:
    """Caches without a bound outlive a document: they may hang on no argument that could be its text."""
    Verifier().inspect("¿Cuándo?", ["A las 16:00 en Madrid (UTC+1)."], "A las 15:00 en Lisboa.")
    unbounded = [
        each
        for each in gc.get_objects()
        if isinstance(each, functools._lru_cache_wrapper)
        and str(each.__module__).startswith("fidedigno.")
        and each.cache_parameters()["maxsize"] is None
    ]
    assert len(unbounded) > 50
    taking = {
        f"{each.__module__}.{each.__name__}"
        for each in unbounded
        if not set(inspect.signature(each).parameters) <= CLOSED
    }
    assert taking == set()


def test_text_that_another_document_rightly_holds_is_no_trace(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    own = "Y además una frase que solo está en el primero de los dos."
    workspace.ingest(make_corpus({"a.md": f"# A\n\n{SECRET} {own}\n", "b.md": f"# A\n\n{SECRET}\n"}))
    receipt = workspace.forget("a.md")
    assert receipt.proven
    assert receipt.probes > 0
    assert len(workspace.search("Ornitorrinco", as_user=None)) == 1


def test_older_states_of_the_index_are_no_proof() -> None:
    kept = Receipt("docs/a.md", 1, 3, (), single_version=False)
    assert not kept.proven
    assert kept.lines()[-1] == "older states of the index remain"


@pytest.mark.parametrize("name", ["", "no-such", "a.md", "%", "../a.md"])
def test_a_name_of_no_document_or_of_two_has_the_one_refusal(
    workspace: Fidedigno, tmp_path: Path, make_corpus: MakeCorpus, name: str
) -> None:
    workspace.ingest(
        make_corpus({"a.md": "# A\n\nUno.\n"}), make_corpus({"a.md": "# A\n\nDos.\n"}, name="otro")
    )
    with pytest.raises(NotAvailableError, match="no single document"):
        workspace.forget(name)
    assert workspace.writer.count() == 2


def test_probes_are_long_enough_to_be_the_documents_own_and_not_too_many() -> None:
    assert _probes(["corto", " " * 100, ""]) == []
    assert _probes(["x" * 30]) == ["x" * 30]
    many = _probes([f"texto número {n} " * 20 for n in range(500)])
    assert 0 < len(many) <= 64
    assert len(set(many)) == len(many)
    assert all(24 <= len(each) <= 40 for each in many)


@pytest.mark.parametrize("start", [0, 5, _WINDOW - 1, _WINDOW - 12, _WINDOW, 2 * _WINDOW - 3])
def test_a_piece_is_found_wherever_it_stands_in_a_file(tmp_path: Path, start: int) -> None:
    probe = "ñandú plateado veintisiete"
    (tmp_path / "large").write_bytes(b"\x00" * start + probe.encode() + b"\x00")
    (tmp_path / "other").write_bytes(b"\x00" * (2 * _WINDOW))
    assert list(_files_with([probe.encode(), b"another piece that is not there"], tmp_path)) == ["large"]
    assert list(_files_with([], tmp_path)) == []


# A mirrored document: the copy is ours, so it goes too.


@pytest.fixture
def mirrored(workspace: Fidedigno, tmp_path: Path) -> Iterator[tuple[Fidedigno, MoodleServer]]:
    with campus() as moodle:
        connect(workspace, tmp_path, moodle)
        bring(workspace)
        yield workspace, moodle


def test_forgetting_a_mirrored_document_deletes_its_copy_and_proves_it(
    mirrored: tuple[Fidedigno, MoodleServer],
) -> None:
    workspace, moodle = mirrored
    folder = workspace.folder / "mirrors" / "campus" / "course-41"
    before = {each.name for each in folder.iterdir()}
    receipt = workspace.forget(f"campus-course-41/{stored('page-4001.html')}")
    assert receipt.proven, receipt
    assert receipt.probes > 0
    gone = {stored("page-4001.html"), stored("page-4001.html") + ".meta.yaml"}
    assert {each.name for each in folder.iterdir()} == before - gone
    workspace.ingest()
    assert not finds(workspace, "ana", "Cada semana de retraso")
    assert finds(workspace, "ana", "tarjeta Turquesa")
    moodle.delete("politica")
    bring(workspace)
    assert not (folder / stored("page-4001.html")).exists()


def test_what_is_still_in_moodle_comes_back_with_the_next_synchronisation(
    mirrored: tuple[Fidedigno, MoodleServer],
) -> None:
    workspace, _ = mirrored
    workspace.forget(f"campus-course-41/{stored('page-4001.html')}")
    bring(workspace)
    assert finds(workspace, "ana", "Cada semana de retraso")


def test_forgetting_a_document_forgets_the_records_of_answers_that_name_it(
    mirrored: tuple[Fidedigno, MoodleServer],
) -> None:
    workspace, _ = mirrored
    cited = workspace.ask("¿Qué resta cada semana de retraso?", as_user="ana")
    other = workspace.ask("¿Cómo se llama el router del laboratorio?", as_user="carla")
    assert cited.claims
    assert other.claims
    assert workspace.why(cited.id, as_user="ana")
    workspace.forget(f"campus-course-41/{stored('page-4001.html')}")
    with pytest.raises(NotAvailableError):
        workspace.why(cited.id, as_user="ana")
    assert workspace.why(other.id, as_user="carla"), "an answer from something else stays"


def test_a_document_of_ones_own_folder_is_forgotten_and_its_file_left(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    folder = make_corpus({"a.md": f"# A\n\n{SECRET}\n"})
    workspace.ingest(folder)
    assert workspace.forget("a.md").proven
    assert (folder / "a.md").read_text("utf-8").endswith(f"{SECRET}\n")


def test_a_link_elsewhere_that_leads_into_the_workspace_is_left_alone(tmp_path: Path) -> None:
    inside = tmp_path / "workspace"
    (inside / "mirrors").mkdir(parents=True)
    (inside / "mirrors" / "a.html").write_text("x", encoding="utf-8")
    outside = tmp_path / "own"
    outside.mkdir()
    (outside / "a.html").symlink_to(inside / "mirrors" / "a.html")
    _delete_copy((str(outside), "a.html"), inside)
    assert (outside / "a.html").is_symlink()
    _delete_copy((str(outside), "../workspace/mirrors/none.html"), inside)
    _delete_copy(None, inside)
    assert (inside / "mirrors" / "a.html").is_file()
    _delete_copy((str(inside / "mirrors"), "a.html"), inside)
    assert not (inside / "mirrors" / "a.html").exists()


def test_a_copy_that_cannot_be_deleted_is_said_before_anything_has_changed(
    mirrored: tuple[Fidedigno, MoodleServer],
) -> None:
    workspace, _ = mirrored
    copy = workspace.folder / "mirrors" / "campus" / "course-41" / stored("page-4001.html")
    copy.unlink()
    copy.mkdir()
    with pytest.raises(WorkspaceError, match="cannot be deleted"):
        workspace.forget(f"campus-course-41/{stored('page-4001.html')}")
    assert finds(workspace, "ana", "Cada semana de retraso")
