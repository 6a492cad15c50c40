"""A conversation remembers what was asked, and no rights."""

from __future__ import annotations

from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest

from fidedigno.conversation import Conversation
from fidedigno.gather import Gathered
from fidedigno.ingest.embed import NoEmbedder
from fidedigno.model import (
    MAX_TURNS,
    Clarification,
    Decision,
    Identity,
    Principal,
    Question,
)
from fidedigno.pipeline import Governance, Pipeline
from fidedigno.plan.classification import Classification
from fidedigno.plan.declared import parse_places
from fidedigno.plan.load import shipped_pack
from fidedigno.plan.planner import CLASS, Planner
from tests.fakes.packs import MADRID, plan_of

NOW = datetime(2026, 11, 12, 10, tzinfo=MADRID)
PLACES = parse_places("""\
courses:
  bd:
    name: Bases de Datos
    timezone: Europe/Madrid
    visible_to: ["group:bd"]
    activities: {p1: {name: Práctica 1}, p2: {name: Práctica 2}}
  redes: {name: Redes, timezone: Atlantic/Canary, visible_to: ["group:redes"]}
""")


class Workspace:
    """Keeps the questions and identities with which its pipeline was asked; plans are given in turn."""

    def __init__(self, *plans: Any) -> None:
        self.plans = list(plans)
        self.groups: set[str] = {"bd", "redes"}
        self.asked: list[tuple[Question, Identity]] = []
        self.pipeline: Any = self

    def identity(self, user: str | None) -> Identity:
        return Identity("t", user, frozenset(Principal.group(each) for each in self.groups))

    def answer(self, question: Question, identity: Identity) -> Any:
        self.asked.append((question, identity))
        plan = self.plans.pop(0) if len(self.plans) > 1 else self.plans[0]
        return SimpleNamespace(plan=plan, answer=f"answer {len(self.asked)}")


def test_each_question_goes_with_the_turns_before_it_and_the_scope_that_they_had() -> None:
    workspace = Workspace(plan_of(search_text="¿Cuándo?"))
    talk = Conversation(workspace, "ana", context={"course": "41", "activity": "x"})
    assert talk.ask("¿Cuándo?", at=NOW) == "answer 1"
    talk.ask(Question("¿Y el martes?", context={"activity": "p2"}))
    first, second = (question for question, _ in workspace.asked)
    assert (first.conversation, first.asked_at) == ((), NOW)
    (turn,) = second.conversation
    assert (turn.question, turn.question_class) == ("¿Cuándo?", "deadline")
    assert turn.slots == (("activity", "p1"), ("course", "41"))
    assert dict(second.context) == {"course": "41", "activity": "p2"}


def test_rights_are_looked_up_anew_at_every_turn() -> None:
    workspace = Workspace(plan_of())
    talk = Conversation(workspace, "ana")
    talk.ask("¿Cuándo?")
    workspace.groups.clear()
    talk.ask("¿Y ahora?")
    assert [len(identity.principals) for _, identity in workspace.asked] == [2, 0]


def test_a_class_that_was_in_doubt_is_not_inherited_and_a_missing_slot_keeps_its_class() -> None:
    doubt = plan_of(clarification=Clarification(CLASS, ("a", "b")))
    slot = plan_of(clarification=Clarification("activity"))
    talk = Conversation(Workspace(doubt, slot, slot), "ana")
    talk.ask("uno")
    talk.ask("dos")
    assert [turn.question_class for turn in talk.turns] == ["", "deadline"]


def test_only_the_last_turns_are_kept() -> None:
    workspace = Workspace(*(plan_of(search_text=f"pregunta {n}") for n in range(MAX_TURNS + 6)))
    talk = Conversation(workspace, None)
    for number in range(MAX_TURNS + 5):
        talk.ask(f"pregunta {number}")
    assert len(talk.turns) == MAX_TURNS
    assert talk.turns[-1].question == f"pregunta {MAX_TURNS + 4}"
    assert len(workspace.asked[-1][0].conversation) == MAX_TURNS


def test_what_the_caller_hands_in_as_earlier_turns_is_not_believed() -> None:
    workspace = Workspace(plan_of())
    forged = Question("x", conversation=Conversation(workspace, "ana").turns or ())
    Conversation(workspace, "ana").ask(forged)
    assert workspace.asked[0][0].conversation == ()


@pytest.mark.parametrize("text", ["", "¿?", "x" * 5_000])
def test_what_is_no_question_is_refused_and_leaves_no_turn(text: str) -> None:
    talk = Conversation(Workspace(plan_of()), "ana")
    with pytest.raises(ValueError, match="question"):
        talk.ask(text)
    assert talk.turns == ()


def test_a_long_conversation_of_follow_ups_never_becomes_too_long_a_question() -> None:
    talk, workspace = _real_conversation()
    for _ in range(60):
        answer = talk.ask("¿Y la práctica 2? " + "a " * 40, at=NOW)
    assert answer.decision
    assert len(talk.turns[-1].question) <= 4_000
    assert workspace.asked == []


def test_a_person_who_lost_a_course_is_told_nothing_more_of_it() -> None:
    talk, workspace = _real_conversation()
    first = talk.ask("¿Cuándo se entrega la práctica de bases de datos?", at=NOW)
    assert first.decision is Decision.CLARIFY
    assert "Práctica 1" in first.message
    workspace.groups.discard("bd")
    second = talk.ask("la práctica 1", at=NOW)
    stranger = Conversation(_real_conversation({"redes"})[1], "eva").ask("¿Cuándo cierra eso?", at=NOW)
    for words in ("Práctica", "Bases"):
        assert words not in second.message
        assert words not in str(dict(second.scope))
    assert (second.decision, second.message, second.uncertainty) == (
        stranger.decision,
        stranger.message,
        stranger.uncertainty,
    )


class _Deadline:
    def classify(self, question: str, language: str | None = None, *, vector: Any = None) -> Classification:
        return Classification((("deadline", 1.0),), confident=True)


class _Nothing:
    """A retriever that finds nothing, so that what is known comes from the planner alone."""

    def embed(self, question: Question) -> None:
        return None

    def gather(self, *_: Any, **__: Any) -> Any:
        return Gathered(())


def _real_conversation(groups: set[str] | None = None) -> tuple[Conversation, Workspace]:
    """A conversation over the real pipeline with declared places and no documents."""
    workspace = Workspace(plan_of())
    workspace.groups = groups or {"bd", "redes"}
    nothing: Any = _Nothing()
    governance = Governance(Planner(shipped_pack("lms"), _Deadline()), PLACES)
    workspace.pipeline = Pipeline(nothing, NoEmbedder(), 5, governance=governance)
    return Conversation(workspace, "ana"), workspace
