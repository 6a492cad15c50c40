"""Stores through the whole road: who finds which file."""

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from fidedigno import Fidedigno
from fidedigno.access import DirectoryContent, GroupEntry, UserEntry
from fidedigno.model import Identity, Principal
from fidedigno.sources.connector import Connector, LiveVerdict
from fidedigno.sources.objects.connector import ObjectsConnector
from fidedigno.sources.objects.options import WebDavOptions
from fidedigno.sources.objects.webdav import WebDavConnector
from tests.fakes.shelf import RULES

DECLARED: dict[str, object] = {
    "owner": "owner", "audience": "department", "sensitivity": "internal", "revocation_lag": "1h",
    "freshness": "365d", "ai_allowed": True,
}  # fmt: skip


@pytest.fixture
def people(workspace: Fidedigno) -> Fidedigno:
    """Ana is in both groups, Luis is staff, Eva in none."""
    users = tuple(UserEntry(each, each) for each in ("ana", "luis", "eva"))
    groups = (
        GroupEntry("staff", "staff", frozenset({Principal.user("ana"), Principal.user("luis")})),
        GroupEntry("hr", "hr", frozenset({Principal.user("ana")})),
    )
    workspace.directory.load(DirectoryContent(users, groups), replace=False)
    return workspace


def bring(workspace: Fidedigno, url: str) -> None:
    connector = WebDavConnector(WebDavOptions("shelf", url, RULES, "ana", SecretStr("p")))
    workspace.ingest(workspace.sync(connector, DECLARED).mirror.folder)


def titles(workspace: Fidedigno, person: str | None) -> set[str | None]:
    found = workspace.search("guide bands deep stray desk band locker", as_user=person)
    return {each.evidence.title for each in found}


def test_people_find_what_the_rules_of_paths_open_to_them_and_a_stray_file_nobody(
    people: Fidedigno, dav: str, shelf: Path
) -> None:
    bring(people, dav)
    assert titles(people, "ana") == {"guide", "a b+ñ", "bands"}
    assert titles(people, "luis") == {"guide", "a b+ñ"}
    assert titles(people, "eva") == titles(people, None) == set()
    (shelf / "hr/bands.md").rename(shelf / "open/bands.md")
    (shelf / "open/guide.md").unlink()
    bring(people, dav)
    assert titles(people, "luis") == {"bands", "a b+ñ"}


def test_a_change_of_members_counts_at_the_next_question(people: Fidedigno, dav: str) -> None:
    bring(people, dav)
    people.directory.load(
        DirectoryContent((), (GroupEntry("hr", "hr", frozenset({Principal.user("eva")})),)), replace=False
    )
    assert "bands" in titles(people, "eva")
    assert "bands" not in titles(people, "ana")


def test_there_is_nobody_to_ask_live(dav: str) -> None:
    made: ObjectsConnector = WebDavConnector(WebDavOptions("shelf", dav, RULES, "ana", SecretStr("p")))
    connector: Connector = made
    assert connector.known_as(Identity("local", "ana", frozenset())) == ()
    assert asyncio.run(connector.check("ana", "open/guide.md")) is LiveVerdict.UNKNOWN
