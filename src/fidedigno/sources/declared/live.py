"""Asking a declared system whether an account may read a document at this moment."""

from __future__ import annotations

import asyncio

from fidedigno.sources.connector import LiveVerdict, SourceError
from fidedigno.sources.declared.declaration import Check
from fidedigno.sources.declared.pages import DeclaredClient
from fidedigno.sources.declared.paths import value_at


async def check_document(
    client: DeclaredClient, check: Check | None, person: str, document: str, seconds: float
) -> LiveVerdict:
    """What the system says. Never raises for what it does; no check, no answer and no word are unknown."""
    if check is None or not _is_usable(person) or not _is_usable(document):
        return LiveVerdict.UNKNOWN
    asked = {check.person: person, check.document: document}
    try:
        async with asyncio.timeout(seconds):
            if check.method == "GET":
                answer = await client.rest.get(check.address, asked)
            else:
                answer = (await client.rest.ask("POST", check.address, body=asked))[0]
    except (TimeoutError, SourceError):
        return LiveVerdict.UNKNOWN
    allowed = value_at(answer, check.allowed)
    if not isinstance(allowed, bool):
        return LiveVerdict.UNKNOWN
    return LiveVerdict.ALLOWED if allowed else LiveVerdict.DENIED


def _is_usable(name: str) -> bool:
    return 0 < len(name) <= 500 and name.isprintable()
