"""The planner asks for what it does not know, and never invents a class, a scope or a date."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import (
    EvidenceContract,
    Plan,
    Question,
    Route,
    SlotOrigin,
    Turn,
)
from fidedigno.plan.classification import Classification
from fidedigno.plan.load import shipped_pack
from fidedigno.plan.places import Places
from fidedigno.plan.planner import CLASS, DATE, Planner, ask_for, slot_values
from tests.fakes.places import BD, CAMPUS, GROUP_A, GROUP_B, NOWHERE, P1, P2, REDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

PACK = shipped_pack("lms")
MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 11, 12, 10, tzinfo=MADRID)  # a Thursday


class Says:
    """A classifier that says what it is told, and remembers what it was asked."""

    def __init__(self, *ranked: tuple[str, float], confident: bool = True) -> None:
        self.answer = Classification(ranked, confident)
        self.asked: list[tuple[str, str | None, bool]] = []

    def classify(
        self, question: str, language: str | None = None, *, vector: NDArray[np.float32] | None = None
    ) -> Classification:
        self.asked.append((question, language, vector is not None))
        return self.answer


def planned(text: str, *ranked: tuple[str, float] | str, places: Places = CAMPUS, **changes: Any) -> Plan:
    pairs = [(each, 0.9) if isinstance(each, str) else each for each in ranked] or [("deadline", 0.9)]
    says = Says(*pairs, confident=changes.pop("confident", True))
    question = Question(text, **{"asked_at": NOW, "language": "es", **changes})
    return Planner(PACK, says).plan(question, places)


def test_a_plan_carries_the_contract_scope_and_moment_of_the_question() -> None:
    plan = planned("¿Puedo entregar la práctica 1 el lunes?", ("deadline", 0.93), ("rule", 0.05))
    assert plan.contract == PACK.contract("deadline")
    assert {name: slot.value for name, slot in plan.slots.items()} == {
        "course": "bd",
        "activity": "p1",
        "group": "A",
    }
    assert (plan.confidence, plan.alternatives) == (0.93, (("rule", 0.05),))
    assert (plan.as_of, plan.timezone) == (NOW, "Europe/Madrid")
    assert plan.asked_moment is not None
    assert plan.asked_moment.start == datetime(2026, 11, 16, tzinfo=MADRID)
    assert (plan.clarification, plan.unfilled, plan.restricted) == (None, (), False)


def test_a_missing_activity_is_asked_for_among_those_that_the_person_sees() -> None:
    plan = planned("¿Cuándo se entrega la práctica de bases de datos?")
    assert plan.clarification is not None
    assert (plan.clarification.about, plan.clarification.choices) == (
        "activity",
        ("Práctica 1", "Práctica 2"),
    )


def test_a_slot_that_no_reply_could_fill_is_not_asked_for() -> None:
    plan = planned("¿Cuándo se entrega la práctica 1?", places=NOWHERE)
    assert plan.clarification is None
    assert plan.unfilled == ("course", "activity")


def test_a_class_that_only_quotes_documents_does_without_slots() -> None:
    plan = planned("¿Cuánto se pierde por retraso?", "rule", places=NOWHERE)
    assert (plan.clarification, plan.unfilled) == (None, ())


def test_more_places_than_can_be_listed_are_asked_for_without_a_list() -> None:
    many = tuple(replace(P1, value=f"x{n}", label=f"Tarea {n}") for n in range(8))
    plan = planned("¿Cuándo se entrega la tarea?", places=Places((BD, *many)))
    assert plan.clarification is not None
    assert plan.clarification.choices == ()


def test_the_timezone_is_that_of_the_course_else_that_of_the_call() -> None:
    assert planned("¿Cuándo cierra la memoria de laboratorio?").timezone == "Atlantic/Canary"
    says = Says(("rule", 0.9))
    plan = Planner(PACK, says).plan(Question("¿Y eso?", asked_at=NOW), NOWHERE, timezone="Asia/Tokyo")
    assert plan.timezone == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("language", "planned_in"),
    [(None, "es"), ("es", "es"), ("en", "en"), ("EN-gb", "en"), ("fr", "en"), ("", "es")],
)
def test_the_answer_is_in_a_language_that_there_is_wording_in(language: str | None, planned_in: str) -> None:
    plan = planned("¿Qué me falta?", "missing_work", language=language)
    assert plan.language == planned_in
    assert plan.clarification is not None
    assert plan.clarification.choices[1] == {"es": "nota", "en": "marks"}[planned_in]


# --- in doubt about the class ---------------------------------------------------------------------


def test_in_doubt_among_documents_the_most_demanding_is_taken_without_asking() -> None:
    plan = planned("…¿retraso?", ("concept", 0.4), ("rule", 0.35), ("out_of_scope", 0.2), confident=False)
    assert (plan.question_class, plan.confidence, plan.restricted) == ("rule", 0.35, True)
    assert plan.clarification is None


def test_in_doubt_where_state_is_meant_the_person_is_asked_in_the_labels_of_the_classes() -> None:
    plan = planned("la práctica 1", ("deadline", 0.4), ("grade", 0.3), ("concept", 0.1), confident=False)
    assert plan.clarification is not None
    assert (plan.clarification.about, plan.clarification.choices) == (CLASS, ("plazo", "mi nota"))
    assert (plan.question_class, plan.restricted) == ("grade", True)


def test_in_doubt_between_one_class_and_nothing_the_most_restrictive_is_taken() -> None:
    plan = planned("la práctica 1", ("deadline", 0.5), ("out_of_scope", 0.4), confident=False)
    assert (plan.question_class, plan.clarification) == ("out_of_scope", None)


CLASS_NAMES = sorted(PACK.classes)


@given(
    st.lists(st.sampled_from(CLASS_NAMES), min_size=1, max_size=4, unique=True),
    st.lists(st.integers(0, 99), min_size=4, max_size=4),
)
def test_doubt_never_makes_a_plan_less_restrictive_than_every_likely_class(
    names: list[str], weights: list[int]
) -> None:
    shares = sorted((each / 100 for each in weights[: len(names)]), reverse=True)
    plan = planned("¿y la práctica 1?", *zip(names, shares, strict=True), confident=False)
    likely = [names[0], *(name for name, share in list(zip(names, shares, strict=True))[1:] if share >= 0.15)]
    assert plan.question_class in likely
    assert plan.restricted
    chosen = PACK.classes[plan.question_class]
    stricter = [PACK.classes[n] for n in likely if PACK.classes[n].restrictive > chosen.restrictive]
    assert all(each.route is Route.OUT_OF_SCOPE for each in stricter)
    reads_state = [n for n in likely if PACK.classes[n].route not in {Route.PASSAGES, Route.OUT_OF_SCOPE}]
    if reads_state and len([n for n in likely if n != "out_of_scope"]) > 1:
        assert plan.clarification is not None
        assert plan.clarification.about == CLASS


# --- dates ------------------------------------------------------------------------------------------


def test_as_of_is_a_past_date_that_is_asked_about_and_the_day_asked_is_not() -> None:
    plan = planned("A fecha de 1 de octubre de 2025, ¿hasta cuándo se entregaba la práctica 1?")
    assert plan.as_of == datetime(2025, 10, 1, 23, 59, tzinfo=MADRID)
    assert plan.asked_moment is None
    hour = planned("As of 1 October 2025 at 10:00, when was assignment 1 due?", language="en")
    assert hour.as_of == datetime(2025, 10, 1, 10, tzinfo=MADRID)


def test_the_last_minute_of_a_day_on_which_the_clock_changes_is_of_that_day() -> None:
    plan = planned("A fecha de 25 de octubre de 2026, ¿hasta cuándo se entrega la práctica 1?")
    assert plan.as_of.astimezone(UTC) == datetime(2026, 10, 25, 22, 59, tzinfo=UTC)


def test_an_english_date_that_can_be_read_in_two_ways_is_asked_for() -> None:
    plan = planned("Can I hand in assignment 1 on 03/04/2027?", language="en")
    assert plan.clarification is not None
    assert plan.clarification.about == DATE
    spanish = planned("¿Puedo entregar la práctica 1 el 03/04/2027?")
    assert spanish.clarification is None
    assert spanish.asked_moment is not None
    assert spanish.asked_moment.start == datetime(2027, 4, 3, tzinfo=MADRID)


def test_without_the_slot_of_a_date_nothing_is_asked_about_it() -> None:
    pack = replace(PACK, slots={name: slot for name, slot in PACK.slots.items() if name != DATE})
    question = Question("Can I hand in assignment 1 on 03/04/2027?", asked_at=NOW, language="en")
    assert Planner(pack, Says(("deadline", 0.9))).plan(question, CAMPUS).clarification is None


# --- conversations ----------------------------------------------------------------------------------

ASKED = Turn("¿Puedo entregar la práctica 1 el lunes?", "deadline", (("activity", "p1"), ("course", "bd")))


def following(text: str, *turns: Turn, says: Says | None = None, **changes: Any) -> tuple[Plan, Says]:
    says = says or Says(("concept", 0.9))
    question = Question(text, asked_at=NOW, language="es", conversation=turns, **changes)
    vector = np.ones(3, np.float32)
    return Planner(PACK, says).plan(question, CAMPUS, vector=vector), says


def test_a_follow_up_inherits_class_day_and_what_it_does_not_name() -> None:
    plan, says = following("¿Y la práctica 2?", ASKED)
    assert (plan.question_class, plan.confidence, says.asked) == ("deadline", 1.0, [])
    assert plan.slots["activity"].value == "p2"
    assert plan.asked_moment is not None
    assert plan.asked_moment.start == datetime(2026, 11, 16, tzinfo=MADRID)


@pytest.mark.parametrize("text", ["¿Y el martes?", "el martes", "¿y si es el martes 17?"])
def test_a_follow_up_that_names_a_day_is_about_that_day(text: str) -> None:
    plan, _ = following(text, ASKED)
    assert (plan.question_class, plan.slots["activity"].value) == ("deadline", "p1")
    assert plan.asked_moment is not None
    assert plan.asked_moment.start == datetime(2026, 11, 17, tzinfo=MADRID)


def test_a_question_of_its_own_is_classified_with_its_vector_and_keeps_the_scope() -> None:
    plan, says = following("¿Qué es una clave candidata?", ASKED)
    assert plan.question_class == "concept"
    assert says.asked == [("¿Qué es una clave candidata?", "es", True)]
    assert plan.slots["course"].origin is SlotOrigin.CONVERSATION
    assert plan.asked_moment is None


def test_a_follow_up_of_a_turn_whose_class_was_in_doubt_is_classified_whole_and_without_the_vector() -> None:
    doubtful = replace(ASKED, question_class="")
    plan, says = following("práctica 2", doubtful)
    assert plan.question_class == "concept"
    assert says.asked == [(plan.search_text, "es", False)]
    assert "práctica 2" in plan.search_text


@pytest.mark.parametrize(
    ("reply", "name"), [("plazo", "deadline"), ("Mi nota", "grade"), ("my grade", "grade")]
)
def test_the_label_of_a_class_settles_the_class_that_was_in_doubt(reply: str, name: str) -> None:
    plan, says = following(reply, Turn("la práctica 1", "", (("activity", "p1"), ("course", "bd"))))
    assert (plan.question_class, says.asked) == (name, [])
    assert plan.slots["activity"].value == "p1"
    assert plan.search_text == f"la práctica 1 {reply}"


@pytest.mark.parametrize(
    ("reply", "value"), [("la nota", "grade"), ("papeles", "documents"), ("tareas por hacer", "completion")]
)
def test_a_reply_fills_the_slot_that_was_asked_for(reply: str, value: str) -> None:
    plan, _ = following(reply, Turn("¿Qué me falta?", "missing_work", (("course", "bd"),)))
    assert plan.question_class == "missing_work"
    assert plan.slots["matter"].value == value
    assert plan.clarification is None


def test_what_a_later_turn_says_goes_before_what_an_earlier_one_chose() -> None:
    turn = Turn("¿Qué me falta por entregar?", "missing_work", (("course", "bd"), ("matter", "completion")))
    assert following("¿Y de nota?", turn)[0].slots["matter"].value == "grade"
    kept = following("¿Y en redes?", turn)[0]
    assert (kept.slots["matter"].value, kept.slots["course"].value) == ("completion", "redes")


def test_a_class_that_the_pack_does_not_have_is_not_inherited() -> None:
    plan, _ = following("¿Y la práctica 2?", replace(ASKED, question_class="invented"))
    assert plan.question_class == "concept"


def test_a_place_that_the_person_no_longer_sees_is_not_inherited_nor_handed_in() -> None:
    question = Question(
        "¿Cuándo cierra?", asked_at=NOW, language="es", conversation=(ASKED,), context={"course": "bd"}
    )
    plan = Planner(PACK, Says(("deadline", 0.9))).plan(question, Places((REDES,)))
    assert [slot.value for slot in plan.slots.values()] == ["redes"]
    assert plan.unfilled == ("activity",)


@given(
    st.text(max_size=60),
    st.dictionaries(st.sampled_from(("course", "activity", "group", "x")), st.text(max_size=8)),
)
def test_hostile_words_and_context_never_bring_a_place_that_is_not_seen(
    text: str, context: dict[str, str]
) -> None:
    question = Question(
        f"a {text}", asked_at=NOW, context=context, conversation=(Turn(text or "?", text, ((text, text),)),)
    )
    plan = Planner(PACK, Says(("deadline", 0.9))).plan(question, CAMPUS)
    seen = {(place.slot, place.value) for place in CAMPUS.all} | {("activity", "whole-course")}
    assert {(slot.name, slot.value) for slot in plan.slots.values()} <= seen


def test_consolidation_may_ask_for_a_slot_with_the_choices_inside_the_course() -> None:
    plan = replace(
        planned("¿Cuánto vale la práctica 1?", "rule"), contract=EvidenceContract("rule", Route.PASSAGES)
    )
    other = replace(GROUP_B, within={"course": "redes"}, value="Z", label="Grupo Z")
    asked = ask_for("group", plan, Places((BD, P1, P2, GROUP_A, GROUP_B, other)))
    assert (asked.about, asked.choices) == ("group", ("Grupo A", "Grupo B"))


def test_the_scope_of_a_turn_is_its_slots_by_name() -> None:
    plan = planned("¿Cuándo se entrega la práctica 1?")
    assert slot_values(plan.slots) == (("activity", "p1"), ("course", "bd"), ("group", "A"))
