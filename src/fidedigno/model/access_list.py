"""Who may read a document: a conjunction of any-of clauses, plus denials.

The form is conjunctive normal form (CNF) because real systems intersect: a Confluence page is readable
by those in the space AND in every restricted ancestor AND in the page's own restriction. A flat list
of principals cannot say that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from fidedigno.model.principal import ANYONE, Identity, Principal


class AclState(StrEnum):
    """The three states that are never mixed up."""

    UNKNOWN = "unknown"
    """The source did not say, or could not be asked: nobody reads, and it is counted as a fault."""
    NOBODY = "nobody"
    """The source says that no one may read."""
    LIST = "list"
    """The source named who may read."""


@dataclass(frozen=True, slots=True)
class AccessList:
    """Readable by an identity that satisfies every clause and matches no denial.

    A clause is satisfied by holding any one of its principals. No clause, or a clause with no
    principal, is never satisfied: doubt means not readable.
    """

    clauses: tuple[frozenset[Principal], ...] = ()
    denials: frozenset[Principal] = frozenset()
    state: AclState = AclState.LIST

    def __post_init__(self) -> None:
        if self.state is not AclState.LIST and (self.clauses or self.denials):
            raise ValueError(f"an access list that is {self.state.value} has neither clauses nor denials")
        if self.state is AclState.LIST and not self.clauses:
            raise ValueError("an access list needs a clause; say NOBODY or UNKNOWN where there is none")

    @classmethod
    def any_of(cls, *principals: Principal, denied: Iterable[Principal] = ()) -> AccessList:
        """Readable by anyone who holds one of ``principals`` and none of ``denied``."""
        if not principals:
            return NOBODY
        return cls((frozenset(principals),), frozenset(denied))

    @classmethod
    def all_of(cls, *lists: AccessList) -> AccessList:
        """Intersect access lists (page AND ancestor AND space). Unknown wins over nobody, both close."""
        if not lists or any(each.state is AclState.UNKNOWN for each in lists):
            return UNKNOWN
        if any(each.state is AclState.NOBODY for each in lists):
            return NOBODY
        clauses = tuple(clause for each in lists for clause in each.clauses)
        return cls(clauses, frozenset().union(*(each.denials for each in lists)))

    def allows(self, identity: Identity) -> bool:
        """Whether ``identity`` may read. The definition that every engine filter must agree with."""
        if not identity.enabled or self.state is not AclState.LIST or self._is_doubtful:
            return False
        if self.denials & identity.principals:
            return False
        return all(clause & identity.principals for clause in self.clauses)

    def normalised(self) -> AccessList:
        """Return an equivalent list in a canonical form, so that equal rules are stored once.

        Absorbs clauses that another one implies (a superset of a clause is redundant), drops denied
        principals from clauses, and orders what remains. A list that nobody can satisfy is NOBODY. One that
        denies a group that only tokens tell of is UNKNOWN: it is not known whom it denies.
        """
        if self.state is not AclState.LIST:
            return self
        if self._is_doubtful:
            return UNKNOWN
        reduced = {clause - self.denials for clause in self.clauses}
        if ANYONE in self.denials or frozenset() in reduced:
            return NOBODY
        minimal = [c for c in reduced if not any(other < c for other in reduced)]
        ordered = sorted(minimal, key=sorted)
        return AccessList(tuple(ordered), self.denials)

    @property
    def _is_doubtful(self) -> bool:
        return any(each.is_claimed for each in self.denials)

    @property
    def digest(self) -> str:
        """A hash of the canonical form: equal digests, equal rules."""
        canonical = self.normalised()
        parts = [canonical.state.value]
        parts += [_spelled(clause) for clause in canonical.clauses]
        parts.append("!" + _spelled(canonical.denials))
        return hashlib.sha256(_joined(parts).encode()).hexdigest()


def _spelled(principals: Iterable[Principal]) -> str:
    return _joined(part for each in sorted(principals) for part in (each.kind.value, each.source, each.name))


def _joined(parts: Iterable[str]) -> str:
    """The parts with their lengths: no character that a name may hold can end one or begin another."""
    return "".join(f"{len(part)}:{part}" for part in parts)


NOBODY = AccessList(state=AclState.NOBODY)
UNKNOWN = AccessList(state=AclState.UNKNOWN)
PUBLIC = AccessList.any_of(ANYONE)
