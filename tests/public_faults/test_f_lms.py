"""Traps of a learning platform, T43 to T51, on a simulated Moodle.

The fixtures are those of the tests of live state and of the Monday question.
"""
# ruff: noqa: F811, F401

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fidedigno import Fidedigno
from fidedigno.gather.state import Gap
from fidedigno.plan.places import ACTIVITY
from fidedigno.testing.moodle import FaultMode, MoodleServer
from tests.fakes.campus import DATE_FACTS, STATE_FACTS, person
from tests.fakes.connected import bring, connect, finds
from tests.gather.conftest import MakeSource, make, moodle, read, values
from tests.public_faults.across import on
from tests.test_monday import ask, monday

ALL = (*STATE_FACTS, *DATE_FACTS)
MOODLE = on("Moodle")
CUT, OWN = "2026-11-19T23:59+01:00", "2026-11-18T23:59+01:00"


@pytest.fixture
def world(request: pytest.FixtureRequest) -> str:
    """Here the source is the simulated campus of the other tests; its name is all that is needed."""
    name: str = request.param
    return name


def dates(make_source: MakeSource, *names: str) -> dict[str, tuple[str, str]]:
    """The due date and the last moment of each person, by what Moodle says now."""
    source = make_source()
    told = {name: values(read(source, name, *ALL)) for name in names}
    return {name: (each["due-date"][:10], each["last-moment"][:10]) for name, each in told.items()}


@MOODLE
def test_t43_the_live_date_is_told_and_the_text_that_says_another_is_not(
    world: str,
    monday: Fidedigno,
    moodle: MoodleServer,
) -> None:
    moodle.move_due("p1", "2026-11-18 23:59")
    moodle.set_override("p1", user="ana", due="2026-11-18 23:59", cutoff="2026-11-18 23:59")
    done = ask(monday)
    assert "18" in done.answer.text
    live = [card for card in done.answer.evidence if card.source == "moodle:campus" or card.values]
    assert live
    assert all(card.retrieved_at.tzinfo is not None for card in live)
    claims = [claim.text for claim in done.answer.claims if "viernes 13" in claim.text]
    assert not claims, "the text's date was told as the deadline"


@MOODLE
def test_t44_dates_of_a_person_are_never_those_of_the_reading_account(
    world: str,
    make: MakeSource,
    moodle: MoodleServer,
) -> None:
    assert dates(make, "bruno")["bruno"] == ("2026-11-16", "2026-11-19")
    assert ("mod_assign_get_assignments", "bot") not in moodle.calls
    assert [name for name, who in moodle.calls if who == "bot"]


@MOODLE
def test_t45_one_row_of_dates_wins_whole_and_gives_way_when_it_goes(
    world: str,
    make: MakeSource,
    moodle: MoodleServer,
) -> None:
    people = ("ana", "bruno", "lucia")
    base, group, own = ("2026-11-13", "2026-11-16"), ("2026-11-16", "2026-11-19"), ("2026-11-18",) * 2
    extended = ("2026-11-13", "2026-11-20")
    assert dates(make, *people) == {"ana": base, "bruno": group, "lucia": extended}
    moodle.set_override("p1", user="bruno", due="2026-11-18 23:59", cutoff="2026-11-18 23:59")
    assert dates(make, *people) == {"ana": base, "bruno": own, "lucia": extended}
    moodle.move_due("p1", "2026-11-14 23:59")
    moved = ("2026-11-14", "2026-11-16")
    assert dates(make, "ana", "bruno") == {"ana": moved, "bruno": own}
    moodle.remove_override("p1", user="bruno")
    assert dates(make, "bruno") == {"bruno": group}
    moodle.set_override("p1", group="A", order=2, due="2026-11-15 23:59")
    assert dates(make, "ana")["ana"][0] == "2026-11-15"
    moodle.leave_group("bruno", "B")
    assert dates(make, "bruno") == {"bruno": moved}


@MOODLE
def test_t46_an_extension_moves_the_last_moment_and_both_are_told(
    world: str,
    make: MakeSource,
    moodle: MoodleServer,
) -> None:
    told = values(read(make(), "lucia", *ALL))
    assert told["individual-extension"] == "granted"
    assert told["due-date"].startswith("2026-11-13")
    assert told["extension-date"] == told["last-moment"] == "2026-11-20T23:59+01:00"
    moodle.withdraw_extension("lucia", "p1")
    told = values(read(make(), "lucia", *ALL))
    assert (told["individual-extension"], told["last-moment"][:10]) == ("none", "2026-11-16")


