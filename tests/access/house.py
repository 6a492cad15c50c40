"""All of the access room over one store, with a clock that stands still."""

from datetime import UTC, datetime, timedelta

from fidedigno.access import AclClasses, Authoriser, Corpora, Directory, DocumentRights
from fidedigno.database import Database
from fidedigno.model import AccessPattern, Audience, Corpus, Sensitivity

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


class House:
    """All of the access room over one store."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = Clock()
        self.directory = Directory(database)
        self.classes = AclClasses(database)
        self.live_sources: set[str] = set()
        self.corpora = Corpora(database, self.clock, lambda: self.live_sources)
        self.documents = DocumentRights(database)
        self.authoriser = Authoriser(
            database,
            self.clock,
            directory=self.directory,
            classes=self.classes,
            live_sources=lambda: self.live_sources,
        )


def make_corpus(name: str = "guides", **changes: object) -> Corpus:
    fields: dict[str, object] = {
        "name": name,
        "owner": "office",
        "audience": Audience.INTERNAL,
        "sensitivity": Sensitivity.INTERNAL,
        "authority": "official",
        "revocation_lag": timedelta(hours=1),
        "freshness": timedelta(days=90),
        "default_acl": None,
        "ai_allowed": True,
        "access_pattern": AccessPattern.METADATA_FILTER,
    }
    return Corpus(**(fields | changes))  # type: ignore[arg-type]
