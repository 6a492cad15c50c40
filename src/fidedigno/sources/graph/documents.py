"""An item of a drive as a document."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import urlsplit

from fidedigno.model import AccessList
from fidedigno.sources.connector import Read, SourceItem
from fidedigno.sources.graph.names import document_id
from fidedigno.sources.graph.places import one_line
from fidedigno.sources.graph.wire import Item

_ADDRESS = 2000


def document_of(
    drive: str,
    item: Item,
    path: tuple[str, ...],
    acl: AccessList,
    read: Read,
    labels: Mapping[str, str] | None = None,
) -> SourceItem | None:
    """The document; ``None`` if it says too little of itself: no name, or no time of its last change."""
    name, updated = _file_name(item.name), moment_of(item.modified)
    if not name or updated is None:
        return None
    return SourceItem(
        external_id=document_id(drive, item.id),
        name=name,
        title=name,
        acl=acl,
        # The content's tag stays as it is while only names, places or rights change.
        version=(item.content_tag or item.tag or f"{updated.isoformat()} {item.size}")[:_ADDRESS],
        updated_at=updated,
        read=read,
        created_at=moment_of(item.created),
        path=path,
        url=_web_address(item.web_url),
        owner=_owner(item),
        labels=labels or {},
        size=item.size,
    )


def moment_of(text: str | None) -> datetime | None:
    """A moment with its zone; ``None`` for what is none. Without a zone it is universal time."""
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _file_name(name: str) -> str:
    plain = one_line(name.replace("/", " ").replace("\\", " "))
    return "" if set(plain) <= {"."} else plain


def _web_address(text: str | None) -> str:
    """The address for a reader's browser; nothing that a browser would run."""
    try:
        parts = urlsplit(text or "")
    except ValueError:
        return ""
    usable = parts.scheme == "https" and parts.netloc and "@" not in parts.netloc
    return text if usable and text is not None and text.isprintable() and len(text) <= _ADDRESS else ""


def _owner(item: Item) -> str:
    user = item.created_by.user if item.created_by is not None else None
    return one_line(user.email) if user is not None and user.email else ""
