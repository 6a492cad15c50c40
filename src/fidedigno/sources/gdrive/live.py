"""Asking Drive, as the person, whether they see a file at this moment."""

from __future__ import annotations

import asyncio
import logging

from fidedigno.sources.connector import LiveVerdict, SourceError, SourceErrorKind
from fidedigno.sources.gdrive.api import DriveApi
from fidedigno.sources.gdrive.directory import DirectoryApi, address_of, counts
from fidedigno.sources.gdrive.wire import FileId
from fidedigno.sources.shapes import fits

_log = logging.getLogger(__name__)
_LONGEST_KEY = 320


async def may_read(
    directory: DirectoryApi, drive: DriveApi, person: object, external_id: object, seconds: float
) -> LiveVerdict:
    """Whether an account may read a file now, within ``seconds``. Never raises.

    The account is looked up first: one that is suspended since may read nothing, even while its old
    tokens would still work. Then Drive is asked as that account.
    """
    if (
        not isinstance(person, str)
        or not 0 < len(person) <= _LONGEST_KEY
        or fits(FileId, external_id) is None
    ):
        return LiveVerdict.UNKNOWN
    try:
        async with asyncio.timeout(seconds):
            return await _ask(directory, drive, person, str(external_id))
    except (SourceError, TimeoutError) as error:
        kind = error.kind.value if isinstance(error, SourceError) else "timed_out"
        _log.warning("live check: %s", kind)
        return LiveVerdict.UNKNOWN


async def _ask(directory: DirectoryApi, drive: DriveApi, person: str, file: str) -> LiveVerdict:
    user = await directory.user(person)
    if not counts(user):
        return LiveVerdict.DENIED
    address = address_of(user.primary_email)
    if address is None:
        return LiveVerdict.UNKNOWN
    try:
        seen = await drive.see_file(address, file)
    except SourceError as error:
        if error.kind is SourceErrorKind.NOT_AVAILABLE:
            return LiveVerdict.DENIED
        raise
    if seen.id != file:
        return LiveVerdict.UNKNOWN
    return LiveVerdict.DENIED if seen.trashed else LiveVerdict.ALLOWED
