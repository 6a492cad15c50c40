"""An issue as a document: its summary, its description and its open comments.

A comment that is shown to a role or a group only, or only inside of a service desk, is left out: its readers
are fewer than those of the issue. What an issue says of other issues (links, parents, subtasks) is left out
too, since they have readers of their own. Status, dates and people are state, and no text.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Any

from fidedigno.model import UNKNOWN
from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceItem
from fidedigno.sources.instants import instant
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.adf import text_of
from fidedigno.sources.jira.client import JiraClient
from fidedigno.sources.jira.reach import RIGHTS_FIELDS, Reach
from fidedigno.sources.jira.rights import ProjectRights

TEXT_FIELDS = ("summary", "updated", "created")
FIELDS = (*TEXT_FIELDS, *RIGHTS_FIELDS)
_KEY = re.compile(r"[A-Z][A-Z0-9_]{0,254}-[0-9]{1,18}")
_LONGEST_TITLE = 300
_NEVER = datetime.fromtimestamp(0, UTC)


class Documents:
    """Makes documents of found issues."""

    def __init__(self, client: JiraClient, reach: Reach, site: str) -> None:
        self._client = client
        self._reach = reach
        self._site = site

    def of(self, project: ProjectRights, found: object) -> SourceItem:
        """The document of an issue. One whose fields cannot be read is closed.

        Raises:
            SourceError: if it has no id.
        """
        number = shapes.required(wire.FoundId, found, f"{self._client.name}: an issue").id

        async def read() -> bytes:
            return await read_issue(self._client, number)

        issue = shapes.found(wire.Issue, found)
        fields = issue.fields if issue else {}
        key = issue.key if issue and _KEY.fullmatch(issue.key) else ""
        updated = instant(fields.get("updated"))
        return SourceItem(
            external_id=number,
            name=f"{key or 'issue-' + number}.md",
            title=_one_line(f"{key} {_text(fields.get('summary'))}") or f"issue {number}",
            acl=self._reach.of(project, fields) if issue and updated else UNKNOWN,
            version=_text(fields.get("updated"))[:64],
            updated_at=updated or _NEVER,
            read=read,
            created_at=instant(fields.get("created")),
            path=(_one_line(project.name) or project.key,),
            url=f"{self._site}/browse/{key}" if key else "",
            labels=_labels(fields),
        )


async def read_issue(client: JiraClient, number: str) -> bytes:
    """The text of an issue in Markdown.

    Raises:
        SourceError: if it or one of its comments could not be read.
    """
    answer = await client.get(f"/issue/{number}", {"fields": "summary,description"})
    issue = shapes.required(wire.Issue, answer, f"{client.name}: an issue")
    summary = _one_line(_text(issue.fields.get("summary"))) or f"issue {number}"
    parts = [f"# {summary}", text_of(issue.fields.get("description"))]
    comments = [text async for each in client.comments(number) if (text := _open_comment(each))]
    parts += ["## Comments" if comments else "", *comments]
    return ("\n\n".join(part for part in parts if part) + "\n").encode("utf-8", "replace")


def _open_comment(value: object) -> str:
    comment = shapes.found(wire.Comment, value)
    if comment is None or comment.visibility is not None or comment.jsd_public is not True:
        return ""
    return text_of(comment.body)


def _labels(fields: dict[str, Any]) -> dict[str, str]:
    level = shapes.found(wire.IssueLevel, fields.get("security"))
    return {"security-level": level.id} if level else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _one_line(text: str) -> str:
    kept = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text[:10_000])
    return " ".join(kept.split())[:_LONGEST_TITLE].strip()
