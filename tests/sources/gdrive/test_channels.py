"""Drive is asked to call for each feed, as whoever the feed is read as; another channel in time, never a second one."""

from datetime import timedelta
from typing import Any

import pytest

from fidedigno.sources.connector import Notifying, SourceError
from tests.fakes.gdrive import Workspace
from tests.fakes.vendor import Answer, Failure, Request
from tests.sources.gdrive.conftest import Clock, Make

ADDRESS, SECRET = "https://here.example/webhooks/gdrive-corp", "correct horse battery staple"


@pytest.fixture
def opened(workspace: Workspace) -> list[Request]:
    found: list[Request] = []

    def watch(request: Request) -> Answer:
        found.append(request)
        said: dict[str, Any] = request.json()
        return Answer(
            {"kind": "api#channel", "id": said["id"], "resourceId": "r", "expiration": said["expiration"]}
        )

    workspace.route("POST", "/drive/v3/changes/watch", watch)
    return found


async def test_each_feed_has_its_channel(make: Make, clock: Clock, opened: list[Request]) -> None:
    connector: Notifying = make()
    found = await connector.subscribe(ADDRESS, SECRET, {})
    assert set(found) == {"user:ana@corp.example", "drive:DRIVE"}
    assert {each.until for each in found.values()} == {clock.moment + timedelta(days=3)}
    said = [each.json() for each in opened]
    assert {(each["type"], each["address"], each["token"]) for each in said} == {
        ("web_hook", ADDRESS, SECRET)
    }
    assert {each["id"] for each in said} == {each.id for each in found.values()}
    assert sorted(each.params.get("driveId", "") for each in opened) == ["", "DRIVE"]
    assert all(each.params["pageToken"].isdigit() for each in opened)


async def test_another_channel_is_opened_when_the_last_one_ends_soon(
    make: Make, clock: Clock, opened: list[Request]
) -> None:
    connector: Notifying = make(drives=())
    first = await connector.subscribe(ADDRESS, SECRET, {})
    clock.later(days=1)
    assert await connector.subscribe(ADDRESS, SECRET, first) == first
    clock.later(days=1)
    second = await connector.subscribe(ADDRESS, SECRET, first)
    assert second.keys() == first.keys()
    assert second != first
    assert len(opened) == 2


WRONG = [{}, {"expiration": "soon"}, {"expiration": 7}, {"expiration": "9" * 16}, []]


@pytest.mark.parametrize("answer", [Answer({}, 403), *map(Answer, WRONG)])
async def test_what_is_no_channel_is_an_error_without_the_secret(
    make: Make, workspace: Workspace, answer: Answer
) -> None:
    workspace.failures.append(Failure("changes/watch", answer))
    connector: Notifying = make()
    with pytest.raises(SourceError) as caught:
        await connector.subscribe(ADDRESS, SECRET, {})
    assert SECRET not in str(caught.value)
