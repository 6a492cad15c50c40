"""From a file of Drive to a document: its name, its version, its labels, and how it is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fidedigno.sources.connector import SourceError, SourceErrorKind, SourceItem
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.api import DriveApi
from fidedigno.sources.gdrive.rights import Rights
from fidedigno.sources.instants import instant

FOLDER = "application/vnd.google-apps.folder"
_OWN_FORMATS = "application/vnd.google-apps."
_OFFICE = "application/vnd.openxmlformats-officedocument."
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Export:
    """The format in which a document of Google's own is read."""

    media_type: str
    suffix: str


EXPORTS: Mapping[str, Export] = {
    _OWN_FORMATS + "document": Export(_OFFICE + "wordprocessingml.document", ".docx"),
    _OWN_FORMATS + "spreadsheet": Export(_OFFICE + "spreadsheetml.sheet", ".xlsx"),
    _OWN_FORMATS + "presentation": Export(_OFFICE + "presentationml.presentation", ".pptx"),
    _OWN_FORMATS + "drawing": Export("application/pdf", ".pdf"),
}


def is_folder(file: wire.File) -> bool:
    """Whether it is a folder."""
    return file.mime_type == FOLDER


def is_document(file: wire.File) -> bool:
    """Whether it has content to read. Folders, shortcuts, forms, maps and sites have none."""
    return file.mime_type in EXPORTS or not file.mime_type.startswith(_OWN_FORMATS)


def document(api: DriveApi, file: wire.File, subject: str, rights: Rights) -> SourceItem:
    """The document of a file; read when wanted, as ``subject``.

    Raises:
        SourceError: if a time is not understood.
    """
    export = EXPORTS.get(file.mime_type)
    title = one_line(file.name) or file.id
    has_suffix = export is not None and title.casefold().endswith(export.suffix)

    async def read() -> bytes:
        return await api.content(subject, file.id, export.media_type if export else None)

    return SourceItem(
        external_id=file.id,
        name=title + export.suffix if export and not has_suffix else title,
        title=title,
        acl=rights.acl,
        version=_version(file),
        updated_at=_moment(file.modified_time),
        read=read,
        created_at=_moment(file.created_time) if file.created_time else None,
        path=tuple(one_line(each) for each in rights.path),
        url=file.web_view_link if file.web_view_link and file.web_view_link.startswith("https://") else "",
        owner=next((each.email_address for each in file.owners or () if each.email_address), ""),
        labels=labels_of(file.label_info),
        size=int(file.size) if file.size and file.size.isascii() and file.size.isdigit() else None,
    )


def labels_of(info: wire.LabelInfo | None) -> dict[str, str]:
    """The labels of a file: ``ID`` for each one that is there, ``ID.FIELD`` for each of its values."""
    found: dict[str, str] = {}
    for label in info.labels if info else ():
        name = label.get("id")
        if not isinstance(name, str):
            continue
        found[name] = ""
        fields = label.get("fields")
        for key, value in (fields if isinstance(fields, dict) else {}).items():
            found[f"{name}.{key}"] = _value(value)
    return found


def _value(field: Any) -> str:
    kind = field.get("valueType") if isinstance(field, dict) else None
    values = field.get(kind) if isinstance(kind, str) else None
    if not isinstance(values, list):
        return ""
    texts = [each.get("emailAddress", "") if isinstance(each, dict) else each for each in values]
    return ", ".join(str(each) for each in texts)


def one_line(text: str) -> str:
    """A name without control characters or line breaks, as people can be shown it."""
    kept = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text)
    return " ".join(kept.split())[:_LONGEST].strip()


def _version(file: wire.File) -> str:
    """Changes with the content only; Google's own formats have no sum, and tell by their time."""
    return file.sha256_checksum or file.md5_checksum or file.head_revision_id or file.modified_time


def _moment(text: str) -> datetime:
    moment = instant(text)
    if moment is None:
        raise SourceError(SourceErrorKind.SHAPE, "a time of a file is not understood")
    return moment
