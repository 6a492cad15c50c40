"""The shapes of Google's answers, and the field masks that ask for exactly what the shapes read.

Drive answers only with the fields that a request names. The masks are made from the shapes, so that a field
cannot be read without having been asked for; one that is asked for and missing is not taken for "false".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, get_args

from pydantic import ConfigDict, Field, StrictBool
from pydantic.alias_generators import to_camel

from fidedigno.sources.shapes import Shape

FileId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,256}$")]
"""Goes into addresses and queries: nothing that would have to be escaped."""


class Wire(Shape):
    """Base: names as Google writes them."""

    model_config = ConfigDict(alias_generator=to_camel)


class Owner(Wire):
    """An owner of a file outside shared drives."""

    email_address: str | None = None


class LabelInfo(Wire):
    """The labels that were asked for, as they come."""

    labels: tuple[dict[str, Any], ...] = ()


class File(Wire):
    """A file or a folder. ``inherited_permissions_disabled`` is a folder with limited access."""

    id: FileId
    name: str
    mime_type: str
    trashed: StrictBool
    parents: tuple[FileId, ...] | None = None
    drive_id: FileId | None = None
    owned_by_me: StrictBool | None = None
    owners: tuple[Owner, ...] | None = None
    inherited_permissions_disabled: StrictBool | None = None
    modified_time: str
    created_time: str | None = None
    web_view_link: str | None = None
    size: str | None = None
    sha256_checksum: str | None = None
    md5_checksum: str | None = None
    head_revision_id: str | None = None
    label_info: LabelInfo | None = None


class PermissionDetail(Wire):
    """Where one grantee's permission comes from; there may be several."""

    role: str
    inherited: StrictBool


class Permission(Wire):
    """A row of who may do what with a file."""

    id: str
    type: str
    role: str
    email_address: str | None = None
    domain: str | None = None
    allow_file_discovery: StrictBool | None = None
    deleted: StrictBool | None = None
    expiration_time: str | None = None
    view: str | None = None
    inherited_permissions_disabled: StrictBool | None = None
    permission_details: tuple[PermissionDetail, ...] | None = None


class Restrictions(Wire):
    """What a shared drive forbids, whoever was granted what."""

    domain_users_only: StrictBool
    drive_members_only: StrictBool


class SharedDrive(Wire):
    """A shared drive."""

    id: FileId
    restrictions: Restrictions


class Change(Wire):
    """A row of a feed of changes; ``file`` is read by itself, since it may be of a strange shape."""

    change_type: str
    removed: StrictBool | None = None
    file_id: FileId | None = None
    drive_id: FileId | None = None
    time: Any = None
    file: dict[str, Any] | None = None


class User(Wire):
    """An account of the directory."""

    id: Annotated[str, Field(min_length=1, max_length=128)]
    primary_email: str
    aliases: tuple[str, ...] = ()
    non_editable_aliases: tuple[str, ...] = ()
    suspended: StrictBool | None = None
    archived: StrictBool | None = None
    is_guest_user: StrictBool = False
    deletion_time: str | None = None


class Group(Wire):
    """A group of the directory."""

    id: Annotated[str, Field(min_length=1, max_length=128)]
    email: str
    aliases: tuple[str, ...] = ()
    non_editable_aliases: tuple[str, ...] = ()
    direct_members_count: str | None = None


class Member(Wire):
    """A direct member of a group: an account, a group, everybody, or somebody from elsewhere."""

    id: str | None = None
    type: str
    status: str | None = None


class Channel(Wire):
    """A channel that was opened; ``expiration`` counts milliseconds."""

    expiration: Annotated[str, Field(pattern=r"^[0-9]{1,16}$")]


class Seen(Wire):
    """What a person gets to see of a file."""

    id: FileId
    trashed: StrictBool


def mask(shape: type[Shape]) -> str:
    """The field mask that asks for everything that a shape reads: ``id,owners(emailAddress)``."""
    parts = []
    for field in shape.model_fields.values():
        inner = next(_shapes_in(field.annotation), None)
        name = field.alias or ""
        parts.append(f"{name}({mask(inner)})" if inner else name)
    return ",".join(parts)


def _shapes_in(annotation: Any) -> Iterator[type[Shape]]:
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        yield annotation
    for each in get_args(annotation):
        yield from _shapes_in(each)


CHANGE_MASK = f"{mask(Change).removesuffix(',file')},file({mask(File)})"
