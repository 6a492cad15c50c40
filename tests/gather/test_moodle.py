"""Live state through a simulated Moodle: of the asking person, as gaps where it fails, and of nobody else."""

from dataclasses import replace
from typing import Any

import pytest

from fidedigno.gather.moodle import MOST_ASSIGNMENTS
from fidedigno.gather.state import Gap, StateReading
from fidedigno.plan.places import ACTIVITY, COURSE, Places
from fidedigno.testing.moodle import FaultMode, MoodleServer
from fidedigno.testing.moodle.live import FAULT_MODES
from tests.fakes.campus import DATE_FACTS, NOW, PACK, PLACES, STATE_FACTS, person, plan
from tests.gather.conftest import MakeSource, read, values


def activities(places: Places) -> set[str]:
    return {each.label for each in places.of(ACTIVITY)}


# Places.


@pytest.mark.parametrize("own", [(), ("ana", "bruno", "elena")], ids=["service", "own"])
def test_each_person_has_the_places_that_moodle_shows_to_that_person(
    make: MakeSource, own: tuple[str, ...]
) -> None:
    source = make(own=own)
    ana, bruno, carla = (source.places(person(name)) for name in ("ana", "bruno", "carla"))
    assert all(each.complete for each in (ana, bruno, carla))
    assert {each.value for each in ana.of(COURSE)} == {"bd", "historia"}
    assert {each.value for each in carla.of(COURSE)} == {"redes", "historia"}
    assert activities(ana) - activities(bruno) == {"Aula del grupo A", "Solo del grupo A"}
    assert "Memoria de redes" in activities(carla)
    assert not {"Examen secreto", "Memoria de redes"} & (activities(ana) | activities(bruno))


@pytest.mark.parametrize("name", ["dani", "nadie"])
def test_whoever_is_suspended_or_unknown_there_is_shown_only_what_is_not_in_moodle(
    make: MakeSource, name: str
) -> None:
    places = make().places(person(name))
    assert places.complete
    assert {each.value for each in places.of(COURSE)} == {"historia"}


def test_a_change_of_standing_shows_with_the_next_question(make: MakeSource, moodle: MoodleServer) -> None:
    source = make()
    assert "Solo del grupo A" in activities(source.places(person("lucia")))
    moodle.leave_group("lucia", "A")
    assert "Solo del grupo A" not in activities(source.places(person("lucia")))
    moodle.hide("e0")
    assert "Ejercicio 0" not in activities(source.places(person("lucia")))
    moodle.unenrol("lucia", "BD")
    assert {each.value for each in source.places(person("lucia")).of(COURSE)} == {"historia"}
    assert read(source, "lucia").gaps["grade"] == Gap.NOT_AVAILABLE


@pytest.mark.parametrize("mode", FAULT_MODES)
def test_where_moodle_fails_the_list_is_the_declared_one_and_incomplete(
    make: MakeSource, moodle: MoodleServer, mode: FaultMode
) -> None:
    source = make(seconds=1.0, attempt=0.3, total=0.6)
    moodle.fail(mode)
    places = source.places(person("ana"))
    assert not places.complete
    assert places.all == PLACES.seen_by(person("ana")).all


# State.


def test_each_person_is_told_their_own_state(make: MakeSource) -> None:
    source = make()
    ana, bruno, lucia = (
        values(read(source, name, *STATE_FACTS, *DATE_FACTS)) for name in ("ana", "bruno", "lucia")
    )
    assert ana["due-date"] == "2026-11-13T23:59+01:00"
    assert bruno["due-date"] == "2026-11-16T23:59+01:00"
    assert (ana["individual-extension"], ana["last-moment"]) == ("none", "2026-11-16T23:59+01:00")
    assert (lucia["individual-extension"], lucia["last-moment"]) == ("granted", "2026-11-20T23:59+01:00")
    assert (ana["submission-status"], bruno["submission-status"]) == ("none", "draft")
    assert ana["timezone"] == "Europe/Madrid"
    assert set(ana) == {*STATE_FACTS, *DATE_FACTS}


def test_every_card_says_when_it_was_read_and_carries_nobody_elses_name(make: MakeSource) -> None:
    for card in read(make(), "bruno", *STATE_FACTS, *DATE_FACTS).cards:
        assert card.retrieved_at == NOW
        assert card.retrieved_at.tzinfo is not None
        assert "ana" not in repr(card).casefold().replace("semana", "")


