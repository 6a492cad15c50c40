"""The calls of the Drive API that are needed, each made as somebody."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.pages import Get, pages, rows_of
from fidedigno.sources.gdrive.tokens import READ_FILES, SEE_FILES, Delegation
from fidedigno.sources.http.client import RestClient
from fidedigno.sources.http.exchange import Reply
from fidedigno.sources.shapes import read_shape

_FILES = "/drive/v3/files"
_ALL_DRIVES = {"supportsAllDrives": "true"}
_THROTTLED = frozenset({"rateLimitExceeded", "userRateLimitExceeded"})


def is_throttled(reply: Reply) -> bool:
    """Whether a refusal is one of too many requests, which Drive may answer with 403."""
    if reply.status != 403:
        return False
    try:
        errors = json.loads(reply.body)["error"]["errors"]
        return any(each["reason"] in _THROTTLED for each in errors)
    except (ValueError, KeyError, TypeError, RecursionError):
        return False


class DriveApi:
    """Calls of Drive. ``labels`` are the ids of the labels that come with files."""

    def __init__(self, client: RestClient, delegation: Delegation, labels: tuple[str, ...] = ()) -> None:
        self._client = client
        self._delegation = delegation
        self._labels = {"includeLabels": ",".join(labels)} if labels else {}

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _as(self, subject: str, scopes: tuple[str, ...] = READ_FILES) -> Get:
        async def get(path: str, query: Mapping[str, str]) -> Any:
            with self._delegation.acting(subject, scopes):
                return await self._client.get(path, query)

        return get

    async def list_files(
        self, subject: str, *, drive: str | None = None, parent: str | None = None
    ) -> AsyncIterator[list[Any]]:
        """Pages of files and folders, raw: of a shared drive, below a folder (trashed ones too), or one's own.

        Raises:
            SourceError: if the list could not be read whole; one that says it is incomplete is no list.
        """
        query = {"pageSize": "1000", "spaces": "drive", **_ALL_DRIVES, **self._labels}
        query["fields"] = f"nextPageToken,incompleteSearch,files({wire.mask(wire.File)})"
        query["includeItemsFromAllDrives"] = "true" if drive else "false"
        query |= {"corpora": "drive", "driveId": drive} if drive else {"corpora": "user"}
        own = "trashed = false" if drive else "'me' in owners and trashed = false"
        query["q"] = f"'{parent}' in parents" if parent else own
        async for page in pages(self._as(subject), _FILES, query):
            if page.get("incompleteSearch") is True:
                raise SourceError(SourceErrorKind.TEMPORARY, "a list of files is incomplete")
            yield rows_of(page, "files")

    async def get_file(self, subject: str, file: str) -> wire.File:
        """A file or folder as ``subject`` sees it.

        Raises:
            SourceError: if it cannot be seen, or is not understood.
        """
        query = {"fields": wire.mask(wire.File), **_ALL_DRIVES, **self._labels}
        answer = await self._as(subject)(f"{_FILES}/{file}", query)
        return read_shape(wire.File, answer, "a file")

    async def see_file(self, subject: str, file: str) -> wire.Seen:
        """What a person sees of a file, asked with the right to see only.

        Raises:
            SourceError: if it cannot be seen, or is not understood.
        """
        query = {"fields": wire.mask(wire.Seen), **_ALL_DRIVES}
        answer = await self._as(subject, SEE_FILES)(f"{_FILES}/{file}", query)
        return read_shape(wire.Seen, answer, "a file")

    async def permissions(self, subject: str, file: str) -> list[wire.Permission]:
        """Everybody who may do something with a file, a folder, or a shared drive.

        Raises:
            SourceError: if they could not be read whole, or a row is not understood.
        """
        fields = f"nextPageToken,permissions({wire.mask(wire.Permission)})"
        query = {"pageSize": "100", "fields": fields, **_ALL_DRIVES}
        found: list[wire.Permission] = []
        async for page in pages(self._as(subject), f"{_FILES}/{file}/permissions", query):
            if "permissions" not in page:
                raise SourceError(SourceErrorKind.SHAPE, "a page without permissions")
            found += read_shape(list[wire.Permission], page["permissions"], "permissions")
        return found

    async def drive(self, subject: str, drive: str) -> wire.SharedDrive:
        """A shared drive with its restrictions.

        Raises:
            SourceError: if it cannot be seen, or is not understood.
        """
        query = {"fields": wire.mask(wire.SharedDrive)}
        answer = await self._as(subject)(f"/drive/v3/drives/{drive}", query)
        return read_shape(wire.SharedDrive, answer, "a drive")

    async def start_token(self, subject: str, drive: str | None) -> str:
        """Where changes from now on begin."""
        query = {**_ALL_DRIVES, **({"driveId": drive} if drive else {})}
        answer = await self._as(subject)("/drive/v3/changes/startPageToken", query)
        return read_shape(dict[str, str], {"t": _at(answer, "startPageToken")}, "a start")["t"]

    async def changes(self, subject: str, drive: str | None, token: str) -> tuple[list[wire.Change], str]:
        """What changed since ``token``, and where the next changes begin.

        Raises:
            SourceError: if it could not be read whole.
        """
        fields = f"nextPageToken,newStartPageToken,changes({wire.CHANGE_MASK})"
        query = {"pageSize": "1000", "fields": fields, "includeRemoved": "true", "spaces": "drive"}
        query |= {**_ALL_DRIVES, **self._labels, "pageToken": token}
        query |= {"driveId": drive, "includeItemsFromAllDrives": "true"} if drive else {}
        found: list[wire.Change] = []
        following: Any = None
        async for page in pages(self._as(subject), "/drive/v3/changes", query):
            found += read_shape(list[wire.Change], rows_of(page, "changes"), "changes")
            following = page.get("newStartPageToken", following)
        return found, read_shape(dict[str, str], {"t": following}, "changes")["t"]

    async def watch(self, subject: str, drive: str | None, body: Mapping[str, Any]) -> Any:
        """Open a channel that tells of changes from now on; the answer as it comes.

        Raises:
            SourceError: if it was refused.
        """
        token = await self.start_token(subject, drive)
        query = {**_ALL_DRIVES, "pageToken": token, "includeRemoved": "true"}
        query |= {"driveId": drive, "includeItemsFromAllDrives": "true"} if drive else {}
        with self._delegation.acting(subject, READ_FILES):
            answer, _ = await self._client.ask("POST", "/drive/v3/changes/watch", query, body=body)
        return answer

    async def content(self, subject: str, file: str, export: str | None) -> bytes:
        """The content of a file, exported as the media type ``export`` where it has none of its own.

        Raises:
            SourceError: if it cannot be read.
        """
        path = f"{_FILES}/{file}" + ("/export" if export else "")
        query = {"mimeType": export} if export else {"alt": "media", **_ALL_DRIVES}
        with self._delegation.acting(subject, READ_FILES):
            return await self._client.download(path, query)


def _at(answer: Any, key: str) -> Any:
    return answer.get(key) if isinstance(answer, dict) else None
