"""Whatever names a closed document is found, wherever it stands; what names an open one is not."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fidedigno.evaluate.boundaries.canaries import marks_of
from fidedigno.evaluate.boundaries.judge import Finding, Judge, Leak, texts_of, walk
from fidedigno.evaluate.boundaries.routes import Exchange
from fidedigno.model import (
    Answer,
    ClaimMatrix,
    ConflictKind,
    Decision,
    FactKind,
    FactRow,
    FactStatus,
    RequiredFact,
    Statement,
    Uncertainty,
)
from tests.evaluate.boundaries.made import corpus, document
from tests.fakes.cards import card

HR = corpus("hr", id=2, sensitivity=4)
OPEN = document(1, title="Public price list", text="The plan costs twenty nine euros a month.")
CLOSED = document(
    2,
    title="Salary bands of 2026",
    text="Engineers earn between thirty and fifty thousand.",
    of=HR,
    path="bands.md",
)
PASSAGE = f"{2 << 20:x}"


def judge(*, readable: frozenset[int] = frozenset({1})) -> Judge:
    documents = {each.id: each for each in (OPEN, CLOSED)}
    marks = tuple(marks_of(documents.values(), list(documents.values())))
    passages = {chunk: each.id for each in documents.values() for chunk in each.chunks}
    return Judge(documents, readable, marks, passages)


def examined(data, words: str = "", asked: str = "", **options) -> set[Leak]:
    return {each.leak for each in judge(**options).examine(Exchange("ask", "returned", data, words), asked)}


@pytest.mark.parametrize(
    ("data", "leak"),
    [
        ({"evidence": [{"document_id": 2}]}, Leak.DOCUMENT),
        ({"matrix": {"discards": [{"evidence": PASSAGE}]}}, Leak.PASSAGE),
        ({"verdicts": [{"evidence": f"{PASSAGE}.12-40"}]}, Leak.PASSAGE),
        ({"notes": [f"a document that is closed ({PASSAGE[:-5]}a0000)"]}, None),
        ({"locator": {"uri": "hr/bands.md"}}, Leak.PATH),
        ({"error": {"hint": "see hr/bands.md."}}, Leak.PATH),
        ({"other": "hr/bands.md.meta"}, None),
        ({"options": ["Salary bands of 2026"]}, Leak.TITLE),
        ({"salary bands of 2026": 1}, Leak.TITLE),
        ({"claims": [{"text": "engineers earn between thirty and fifty thousand"}]}, Leak.PHRASE),
        ({"document_id": 1, "uri": "docs/d1.md", "title": "Public price list"}, None),
        ({"answered_at": "2026-11-30T15:00:00.200000+00:00"}, None),
    ],
)
def test_a_reference_is_found_wherever_it_stands(data, leak) -> None:
    assert examined(data) == ({leak} if leak else set())


def test_what_a_person_reads_is_looked_at_too() -> None:
    assert examined({}, words="I found “Salary bands of 2026”") == {Leak.TITLE}


def test_what_the_person_wrote_is_no_news() -> None:
    asked = "What does “Salary bands of 2026” in hr/bands.md say?"
    assert examined({"message": asked}, asked=asked) == set()
    assert examined({"evidence": [{"document_id": 2}]}, asked=asked) == {Leak.DOCUMENT}


def test_for_somebody_disabled_public_documents_are_closed_too() -> None:
    assert examined({"document_id": 1}, readable=frozenset()) == {Leak.DOCUMENT}


def test_a_crash_is_a_finding() -> None:
    exchange = Exchange("ask", "crashed:KeyError", {"text": "x"})
    assert judge().examine(exchange, "") == [Finding(Leak.CRASH, form="crashed:KeyError")]


def conflict(*evidence: str) -> Exchange:
    cards = tuple(card(id=each) for each in dict.fromkeys(evidence))
    doubt = Uncertainty("price", "conflicting", "sources differ", evidence)
    answer = Answer("a", Decision.CONFLICT, (), cards, "", "en", datetime.now(UTC), uncertainty=(doubt,))
    return Exchange("ask", "returned", answer=answer)


def test_a_conflict_of_which_one_side_is_hidden_is_found() -> None:
    one, other = f"{1 << 20:x}", f"{1 << 20 | 1:x}"
    assert judge().examine(conflict(one, other), "") == []
    assert [each.leak for each in judge().examine(conflict(one), "")] == [Leak.CONFLICT]
    assert judge().examine(conflict(one, PASSAGE), "") == [Finding(Leak.CONFLICT, 2)]


def test_every_value_of_a_nested_answer_is_walked() -> None:
    data = {"a": [{"b": ("x", 1)}], "c": None}
    assert ("b", "x") in list(walk(data))
    assert ("b", 1) in list(walk(data))
    assert list(texts_of(data)) == ["a", "b", "x", "c"]


def test_a_passage_that_contradicts_itself_hides_no_side() -> None:
    one = f"{1 << 20:x}"
    fact = RequiredFact("price", FactKind.AMOUNT)
    sides = [Statement("price", FactKind.AMOUNT, each, each, one) for each in ("29 EUR", "34 EUR")]
    row = FactRow(fact, FactStatus.CONFLICTING, (sides[0],), (sides[1],), ConflictKind.AMOUNT)
    told = conflict(one)
    assert told.answer is not None
    within = replace(told, answer=replace(told.answer, matrix=ClaimMatrix((row,))))
    assert judge().examine(within, "") == []
