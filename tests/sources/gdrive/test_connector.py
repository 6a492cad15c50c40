import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import Connector
from fidedigno.sources.gdrive import GoogleDrive
from fidedigno.sources.gdrive.connector import GoogleDrive as Defined
from fidedigno.sources.sharing import LinkShared, Sharing
from tests.fakes.gdrive import Workspace, user
from tests.sources.gdrive.conftest import Make, take


async def test_it_keeps_what_every_connector_promises(make: Make) -> None:
    connector: Connector = make()
    assert connector.name == "gdrive:corp"
    assert GoogleDrive is Defined
    assert repr(connector) == "GoogleDrive('gdrive:corp')"


async def test_without_a_key_or_a_signer_it_is_not_made(make: Make) -> None:
    with pytest.raises(ConfigurationError) as raised:
        make(sign=None)
    assert raised.value.hint


async def test_each_thing_is_asked_as_whom_it_needs_with_no_more_rights(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_user("105", "reader@corp.example")
    workspace.permissions["DRIVE"].append(user("reader@corp.example", "organizer"))
    await take(make(reader="reader@corp.example"))
    asked = {(each["sub"].partition("@")[0], "admin.directory" in each["scope"]) for each in workspace.claims}
    assert asked == {("admin", True), ("ana", False), ("reader", False)}
    assert all(
        "drive.readonly" in e["scope"] for e in workspace.claims if "admin.directory" not in e["scope"]
    )


async def test_it_can_be_used_again_after_it_was_closed(make: Make) -> None:
    connector = make()
    await connector.people()
    await connector.close()
    assert (await connector.people()).users


async def test_it_says_what_its_options_let_in(make: Make) -> None:
    assert make().sharing == Sharing()
    assert make(link_shares=True).sharing == Sharing(LinkShared.PEOPLE)