def test_locked_not_yet_open_closed_and_open_are_four_words(make: MakeSource, moodle: MoodleServer) -> None:
    source = make()

    def state(activity: str) -> str:
        return values(read(source, "ana", "submission-open", activity=activity))["submission-open"]

    assert [state(each) for each in ("p1", "assign:902", "assign:903")] == ["open", "not_yet_open", "closed"]
    moodle.lock("ana", "p1")
    assert state("p1") == "locked"
    assert values(read(source, "bruno", "submission-open"))["submission-open"] == "open"
    moodle.unlock("ana", "p1")
    assert state("p1") == "open"


def test_a_hidden_mark_is_the_same_as_none(make: MakeSource, moodle: MoodleServer) -> None:
    source = make()

    def marks(name: str) -> StateReading:
        return read(source, name, "grade", "feedback", activity="assign:903")

    assert values(marks("ana")) == {"grade": "87.00 / 100", "feedback": "Bien & claro. Falta <b>."}
    assert marks("bruno") == marks("lucia")
    assert values(marks("bruno")) == {"grade": "none", "feedback": "none"}
    moodle.release_grade("bruno", "e0")
    assert values(marks("bruno"))["grade"] == "64.00 / 100"


@pytest.mark.parametrize("own", [(), ("bruno",)], ids=["service", "own"])
def test_hidden_of_others_of_another_course_and_missing_are_byte_for_byte_the_same(
    make: MakeSource, own: tuple[str, ...]
) -> None:
    source = make(own=own)
    never = {"hidden": "oculta", "of a group": "assign:905", "elsewhere": "assign:921", "missing": "assign:4",
             "undeclared": "nope", "no number": "assign:x"}  # fmt: skip
    answers = {why: repr(read(source, "bruno", *STATE_FACTS, *DATE_FACTS, activity=each))
               .replace(f"'{each}'", "'ACTIVITY'") for why, each in never.items()}  # fmt: skip
    assert len(set(answers.values())) == 1, answers
    reading = read(source, "bruno", *STATE_FACTS, *DATE_FACTS, activity="oculta")
    assert values(reading) == {"visibility": "not_visible"}
    assert set(reading.gaps.values()) == {Gap.NOT_AVAILABLE}
    assert reading.errors == ()


def test_unenrolled_and_suspended_are_told_the_same_as_of_what_is_missing(make: MakeSource) -> None:
    source = make()
    carla, dani = read(source, "carla"), read(source, "dani")
    assert carla == dani
    assert repr(carla) == repr(read(source, "ana", activity="assign:4")).replace("assign:4", "p1")
    assert values(carla) == {"visibility": "not_visible"}


def test_whoever_the_directory_gives_no_number_is_asked_about_nowhere(
    make: MakeSource, moodle: MoodleServer
) -> None:
    source = make()
    for number in (None, "", "0", "abc"):
        identity = person("ana", number=number) if number is not None else person("nadie")
        reading = source.read(plan(), identity, PACK)
        assert reading.cards == ()
        assert set(reading.gaps.values()) == {Gap.NOT_AVAILABLE}
    assert not moodle.calls


@pytest.mark.parametrize("mode", FAULT_MODES)
@pytest.mark.parametrize("own", [(), ("ana",)], ids=["service", "own"])
def test_a_source_that_fails_gives_gaps_and_never_a_value(
    make: MakeSource, moodle: MoodleServer, mode: FaultMode, own: tuple[str, ...]
) -> None:
    source = make(seconds=1.0, own=own, attempt=0.3, total=0.6)
    moodle.fail(mode)
    reading = read(source, "ana", *STATE_FACTS, *DATE_FACTS)
    assert reading.cards == ()
    assert reading.gaps == dict.fromkeys((*STATE_FACTS, *DATE_FACTS), "source_failed")
    assert reading.errors
    assert read(source, "ana", "missing-work").gaps == {"missing-work": "source_failed"}
    moodle.heal()
    assert values(read(source, "ana"))["grade"] == "none"


@pytest.mark.parametrize("mode", ["html", "half_json", "maintenance"])
def test_one_function_that_fails_costs_its_facts_and_no_others(
    make: MakeSource, moodle: MoodleServer, mode: FaultMode
) -> None:
    source = make()
    moodle.fail(mode, function="gradereport_user_get_grade_items")
    reading = read(source, "ana", activity="assign:903")
    assert {name for name, gap in reading.gaps.items() if gap == "source_failed"} == {"grade", "feedback"}
    assert values(reading)["submission-status"] == "submitted"


def test_a_revoked_token_gives_gaps_of_that_person_alone(make: MakeSource, moodle: MoodleServer) -> None:
    source = make(own=("ana", "bruno"))
    moodle.revoke_token("ana")
    ana = read(source, "ana")
    assert values(ana) == {"visibility": "not_visible"}
    assert set(ana.gaps.values()) == {Gap.NOT_AVAILABLE}
    assert values(read(source, "bruno"))["submission-status"] == "draft"


