"""Live state over recorded answers of a real Moodle, for the people who were recorded."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fidedigno.gather.moodle import MoodleStateSource
from fidedigno.gather.moodle_connection import MoodleConnection
from fidedigno.gather.state import Gap, StateReading
from fidedigno.plan.declared import parse_places
from fidedigno.plan.places import ACTIVITY
from fidedigno.sources.moodle import Limits, MoodleSite
from tests.fakes.campus import DATE_FACTS, PACK, STATE_FACTS, person, plan
from tests.fakes.moodle_replay import MoodleReplay, moodle_replay

DECLARED = parse_places(
    "courses: {cs: {name: Computing, visible_to: [anyone], moodle: 2, activities: {essay: {name: Essay, moodle: 1}}}}"
)
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


@pytest.fixture
def replay(shared_data: Path) -> Iterator[MoodleReplay]:
    with moodle_replay(shared_data / "moodle") as server:
        yield server


@pytest.fixture(params=["service", "own"])
def source(replay: MoodleReplay, request: pytest.FixtureRequest) -> Iterator[MoodleStateSource]:
    limits = Limits(attempt=5.0, total=8.0, backoff=0.001, cache=60.0)
    site = MoodleSite(replay.url, replay.token("wsbot"), "UTC", "campus", limits)
    people = ("alice", "bob", "carol", "dave", "erin") if request.param == "own" else ()
    connection = MoodleConnection(site, {name: replay.token(name) for name in people})
    made = MoodleStateSource(site, DECLARED, connection.find_person, now=lambda: NOW)
    yield made
    made.close()


def read(source: MoodleStateSource, replay: MoodleReplay, name: str, activity: str = "essay") -> StateReading:
    asked = plan(*STATE_FACTS, *DATE_FACTS, course="cs", activity=activity)
    return source.read(asked, person(name, number=str(replay.user(name))), PACK)


def values(reading: StateReading) -> dict[str, str]:
    return {name: value for card in reading.cards for name, value in card.values.items()}


def test_each_recorded_person_is_told_their_own_dates(
    source: MoodleStateSource, replay: MoodleReplay
) -> None:
    told = {name: values(read(source, replay, name)) for name in ("alice", "bob", "dave", "erin")}
    assert told["alice"]["due-date"] == "2027-01-18T23:59+00:00"
    assert told["bob"]["due-date"] == "2027-01-21T23:59+00:00"
    assert told["erin"]["due-date"] == told["dave"]["due-date"] == "2027-01-23T23:59+00:00"
    assert told["dave"]["individual-extension"] == "granted"
    assert told["dave"]["extension-date"] == told["dave"]["last-moment"] == "2027-02-04T23:59+00:00"
    assert told["erin"]["individual-extension"] == "none"
    assert told["alice"]["timezone"] == "UTC"


def test_a_recorded_mark_that_is_hidden_is_the_same_as_none(
    source: MoodleStateSource, replay: MoodleReplay
) -> None:
    marks = [{each: values(read(source, replay, name)).get(each) for each in ("grade", "feedback")}
             for name in ("bob", "carol", "erin")]  # fmt: skip
    assert marks[0] == marks[1] == marks[2] == {"grade": "none", "feedback": "none"}


def test_what_was_recorded_as_hidden_or_absent_is_told_alike(
    source: MoodleStateSource, replay: MoodleReplay
) -> None:
    hidden, absent = (read(source, replay, "bob", f"assign:{n}") for n in (2, 99999))
    assert repr(hidden).replace("assign:2", "X") == repr(absent).replace("assign:99999", "X")
    assert set(hidden.gaps.values()) == {Gap.NOT_AVAILABLE}
    places = source.places(person("bob", number=str(replay.user("bob"))))
    assert "essay" in {each.value for each in places.of(ACTIVITY)}
    assert "assign:2" not in {each.value for each in places.of(ACTIVITY)}


@pytest.mark.parametrize("layer", ["maintenance", "ws-disabled"])
def test_a_recorded_refusal_of_the_whole_site_gives_no_value(
    source: MoodleStateSource, replay: MoodleReplay, layer: str
) -> None:
    replay.switch_on(layer)
    reading = read(source, replay, "alice")
    assert not set(values(reading)) - {"visibility"}
    assert "visible" not in values(reading).values()
