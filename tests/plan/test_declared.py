"""Declared places are shown to whom they may be shown, and a faulty file says all that is wrong with it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.model import Identity, Principal
from fidedigno.model.principal import ANYONE
from fidedigno.plan.declared import NOWHERE, load_places, parse_places

GOOD = """\
courses:
  bd:
    name: Bases de Datos
    aliases: [BD, Databases]
    timezone: Europe/Madrid
    visible_to: ["group:bd"]
    moodle: 41
    activities:
      p1: {name: Práctica 1, aliases: [Assignment 1], moodle: 901}
      p2: {name: Práctica 2}
    groups:
      A: {name: Grupo A, members: "group:bd-a", moodle: 71}
      B: {name: Grupo B}
  open:
    name: Jornadas
    visible_to: [anyone]
"""


def someone(*groups: str) -> Identity:
    return Identity("default", "ana", frozenset({ANYONE, *(Principal.group(each) for each in groups)}))


def test_a_person_sees_the_courses_shown_to_them_and_their_own_group() -> None:
    places = parse_places(GOOD)
    seen = places.seen_by(someone("bd", "bd-a"))
    assert [(each.slot, each.value, each.own) for each in seen.all] == [
        ("course", "bd", False),
        ("activity", "p1", False),
        ("activity", "p2", False),
        ("group", "A", True),
        ("group", "B", False),
        ("course", "open", False),
    ]
    assert seen.all[0].timezone == "Europe/Madrid"
    assert seen.all[1].names == ("Práctica 1", "Assignment 1")
    assert dict(seen.all[1].within) == {"course": "bd"}


def test_others_see_nothing_of_a_course_and_the_disabled_see_nothing_at_all() -> None:
    places = parse_places(GOOD)
    assert [each.value for each in places.seen_by(someone("redes")).all] == ["open"]
    assert [each.value for each in places.seen_by(someone("bd-a")).all] == ["open"]
    assert places.seen_by(Identity.disabled("default", "ana")).all == ()
    assert NOWHERE.seen_by(someone("bd")).all == ()


@given(st.sets(st.sampled_from(("bd", "bd-a", "redes", "x"))))
def test_no_place_of_a_course_is_seen_without_the_course(groups: set[str]) -> None:
    seen = parse_places(GOOD).seen_by(someone(*groups))
    courses = {each.value for each in seen.of("course")}
    assert ("bd" in courses) is ("bd" in groups)
    assert {each.within["course"] for each in seen.all if each.within} <= courses


def test_numbers_of_the_connected_system_lead_to_the_identifiers_of_cards() -> None:
    course = parse_places(GOOD).course("bd")
    assert course is not None
    assert (course.moodle, dict(course.moodle_activities), dict(course.moodle_groups)) == (
        41,
        {901: "p1"},
        {71: "A"},
    )
    assert parse_places(GOOD).course("nothing") is None


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("name: Bases de Datos", "nmae: Bases de Datos", 3, "nmae"),
        ('visible_to: ["group:bd"]', "", 2, "visible_to"),
        ('visible_to: ["group:bd"]', 'visible_to: ["rubbish:x"]', 6, "visible_to"),
        ("Europe/Madrid", "Europe/Nowhere", 5, "unknown timezone"),
        ("Europe/Madrid", "../../etc/passwd", 5, "unknown timezone"),
        ("Europe/Madrid", "Europe", 5, "unknown timezone"),
        ("{name: Práctica 2}", "{name: Práctica 2, moodle: 901}", 10, "'p1' has the number 901 already"),
        ("moodle: 41", "moodle: -1", 7, "moodle"),
        ("moodle: 41", "moodle: lots", 7, "moodle"),
        (
            "visible_to: [anyone]",
            "visible_to: [anyone]\n    moodle: 41",
            17,
            "'bd' has the number 41 already",
        ),
        ('"group:bd-a"', '"nobody knows"', 12, "members"),
        ("{name: Práctica 2}", "{name: Práctica 2, members: 'group:x'}", 10, "members"),
        ("courses:", "curses:", 1, "curses"),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert old in GOOD
    with pytest.raises(ConfigurationError) as caught:
        parse_places(GOOD.replace(old, new, 1), where="places.yaml")
    assert f"places.yaml:{line}:" in caught.value.message
    assert words in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    "text", ["", "courses:", "courses: []", "[1]", "courses: {a: b}", "a: &x [*x]", "\tx", "a: 1\na: 2"]
)
def test_what_is_no_list_of_places_is_refused_without_a_traceback(text: str) -> None:
    with pytest.raises(ConfigurationError):
        parse_places(text)


@given(st.text(max_size=200))
def test_hostile_text_is_read_or_refused(text: str) -> None:
    with suppress(ConfigurationError):  # any other error fails the test
        assert parse_places(text).seen_by(someone()).complete


def test_a_file_is_read_with_its_mark_of_order_and_faults_of_reading_are_told(tmp_path: Path) -> None:
    path = tmp_path / "places.yaml"
    path.write_text(GOOD, encoding="utf-8-sig")
    assert [each.place.value for each in load_places(path).courses] == ["bd", "open"]
    path.write_bytes(b"\xff\xfe\x00")
    for bad, words in (
        (path, "UTF-8"),
        (tmp_path, "cannot be read"),
        (tmp_path / "none.yaml", "cannot be read"),
    ):
        with pytest.raises(ConfigurationError, match=words):
            load_places(bad)
