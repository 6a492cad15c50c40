"""A DokuWiki as a connected system: its pages, its rules, its accounts."""

from fidedigno.sources.dokuwiki.connector import DokuWikiConnector
from fidedigno.sources.dokuwiki.options import DokuWikiOptions

__all__ = ["DokuWikiConnector", "DokuWikiOptions"]
