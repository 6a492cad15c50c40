"""An assignment through the person's own token."""

from collections.abc import Callable

from fidedigno.sources.moodle.asker import Asker, MoodlePerson
from fidedigno.sources.moodle.cache import ReadingCache
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.facts import Reason, Visibility
from fidedigno.sources.moodle.own import gather_own
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101

Person = Callable[[str], MoodlePerson]


async def test_an_assignment_outside_the_list_asks_nothing_further(
    client: MoodleClient, own: Person, replay: MoodleReplay
) -> None:
    """Neither its answer nor the number of requests tells hidden from absent."""
    asker = Asker(client, ReadingCache(60, 10), own("carol"))
    assert await gather_own(asker, CS101, 2) is None
    before = len(replay.asked)
    assert await gather_own(asker, CS101, 99999) is None
    assert len(replay.asked) == before


async def test_an_assignment_hidden_in_between_is_not_available(
    client: MoodleClient, own: Person, replay: MoodleReplay
) -> None:
    asker = Asker(client, ReadingCache(60, 10), own("alice"))
    replay.answers["mod_assign_get_submission_status"] = lambda *_: replay.body(
        "submission_status--alice-hidden.json"
    )
    assert await gather_own(asker, CS101, 1) is None


async def test_without_the_list_the_persons_own_status_shows_that_it_is_visible(
    client: MoodleClient, own: Person, replay: MoodleReplay
) -> None:
    asker = Asker(client, ReadingCache(60, 10), own("alice"))
    replay.fail("html", "get_assignments")
    gathered = await gather_own(asker, CS101, 1)
    assert gathered is not None
    assert gathered.visibility.value is Visibility.VISIBLE
    assert gathered.dates.due.reason is Reason.SOURCE_ERROR
