"""An assignment of a person through the service account."""

from collections.abc import Callable

import pytest

from fidedigno.sources.moodle.asker import Asker, Failed, MoodlePerson
from fidedigno.sources.moodle.cache import ReadingCache
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.facts import ReadStatus, Reason, SubmissionState
from fidedigno.sources.moodle.service import gather_for
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101, MakeClient

Person = Callable[[str], MoodlePerson]


def asker(client: MoodleClient, person: MoodlePerson) -> Asker:
    return Asker(client, ReadingCache(60, 50), person)


@pytest.mark.parametrize("name", ["mallory", "gina", "frank", "henry"])
async def test_nothing_is_asked_about_somebody_who_is_not_active(
    name: str, client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    """Moodle would answer about the submission of a suspended account."""
    assert await gather_for(asker(client, served(name)), CS101, 1) is None
    assert not [each for each in replay.functions() if each.startswith("mod_assign")]


async def test_the_flags_of_others_are_dropped(
    make_client: MakeClient, served: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("gradecap")
    gathered = await gather_for(asker(make_client(grader_reads=False), served("erin")), CS101, 1)
    assert gathered is not None
    assert not isinstance(gathered, Failed)
    assert gathered.attempt.extension.status is ReadStatus.NONE
    assert gathered.attempt.locked.value is False


async def test_an_unknown_word_for_a_submission_is_not_guessed_at(
    make_client: MakeClient, served: Person, replay: MoodleReplay
) -> None:
    body = replay.body("participant--wsbot-for-alice.json")
    replay.answers["mod_assign_get_participant"] = lambda *_: {**body, "submissionstatus": "gone"}
    gathered = await gather_for(asker(make_client(grader_reads=False), served("alice")), CS101, 1)
    assert gathered is not None
    assert not isinstance(gathered, Failed)
    assert gathered.attempt.submission.reason is Reason.NO_SOURCE


async def test_whoever_lost_the_participation_in_between_is_told_nothing(
    client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    replay.answers["mod_assign_get_participant"] = lambda *_: replay.body("participant--wsbot-for-gina.json")
    assert await gather_for(asker(client, served("alice")), CS101, 1) is None


async def test_the_status_is_that_of_the_person(client: MoodleClient, served: Person) -> None:
    gathered = await gather_for(asker(client, served("alice")), CS101, 1)
    assert gathered is not None
    assert not isinstance(gathered, Failed)
    assert gathered.attempt.submission.value is SubmissionState.SUBMITTED
