"""Asking Jira whether a person may read an issue at this moment."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from fidedigno.sources import shapes
from fidedigno.sources.connector import LiveVerdict, SourceError, SourceErrorKind
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.client import JiraClient

MOST_AT_ONCE = 1000
_BROWSE = "BROWSE_PROJECTS"


async def check_issues(
    client: JiraClient, person: str, issues: Iterable[str], seconds: float
) -> Mapping[str, LiveVerdict]:
    """What Jira says of a person (an account id) and some issues (ids). Never raises for what Jira does.

    An account that is switched off, or is no person's, reads nothing.
    """
    asked = list(dict.fromkeys(issues))
    unknown = dict.fromkeys(asked, LiveVerdict.UNKNOWN)
    numbers = [each for each in asked if each.isascii() and each.isdigit() and len(each) < 19]
    if shapes.found(wire.Account, {"accountId": person}) is None or not numbers:
        return unknown
    try:
        async with asyncio.timeout(seconds):
            pieces = [numbers[at : at + MOST_AT_ONCE] for at in range(0, len(numbers), MOST_AT_ONCE)]
            active, found = await asyncio.gather(
                _is_active(client, person),
                asyncio.gather(*(_allowed(client, person, piece) for piece in pieces)),
            )
    except (TimeoutError, SourceError):
        return unknown
    answered = [each for each in found if each is not None]
    if active is None or len(answered) < len(found):
        return unknown
    allowed: set[int] = set().union(*answered) if active else set()
    said = {each: LiveVerdict.ALLOWED if int(each) in allowed else LiveVerdict.DENIED for each in numbers}
    return unknown | said


async def _is_active(client: JiraClient, person: str) -> bool | None:
    try:
        answer = await client.get("/user", {"accountId": person})
    except SourceError as error:
        if error.kind is SourceErrorKind.NOT_AVAILABLE:
            return False
        raise
    account = shapes.found(wire.ListedAccount, answer)
    if account is None or account.account_id != person:
        return None
    return account.active and account.account_type == "atlassian"


async def _allowed(client: JiraClient, person: str, issues: list[str]) -> set[int] | None:
    body: dict[str, Any] = {
        "accountId": person,
        "projectPermissions": [{"permissions": [_BROWSE], "issues": [int(each) for each in issues]}],
    }
    answer = shapes.found(wire.Checked, await client.post("/permissions/check", body))
    if answer is None:
        return None
    return {
        issue for each in answer.project_permissions if each.permission == _BROWSE for issue in each.issues
    }
