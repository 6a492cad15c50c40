"""A live value as a card: said in the words of the pack, and only where the pack has words for it."""

from dataclasses import replace

import pytest

from fidedigno.gather.moodle_cards import can_say, card_of, said
from fidedigno.gather.moodle_facts import ABSENT
from fidedigno.model import EvidenceKind, FactKind
from fidedigno.sources.moodle import MoodleSite
from tests.fakes.campus import NOW, PACK, plan

SITE = MoodleSite("https://campus.example", None, "Europe/Madrid", "campus")


def test_a_card_is_live_state_about_the_scope_of_the_question() -> None:
    card = card_of(plan("due-date"), PACK, "due-date", "2026-11-13T23:59+01:00", NOW, SITE, "41.901")
    assert card.kind is EvidenceKind.STATE
    assert (card.source, card.authority, card.document_id) == ("campus", "live-state", 0)
    assert card.scope == {"course": "bd", "activity": "p1"}
    assert card.values == {"due-date": "2026-11-13T23:59+01:00"}
    assert card.supports == ("due-date",)
    assert card.retrieved_at == NOW
    assert card.retrieved_at.tzinfo is not None
    assert "13 de noviembre de 2026" in card.content
    assert "«activity»" in card.content


def test_a_card_without_an_activity_is_called_after_the_course_and_without_either_after_the_site() -> None:
    of_course = card_of(plan("missing-work", activity=None), PACK, "missing-work", "x", NOW, SITE, "41")
    assert (of_course.title, of_course.scope) == ("Moodle · «course»", {"course": "bd"})
    nowhere = plan("missing-work", activity=None, course=None)
    assert card_of(nowhere, PACK, "missing-work", "x", NOW, SITE, "41").title == "Moodle · campus"


@pytest.mark.parametrize(("language", "words"), [("es", "bloqueada"), ("en", "locked")])
def test_a_state_is_said_in_the_language_of_the_answer(language: str, words: str) -> None:
    asked = plan("submission-open", language=language)
    assert words in said(PACK.facts["submission-open"], "locked", asked, "P1", "BD")


def test_what_is_absent_is_said_as_absent_and_never_as_a_date() -> None:
    assert said(PACK.facts["due-date"], ABSENT, plan(), "P1", "BD") == "P1: no tiene fecha de entrega."


def test_only_words_of_the_pack_can_be_said() -> None:
    state = PACK.facts["submission-status"]
    assert can_say(state, "draft")
    assert not can_say(state, "archived")
    assert can_say(replace(state, states={"archived": {"es": "a", "en": "a"}}), "archived")
    assert not can_say(replace(state, states={}), "draft"), "a state fact without states says nothing"


def test_a_fact_without_words_for_nothing_cannot_say_that_there_is_none() -> None:
    fact = PACK.facts["due-date"]
    assert can_say(fact, ABSENT)
    for words in ({"es": "", "en": ""}, {"es": "no hay", "en": ""}):
        silent = replace(fact, absent=words)
        assert silent.kind is FactKind.INSTANT
        assert not can_say(silent, ABSENT)
        assert can_say(silent, "2026-11-13T23:59+01:00")


@pytest.mark.parametrize("hostile", ["{activity}", "{0.__class__}", "{{", "}", "%s"])
def test_braces_in_a_value_or_a_name_are_just_braces(hostile: str) -> None:
    words = said(PACK.facts["feedback"], hostile, plan(), hostile, hostile)
    assert words.count(hostile) == 2