def test_a_state_that_the_pack_does_not_list_is_a_gap(make: MakeSource) -> None:
    fact = PACK.facts["submission-status"]
    fewer = {name: words for name, words in fact.states.items() if name != "draft"}
    pack = replace(PACK, facts={**PACK.facts, fact.name: replace(fact, states=fewer)})
    asked = plan("submission-status", "submission-open")
    bruno = make().read(asked, person("bruno"), pack)
    assert bruno.gaps == {"submission-status": "source_failed"}
    assert values(bruno) == {"submission-open": "open"}


def test_a_pack_without_words_for_no_date_gets_a_gap_and_never_the_word_none(make: MakeSource) -> None:
    fact = replace(PACK.facts["cut-off-date"], absent={"es": "", "en": ""})
    pack = replace(PACK, facts={**PACK.facts, fact.name: fact})
    reading = make().read(plan("cut-off-date", activity="assign:902"), person("ana"), pack)
    assert (reading.cards, dict(reading.gaps)) == ((), {"cut-off-date": "no_source"})


def test_the_scope_decides_which_gap_it_is(make: MakeSource, moodle: MoodleServer) -> None:
    source = make()

    def gaps(**scope: Any) -> set[str]:
        return set(read(source, "ana", "grade", "attempts-left", **scope).gaps.items())

    other = ("attempts-left", "no_source")
    assert gaps(course=None) == {("grade", "no_scope"), other}
    assert gaps(course="nowhere") == {("grade", "no_scope"), other}
    assert gaps(activity=None) == {("grade", "no_scope"), other}
    assert gaps(course="historia", activity="ensayo") == {("grade", "no_source"), other}
    assert gaps(activity="quiz:5") == {("grade", "no_source"), other}
    assert not moodle.calls
    assert read(source, "ana", "explanation").gaps == {}


# What is missing.


def test_missing_work_names_what_is_not_handed_in(make: MakeSource, moodle: MoodleServer) -> None:
    source = make()

    def missing(name: str) -> str:
        return values(read(source, name, "missing-work", activity=None))["missing-work"]

    assert missing("ana") == "Práctica 1 & memoria, Práctica 2, Solo del grupo A"
    assert missing("bruno") == "Práctica 1 & memoria, Práctica 2"
    for each in ("p1", "p2", "solo-a"):
        moodle.submit("ana", each, "<p>Hecho.</p>")
    assert missing("ana") == "none"
    (card,) = read(source, "ana", "missing-work", activity=None).cards
    assert card.content == "«course»: no te falta nada por entregar."
    assert missing("bruno") == "Práctica 1 & memoria, Práctica 2"


def test_missing_work_is_a_gap_where_one_assignment_cannot_be_read(
    make: MakeSource, moodle: MoodleServer
) -> None:
    source = make()
    for function in ("mod_assign_get_participant", "mod_assign_get_submission_status"):
        moodle.fail("half_json", function=function)
        reading = read(source, "ana", "missing-work", activity=None)
        if reading.cards:
            assert "Práctica 2" in values(reading)["missing-work"], "the other function told it"
        else:
            assert reading.gaps == {"missing-work": "source_failed"}
            assert reading.errors == ("source_failed",)
    assert read(source, "carla", "missing-work", activity=None).gaps == {"missing-work": "not_available"}


def test_missing_work_beside_other_facts_is_told_with_them(make: MakeSource) -> None:
    reading = read(make(), "ana", "missing-work", "submission-status")
    assert set(values(reading)) == {"missing-work", "submission-status"}
    assert not reading.gaps


@pytest.mark.parametrize(("count", "told"), [(MOST_ASSIGNMENTS, True), (MOST_ASSIGNMENTS + 1, False)])
def test_a_course_with_very_many_assignments_is_not_read(
    make: MakeSource, moodle: MoodleServer, count: int, told: bool
) -> None:
    site = moodle.scenario
    first = replace(site.modules["r1"], visible=True)
    more = {
        f"r{n}": replace(
            first, key=f"r{n}", id=9000 + n, instance=9000 + n, context=9000 + n, name=f"Tarea {n}"
        )
        for n in range(count)
    }
    kept = {key: each for key, each in site.modules.items() if each.course != "RED"}
    moodle._change(lambda scenario: replace(scenario, modules={**kept, **more}))
    source = make(seconds=60.0, total=30.0, attempt=10.0, cache=60.0)
    reading = read(source, "carla", "missing-work", course="redes", activity=None)
    if told:
        assert len(values(reading)["missing-work"].split(", ")) == count
    else:
        assert (reading.cards, dict(reading.gaps)) == ((), {"missing-work": "no_source"})
        assert ("mod_assign_get_participant", "bot") not in moodle.calls
