"""Confluence Cloud as a source: pages and blog posts with their rights, people and groups, and live checks.

In: :class:`ConfluenceOptions`. Out: a :class:`ConfluenceConnector`. A page is open to whoever may enter its
space AND passes the restriction of every content above it AND its own. Needs the extra ``connectors``.
"""

from fidedigno.sources.confluence.connector import ConfluenceConnector, Tally
from fidedigno.sources.confluence.options import ConfluenceOptions, SpaceAccess
from fidedigno.sources.confluence.people import user_attribute
from fidedigno.sources.secret import SecretLike

__all__ = [
    "ConfluenceConnector",
    "ConfluenceOptions",
    "SecretLike",
    "SpaceAccess",
    "Tally",
    "user_attribute",
]
