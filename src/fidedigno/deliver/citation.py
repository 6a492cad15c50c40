"""A citation in words: title, section, page, version, date, and where to open it."""

from __future__ import annotations

from fidedigno.deliver.wording import message
from fidedigno.model import Evidence


def citation(card: Evidence, language: str) -> str:
    """One line that names the source so that a person can find the passage."""
    parts = [card.title]
    section = [each for each in card.locator.section if each != card.title]
    if section:
        parts.append(" › ".join(section))
    if card.locator.page is not None:
        parts.append(message("page", language, page=card.locator.page))
    parts.append(message("version", language, version=card.version))
    parts.append(message("updated", language, date=card.updated_at.date().isoformat()))
    return " · ".join(parts) + f" ({card.locator.uri})"
