"""Who may read what, declared by path: for stores that know keys and no readers."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.errors import ConfigurationError
from fidedigno.model import NOBODY, AccessList, AclState, Principal, PrincipalKind
from fidedigno.sources.globs import matches_any

MOST_RULES = 1000


@dataclass(frozen=True, slots=True)
class PathRule:
    """The readers of what ``match`` names: a path, a folder, or a glob (``hr/**``, ``*.pdf``)."""

    match: str
    readers: AccessList

    def __post_init__(self) -> None:
        if not self.match.strip("/ "):
            raise ConfigurationError("a rule of paths names no path", "Write a folder, or ** for everything.")
        if self.readers.state is AclState.UNKNOWN:
            raise ConfigurationError("a rule of paths does not say who reads", "Name groups, or nobody.")
        others = {each.kind for each in _named(self.readers)} - {PrincipalKind.GROUP, PrincipalKind.USER}
        if others:
            raise ConfigurationError(
                "a rule of paths names more than people and groups", "Name group:NAME or user:NAME."
            )


@dataclass(frozen=True, slots=True)
class PathRules:
    """The first rule that matches a path says who reads it; where none does, nobody."""

    rules: tuple[PathRule, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.rules) <= MOST_RULES:
            raise ConfigurationError(f"a store needs 1 to {MOST_RULES} rules of paths", "Say who reads what.")

    def readers_of(self, path: str) -> AccessList:
        """Who may read what lies at ``path``."""
        for rule in self.rules:
            if matches_any(path, (rule.match,)):
                return rule.readers
        return NOBODY

    def named(self) -> frozenset[Principal]:
        """Everybody whom a rule lets in."""
        return frozenset(principal for rule in self.rules for principal in _granted(rule.readers))


def _granted(readers: AccessList) -> frozenset[Principal]:
    return frozenset(principal for clause in readers.clauses for principal in clause)


def _named(readers: AccessList) -> frozenset[Principal]:
    return _granted(readers) | readers.denials
