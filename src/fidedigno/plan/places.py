"""Places: the courses, activities and groups that a question can be about, as one person may see them.

Whoever gives them (a live system, a declared file) leaves out what the person may not see, so nothing that
is built on them, a clarifying question included, can name more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

COURSE = "course"
ACTIVITY = "activity"
GROUP = "group"


def _nowhere() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Place:
    """One value that a slot can take.

    ``value`` is the identifier that cards carry in their scope; ``label`` and ``aliases`` are how people
    call it. ``within`` names the places around it (an activity's ``course``). ``own`` marks a group that the
    person is in. ``timezone`` is that of a course.
    """

    slot: str
    value: str
    label: str
    aliases: tuple[str, ...] = ()
    within: Mapping[str, str] = field(default_factory=_nowhere)
    own: bool = False
    timezone: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything it is called."""
        return (self.label, *self.aliases)


@dataclass(frozen=True, slots=True)
class Places:
    """All the places of one person. ``complete`` is false where the live system could not be asked: then
    what is not listed may exist all the same, and nothing is the only choice."""

    all: tuple[Place, ...] = ()
    complete: bool = True

    def of(self, slot: str, within: Mapping[str, str] | None = None) -> tuple[Place, ...]:
        """The places of a slot, those inside ``within`` where it says anything about them."""
        around = within or {}
        return tuple(
            place
            for place in self.all
            if place.slot == slot
            and all(around.get(name, value) == value for name, value in place.within.items())
        )

    def find(self, slot: str, value: str, within: Mapping[str, str] | None = None) -> Place | None:
        """The place of that slot and value."""
        return next((place for place in self.of(slot, within) if place.value == value), None)

    def merged(self, others: Iterable[Place], *, complete: bool = True) -> Places:
        """These and ``others``; of two with the same slot, value and surroundings, the first gives the label
        and both give their names."""
        by_key: dict[tuple[object, ...], Place] = {}
        for place in (*self.all, *others):
            key = (place.slot, place.value, *sorted(place.within.items()))
            known = by_key.get(key)
            by_key[key] = place if known is None else _joined(known, place)
        return Places(tuple(by_key.values()), self.complete and complete)


def _joined(first: Place, second: Place) -> Place:
    names = dict.fromkeys((*first.aliases, *second.names))
    names.pop(first.label, None)
    return Place(
        first.slot,
        first.value,
        first.label,
        tuple(names),
        first.within,
        first.own or second.own,
        first.timezone or second.timezone,
    )
