"""Sharing that names nobody, in one vocabulary for every system: by a link, and with people from outside.

Who holds a link cannot be known, and a guest is not an employee: neither reads anything here unless the corpus
says so. A connector says what its own options let in; what goes beyond the corpus is refused before anything is
read (permissions article: rights equal to those of the source or stricter).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fidedigno.errors import ConfigurationError


class LinkShared(StrEnum):
    """For whom "whoever has the link" counts as a grant."""

    NOBODY = "nobody"
    PEOPLE = "people"
    """Those whom the system knows, at most; never the public."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """What counts besides grants to people, groups and domains; by default nothing."""

    link_shared: LinkShared = LinkShared.NOBODY
    guests: bool = False

    def admits(self, other: Sharing) -> bool:
        """Whether ``other`` lets in nobody whom this does not.

        >>> Sharing(guests=True).admits(Sharing())
        True
        >>> Sharing().admits(Sharing(link_shared=LinkShared.PEOPLE))
        False
        """
        by_link = self.link_shared is LinkShared.PEOPLE or other.link_shared is LinkShared.NOBODY
        return by_link and (self.guests or not other.guests)


def sharing_of(connector: object) -> Sharing:
    """What a connector lets in; one that says nothing, or no :class:`Sharing`, has no way to let anybody in."""
    found = getattr(connector, "sharing", None)
    return found if isinstance(found, Sharing) else Sharing()


def check_sharing(corpus: Sharing, connector: object) -> None:
    """Refuse a connector that lets in more than the corpus does.

    Raises:
        ConfigurationError: naming the key that the corpus would have to declare.
    """
    wants = sharing_of(connector)
    if corpus.admits(wants):
        return
    by_link = not Sharing(corpus.link_shared, True).admits(wants)
    key = "link_shared: people" if by_link else "guests: true"
    raise ConfigurationError(
        f"the connector lets in more than its corpus declares ({'links' if by_link else 'guests'})",
        f"declare '{key}' for the corpus, or turn the option of the connector off",
    )
