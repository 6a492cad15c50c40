"""WebDAV (RFC 4918): a folder of a server, walked level by level."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http import RestClient
from fidedigno.sources.objects.connector import ObjectsConnector, Stored
from fidedigno.sources.objects.options import WebDavOptions

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_DEEPEST = 64
_ASKED = (
    b'<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getetag/>'
    b"<getlastmodified/><getcontentlength/></prop></propfind>"
)


class WebDavConnector(ObjectsConnector):
    """A connector to one folder.

    Raises:
        ConfigurationError: if ``defusedxml`` is not installed.
    """

    def __init__(
        self, options: WebDavOptions, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        super().__init__(f"webdav:{options.name}", WebDavStore(options, sleep), options.rules)


class _Headers:
    def __init__(self, options: WebDavOptions) -> None:
        if options.token is not None:
            self._headers = {"Authorization": f"Bearer {options.token.get_secret_value()}"}
        elif options.password is not None:
            pair = f"{options.user}:{options.password.get_secret_value()}".encode()
            self._headers = {"Authorization": f"Basic {base64.b64encode(pair).decode('ascii')}"}
        else:
            self._headers = {}

    async def headers(self, *, renew: bool) -> Mapping[str, str]:  # noqa: ARG002 - it is always the same
        """The header that carries the right to ask."""
        return self._headers


class WebDavStore:
    """Lists and reads one folder of a server."""

    def __init__(self, options: WebDavOptions, sleep: Callable[[float], Awaitable[None]]) -> None:
        _import_parser()
        self._options = options
        self._name = f"webdav:{options.name}"
        self._root = unquote(urlsplit(options.url).path).rstrip("/")
        self._client = RestClient(
            self._name, options.url, _Headers(options), limits=options.limits, sleep=sleep
        )

    async def files(self) -> list[Stored]:
        """Every file, folder after folder; a folder that is met again is not walked again."""
        files: dict[str, Stored] = {}
        seen, level = {""}, [""]
        for _ in range(_DEEPEST):
            below: list[str] = []
            for folder in level:
                for path, element in await self._readable(folder):
                    if not _is_folder(element):
                        files[path] = _stored(path, element)
                    elif path not in seen:
                        seen.add(path)
                        below.append(path)
            if len(seen) > self._options.most_folders:
                break
            if not below:
                return list(files.values())
            level = below
        raise SourceError(SourceErrorKind.SHAPE, f"{self._name}: too many folders")

    async def _readable(self, folder: str) -> list[tuple[str, Element]]:
        """What lies in a folder; nothing in one that is refused, so that what was in it is gone."""
        try:
            return await self._children(folder)
        except SourceError as error:
            if folder and error.kind is SourceErrorKind.NOT_AVAILABLE:
                return []
            raise

    async def _children(self, folder: str) -> list[tuple[str, Element]]:
        """What lies in a folder, by path; the folder itself and what is not below it are left out."""
        address = _address(folder) + "/"
        answer = await self._client.send_bytes("PROPFIND", address, _ASKED, "application/xml", {"Depth": "1"})
        found = []
        for response in _parsed(answer, self._name).iter("{DAV:}response"):
            path = self._path(response.findtext("{DAV:}href") or "")
            properties = _properties(response)
            if path and properties is not None and path.rpartition("/")[0] == folder:
                found.append((path, properties))
        return found

    def _path(self, href: str) -> str:
        """The path below the root, without slashes around it; empty for what is not below."""
        try:
            path = unquote(urlsplit(href).path, errors="strict")
        except (ValueError, UnicodeDecodeError):
            return ""
        if not path.startswith(self._root + "/"):
            return ""
        inside = path[len(self._root) :].strip("/")
        return "" if {"..", "."} & set(inside.split("/")) else inside

    async def read(self, key: str) -> bytes:
        """The content of one file."""
        return await self._client.download(_address(key))

    async def close(self) -> None:
        """Let go of connections."""
        await self._client.close()


def _address(path: str) -> str:
    return "/" + quote(path) if path else ""


def _is_folder(properties: Element) -> bool:
    return properties.find("{DAV:}resourcetype/{DAV:}collection") is not None


def _properties(response: Element) -> Element | None:
    """Those that were found."""
    for each in response.iter("{DAV:}propstat"):
        if " 200 " in f"{each.findtext('{DAV:}status') or ''} ":
            return each.find("{DAV:}prop")
    return None


def _stored(path: str, properties: Element) -> Stored:
    size = (properties.findtext("{DAV:}getcontentlength") or "").strip()
    moment = _moment(properties.findtext("{DAV:}getlastmodified") or "")
    mark = (properties.findtext("{DAV:}getetag") or "").strip()
    version = mark or (f"{moment.isoformat()}-{size}" if moment else "")
    whole = int(size) if size.isascii() and size.isdecimal() and len(size) < 19 else None
    return Stored(path, path, version, moment, whole)


def _moment(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    return found if found.tzinfo else None


def _parsed(answer: bytes, name: str) -> Element:
    """The answer's tree; entities, which can make a small answer a huge one, are refused."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        found: Element = fromstring(answer)
    except (ParseError, DefusedXmlException, ValueError):
        found = None  # type: ignore[assignment]
    if found is None or found.tag != "{DAV:}multistatus":
        raise SourceError(SourceErrorKind.SHAPE, f"{name}: an answer of another shape")
    return found


def _import_parser() -> None:
    try:
        import defusedxml  # noqa: F401 - said at once, not at the first question
    except ImportError:
        raise ConfigurationError(
            "a connector to WebDAV needs defusedxml", "Install it with: pip install 'fidedigno[objects]'"
        ) from None
