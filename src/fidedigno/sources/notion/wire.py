"""The shapes of Notion's answers: what we need of them, strictly; whatever else they hold is let pass."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from fidedigno.sources.shapes import Shape

_UUID = re.compile(r"[0-9a-f]{32}")


def plain_uuid(value: object) -> str | None:
    """An id without hyphens and in small letters; ``None`` for what is none."""
    plain = value.replace("-", "").lower() if isinstance(value, str) and len(value) <= 40 else ""
    return plain if _UUID.fullmatch(plain) else None


def _checked(value: str) -> str:
    plain = plain_uuid(value)
    if plain is None:
        raise ValueError("not an id")
    return plain


Id = Annotated[str, Field(strict=True), AfterValidator(_checked)]
Flag = Annotated[bool, Field(strict=True)]


class Page(Shape):
    """A page of a list. ``has_more`` alone says whether there is more."""

    results: tuple[Any, ...]
    has_more: Flag
    next_cursor: Annotated[str, Field(strict=True)] | None = None


class Named(Shape):
    """What of a found object must be readable in any case."""

    object: Literal["page", "data_source", "database"]
    id: Id


class Content(Named):
    """A page, data source or database. ``properties`` and ``title`` are checked where they are read."""

    parent: dict[str, Any]
    last_edited_time: Annotated[str, Field(strict=True)]
    created_time: str | None = None
    archived: Flag = False
    in_trash: Flag
    url: str | None = None
    properties: Any = None
    title: Any = None


class Block(Shape):
    """A block of a page."""

    id: Id
    type: Annotated[str, Field(strict=True, max_length=100)]
    has_children: Flag
    archived: Flag = False
    in_trash: Flag = False
