"""An item of a declared list as a document."""

from __future__ import annotations

import hashlib
import unicodedata
from datetime import UTC, datetime
from html import escape

from fidedigno.model import UNKNOWN
from fidedigno.sources.connector import Change, Removed, SourceError, SourceErrorKind, SourceItem, Upserted
from fidedigno.sources.declared.declaration import Declaration
from fidedigno.sources.declared.names import Names
from fidedigno.sources.declared.paths import id_of, value_at
from fidedigno.sources.declared.reach import access_list
from fidedigno.sources.instants import instant

_SUFFIXES = {"text": ".txt", "markdown": ".md", "html": ".html"}
_NEVER = datetime.fromtimestamp(0, UTC)


def change_of(declaration: Declaration, names: Names, item: object) -> Change:
    """What an item says: a document, or that it is deleted. Of what is deleted no rights are read.

    A document that lacks what was declared (a time, a mark of deletion, a field of an access rule) is closed.

    Raises:
        SourceError: if it has no id.
    """
    documents = declaration.documents
    fields = documents.fields
    number = id_of(value_at(item, fields.id))
    if number is None:
        raise SourceError(SourceErrorKind.SHAPE, f"declared:{declaration.name}: a document without an id")
    deleted = False if fields.deleted is None else value_at(item, fields.deleted)
    if deleted is True:
        return Removed(number)
    updated = moment(value_at(item, fields.updated), documents.time_format)
    title = _one_line(value_at(item, fields.title))
    content = _content(documents.body_format, title, value_at(item, fields.body))

    async def read() -> bytes:
        return content

    is_whole = deleted is False and updated is not None
    name = _file_name(number)
    return Upserted(
        SourceItem(
            external_id=number,
            name=f"{name}{_SUFFIXES[documents.body_format]}",
            title=title or name,
            acl=access_list(declaration.access, names, item) if is_whole else UNKNOWN,
            version=hashlib.sha256(content).hexdigest()[:32],
            updated_at=updated or _NEVER,
            read=read,
            size=len(content),
        )
    )


def moment(value: object, time_format: str) -> datetime | None:
    """A time in the declared format; ``None`` for what is none."""
    try:
        if time_format == "iso":
            return instant(value)
        number = float(value) if isinstance(value, int | str) and not isinstance(value, bool) else None
        if number is None:
            return None
        return datetime.fromtimestamp(number / (1000 if time_format == "milliseconds" else 1), UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _file_name(number: str) -> str:
    """The id where it is small letters and digits, otherwise a hash: two documents never share a name."""
    if number.isascii() and number.isalnum() and number == number.lower() and len(number) <= 64:
        return number
    return "doc-" + hashlib.sha256(number.encode()).hexdigest()[:32]


def _content(body_format: str, title: str, value: object) -> bytes:
    body = value if isinstance(value, str) else ""
    if body_format == "html":
        head = f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{escape(title)}</title></head>'
        text = f"{head}<body>\n<h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    elif body_format == "markdown":
        text = f"# {title}\n\n{body}\n"
    else:
        text = f"{title}\n\n{body}\n"
    return text.encode("utf-8", "replace")


def _one_line(value: object) -> str:
    text = value[:10_000] if isinstance(value, str) else ""
    kept = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text)
    return " ".join(kept.split())[:300].strip()
