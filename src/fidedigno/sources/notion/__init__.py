"""Notion: pages shared with an integration, for the audience that the operator declares."""

from fidedigno.sources.notion.connector import NotionConnector
from fidedigno.sources.notion.options import NotionOptions

__all__ = ["NotionConnector", "NotionOptions"]
