"""A page or blog post as a document: what is known of it, and its text when it is wanted."""

from __future__ import annotations

import unicodedata

from fidedigno.sources.confluence.names import account_principal, readable_id
from fidedigno.sources.confluence.options import ConfluenceOptions
from fidedigno.sources.confluence.service import ConfluenceService
from fidedigno.sources.confluence.storage import web_page
from fidedigno.sources.confluence.tree import Place
from fidedigno.sources.confluence.wire import Content, Page, Space, Text
from fidedigno.sources.connector import Read, SourceError, SourceErrorKind, SourceItem
from fidedigno.sources.shapes import read_shape


def kind_of(content: Content) -> str:
    """The part of an address that says what a content is."""
    return "pages" if isinstance(content, Page) else "blogposts"


def as_item(
    service: ConfluenceService, options: ConfluenceOptions, space: Space, content: Content, place: Place
) -> SourceItem:
    """The document of a content that stands in ``place``."""
    owner = readable_id(content.owner_id)
    return SourceItem(
        external_id=content.id,
        name=f"{content.id}.html",
        title=_one_line(content.title) or content.id,
        acl=place.acl,
        version=str(content.version.number),
        updated_at=content.version.created_at,
        read=_reader(service, kind_of(content), content.id),
        created_at=content.created_at,
        path=tuple(_one_line(each) for each in (space.name, *place.path)),
        url=f"{options.web_url}/pages/viewpage.action?pageId={content.id}",
        owner="" if owner is None else account_principal(options.name, owner).name,
    )


def _one_line(text: str, longest: int = 300) -> str:
    """A name that strangers chose, without control characters, line breaks and length."""
    kept = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text[: 4 * longest])
    return " ".join(kept.split())[:longest].strip()


def _reader(service: ConfluenceService, kind: str, identifier: str) -> Read:
    async def read() -> bytes:
        answer = await service.get(f"/api/v2/{kind}/{identifier}", {"body-format": "storage"})
        text: Text = read_shape(Text, answer, "a page")
        if text.id != identifier:
            raise SourceError(SourceErrorKind.SHAPE, "a page: another one than was asked for")
        if text.status != "current":
            raise SourceError(SourceErrorKind.NOT_AVAILABLE, f"{service.name}: content {identifier} is gone")
        return web_page(_one_line(text.title), text.body.storage.value)

    return read
