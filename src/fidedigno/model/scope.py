"""Where to look: a narrowing of what somebody may read, never a widening."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from fidedigno.model.corpus import Sensitivity


class Everything(Enum):
    """The type of :data:`ALL_CORPORA`."""

    ALL_CORPORA = "all"


ALL_CORPORA: Final = Everything.ALL_CORPORA
"""Every corpus that is open. A value of its own, so that an empty set can only mean none."""

CorpusNames = frozenset[str] | Literal[Everything.ALL_CORPORA]


@dataclass(frozen=True, slots=True)
class Scope:
    """Look in these corpora, at documents of this sensitivity at most.

    A corpus that does not exist, or that the person may not read, is looked in without finding anything.
    """

    corpora: CorpusNames = ALL_CORPORA
    sensitivity: Sensitivity = Sensitivity.RESTRICTED

    def __post_init__(self) -> None:
        if self.corpora is None:
            raise TypeError("say which corpora, or ALL_CORPORA")

    def __and__(self, other: Scope) -> Scope:
        """What both allow."""
        return Scope(_both(self.corpora, other.corpora), min(self.sensitivity, other.sensitivity))


def _both(one: CorpusNames, other: CorpusNames) -> CorpusNames:
    if isinstance(one, Everything):
        return other
    return one if isinstance(other, Everything) else one & other


EVERYWHERE = Scope()
NOWHERE_AT_ALL = Scope(frozenset())
