"""The re-evaluation map: which cases rest on which version of which source, and whom a change concerns.

A case *rests on* a document that it expects or bars, or that its last run cited or set aside: whatever
happens to that document concerns it. A document that the last run could not have seen (a new one, one that
has moved to the corpus, come into force or been opened to other people) concerns every case that *could
read* it: those of its corpus whose question class reads documents of its authority.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from fidedigno.evaluate.cases import Case
from fidedigno.evaluate.changes import ChangeKind, Label, SourceChange, SourceState
from fidedigno.evaluate.expectation import names_document
from fidedigno.evaluate.run import Run

UNSEEN = frozenset({Label.CORPUS, Label.VALIDITY, Label.ACL_CLASS, Label.SCOPE, Label.AUTHORITY})
"""Labels of which a change may bring in a document that the last run never saw."""


class Concern(StrEnum):
    """Why a case is to be run again."""

    RESTS_ON = "rests_on"
    COULD_READ = "could_read"


def _nothing() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Basis:
    """What one case rests on.

    ``named`` are documents of its expectation, as written there (paths, or ends of paths). ``used`` are those
    that its last run cited or set aside, by path, with the version of each (empty for a live system).
    ``corpora`` are those in which it looks, empty for all. ``reads_passages`` and ``authorities`` (empty: any)
    say what its class reads.
    """

    question_class: str = ""
    named: frozenset[str] = frozenset()
    used: Mapping[str, str] = field(default_factory=_nothing)
    corpora: frozenset[str] = frozenset()
    reads_passages: bool = True
    authorities: frozenset[str] = frozenset()

    def rests_on(self, document: str) -> bool:
        """Whether the expectation names a document or the last run used it."""
        return document in self.used or any(names_document(document, each) for each in self.named)

    def could_read(self, state: SourceState) -> bool:
        """Whether a document of this state could be evidence for the case."""
        return (
            self.reads_passages
            and (not self.corpora or state.corpus in self.corpora)
            and (not self.authorities or state.authority in self.authorities)
        )


@dataclass(frozen=True, slots=True)
class Affected:
    """A case that a change concerns: by which documents, and how. One that rests on any rests on it."""

    case_id: str
    concern: Concern
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImpactMap:
    """What every case rests on, and the state of every source when that was recorded."""

    cases: Mapping[str, Basis]
    sources: Mapping[str, SourceState]

    def affected(self, changes: Iterable[SourceChange], *, thorough: bool = False) -> tuple[Affected, ...]:
        """The cases to run again, those that rest on a changed document first, then by name.

        With ``thorough`` a document whose content changed counts as a new one too, since its new text may
        answer what its old one did not.
        """
        listed = tuple(changes)
        found = [each for name in self.cases for each in self._affected(name, listed, thorough)]
        order = list(Concern)
        return tuple(sorted(found, key=lambda each: (order.index(each.concern), each.case_id)))

    def _affected(self, name: str, changes: tuple[SourceChange, ...], thorough: bool) -> Iterable[Affected]:
        basis = self.cases[name]
        resting = tuple(each.document for each in changes if basis.rests_on(each.document))
        reading = tuple(
            each.document
            for each in changes
            if each.document not in resting
            and each.after is not None
            and _is_unseen(each, thorough)
            and basis.could_read(each.after)
        )
        if resting:
            yield Affected(name, Concern.RESTS_ON, resting)
        elif reading:
            yield Affected(name, Concern.COULD_READ, reading)

    def resting_on(self, document: str) -> dict[str, str]:
        """The cases that rest on a document, each with the version that its last run used (or empty)."""
        return {
            name: basis.used.get(document, "")
            for name, basis in sorted(self.cases.items())
            if basis.rests_on(document)
        }

    def with_case(self, name: str, basis: Basis) -> ImpactMap:
        """The map with one case recorded anew."""
        return ImpactMap({**self.cases, name: basis}, self.sources)


def basis_of(case: Case, run: Run | None, versions: Mapping[str, SourceState]) -> Basis:
    """What a case rests on, from its expectation and, where it has been run, from its run.

    Args:
        case: the case.
        run: its last run; its plan says what the question class reads.
        versions: the sources by path when it was run.
    """
    expected = case.expected
    named = {*expected.any_document, *expected.never, *expected.forbidden}
    named |= {each.document for each in expected.documents}
    if run is None:
        return Basis(expected.question_class, frozenset(named), {}, frozenset(case.corpora))
    cited = {card.id for card in run.answer.evidence}
    used = {card.locator.uri for card in run.known.values() if card.id in cited or run.is_set_aside(card)}
    plan = run.plan
    facts = plan.contract.facts if plan else ()
    narrow = bool(facts) and all(each.authorities for each in facts)
    return Basis(
        question_class=plan.question_class if plan else expected.question_class,
        named=frozenset(named),
        used={uri: versions[uri].version if uri in versions else "" for uri in sorted(used)},
        corpora=frozenset(case.corpora),
        reads_passages=plan.contract.route.reads_passages if plan else True,
        authorities=frozenset(name for each in facts for name in each.authorities) if narrow else frozenset(),
    )


def _is_unseen(change: SourceChange, thorough: bool) -> bool:
    if change.kind is ChangeKind.ADDED or change.labels & UNSEEN:
        return True
    return thorough and change.kind is ChangeKind.CHANGED
