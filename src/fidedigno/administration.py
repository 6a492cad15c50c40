"""What administrators may ask of a workspace: why somebody may read a document, and who may.

Whoever is no administrator is told the one refusal, whether the document exists or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fidedigno.access.explain import explain
from fidedigno.access.who import who_may_read
from fidedigno.clock import Clock, utc_now
from fidedigno.errors import NotAvailableError
from fidedigno.model import Principal, normalise_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from fidedigno.config import Settings
    from fidedigno.database import Database
    from fidedigno.ingest.catalog import Catalog
    from fidedigno.model import Identity

_REFUSAL = "not available"


def is_administrator(identity: Identity, settings: Settings) -> bool:
    """Whether somebody administers: named by the setting, or the workspace's owner where it names nobody."""
    if not identity.enabled or identity.user is None:
        return False
    if settings.administrators:
        return Principal.parse(settings.administrators) in identity.principals
    return identity.user == normalise_name(settings.owner)


class Administration:
    """The questions of one administrator.

    ``noted`` is told of each question, the document and the person asked about, before it is answered; what it
    raises ends the question.

    Raises:
        NotAvailableError: if it is no administrator.
    """

    def __init__(
        self,
        database: Database,
        catalog: Catalog,
        settings: Settings,
        identity: Identity,
        live_sources: AbstractSet[str] = frozenset(),
        clock: Clock = utc_now,
        noted: Callable[[int, str | None], None] = lambda *_: None,
    ) -> None:
        if not is_administrator(identity, settings):
            raise NotAvailableError(_REFUSAL)
        self._database = database
        self._catalog = catalog
        self._live_sources = live_sources
        self._clock = clock
        self._noted = noted

    def explain(self, user: str | None, document: str) -> dict[str, Any]:
        """The chain by which ``user`` (``None``: the public) may, or may not, read a document.

        Args:
            user: by name or address.
            document: its id, its path, or ``corpus/path``.

        Raises:
            NotAvailableError: if no document, or more than one, is called so.
        """
        document_id, corpus, path = self._find(document)
        self._noted(document_id, user)
        found = explain(self._database, self._clock, user, document_id, self._live_sources)
        return {"document": f"{corpus}/{path}", "document_id": document_id, **found.as_dict()}

    def who(self, document: str) -> dict[str, Any]:
        """Everybody who may read a document now.

        Raises:
            NotAvailableError: if no document, or more than one, is called so.
        """
        document_id, corpus, path = self._find(document)
        self._noted(document_id, None)
        readers = who_may_read(self._database, self._clock, document_id, self._live_sources)
        return {
            "document": f"{corpus}/{path}",
            "document_id": document_id,
            "anyone": readers.anyone,
            "users": list(readers.users),
            "corpus_closed": readers.closed.value if readers.closed else None,
            "blocked": readers.blocked,
        }

    def _find(self, document: str) -> tuple[int, str, str]:
        found = self._catalog.find(document)
        if len(found) != 1:
            raise NotAvailableError(
                "no single document is called so",
                "'fidedigno corpora show NAME' lists documents with their ids",
            )
        return found[0]
