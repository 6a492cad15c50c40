"""An answer while it is healed: which stretches are written over, which units are taken out, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from fidedigno.verify.heal.changes import Change, ChangeKind, applied, settled
from fidedigno.verify.heal.layout import Layout
from fidedigno.verify.heal.removal import cuts
from fidedigno.verify.report import EvidenceSpan


class Reason(NamedTuple):
    """Why something is changed: a code, and the evidence that speaks against it, if any does."""

    code: str
    evidence: EvidenceSpan | None = None


def _nothing() -> Mapping[int, Reason]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Draft:
    """A healed answer before it is verified. Of two edits that overlap the earlier in ``edits`` is made."""

    layout: Layout
    edits: tuple[Change, ...] = ()
    removed: Mapping[int, Reason] = field(default_factory=_nothing)

    def without(self, units: Mapping[int, Reason]) -> Draft:
        """The draft with more units taken out; a reason that was given before stays."""
        return replace(self, removed={**units, **self.removed})

    def edited(self, edits: Iterable[Change]) -> Draft:
        """The draft with more edits, which come first."""
        return replace(self, edits=(*edits, *self.edits))

    @property
    def says_something(self) -> bool:
        """Whether a sentence is left."""
        return self.layout.says_something(self.layout.closed(frozenset(self.removed)))

    def changes(self) -> tuple[Change, ...]:
        """The changes of the original answer that lead to :attr:`text`."""
        doomed = self.layout.closed(frozenset(self.removed))
        wanted = []
        for cut in cuts(self.layout, doomed):
            original = self.layout.answer[cut.start : cut.end]
            reason = (
                self.removed.get(cut.unit, Reason("layout")) if cut.unit is not None else Reason("layout")
            )
            kind = ChangeKind.LAYOUT if cut.unit is None else ChangeKind.REMOVED
            wanted.append(Change(kind, cut.start, cut.end, original, cut.replacement, *reason))
        return settled([*wanted, *self.edits])

    def text(self) -> str:
        """The healed answer."""
        return applied(self.layout.answer, self.changes())
