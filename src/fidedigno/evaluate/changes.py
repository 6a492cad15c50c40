"""What changed in the sources between two moments: added, changed, removed, or labelled otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class ChangeKind(StrEnum):
    """What happened to a document."""

    ADDED = "added"
    CHANGED = "changed"
    """Its content is another version."""
    REMOVED = "removed"
    RELABELLED = "relabelled"
    """Its content is the same, and what is declared of it is not."""


class Label(StrEnum):
    """What is declared of a document and decides what it counts for."""

    CORPUS = "corpus"
    AUTHORITY = "authority"
    VALIDITY = "validity"
    SCOPE = "scope"
    ACL_CLASS = "acl_class"
    EDITION = "edition"


def _no_scope() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SourceState:
    """A document at one moment.

    ``version`` is its content's hash or the id of its version. ``validity`` are its two dates in ISO 8601,
    empty where open. ``acl_class`` stands for who may read it: equal marks, equal readers. ``edition`` names
    the series of which it is an edition.
    """

    version: str
    corpus: str
    authority: str = ""
    validity: tuple[str, str] = ("", "")
    scope: Mapping[str, str] = field(default_factory=_no_scope)
    acl_class: str = ""
    edition: str = ""

    def labels(self) -> Mapping[Label, object]:
        """What is declared, by name."""
        return {
            Label.CORPUS: self.corpus,
            Label.AUTHORITY: self.authority,
            Label.VALIDITY: self.validity,
            Label.SCOPE: dict(self.scope),
            Label.ACL_CLASS: self.acl_class,
            Label.EDITION: self.edition,
        }


@dataclass(frozen=True, slots=True)
class SourceChange:
    """One document that is not as it was. ``labels`` are those that differ, whatever the kind."""

    document: str
    kind: ChangeKind
    before: SourceState | None
    after: SourceState | None
    labels: frozenset[Label] = frozenset()


def changed_sources(
    before: Mapping[str, SourceState], after: Mapping[str, SourceState]
) -> tuple[SourceChange, ...]:
    """The documents, by path, that differ between two states, in the order of their paths.

    A document whose content and labels both changed is ``changed``, with its labels.
    """
    found = []
    for document in sorted(before.keys() | after.keys()):
        old, new = before.get(document), after.get(document)
        if old is None or new is None:
            kind = ChangeKind.ADDED if old is None else ChangeKind.REMOVED
            found.append(SourceChange(document, kind, old, new))
            continue
        was, now = old.labels(), new.labels()
        labels = frozenset(name for name in Label if was[name] != now[name])
        if old.version != new.version:
            found.append(SourceChange(document, ChangeKind.CHANGED, old, new, labels))
        elif labels:
            found.append(SourceChange(document, ChangeKind.RELABELLED, old, new, labels))
    return tuple(found)
