"""A conversation: what it keeps, for how long, and that it opens nothing."""

import pytest

from fidedigno import Fidedigno
from fidedigno.access import UserEntry
from fidedigno.model import MAX_TURNS, Decision, Question
from tests.conftest import MakeCorpus

QUESTION = "¿Cuándo se apaga el horno?"


@pytest.fixture
def kitchen(workspace: Fidedigno, make_corpus: MakeCorpus) -> Fidedigno:
    workspace.directory.put_user(UserEntry("ana", "Ana"))
    workspace.ingest(make_corpus({"a.md": "# Horno\n\nEl horno se apaga a las nueve.\n"}, acl="['user:ana']"))
    return workspace


def test_turns_are_kept_in_order_and_the_oldest_give_way(kitchen: Fidedigno) -> None:
    conversation = kitchen.conversation(as_user="ana")
    for number in range(MAX_TURNS + 3):
        conversation.ask(f"{QUESTION} {number}")
    assert len(conversation.turns) == MAX_TURNS
    assert conversation.turns[-1].question.endswith(str(MAX_TURNS + 2))
    assert conversation.turns[0].question.endswith("3")


def test_rights_are_looked_up_anew_for_every_question(kitchen: Fidedigno) -> None:
    conversation = kitchen.conversation(as_user="ana")
    assert conversation.ask(QUESTION).claims
    kitchen.set_enabled("ana", False)
    refused = conversation.ask(QUESTION)
    assert (refused.decision, refused.claims) == (Decision.ABSTAIN, ())
    kitchen.set_enabled("ana", True)
    assert conversation.ask(QUESTION).claims


def test_one_conversation_knows_nothing_of_another(kitchen: Fidedigno) -> None:
    first, second = kitchen.conversation(as_user="ana"), kitchen.conversation(as_user=None)
    first.ask(QUESTION)
    assert second.turns == ()
    assert not second.ask(QUESTION).claims


def test_a_question_that_is_none_leaves_the_conversation_as_it_was(kitchen: Fidedigno) -> None:
    conversation = kitchen.conversation(as_user="ana", context={"course": "x"})
    conversation.ask(QUESTION)
    for wrong in ("", "¿?", "x" * 5000):
        with pytest.raises(ValueError, match="question"):
            conversation.ask(wrong)
    assert len(conversation.turns) == 1


def test_the_context_of_a_question_comes_before_that_of_the_conversation(kitchen: Fidedigno) -> None:
    seen: list[Question] = []
    pipeline = kitchen.pipeline
    answer = pipeline.answer

    def noted(question: Question, identity: object) -> object:
        seen.append(question)
        return answer(question, identity)  # type: ignore[arg-type]

    pipeline.answer = noted  # type: ignore[method-assign, assignment]
    conversation = kitchen.conversation(as_user="ana", context={"course": "a", "group": "g"})
    conversation.ask(Question(QUESTION, context={"course": "b"}))
    conversation.ask(QUESTION)
    assert [dict(each.context) for each in seen] == [
        {"course": "b", "group": "g"},
        {"course": "a", "group": "g"},
    ]
    assert [len(each.conversation) for each in seen] == [0, 1]
