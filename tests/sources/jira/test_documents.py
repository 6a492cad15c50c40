from datetime import UTC, datetime
from typing import Any

import pytest

from fidedigno.model import AclState
from fidedigno.sources.connector import SourceError
from fidedigno.sources.jira.client import JiraClient
from fidedigno.sources.jira.documents import Documents, read_issue
from fidedigno.sources.jira.names import Names
from fidedigno.sources.jira.reach import Reach
from fidedigno.sources.jira.rights import ProjectRights, read_rights
from tests.fakes.jira import JiraSite, paragraph


async def made(client: JiraClient) -> tuple[Documents, ProjectRights]:
    rights = await read_rights(client, ())
    return Documents(client, Reach(Names("acme"), rights), "https://acme.example"), rights.projects[0]


async def test_an_issue_is_named_linked_and_dated(site: JiraSite, client: JiraClient) -> None:
    issue = site.add_issue("12", "100", summary="Disk\u202e full\n# now")
    documents, project = await made(client)
    item = documents.of(project, {"id": "12", "key": issue.key, "fields": issue.fields})
    assert (item.external_id, item.name, item.url) == (
        "12",
        "OPS-12.md",
        "https://acme.example/browse/OPS-12",
    )
    assert item.title == "OPS-12 Disk full # now"
    assert item.path == ("Project OPS",)
    assert item.updated_at == datetime(2026, 11, 30, 2, 0, tzinfo=UTC)
    assert await item.read() == b"# Disk full # now\n\nWhat happened.\n"


async def test_comments_with_fewer_readers_are_left_out(site: JiraSite, client: JiraClient) -> None:
    issue = site.add_issue("12", "100")

    def comment(number: int, **more: Any) -> dict[str, Any]:
        return {"id": str(number), "body": paragraph(f"comment {number}"), **more}

    issue.comments = [
        comment(1),
        comment(2, visibility={"type": "role", "value": "Administrators", "identifier": "10002"}),
        comment(3, visibility={"type": "group", "value": "law"}),
        comment(4, visibility={}),
        comment(5, visibility="moon"),
        comment(6, jsdPublic=False),
        comment(7, jsdPublic=True),
        comment(8, visibility=None),
        {"id": 9, "body": "comment 9"},
        "comment 10",
    ]
    text = (await read_issue(client, "12")).decode()
    assert [word for word in text.split() if word.isdigit()] == ["12", "1", "7", "8"]


async def test_an_issue_whose_comments_cannot_be_read_is_not_read(site: JiraSite, client: JiraClient) -> None:
    site.add_issue("12", "100")
    site.fail("comment", 403)
    with pytest.raises(SourceError):
        await read_issue(client, "12")


@pytest.mark.parametrize(
    "fields",
    [
        None,
        [],
        {},
        {"updated": 5},
        {"updated": "yesterday"},
        {"updated": "2026-11-30T10:00:00"},
    ],
)
async def test_an_issue_that_cannot_be_understood_is_closed(
    site: JiraSite, client: JiraClient, fields: object
) -> None:
    documents, project = await made(client)
    item = documents.of(project, {"id": "12", "key": "../../etc", "fields": fields})
    assert item.acl.state is AclState.UNKNOWN
    assert item.name == "issue-12.md"


@pytest.mark.parametrize("found", [None, {}, {"id": 12}, {"id": "12x"}, {"id": ""}])
async def test_an_issue_without_an_id_stops_the_reading(
    site: JiraSite, client: JiraClient, found: object
) -> None:
    documents, project = await made(client)
    with pytest.raises(SourceError):
        documents.of(project, found)


async def test_a_restricted_issue_keeps_its_level_as_a_label(site: JiraSite, client: JiraClient) -> None:
    documents, project = await made(client)
    issue = site.add_issue("12", "100", security={"id": "31", "name": "Board"})
    item = documents.of(project, {"id": "12", "key": issue.key, "fields": issue.fields})
    assert item.labels == {"security-level": "31"}
