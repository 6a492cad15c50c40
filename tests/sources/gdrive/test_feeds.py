from datetime import UTC, datetime

import pytest

from fidedigno.sources.connector import Upserted
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.feeds import Feed
from tests.fakes.gdrive import ANY_FILE, Workspace, user
from tests.sources.gdrive.conftest import Make, take


@pytest.mark.parametrize(
    ("more", "of_account", "of_drive"),
    [
        ({"ownedByMe": True}, True, False),
        ({"ownedByMe": False}, False, False),
        ({}, False, False),
        ({"driveId": "D"}, False, True),
        ({"driveId": "D", "ownedByMe": True}, False, True),
        ({"driveId": "E"}, False, False),
    ],
)
def test_a_file_is_of_one_feed_only(more: dict[str, object], of_account: bool, of_drive: bool) -> None:
    file = wire.File.model_validate({**ANY_FILE, **more})
    assert Feed("ana@corp.example").holds(file) is of_account
    assert Feed("admin@corp.example", "D").holds(file) is of_drive


def test_feeds_have_keys_of_their_own() -> None:
    assert len({Feed("a@b.example").key, Feed("c@b.example").key, Feed("a@b.example", "D").key}) == 3


async def test_the_moment_of_a_change_comes_with_it_and_a_strange_one_does_not(
    workspace: Workspace, make: Make
) -> None:
    ana = user("ana@corp.example", "owner")
    for key in ("told", "strange", "naive", "gone"):
        workspace.add_file(key, "root-101", ana)
    connector = make(drives=())
    first = await take(connector)
    workspace.touch("ana@corp.example", "told", time="2026-11-30T12:05:00.000Z")
    workspace.touch("ana@corp.example", "told", time="2026-11-30T12:00:00.000Z")
    workspace.touch("ana@corp.example", "strange", time=["now"])
    workspace.touch("ana@corp.example", "naive", time="2026-11-30T12:00:00")
    workspace.touch("ana@corp.example", "gone", removed=True, time="2026-11-30T13:00:00+01:00")
    changes = await connector.changes(first.cursor)
    found = {}
    async for each in changes.stream:
        found[each.item.external_id if isinstance(each, Upserted) else each.external_id] = each.at
    noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert found == {"told": noon, "strange": None, "naive": None, "gone": noon}
