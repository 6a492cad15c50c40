"""Who finds what while rights change at the source, synchronisations fail half-way, and the source is asked live.

The walk of ``test_connector_boundaries`` with a corpus that is asked about at every question. What the source says
now is known to the reference and to nobody else: no synchronisation brings it. ``FIDEDIGNO_BOUNDARY_STEPS`` makes
the walks longer.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.model import Identity
from fidedigno.sources.connector import LiveVerdict
from tests import test_connector_boundaries as at_rest
from tests.fakes.connector import FakeConnector
from tests.fakes.live import SOURCE, open_place
from tests.test_connector_boundaries import DOCUMENTS, PLACES, QUESTIONS, STEPS, Walk

ALLOWED, DENIED = LiveVerdict.ALLOWED, LiveVerdict.DENIED
TROUBLES = (LiveVerdict.UNKNOWN, "allowed", True, None, RuntimeError("x"))


class ByName(FakeConnector):
    """Knows people by their names here."""

    def known_as(self, person: Identity) -> tuple[str, ...]:
        return (person.user,) if person.user is not None else ()


class LiveWalk(Walk):
    """The source has a word on each person and document, which changes between any two questions."""

    def __init__(self, workspace: Fidedigno, seed: int) -> None:
        super().__init__(workspace, seed)
        self.refused: set[tuple[str, str]] = set()
        self.withheld = 0

    def connect(self, *, troubled: bool) -> FakeConnector:
        asker = ByName(SOURCE, usually=ALLOWED, says=dict.fromkeys(self.refused, DENIED))
        if troubled:
            for user in self.names.values():
                for document in self.draw.sample(DOCUMENTS, 5):
                    asker.says[user, document] = self.draw.choice(TROUBLES)
        self.workspace.use_live(SOURCE, asker)
        return asker

    def change(self) -> None:
        super().change()
        pair = self.draw.choice(list(self.names.values())), self.draw.choice(DOCUMENTS)
        (self.refused.discard if self.draw.random() < 0.3 else self.refused.add)(pair)

    def look(self) -> None:
        troubled = self.draw.random() < 0.4
        asker = self.connect(troubled=troubled)
        for user in self.names.values():
            # What the last synchronisation found gone cannot be asked about, though the index still has it.
            open_at_rest = self.reference.readable(user) & self.reference.mirrored.keys()
            readable = {each for each in open_at_rest if asker.says.get((user, each), ALLOWED) is ALLOWED}
            self.withheld += len(open_at_rest - readable)
            self.opened += len(readable)
            for question in QUESTIONS:
                found = self.workspace.search(question, as_user=user, limit=50)
                held = {PLACES[each.evidence.locator.uri.partition("doc-")[2][:32]] for each in found}
                # A source that fails is left alone after a while, so less may be found, and never more.
                assert held <= readable if troubled else held == readable, (user, question)
                self.triples += len(DOCUMENTS)
            assert {document for person, document in asker.checked if person == user} <= open_at_rest


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fidedigno]:
    monkeypatch.setattr(at_rest, "DECLARATION", {**at_rest.DECLARATION, "access_pattern": "live_check"})
    with open_place(tmp_path / "w") as workspace:
        yield workspace


@pytest.mark.parametrize("seed", range(3))
def test_nobody_finds_more_than_both_the_grants_at_rest_and_the_source_let_them(
    place: Fidedigno, seed: int
) -> None:
    walk = LiveWalk(place, seed)
    for _ in range(30):
        walk.change()
    for _ in range(STEPS):
        for _ in range(walk.draw.randint(1, 4)):
            walk.change()
        walk.synchronise()
        walk.look()
        walk.change()
        walk.look()
    print(f"{walk.triples} triples; {walk.opened} open, {walk.withheld} withheld by the source")
    assert walk.opened > 0
    assert walk.withheld > 0
