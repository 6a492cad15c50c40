"""A pack in memory: question classes with their contracts, the facts, the slots and the authority ladder.

A pack is a folder of declarative files; :mod:`fidedigno.plan.load` reads and checks it. Everything here is
data that the other rooms follow; none of them knows a field of knowledge by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fidedigno.model import EvidenceContract, EvidenceKind, FactKind, RequiredFact, Route

LANGUAGES = ("es", "en")
Texts = Mapping[str, str]
"""A text in every language of :data:`LANGUAGES`."""
Lists = Mapping[str, tuple[str, ...]]
"""Several texts in every language of :data:`LANGUAGES`."""


def _none() -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({"es": (), "en": ()})


@dataclass(frozen=True, slots=True)
class FactDefinition:
    """One fact that answers may rest on, and how it is told and compared.

    ``label`` names it for people. ``statement`` is how a live value is said, with ``{activity}``,
    ``{course}`` and ``{value}``. ``cues`` are words of which a passage that states the fact has one (their
    stems are compared). ``states`` gives, for a fact of kind ``state``, each allowed word and how it is said;
    for one of another kind, only how ``none`` is said: the live source knows that there is no value.
    ``authorities``, ``kinds`` and ``individual`` are as in :class:`~fidedigno.model.RequiredFact`.
    ``specific_scope_rules``: a notice to a group rules over a text for the course. ``later_amends``: among
    texts of one authority and scope, the later one rules. ``state_rules``: a live reading rules over texts.
    ``check_at`` says where a person can see it for themselves. ``max_age_seconds`` is how old a live
    reading may be.
    """

    name: str
    kind: FactKind
    label: Texts
    statement: Texts
    check_at: Texts
    cues: Lists = field(default_factory=_none)
    states: Mapping[str, Texts] = field(default_factory=dict)
    authorities: tuple[str, ...] = ()
    kinds: frozenset[EvidenceKind] = frozenset({EvidenceKind.PASSAGE, EvidenceKind.RULE, EvidenceKind.STATE})
    individual: bool = False
    specific_scope_rules: bool = True
    later_amends: bool = True
    state_rules: bool = True
    max_age_seconds: int = 60

    def required(self, *, critical: bool) -> RequiredFact:
        """This fact as a line of a contract."""
        return RequiredFact(self.name, self.kind, critical, self.authorities, self.kinds, self.individual)


@dataclass(frozen=True, slots=True)
class SlotChoice:
    """A value that a slot may have everywhere: how it is named, and words of a question that mean it."""

    label: Texts
    cues: Lists


@dataclass(frozen=True, slots=True)
class SlotDefinition:
    """A part of the scope: how to ask for it when it is missing (``question``), in a short sentence.

    ``choices`` are values known to the pack, besides those known only where the question is asked.
    """

    name: str
    label: Texts
    question: Texts
    choices: Mapping[str, SlotChoice] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuestionClass:
    """A class of questions.

    ``facts`` are names with whether each is critical. ``patterns`` are regular expressions of which a match
    speaks for the class (see :mod:`fidedigno.plan.patterns`). ``restrictive`` is its rank when in doubt: the
    higher, the more it demands before answering.
    """

    name: str
    route: Route
    label: Texts
    description: Texts
    examples: Lists
    facts: tuple[tuple[str, bool], ...] = ()
    slots: tuple[str, ...] = ()
    patterns: Lists = field(default_factory=_none)
    restrictive: int = 0
    high_impact: bool = False
    """Whether a wrong answer decides something for a person: an inconclusive check then abstains."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A whole pack. ``ladder`` names the authorities from the strongest to the weakest; an authority that
    is not on it counts for nothing. ``digest`` changes with any of its files."""

    name: str
    version: str
    digest: str
    ladder: tuple[str, ...]
    facts: Mapping[str, FactDefinition]
    slots: Mapping[str, SlotDefinition]
    classes: Mapping[str, QuestionClass]

    def contract(self, class_name: str) -> EvidenceContract:
        """The evidence contract of a class."""
        chosen = self.classes[class_name]
        facts = tuple(self.facts[name].required(critical=critical) for name, critical in chosen.facts)
        return EvidenceContract(chosen.name, chosen.route, facts, chosen.slots)

    def rank(self, authority: str) -> int | None:
        """The place of an authority on the ladder, 0 the strongest; ``None`` where it has none."""
        return self.ladder.index(authority) if authority in self.ladder else None
