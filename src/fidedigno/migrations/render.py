"""How our own column types are written into a migration: as the plain type beneath them.

A migration must keep meaning the same when the code changes, so it names no class of ours.
"""

from __future__ import annotations

from typing import Any, Literal

from sqlalchemy.types import TypeDecorator


def render_plain_type(kind: str, item: Any, autogen_context: Any) -> str | Literal[False]:  # noqa: ARG001
    """Alembic's ``render_item`` hook; ``False`` leaves the rendering to Alembic."""
    if kind != "type":
        return False
    if isinstance(item, TypeDecorator) and type(item).__module__.startswith("fidedigno."):
        return f"sa.{item.impl_instance!r}"
    return False
