"""Files of cases: the present examples, every key, and mistakes told with their line."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.evaluate.cases import KEYS, load_cases, read_cases
from fidedigno.evaluate.expectation import DocumentRef, Expectation, ExpectedFact
from fidedigno.model import Decision, FactStatus, Turn
from tests.evaluate.made import Scene

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WHOLE = """\
at: 2026-11-12T10:00:00+01:00
context: {course: bd}
corpora: [bd]
questions:
  - id: monday
    as: ana
    ask: ¿Puedo entregar el lunes?
    tests: a personal extension
    family: state
    limit: not yet
    at: 2026-11-13T10:00:00+01:00
    corpora: [bd, redes]
    context: {activity: p1}
    conversation:
      - ¿Qué es la práctica 1?
      - ask: ¿Y cuándo se entrega?
        class: deadline
        slots: {course: bd}
    language: es
    decision: [answer, answer_limited]
    class: deadline
    slots: {course: bd}
    document: [a.md, b.md]
    documents:
      - guia.md
      - {document: aviso.md, section: Plazos}
    facts:
      due_at: 2026-11-13T23:59:00+01:00
      extension: {status: unverifiable}
      state: {value: open, status: covered}
    says: viernes
    never_says: [lunes]
    never: [viejo.md]
    forbidden: [solucion.md]
  - {id: plain, as: eva, ask: x, tests: y, decision: any}
"""


def test_every_key_is_read() -> None:
    case, plain = read_cases(WHOLE)
    assert (case.id, case.person, case.question, case.tests) == (
        "monday", "ana", "¿Puedo entregar el lunes?", "a personal extension"
    )  # fmt: skip
    assert (case.family, case.limit, case.line, plain.line) == ("state", "not yet", 5, 35)
    assert case.at == datetime.fromisoformat("2026-11-13T10:00:00+01:00")
    assert plain.at == datetime.fromisoformat("2026-11-12T10:00:00+01:00")
    assert (case.corpora, plain.corpora) == (("bd", "redes"), ("bd",))
    assert (dict(case.context), dict(plain.context)) == ({"course": "bd", "activity": "p1"}, {"course": "bd"})
    assert case.conversation == (
        Turn("¿Qué es la práctica 1?"),
        Turn("¿Y cuándo se entrega?", "deadline", (("course", "bd"),)),
    )
    expected = case.expected
    assert expected.decisions == {Decision.ANSWER, Decision.ANSWER_LIMITED}
    assert plain.expected.decisions == frozenset()
    assert (expected.question_class, dict(expected.slots), expected.language) == (
        "deadline",
        {"course": "bd"},
        "es",
    )
    assert expected.any_document == ("a.md", "b.md")
    assert expected.documents == (DocumentRef("guia.md"), DocumentRef("aviso.md", "Plazos"))
    assert expected.facts == {
        "due_at": ExpectedFact("2026-11-13T23:59:00+01:00"),
        "extension": ExpectedFact("", FactStatus.UNVERIFIABLE),
        "state": ExpectedFact("open", FactStatus.COVERED),
    }
    assert (expected.says, expected.never_says) == (("viernes",), ("lunes",))
    assert (expected.never, expected.forbidden) == (("viejo.md",), ("solucion.md",))


def test_the_whole_example_has_every_key() -> None:
    assert not [key for key in KEYS if f"{key}:" not in WHOLE]


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("questions.yaml")), ids=lambda path: path.parent.name)
def test_the_questions_of_the_examples_are_cases(path: Path) -> None:
    cases = load_cases(path)
    assert len(cases) == path.read_text(encoding="utf-8").count("- id:")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert all(f"id: {case.id}" in lines[case.line - 1] for case in cases)


GOOD = "- {id: a, as: ana, ask: x, tests: y, decision: any, at: 2026-01-01T00:00:00Z}"


def test_the_moment_may_be_in_utc() -> None:
    assert read_cases(f"questions:\n  {GOOD}")[0].at.tzinfo is not None


@pytest.mark.parametrize(
    ("text", "line", "problem", "hint"),
    [
        ("", 1, "the file must be a mapping", "questions"),
        ("- a", 1, "the file must be a mapping", "questions"),
        ("questions: []", 1, "there are no questions", "list"),
        ("question: []", 1, "no key 'question'", "did you mean 'questions'"),
        (f"questions:\n  {GOOD}\n  {GOOD}", 3, "is there already, in line 2", "a name of its own"),
        (f"questions:\n  {GOOD.replace('as:', 'sa:')}", 2, "no key 'sa'", "did you mean"),
        (f"questions:\n  {GOOD.replace('id: a', 'id: ')}", 2, "'id' is missing", "id"),
        (f"questions:\n  {GOOD.replace(', at: 2026-01-01T00:00:00Z', '')}", 2, "no moment", "at:"),
        (f"questions:\n  {GOOD.replace('Z}', '}')}", 2, "no offset", "+01:00"),
        (f"questions:\n  {GOOD.replace('ask: x', 'ask: ¡!')}", 2, "no letter or digit", "question"),
        (f"questions:\n  {GOOD.replace('any', 'anwser')}", 2, "no decision is called 'anwser'", "answer"),
        (f"questions:\n  {GOOD.replace('any', '[any, answer]')}", 2, "no decision is called 'any'", "alone"),
        (f"questions:\n  {GOOD.replace('decision: any, ', '')}", 2, "no decision is given", "abstain"),
        (f"questions:\n  {GOOD.replace('id: a', 'id: a, language: fr')}", 2, "no language", "es or en"),
        (
            f"questions:\n  {GOOD.replace('id: a', 'id: a, facts: {f: {status: lost}}')}",
            2,
            "no status",
            "covered",
        ),
        (
            f"questions:\n  {GOOD.replace('id: a', 'id: a, documents: [{section: s}]')}",
            2,
            "'document' is missing",
            "",
        ),
        (
            f"questions:\n  {GOOD.replace('id: a', 'id: a, conversation: [{class: c}]')}",
            2,
            "'ask' is missing",
            "",
        ),
        ("questions:\n  - id: a\n    id: b\n", 3, "given twice", "YAML"),
        ("questions: [", 1, "", "YAML"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_to_write(
    text: str, line: int, problem: str, hint: str
) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_cases(text, name="c.yaml")
    assert f"c.yaml, line {line}: " in caught.value.message
    assert problem in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "cases.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_cases(path)


def test_a_known_limit_excuses_everything_but_a_barred_citation() -> None:
    answer = Scene().run.answer
    (case,) = read_cases(f"questions:\n  {GOOD}")
    wrong = replace(case, expected=Expectation(says=("nothing of it",)))
    barred = replace(case, expected=Expectation(never=("guia-2026.md",)))
    assert not case.is_wrong(answer)
    assert wrong.is_wrong(answer)
    assert not replace(wrong, limit="known").is_wrong(answer)
    assert barred.is_wrong(answer)
    assert replace(barred, limit="known").is_wrong(answer)
