"""Reading for one person: whose token is used, that it is theirs, and what is shared."""

from collections.abc import Callable

import pytest

from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.asker import Asker, Failed, MoodlePerson, fact_of, is_refused
from fidedigno.sources.moodle.cache import ReadingCache
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.errors import MoodleRevokedError
from fidedigno.sources.moodle.facts import Reason, TokenKind
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101, NOW

Person = Callable[[str], MoodlePerson]
LIST = (wire.Assignments, "mod_assign_get_assignments", {"courseids": [CS101]}, CS101)


async def test_an_own_token_goes_before_the_service_account(
    client: MoodleClient, own: Person, served: Person
) -> None:
    cache = ReadingCache(60, 10)
    assert Asker(client, cache, own("bob")).kind is TokenKind.OWN
    assert Asker(client, cache, served("bob")).kind is TokenKind.SERVICE


async def test_persons_and_their_tokens_do_not_share_readings(
    client: MoodleClient, own: Person, replay: MoodleReplay
) -> None:
    cache = ReadingCache(60, 100)
    alice = await Asker(client, cache, own("alice")).read(*LIST)
    bob = await Asker(client, cache, own("bob")).read(*LIST)
    assert alice.value != bob.value
    await Asker(client, cache, own("alice")).read(*LIST)  # a new token of hers
    assert replay.functions().count("mod_assign_get_assignments") == 3


async def test_readings_of_the_service_account_are_kept_for_one_person_each(
    client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    cache, contents = ReadingCache(60, 100), "core_course_get_contents"
    question = (tuple[wire.Section, ...], contents, {"courseid": CS101}, CS101)
    for name in ("alice", "bob", "alice"):
        await Asker(client, cache, served(name)).read(*question)
    assert replay.functions().count(contents) == 2
    cache.forget(replay.user("alice"))
    for name in ("alice", "bob"):
        await Asker(client, cache, served(name)).read(*question)
    assert replay.functions().count(contents) == 3


async def test_a_person_is_asked_for_once_within_the_declared_age(
    client: MoodleClient, own: Person, replay: MoodleReplay
) -> None:
    asker = Asker(client, ReadingCache(60, 10), own("alice"))
    first = await asker.read(*LIST)
    assert await asker.read(*LIST) is first
    assert replay.functions().count("mod_assign_get_assignments") == 1


async def test_a_token_of_another_person_is_not_used_any_further(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    asker = Asker(client, ReadingCache(60, 10), MoodlePerson(replay.user("alice"), replay.token("bob")))
    with pytest.raises(MoodleRevokedError):
        await asker.read(*LIST)
    assert replay.functions() == ["core_webservice_get_site_info"]


async def test_a_failure_is_a_value_with_its_reason(
    client: MoodleClient, own: Person, replay: MoodleReplay
) -> None:
    asker = Asker(client, ReadingCache(60, 10), own("alice"), now=lambda: NOW)
    replay.fail("html", "get_assignments")
    outcome = await asker.attempt(*LIST)
    assert outcome == Failed(Reason.SOURCE_ERROR, NOW)
    assert not is_refused(outcome)
    assert fact_of(outcome, lambda each: each).reason is Reason.SOURCE_ERROR


def test_a_person_and_an_asker_do_not_show_a_token(
    client: MoodleClient, own: Person, replay: MoodleReplay
) -> None:
    person = own("alice")
    shown = repr(person) + repr(Asker(client, ReadingCache(1, 1), person))
    assert not any(secret in shown for secret in replay.secrets)
