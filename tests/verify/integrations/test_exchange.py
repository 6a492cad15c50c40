from types import SimpleNamespace

import pytest

from fidedigno.verify.blocked import VerificationUnavailableError
from fidedigno.verify.integrations.exchange import Exchange, Keys, passages_of
from fidedigno.verify.passage import Passage


def test_the_three_are_read_by_their_usual_names_or_by_given_ones() -> None:
    value = {"input": "q", "context": ["a"], "answer": "b", "other": 1}
    assert Keys().read(value) == Exchange("q", (Passage("a", "1"),), "b")
    keys = Keys(question=("ask.text",), passages=("data.cards",), answer="data.said")
    inner = {"ask": {"text": "q"}, "data": {"cards": ["a"], "said": "b"}}
    assert keys.read(inner) == Exchange("q", (Passage("a", "1"),), "b")


@pytest.mark.parametrize("value", [{}, {"context": []}, [], None, "x", {"answer": None}, {"data": 3}])
def test_what_holds_no_answer_is_none(value: object) -> None:
    assert Keys().read(value) is None


@pytest.mark.parametrize(
    "value",
    [
        {"answer": "b"},
        {"answer": "b", "context": 3},
        {"answer": "b", "context": [3]},
        {"answer": "b", "context": [{"id": "x"}]},
        {"answer": ["b"], "context": ["a"]},
        {"answer": "b", "context": ["a"], "question": {}},
    ],
)
def test_an_answer_without_readable_passages_cannot_be_checked(value: object) -> None:
    with pytest.raises(VerificationUnavailableError):
        Keys().read(value)


def test_passages_are_texts_mappings_or_documents_and_keep_their_ids() -> None:
    document = SimpleNamespace(page_content="d", id=None)
    found = passages_of(
        ["a", {"text": "b", "id": "B"}, {"content": "c", "document_id": 7}, document, Passage("e", "E")]
    )
    assert [(each.text, each.id) for each in found] == [
        ("a", "1"),
        ("b", "B"),
        ("c", "7"),
        ("d", "4"),
        ("e", "E"),
    ]
    assert passages_of("one text") == (Passage("one text", "1"),)


def test_an_answer_is_put_back_in_a_copy() -> None:
    value = {"data": {"answer": "old", "kept": [1]}}
    changed = Keys(answer="data.answer").with_answer(value, "new")
    assert changed == {"data": {"answer": "new", "kept": [1]}}
    assert value["data"]["answer"] == "old"