@MOODLE
def test_t47_a_hidden_mark_is_told_like_none_until_it_is_released(
    world: str,
    make: MakeSource,
    moodle: MoodleServer,
) -> None:
    source = make()

    def mark(name: str) -> str:
        return repr(read(source, name, "grade", "feedback", activity="assign:903"))

    assert mark("bruno") == mark("lucia"), "hidden and not graded were told apart"
    assert "64" not in mark("bruno")
    moodle.release_grade("bruno", "e0")
    assert "64.00 / 100" in mark("bruno")
    assert "64" not in mark("lucia")


@MOODLE
@pytest.mark.parametrize("mode", ["maintenance", "html", "half_json", "service_unavailable"])
@pytest.mark.parametrize(
    "function", ["pluginfile.php", "mod_page_get_pages_by_courses", "core_course_get_contents"]
)
def test_t48_the_words_of_an_error_are_neither_indexed_nor_shown(
    world: str,
    workspace: Fidedigno,
    tmp_path: Path,
    moodle: MoodleServer,
    mode: FaultMode,
    function: str,
) -> None:
    connect(workspace, tmp_path, moodle)
    moodle.fail(mode, seconds=0, function=function)
    bring(workspace)
    rows = workspace._table.search().select(["text"]).limit(1000).to_arrow()["text"].to_pylist()
    for words in ("errorcode", "exception", "<html", "maintenance", "Maintenance", "503"):
        assert not [text for text in rows if words in text]
    moodle.heal()
    bring(workspace)
    assert finds(workspace, "ana", "tarjeta Turquesa")


@MOODLE
@pytest.mark.parametrize("own", [(), ("bruno",)], ids=["service", "own"])
def test_t49_hidden_elsewhere_and_missing_are_told_byte_for_byte_alike(
    world: str,
    make: MakeSource,
    own: tuple[str, ...],
) -> None:
    source = make(own=own)
    never = ("oculta", "assign:904", "assign:905", "assign:921", "assign:4", "nope", "assign:x", "assign:-1")
    told = {
        repr(read(source, "bruno", *ALL, activity=each)).replace(f"'{each}'", "'ACTIVITY'") for each in never
    }
    assert len(told) == 1
    gaps = read(source, "bruno", *ALL, activity="nope").gaps
    assert set(gaps.values()) == {Gap.NOT_AVAILABLE}


@MOODLE
@pytest.mark.parametrize("own", [(), ("ana", "bruno", "lucia")], ids=["service", "own"])
def test_t50_names_of_groups_and_of_overrides_reach_neither_others_nor_the_log(
    world: str,
    make: MakeSource,
    moodle: MoodleServer,
    own: tuple[str, ...],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)

    def support(site: Any) -> Any:
        hidden = replace(site.groups["A"], key="support", id=99, name="Plan de apoyo", visibility="none")
        return replace(site, groups={**site.groups, "support": replace(hidden, members=("lucia",))})

    moodle._change(support)
    source = make(own=own)
    for name in ("ana", "bruno"):
        told = repr(read(source, name, *ALL)) + repr(source.places(person(name)))
        assert "apoyo" not in told
    assert "Grupo B" not in repr(read(source, "ana", *ALL))
    assert "apoyo" not in repr(read(source, "lucia", *ALL))
    for words in ("apoyo", "Grupo A", "Grupo B", "Ana Prieto", "Bruno Sanz", "Práctica"):
        assert words not in caplog.text
    assert "Examen secreto" not in {each.label for each in source.places(person("bruno")).of(ACTIVITY)}


@MOODLE
def test_t51_a_reading_for_a_person_with_a_token_is_made_as_that_person_and_writes_no_row(
    world: str,
    make: MakeSource,
    moodle: MoodleServer,
) -> None:
    def rows() -> set[str]:
        body: Any = moodle.scenario.modules["p1"].body
        return set(body.submissions)

    before = rows()
    assert "ana" not in before
    read(make(own=("ana",)), "ana", *ALL)
    assert rows() == before
    asked = {who for name, who in moodle.calls if name == "mod_assign_get_submission_status"}
    assert asked == {"ana"}


def test_t51_that_the_reading_account_leaves_a_row_is_documented() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "moodle.md"
    assert "row" in page.read_text("utf-8")
