"""Asking the site about one person and one document, at the moment of a question."""

from __future__ import annotations

import asyncio
import logging

from fidedigno.sources.confluence.names import content_id, readable_id
from fidedigno.sources.confluence.service import ConfluenceService
from fidedigno.sources.confluence.wire import Account, Listing, PermissionCheck
from fidedigno.sources.connector import LiveVerdict, SourceError, SourceErrorKind
from fidedigno.sources.shapes import fits

_log = logging.getLogger(__name__)


async def may_read(service: ConfluenceService, account: str, content: str, seconds: float) -> LiveVerdict:
    """Whether an account is in use and may read a content now. Doubt and delay are unknown; never raises."""
    if readable_id(account) is None or content_id(content) is None:
        return LiveVerdict.DENIED
    try:
        async with asyncio.timeout(seconds):
            standing, permission = await asyncio.gather(
                _standing(service, account), _permission(service, account, content)
            )
    except TimeoutError:
        _log.warning("%s: content %s: no live answer in time", service.name, content)
        return LiveVerdict.UNKNOWN
    if LiveVerdict.DENIED in {standing, permission}:
        return LiveVerdict.DENIED
    return permission if standing is LiveVerdict.ALLOWED else LiveVerdict.UNKNOWN


async def _standing(service: ConfluenceService, account: str) -> LiveVerdict:
    try:
        answer = await service.post("/api/v2/users-bulk", {"accountIds": [account]})
    except SourceError as error:
        return _refusal(error)
    page: tuple[Listing] | None = fits(Listing, answer)
    if page is None:
        return LiveVerdict.UNKNOWN
    found: list[tuple[Account] | None] = [fits(Account, each) for each in page[0].results]
    ours = [each[0] for each in found if each is not None and each[0].account_id == account]
    if len(ours) != 1:
        return LiveVerdict.DENIED if not page[0].results else LiveVerdict.UNKNOWN
    return LiveVerdict.ALLOWED if ours[0].counts else LiveVerdict.DENIED


async def _permission(service: ConfluenceService, account: str, content: str) -> LiveVerdict:
    body = {"subject": {"type": "user", "identifier": account}, "operation": "read"}
    try:
        answer = await service.post(f"/rest/api/content/{content}/permission/check", body)
    except SourceError as error:
        return _refusal(error)
    read: tuple[PermissionCheck] | None = fits(PermissionCheck, answer)
    if read is None or (read[0].allowed and read[0].errors):
        return LiveVerdict.UNKNOWN
    return LiveVerdict.ALLOWED if read[0].allowed else LiveVerdict.DENIED


def _refusal(error: SourceError) -> LiveVerdict:
    absent = error.kind is SourceErrorKind.NOT_AVAILABLE
    return LiveVerdict.DENIED if absent else LiveVerdict.UNKNOWN
