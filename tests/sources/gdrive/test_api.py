import json

import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.gdrive.api import is_throttled
from fidedigno.sources.http import Reply
from tests.fakes.gdrive import Workspace, user
from tests.sources.gdrive.conftest import Make, take

ANA = user("ana@corp.example", "owner")


def reply(status: int, body: object) -> Reply:
    return Reply(status, "application/json", None, json.dumps(body).encode())


@pytest.mark.parametrize("reason", ["rateLimitExceeded", "userRateLimitExceeded"])
def test_a_refusal_for_too_many_requests_asks_for_patience(reason: str) -> None:
    body = {"error": {"errors": [{"reason": reason}]}}
    assert is_throttled(reply(403, body))
    assert not is_throttled(reply(404, body))


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"error": 7},
        {"error": {"errors": 7}},
        {"error": {"errors": [7]}},
        {"error": {"errors": [{"reason": "insufficientFilePermissions"}]}},
        {"error": {"errors": [{"reason": []}]}},
    ],
)
def test_any_other_refusal_is_final(body: object) -> None:
    assert not is_throttled(reply(403, body))


async def test_own_files_and_those_of_a_shared_drive_are_asked_for_apart(
    workspace: Workspace, make: Make
) -> None:
    await take(make())
    own, shared = (each.params for each in workspace.asked if each.path == "/drive/v3/files")
    assert (own["corpora"], own["includeItemsFromAllDrives"]) == ("user", "false")
    assert own["q"] == "'me' in owners and trashed = false"
    assert (shared["corpora"], shared["driveId"]) == ("drive", "DRIVE")
    assert own["supportsAllDrives"] == shared["supportsAllDrives"] == "true"


async def test_a_page_without_permissions_is_no_empty_list(workspace: Workspace, make: Make) -> None:
    workspace.add_file("plan", "root-101", ANA)
    workspace.fail("/plan/permissions", 200, body={"kind": "drive#permissionList"})
    connector = make(drives=())
    await take(connector)
    assert connector.counts.unknown == 1


@pytest.mark.parametrize("body", [{}, [], {"startPageToken": 7}, {"startPageToken": None}])
async def test_without_a_place_to_begin_nothing_is_begun(
    workspace: Workspace, make: Make, body: object
) -> None:
    workspace.fail("startPageToken", 200, body=body)
    with pytest.raises(SourceError) as raised:
        await make().changes(None)
    assert raised.value.kind is SourceErrorKind.SHAPE


async def test_a_feed_that_cannot_be_read_now_ends_the_reading(workspace: Workspace, make: Make) -> None:
    connector = make(drives=())
    cursor = (await take(connector)).cursor
    workspace.fail("/drive/v3/changes$", 503)
    with pytest.raises(SourceError) as raised:
        await connector.changes(cursor)
    assert raised.value.kind is SourceErrorKind.TEMPORARY
