"""A person's groups, and which are told."""

from collections.abc import Callable

import pytest

from fidedigno.sources.moodle.asker import Asker, Failed, MoodlePerson
from fidedigno.sources.moodle.cache import Reading, ReadingCache
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.facts import PersonGroup, Reason
from fidedigno.sources.moodle.groups import groups_to_tell, person_groups
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101

Person = Callable[[str], MoodlePerson]


def asker(client: MoodleClient, person: MoodlePerson) -> Asker:
    return Asker(client, ReadingCache(0, 1), person)


async def test_t50_a_hidden_group_counts_and_is_not_told(
    client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("hiddengroupcap")
    reader = asker(client, served("dave"))
    groups = await person_groups(reader, CS101)
    assert isinstance(groups, Reading)
    assert {each.id for each in groups.value.groups} == {2, 3}
    told = await groups_to_tell(reader, CS101, groups)
    assert told.value == (PersonGroup(2, "Group B"),)


@pytest.mark.parametrize(("visibility", "told"), [(0, True), (1, True), (2, True), (3, False), (None, False)])
async def test_t50_a_group_is_told_as_far_as_its_members_may_know_of_it(
    visibility: int | None, told: bool, client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    rows = replay.body("groups--wsbot.json")
    replay.answers["core_group_get_course_groups"] = lambda *_: [
        {**row, "visibility": visibility} for row in rows
    ]
    reader = asker(client, served("dave"))
    fact = await groups_to_tell(reader, CS101, await person_groups(reader, CS101))
    assert bool(fact.value) is told


async def test_a_warning_is_not_the_same_as_no_groups(client: MoodleClient, served: Person) -> None:
    outcome = await person_groups(asker(client, served("gina")), CS101)
    assert isinstance(outcome, Failed)
    assert outcome.reason is Reason.NOT_PERMITTED


async def test_an_own_token_shows_what_the_person_may_know(client: MoodleClient, own: Person) -> None:
    reader = asker(client, own("erin"))
    told = await groups_to_tell(reader, CS101, await person_groups(reader, CS101))
    assert told.value == (PersonGroup(1, "Group A"), PersonGroup(2, "Group B"))
