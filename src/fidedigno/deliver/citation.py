"""A citation in words: title, section, page, version, date, and where to open it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from fidedigno.deliver.wording import message
from fidedigno.model import Evidence, EvidenceKind

SURE_CONFIDENCE = 0.9
"""Of text read from an image; below it the citation warns of errors."""


def citation(card: Evidence, language: str) -> str:
    """One line that names the source so that a person can find the passage, or when a live value was read."""
    if card.kind is EvidenceKind.STATE:
        read = card.retrieved_at.astimezone(ZoneInfo(card.timezone)).strftime("%Y-%m-%d %H:%M")
        return message("live_source", language, title=card.title, time=f"{read} ({card.timezone})")
    parts = [card.title]
    section = [each for each in card.locator.section if each != card.title]
    if section:
        parts.append(" › ".join(section))
    if card.locator.page is not None:
        parts.append(message("page", language, page=card.locator.page))
    if card.locator.confidence is not None:
        is_sure = card.locator.confidence >= SURE_CONFIDENCE
        parts.append(message("read_from_image" if is_sure else "read_from_image_unsure", language))
    parts.append(message("version", language, version=card.version))
    zone = ZoneInfo(card.timezone or "UTC")
    updated = card.updated_at.astimezone(zone).date()
    parts.append(message("updated", language, date=updated.isoformat()))
    if card.past_review and card.review_at is not None:
        due = card.review_at.astimezone(zone).date()
        parts.append(message("past_review", language, date=due.isoformat()))
    return " · ".join(parts) + f" ({card.locator.uri})"
