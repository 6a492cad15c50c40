"""Who may read what, worked out a second time: plainly, from the stored rows, by code of its own.

It shares nothing with the code under test: no permit, no interned classes, no cached closure. What it calls
readable is the widest that may be told; a live check that the source would answer can only narrow it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from fidedigno.evaluate.boundaries.records import CorpusRecord, Person, Records, StoredList

ANYONE_KEY = "anyone:0::"
_SKEW = timedelta(seconds=60)
_ROLES = ("security", "legal")


class Oracle:
    """The rules of access over one state of a workspace, at one moment."""

    def __init__(self, records: Records, now: datetime) -> None:
        self._records = records
        self._now = now
        self._named = frozenset(
            each
            for stored in records.lists.values()
            for keys in (*stored.clauses.values(), stored.denials)
            for each in keys
        )
        self._known: dict[frozenset[str], frozenset[int]] = {}

    def holds(self, user: str | None, *, as_if_enabled: bool = False) -> frozenset[str]:
        """The keys of all principals that somebody holds: none when disabled, the public when unknown.

        ``as_if_enabled`` tells what a disabled account would hold if it were not.
        """
        person = None if user is None else self._records.people.get(user)
        if person is None:
            return frozenset({ANYONE_KEY})
        if not person.enabled and not as_if_enabled:
            return frozenset()
        return frozenset(self._keys(person))

    def readable(self, user: str | None, *, as_if_enabled: bool = False) -> frozenset[int]:
        """The ids of the documents that somebody may read now."""
        return self.readable_holding(self.holds(user, as_if_enabled=as_if_enabled))

    def readable_holding(self, held: frozenset[str]) -> frozenset[int]:
        """The ids of the documents that whoever holds these keys may read now."""
        if not held:
            return frozenset()
        telling = held & self._named
        if telling not in self._known:
            self._known[telling] = self._work_out(telling)
        return self._known[telling]

    def _work_out(self, held: frozenset[str]) -> frozenset[int]:
        met = {number for number, stored in self._records.lists.items() if is_met(stored, held)}
        return frozenset(
            document.id
            for document in self._records.documents.values()
            if document.access in met
            and is_open(document.corpus, self._now)
            and not (document.stale_from is not None and document.stale_from <= self._now)
        )

    def _keys(self, person: Person) -> Iterable[str]:
        yield ANYONE_KEY
        yield key("user", "local", person.name)
        if person.email is not None and "@" in person.email:
            yield key("domain", "local", person.email.rsplit("@", 1)[1])
        seen: set[int] = set()
        waiting = list(person.groups)
        while waiting:
            number = waiting.pop()
            if number in seen or number not in self._records.groups:
                continue
            seen.add(number)
            group = self._records.groups[number]
            waiting.extend(group.parents)
            yield key("group", group.source, group.name)


def key(kind: str, source: str, name: str) -> str:
    """The key under which a principal is stored: kind, length of the source, source, name."""
    return f"{kind}:{len(source)}:{source}:{name}"


def is_met(stored: StoredList, held: frozenset[str]) -> bool:
    """Whether every clause is met and no denial is; a list that is not whole is never met."""
    if stored.state != "list" or not stored.clauses or len(stored.clauses) != stored.clause_count:
        return False
    if any(key in held for key in stored.denials):
        return False
    return all(any(key in held for key in clause) for clause in stored.clauses.values())


def is_open(corpus: CorpusRecord, now: datetime) -> bool:
    """Whether the access lists of a corpus are young enough, its owner lets a machine read it, and, if it is
    restricted, both approvals stand."""
    if not corpus.ai_allowed or corpus.synced_at is None:
        return False
    if corpus.audience == "restricted" and not all(_approved(corpus, role, now) for role in _ROLES):
        return False
    return -_SKEW <= now - corpus.synced_at <= corpus.lag


def _approved(corpus: CorpusRecord, role: str, now: datetime) -> bool:
    """Whether the last word in a role, on the declaration that holds now, is an approval that has not ended."""
    said = [
        each
        for each in corpus.approvals
        if each.role == role and each.declaration == corpus.declaration and not each.revoked
    ]
    return bool(said) and bool(corpus.declaration) and said[-1].until > now
