"""A whole trail over one store: people with roles, corpora of several audiences, and a clock that is moved."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from sqlalchemy import select

from fidedigno.access import GroupEntry, UserEntry
from fidedigno.model import Audience, Evidence, Principal, Sensitivity
from fidedigno.trace.auditing import Auditing, People
from fidedigno.trace.debug_grant import GrantFolder
from fidedigno.trace.event import Event, read_event
from fidedigno.trace.keys import KeyRing
from fidedigno.trace.ledger import Kind
from fidedigno.trace.listing import Wanted
from fidedigno.trace.store import TraceStore
from fidedigno.trace.tables import TraceRow
from fidedigno.trace.trail import AuditTrail
from tests.access.house import House, make_corpus
from tests.fakes.cards import card
from tests.trace.made import NOW, ledger_in

PEOPLE = ("ana", "eva", "audita", "jefa", "fuera")
AUDITORS = Principal.group("audit")
CORPORA = {
    "docs": make_corpus("docs"),
    "notas": make_corpus("notas", audience=Audience.DEPARTMENT),
    "rrhh": make_corpus("rrhh", audience=Audience.RESTRICTED, sensitivity=Sensitivity.RESTRICTED),
    "secreto": make_corpus("secreto", sensitivity=Sensitivity.RESTRICTED),
}


class Audited:
    """The auditing of a house. ``audita`` is an auditor, ``fuera`` is switched off."""

    def __init__(self, house: House, folder: Path) -> None:
        house.clock.now = NOW
        self.clock = house.clock
        self.house = house
        self.folder = folder
        for each in PEOPLE:
            house.directory.put_user(UserEntry(each, each.title(), enabled=each != "fuera"))
        members = frozenset({Principal.user("audita"), Principal.user("fuera")})
        house.directory.put_group(GroupEntry("audit", "audit", members))
        self.keys = KeyRing(folder / "traces.key")
        self.ledger = ledger_in(
            house.database, retention=timedelta(days=30), clock=house.clock, holds=self.keys.holds
        )
        self.store = TraceStore(self.ledger)
        self.corpora = dict(CORPORA)
        self.auditing = Auditing(
            AuditTrail(self.ledger, self.keys, "default"),
            People(house.directory.identity, frozenset({AUDITORS}), "default"),
            GrantFolder(folder / "debug", house.clock),
            lambda: self.corpora,
        )

    def events(self) -> list[Event]:
        """The events, oldest first."""
        with self.house.database.snapshot() as connection:
            rows = connection.scalars(
                select(TraceRow.body).where(TraceRow.kind == Kind.EVENT.value).order_by(TraceRow.sequence)
            )
            return [read_event(each) for each in rows]

    def bytes_of_folder(self) -> bytes:
        """Everything that lies in the folder."""
        return b"\n".join(each.read_bytes() for each in sorted(self.folder.rglob("*")) if each.is_file())


def of(corpus: str, document: int = 1) -> Evidence:
    """A passage of a document of that corpus."""
    return card(document, corpus=corpus)


def everything(kinds: Iterable[Kind] = ()) -> Wanted:
    """A page of everything."""
    return Wanted(frozenset(kinds), size=200)
