"""Live state: facts that a system answers at question time for the person who asks, never from text.

A source of state is a small adapter over a connector. What it cannot find out, for whatever cause, is
unverifiable with a reason, and never a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from fidedigno.model import Evidence, Identity, Plan
from fidedigno.plan.pack import Pack
from fidedigno.plan.places import Places


class Gap(StrEnum):
    """Why a fact of live state is not known. The words tell nothing of what somebody may not see."""

    NO_SOURCE = "no_source"
    """No system is connected that knows it."""
    NO_SCOPE = "no_scope"
    """It is not known of which course or activity."""
    NOT_AVAILABLE = "not_available"
    """The system does not give it to this person: forbidden, missing, unenrolled and unknown are one."""
    SOURCE_FAILED = "source_failed"
    """The system could not be asked, or did not answer in time or in form."""


def _none() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class StateReading:
    """Cards of what is known, and for each fact that is not, a :class:`Gap`.

    ``errors`` are codes of the source for traces; they never reach the person.
    """

    cards: tuple[Evidence, ...] = ()
    gaps: Mapping[str, str] = field(default_factory=_none)
    errors: tuple[str, ...] = ()


class StateSource(Protocol):
    """A system that knows the state of people and things."""

    def places(self, identity: Identity) -> Places:
        """What ``identity`` may see there now; incomplete, and never an error, where it cannot be read."""
        ...

    def read(self, plan: Plan, identity: Identity, pack: Pack) -> StateReading:
        """The state facts of the plan's contract, for ``identity`` and nobody else."""
        ...

    def forget(self) -> None:
        """Drop every reading that is kept: rights or the system have changed."""
        ...

    def close(self) -> None:
        """Let go of connections and threads."""
        ...


class NoStateSource:
    """Where nothing is connected: no places, and every individual fact is a gap."""

    def places(self, identity: Identity) -> Places:  # noqa: ARG002 - the protocol's signature
        """None."""
        return Places()

    def read(self, plan: Plan, identity: Identity, pack: Pack) -> StateReading:  # noqa: ARG002
        """A gap for every fact that only live state could supply."""
        return StateReading(gaps=dict.fromkeys(individual_facts(plan), Gap.NO_SOURCE.value))

    def forget(self) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing is held."""


def individual_facts(plan: Plan) -> Sequence[str]:
    """The facts of a plan that are about the asking person."""
    return [fact.name for fact in plan.contract.facts if fact.individual]
