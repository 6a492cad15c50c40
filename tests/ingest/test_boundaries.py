"""What may not be in one corpus is kept apart: by approval, by audience, by sensitivity; the others go on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.access import Role, UserEntry
from fidedigno.errors import CorpusRefusedError, UsageError
from fidedigno.ingest.boundaries import doubts, misplaced, mixed
from fidedigno.ingest.declaration import parse_declaration
from fidedigno.model import NOBODY, PUBLIC, AccessList, Corpus, Principal, Sensitivity
from tests.conftest import DECLARATION, MakeCorpus

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


def corpus(
    audience: str, acl: str = '["group:staff"]', sensitivity: str = "internal", extra: str = ""
) -> Corpus:
    text = DECLARATION.format(name="docs", acl=acl, audience=audience, sensitivity=sensitivity)
    return parse_declaration(text + extra).corpus


@pytest.mark.parametrize(
    "good",
    [
        corpus("public", "[anyone]", "public"),
        corpus("internal"),
        corpus("internal", '["domain:corp.example"]', "confidential"),
        corpus("department", sensitivity="restricted"),
        corpus("customer", '{all_of: [["group:team"], ["group:on-call", "user:ana"]]}', "confidential"),
        corpus("restricted", '["user:ana", "user:luis"]', "restricted"),
        corpus("restricted", "nobody", "restricted"),
    ],
    ids=lambda each: each.audience.value,
)
def test_each_of_the_five_audiences_has_a_declaration_that_nobody_doubts(good: Corpus) -> None:
    assert mixed(good) is None
    assert list(doubts(good, audited=True)) == []


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (corpus("public", "[anyone]", "confidential"), "sensitivity confidential"),
        (corpus("public", "[anyone]", "restricted"), "sensitivity restricted"),
        (corpus("customer", "[anyone]"), "everybody or a whole domain"),
        (corpus("restricted", '["user:ana", "domain:corp.example"]'), "everybody or a whole domain"),
        (corpus("restricted", '{all_of: [["user:ana"], [anyone]]}'), "everybody or a whole domain"),
    ],
)
def test_what_contradicts_itself_is_mixed(bad: Corpus, told: str) -> None:
    problem = mixed(bad)
    assert problem is not None
    assert told in problem.reason
    assert problem.code == CorpusRefusedError.code


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        (corpus("public", "[anyone]", "internal"), "goes with sensitivity public"),
        (corpus("internal", "[anyone]"), "only a public corpus"),
        (corpus("department", '["group:staff", anyone]'), "only a public corpus"),
        (corpus("department", '["user:ana"]'), "names none"),
        (corpus("customer", '["user:ana"]'), "names none"),
        (corpus("restricted", '["group:board"]'), "names groups"),
        (corpus("restricted", '["user:ana"]', extra="access_pattern: metadata_filter\n"), "index of its own"),
        (corpus("internal", sensitivity="restricted"), "sensitivity restricted"),
    ],
)
def test_what_was_legal_before_is_said_and_not_refused(odd: Corpus, told: str) -> None:
    assert mixed(odd) is None
    (said,) = doubts(odd, audited=True)
    assert told in said
    assert said.startswith("corpus docs: ")


def test_records_of_customers_ask_for_an_audit() -> None:
    (said,) = doubts(corpus("customer"), audited=False)
    assert "auditors" in said


def test_a_mixed_corpus_is_refused_and_what_it_held_is_withdrawn(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    files = {"a.md": "# Aula\nEl aula es la 12."}
    good = make_corpus(files, name="good", acl="[anyone]", audience="public", sensitivity="public")
    bad = make_corpus(files, name="bad", acl="[anyone]", audience="public", sensitivity="public")
    workspace.ingest(good, bad)
    make_corpus({}, name="bad", acl="[anyone]", audience="public", sensitivity="confidential")
    report = workspace.ingest(good, bad)
    assert [(each.path, each.code) for each in report.problems] == [("bad", CorpusRefusedError.code)]
    assert [each.corpus for each in workspace.catalog.documents()] == ["good"]


def test_doubts_are_in_the_report_of_every_run_once(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    folder = make_corpus({"a.md": "# Aula\nEl aula es la 12."})
    for _ in range(2):
        report = workspace.ingest(folder)
        assert report.notices == ["corpus docs: only a public corpus grants to anyone; this one is internal"]
        assert report.failed == report.refused == 0


@pytest.mark.parametrize(
    ("audience", "acl", "sensitivity", "is_own", "told"),
    [
        ("public", PUBLIC, Sensitivity.INTERNAL, False, "sensitivity internal in a public corpus"),
        ("customer", PUBLIC, Sensitivity.INTERNAL, False, "open to anyone"),
        ("department", PUBLIC, Sensitivity.INTERNAL, True, "open to anyone"),
        ("department", PUBLIC, Sensitivity.INTERNAL, False, ""),
        ("internal", PUBLIC, Sensitivity.RESTRICTED, True, ""),
        ("customer", AccessList.any_of(Principal.group("team")), Sensitivity.RESTRICTED, True, ""),
        ("restricted", NOBODY, Sensitivity.RESTRICTED, True, ""),
    ],
)
def test_a_document_of_another_audience_is_misplaced(
    audience: str, acl: AccessList, sensitivity: Sensitivity, is_own: bool, told: str
) -> None:
    level = "public" if audience == "public" else "internal"
    found = misplaced(corpus(audience, "nobody", level), acl, sensitivity, is_own=is_own)
    assert found.startswith(told) if told else found == ""


def test_a_misplaced_document_is_refused_alone(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    files = {
        "a.md": "# Aula\nEl aula es la 12.",
        "b.md": "---\nsensitivity: confidential\n---\n# Nóminas\nLas nóminas.",
    }
    report = workspace.ingest(make_corpus(files, acl="[anyone]", audience="public", sensitivity="public"))
    assert [each.path for each in report.problems] == ["docs/b.md"]
    assert report.indexed == 1


def test_the_settings_say_who_may_approve(
    workspace: Fidedigno, board: Path, approve: Approve, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.ingest(board)
    named = workspace.settings.model_copy(update={"approvers_legal": "user:marta"})
    monkeypatch.setattr(workspace, "settings", named)
    with pytest.raises(UsageError, match="does not decide for legal"):
        approve()
    workspace.approvals.approve("board", Role.LEGAL, "marta", datetime.now(UTC) + timedelta(days=1))
    assert workspace.ingest(board).indexed == 1
