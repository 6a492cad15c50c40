import pytest

from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.feeds import Feed
from tests.fakes.gdrive import ANY_FILE


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
