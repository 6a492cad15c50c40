"""A restricted corpus is read only once it is approved; the others go on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.access import Role, UserEntry
from fidedigno.errors import CorpusRefusedError
from tests.conftest import MakeCorpus

SECRET = "# Consejo\nEl consejo vota la fusión en marzo."
Approve = Callable[..., None]


@pytest.fixture
def approve(workspace: Fidedigno) -> Approve:
    for name in ("ana", "luis", "marta"):
        workspace.directory.put_user(UserEntry(name, name))

    def both(name: str = "board", days: float = 10) -> None:
        end = datetime.now(UTC) + timedelta(days=days)
        workspace.approvals.approve(name, Role.SECURITY, "ana", end)
        workspace.approvals.approve(name, Role.LEGAL, "luis", end)

    return both


@pytest.fixture
def board(make_corpus: MakeCorpus) -> Path:
    return make_corpus(
        {"a.md": SECRET}, name="board", acl='["user:marta"]', audience="restricted", sensitivity="restricted"
    )


def state(workspace: Fidedigno, name: str = "board") -> str:
    return str(workspace.corpus_state(name)["state"])


def found(workspace: Fidedigno) -> list[str]:
    asked = workspace.search("¿Cuándo vota el consejo la fusión?", as_user="marta")
    return [each.evidence.corpus for each in asked]


def test_what_is_not_approved_is_refused_and_the_rest_goes_on(
    workspace: Fidedigno, make_corpus: MakeCorpus, board: Path
) -> None:
    other = make_corpus({"b.md": "# Aula\nEl aula es la 12."}, name="docs")
    report = workspace.ingest(board, other)
    (problem,) = report.problems
    assert (problem.path, problem.kind, problem.code) == ("board", "refused", CorpusRefusedError.code)
    assert "corpora approve board" in problem.hint
    assert report.indexed == 1
    assert state(workspace) == "closed: not approved"
    assert workspace.catalog.documents("board") == []


def test_approved_it_is_read_and_answers(workspace: Fidedigno, board: Path, approve: Approve) -> None:
    workspace.ingest(board)
    approve()
    report = workspace.ingest(board)
    assert (report.indexed, report.problems, state(workspace)) == (1, [], "open")
    assert found(workspace) == ["board"]


def test_a_changed_declaration_closes_it_and_its_documents_are_withdrawn(
    workspace: Fidedigno, board: Path, approve: Approve
) -> None:
    workspace.ingest(board)
    approve()
    workspace.ingest(board)
    declared = board / "corpus.yaml"
    declared.write_text(declared.read_text(encoding="utf-8") + "include: ['**/*.md']\n", encoding="utf-8")
    report = workspace.ingest(board)
    assert (report.removed, workspace.writer.count()) == (1, 0)
    assert report.notices == ["1 document(s) of the corpus board were withdrawn: no approval stands for it"]
    assert found(workspace) == []


def test_what_is_over_is_withdrawn_by_a_run_that_reads_something_else(
    workspace: Fidedigno, make_corpus: MakeCorpus, board: Path, approve: Approve
) -> None:
    workspace.ingest(board)
    approve()
    workspace.ingest(board)
    workspace.approvals.revoke("board", Role.LEGAL, "ana")
    assert found(workspace) == []
    assert workspace.writer.count() == 1
    workspace.ingest(make_corpus({"b.md": "# Aula\nEl aula es la 12."}, name="docs"))
    assert workspace.catalog.documents("board") == []
    held = [path for path in workspace.folder.rglob("*") if path.is_file() and b"fusi" in path.read_bytes()]
    assert held == []


def test_a_folder_that_declares_nothing_needs_no_approval(workspace: Fidedigno, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("# Nota\nUna nota.", encoding="utf-8")
    assert workspace.ingest(tmp_path / "notes").indexed == 1
