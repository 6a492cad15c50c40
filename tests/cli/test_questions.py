"""``ask``, ``chat``, ``why``, ``review``, ``search`` and ``schema`` as people use them, and against who should not."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.cli import questions, run
from fidedigno.deliver import answer_schema
from fidedigno.model import Decision
from tests.conftest import MakeCorpus
from tests.fakes.connected import write_places

QUESTION = "¿Cuándo se apaga el horno?"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def place(tmp_path: Path, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace in which Ana and Eva read one note, and Audita may read why."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setenv("FIDEDIGNO_AUDITORS", "group:auditoria")
    monkeypatch.setenv("COLUMNS", "300")
    (tmp_path / "directory.yaml").write_text(
        "users: [{name: ana}, {name: eva}, {name: audita}]\n"
        "groups: [{name: cocina, members: [user:ana, user:eva]}, {name: auditoria, members: [user:audita]}]\n",
        "utf-8",
    )
    note = "# Horno\n\nEl horno se apaga a las nueve de la noche.\n"
    assert run(["init", "--admin", "owner"]) == 0
    assert run(["users", "load", "directory.yaml"]) == 0
    assert run(["ingest", str(make_corpus({"nota.md": note}, name="cocina", acl="[group:cocina]"))]) == 0
    return tmp_path


def told(capsys: Capture, *arguments: str, code: int = 0) -> tuple[str, str]:
    capsys.readouterr()
    assert run(list(arguments)) == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    return printed.out, printed.err


def ask(capsys: Capture, name: str = "ana") -> str:
    answer: str = json.loads(told(capsys, "ask", QUESTION, "--as", name, "--json")[0])["id"]
    return answer


# why


def test_the_asker_and_an_auditor_are_told_why_in_text_and_json(place: Path, capsys: Capture) -> None:
    answer = ask(capsys)
    text = told(capsys, "why", answer, "--as", "ana")[0]
    assert answer in text
    assert "«Horno»" in text
    for name in ("ana", "ANA", "audita"):
        explained = json.loads(told(capsys, "why", answer, "--as", name, "--json")[0])
        assert explained["answer"] == answer
        assert explained["decision"]["code"] == "answer"


def test_everybody_else_is_told_the_same_byte_for_byte_as_of_no_answer(place: Path, capsys: Capture) -> None:
    answer = ask(capsys)
    wanted = [("eva", answer), ("nadie", answer), ("owner", answer), ("ana", "0" * 16), ("audita", "f" * 16),
              ("eva", "../../etc/passwd"), ("eva", "\x1b[31m"), ("eva", "")]  # fmt: skip
    for extra in ((), ("--json",)):
        refusals = {told(capsys, "why", each, "--as", name, *extra, code=6) for name, each in wanted}
        assert len(refusals) == 1, refusals
    run(["users", "disable", "ana"])
    assert told(capsys, "why", answer, "--as", "ana", "--json", code=6) in refusals


def test_a_right_that_is_withdrawn_closes_the_reason_too(
    place: Path, capsys: Capture, make_corpus: MakeCorpus
) -> None:
    answer = ask(capsys)
    note = "# Horno\n\nEl horno se apaga a las nueve de la noche.\n"
    run(["ingest", str(make_corpus({"nota.md": note}, name="cocina", acl="[user:owner]"))])
    told(capsys, "why", answer, "--as", "ana", code=6)
    assert "«Horno»" not in told(capsys, "why", answer, "--as", "audita")[0]


def test_an_answer_shows_how_to_ask_why(place: Path, capsys: Capture) -> None:
    text = told(capsys, "ask", QUESTION, "--as", "ana")[0]
    command = next(line for line in text.splitlines() if line.startswith("fidedigno why "))
    assert told(capsys, "why", command.split()[-1], "--as", "ana")


# review


def escalate(place: Path, answer: str, name: str) -> None:
    """Keep a second record of an answer, as one that was handed to a person."""
    with Fidedigno.open(place) as fidedigno:
        record = fidedigno.traces.get(fidedigno.settings.tenant, answer)
        assert record is not None
        assert not fidedigno.traces.keep(replace(record, answer_id=name, decision=Decision.ESCALATE))


def test_an_auditor_sees_what_waits_in_text_and_json_page_by_page(place: Path, capsys: Capture) -> None:
    assert "nothing waits" in told(capsys, "review", "--as", "audita")[0]
    answer = ask(capsys)
    for name in ("e" * 16, "f" * 16):
        escalate(place, answer, name)
    text = told(capsys, "review", "--as", "audita", "--size", "1")[0]
    assert "f" * 16 in text
    assert "e" * 16 not in text
    before = text.partition("older ones: --before ")[2].split()[0]
    page = json.loads(told(capsys, "review", "--as", "audita", "--before", before, "--json")[0])
    assert [each["answer"] for each in page["waiting"]] == ["e" * 16]
    assert page["following"] is None
    assert QUESTION not in text + json.dumps(page)
    assert "Horno" not in text + json.dumps(page)


def test_nobody_else_sees_the_queue_and_all_are_told_the_same(place: Path, capsys: Capture) -> None:
    answer = ask(capsys)
    refusals = {told(capsys, "why", answer, "--as", "eva", code=6)}
    for before in (True, False):
        for name in ("ana", "eva", "owner", "nadie"):
            refusals.add(told(capsys, "review", "--as", name, code=6))
        if before:
            escalate(place, answer, "f" * 16)
    assert len(refusals) == 1


def test_a_page_that_is_too_large_is_a_mistake_of_usage(place: Path, capsys: Capture) -> None:
    assert "between 1 and 200" in told(capsys, "review", "--as", "audita", "--size", "900", code=2)[1]


# ask --context


def test_context_helps_and_gives_no_right(
    place: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(["places", "load", str(write_places(place))])
    for context in ("course=bd", "course=nope", "course=cocina", "color=azul", "course=\x1b[31m"):
        text = told(capsys, "ask", QUESTION, "--as", "ana", "--context", context)[0]
        assert "nueve de la noche" in text
        refused = told(capsys, "ask", QUESTION, "--as", "nadie", "--context", context)[0]
        assert "nueve" not in refused
        assert not set(text + refused) & set("\x1b\x07")


@pytest.mark.parametrize("context", ["course", "=bd", "course=", " = ", "", "\x1b[31m"])
def test_context_that_is_no_pair_is_refused(place: Path, capsys: Capture, context: str) -> None:
    out, err = told(capsys, "ask", QUESTION, "--as", "ana", "--context", context, code=2)
    assert out == ""
    assert "course=bd" in err
    assert "\x1b" not in err
    error = json.loads(
        told(capsys, "ask", QUESTION, "--as", "ana", "--context", context, "--json", code=2)[0]
    )
    assert error["error"]["code"] == "FID100"


def test_text_that_is_half_a_character_breaks_nothing(place: Path, capsys: Capture) -> None:
    for arguments in (
        ["ask", "horno \udcff", "--as", "ana"],
        ["ask", QUESTION, "--as", "ana\udcff"],
        ["ask", QUESTION, "--as", "ana", "--context", "course=\udcff"],
        ["search", "horno \udcff", "--as", "ana"],
        ["why", "\udcff", "--as", "ana"],
        ["why", "0" * 16, "--as", "\udcff"],
    ):
        for extra in ([], ["--json"]):
            capsys.readouterr()
            code = run([*arguments, *extra])
            printed = capsys.readouterr()
            assert "unexpected" not in printed.err + printed.out, arguments
            assert code in {0, 2, 6}


# chat


def chat(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, typed: str | bytes, *arguments: str, code: int = 0
) -> str:
    raw = typed if isinstance(typed, bytes) else typed.encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
    out, err = told(capsys, "chat", "--as", "ana", *arguments, code=code)
    assert not set(out + err) & set("\x1b\x07\u202e")
    return out + err


def test_a_conversation_through_a_pipe_answers_line_by_line_until_it_ends(
    place: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = chat(monkeypatch, capsys, f"{QUESTION}\n{QUESTION}\n")
    assert printed.count("El horno se apaga a las nueve de la noche.") == 2
    assert printed.count("fidedigno why ") == 2
    assert chat(monkeypatch, capsys, "").count("fidedigno why") == 0
    assert chat(monkeypatch, capsys, f"\n{QUESTION}\n").count("fidedigno why") == 0, "an empty line ends it"


def test_a_line_that_is_no_question_is_said_and_the_conversation_goes_on(
    place: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = chat(monkeypatch, capsys, f"¿?\n{'x' * 5000}\n[red]¿[/red\n{QUESTION}\n")
    assert "no letter or digit" in printed
    assert "at most 4,000 characters" in printed
    assert "nueve de la noche" in printed


def test_bytes_that_are_no_text_end_a_conversation_with_an_error(
    place: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = chat(monkeypatch, capsys, b"\xff\xfe\xfa\n", code=2)
    assert "UTF-8" in printed
    assert "unexpected" not in printed


def test_options_of_a_conversation_are_checked_before_anything_is_asked(
    place: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "--at" in chat(monkeypatch, capsys, QUESTION, "--at", "ayer", code=2)
    assert "--context" in chat(monkeypatch, capsys, QUESTION, "--context", "x", code=2)
    assert "nueve" in chat(monkeypatch, capsys, QUESTION, "--context", "course=bd")


# schema


def test_the_schema_is_printed_and_an_answer_has_its_keys(place: Path, capsys: Capture) -> None:
    printed = json.loads(told(capsys, "schema")[0])
    assert printed == answer_schema()
    answer = json.loads(told(capsys, "ask", QUESTION, "--as", "ana", "--json")[0])
    assert set(answer) <= set(printed["properties"])
    assert set(printed["required"]) <= set(answer)
    questions.schema()
    assert json.loads(capsys.readouterr().out) == printed
