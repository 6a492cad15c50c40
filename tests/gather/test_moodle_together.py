"""Live state for many at once, in time, in secret, and when what it stands on breaks."""

import logging
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.gather.moodle import MoodleStateSource
from fidedigno.gather.state import Gap
from fidedigno.model import Identity
from fidedigno.plan.declared import parse_places
from fidedigno.sources.moodle import MoodleClient, MoodlePerson, MoodleUnknownError
from fidedigno.sources.moodle.errors import UnknownCause
from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.live import FAULT_MODES
from tests.fakes.campus import DATE_FACTS, NOW, PACK, PLACES, STATE_FACTS, person, plan, site_of, source_of
from tests.gather.conftest import SOURCE_THREAD, MakeSource, read, values


def test_twenty_threads_of_several_people_get_their_own_cards_and_nobody_elses(make: MakeSource) -> None:
    source = make(seconds=60.0, total=30.0, cache=60.0, own=("bruno",))
    names = ["ana", "bruno", "lucia", "elena", "carla", "dani", "nadie"]
    alone = {name: read(source, name, *STATE_FACTS, *DATE_FACTS) for name in names}
    assert len({repr(alone[name]) for name in ("ana", "bruno", "lucia")}) == 3
    asked = [names[n % len(names)] for n in range(60)]
    fresh = make(seconds=60.0, total=30.0, cache=60.0, own=("bruno",))
    with ThreadPoolExecutor(20) as threads:
        readings = list(threads.map(lambda name: read(fresh, name, *STATE_FACTS, *DATE_FACTS), asked))
        places = list(threads.map(lambda name: fresh.places(person(name)), asked))
    for name, reading, shown in zip(asked, readings, places, strict=True):
        assert reading == alone[name]
        assert shown == source.places(person(name))


def test_a_slow_moodle_costs_no_more_than_the_time_allowed_and_holds_up_nobody_else(
    make: MakeSource, moodle: MoodleServer
) -> None:
    source = make(seconds=0.4, attempt=20.0, total=20.0)
    moodle.fail("slow", seconds=30)
    began = time.monotonic()
    reading = read(source, "ana")
    assert time.monotonic() - began < 5
    assert reading.errors == ("timed_out",)
    assert set(reading.gaps.values()) == {Gap.SOURCE_FAILED}
    began = time.monotonic()
    source.close()
    assert time.monotonic() - began < 5, "what is still asked is given up"
    assert set(read(source, "ana").gaps.values()) == {Gap.SOURCE_FAILED}
    assert not source.places(person("ana")).complete


def test_no_token_shows_in_logs_errors_or_representations(
    make: MakeSource, moodle: MoodleServer, caplog: pytest.LogCaptureFixture
) -> None:
    secrets = [moodle.token(name) for name in ("bot", "ana")]
    seen = ""
    with caplog.at_level(logging.DEBUG):
        source = make(own=("ana",), seconds=1.0, attempt=0.3, total=0.6)
        for mode in FAULT_MODES:
            moodle.fail(mode)
            seen += (
                repr(read(source, "ana")) + repr(read(source, "bruno")) + repr(source.places(person("ana")))
            )
        moodle.heal()
        seen += repr(read(source, "ana")) + repr(source) + repr(vars(source))
    assert not [each for each in secrets if each in seen + caplog.text]


def test_a_connector_that_cannot_be_made_leaves_no_thread(
    moodle: MoodleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ConfigurationError, match="httpx"):
        source_of(moodle)
    assert not [each for each in threading.enumerate() if each.name == SOURCE_THREAD]


def test_declared_places_are_those_of_the_source(make: MakeSource) -> None:
    declared = parse_places(
        "courses: {x: {name: Otra, visible_to: [anyone], moodle: 41, activities: {z: {name: Zeta, moodle: 902}}}}"
    )
    source = make(declared=declared)
    assert "z" in {each.value for each in source.places(person("ana")).all}
    assert values(read(source, "ana", "due-date", course="x", activity="z")) == {
        "due-date": "2026-12-18T23:59+01:00"
    }


def test_somebody_elses_token_answers_nothing(moodle: MoodleServer) -> None:
    async def mixed_up(client: MoodleClient, identity: Identity) -> MoodlePerson:
        return MoodlePerson(4, SecretStr(moodle.token("bruno")))

    confused = MoodleStateSource(site_of(moodle), PLACES, mixed_up, now=lambda: NOW)
    reading = confused.read(plan(), person("ana"), PACK)
    confused.close()
    assert values(reading) == {"visibility": "not_visible"}


def test_a_finder_that_breaks_is_a_source_that_failed(
    moodle: MoodleServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(client: MoodleClient, identity: Identity) -> MoodlePerson | None:
        raise MoodleUnknownError(UnknownCause.CONNECTION) if identity.user == "ana" else KeyError("secreto")

    source = MoodleStateSource(site_of(moodle), PLACES, broken, now=lambda: NOW)
    with caplog.at_level(logging.DEBUG):
        for name in ("ana", "bruno"):
            assert not source.places(person(name)).complete
            assert set(read(source, name).gaps.values()) == {Gap.SOURCE_FAILED}
    source.close()
    assert "secreto" not in caplog.text


def test_a_reading_is_kept_for_its_time_and_dropped_when_it_is_told_to(
    make: MakeSource, moodle: MoodleServer
) -> None:
    source = make(cache=600.0)

    def extension() -> str:
        return values(read(source, "ana", "individual-extension"))["individual-extension"]

    assert extension() == "none"
    moodle.grant_extension("ana", "p1", "2026-11-25 23:59")
    assert extension() == "none"
    source.forget()
    assert extension() == "granted"
