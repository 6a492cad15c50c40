"""The arithmetic of the chain: what is hashed, in which canonical form. Pure; no store is touched.

A record's digest covers everything that is kept of it, with a random salt that is deleted together with it.
A link covers the place, the link before and the digest; a seal covers what is left of deleted records.
Links and seals are keyed: who may write to the database and does not hold the key can make neither.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

GENESIS = "0" * 64
"""The link before the first one."""
MAX_SEQUENCE = 2**62


@dataclass(frozen=True, slots=True)
class Sealed:
    """Everything of a record that its digest covers."""

    id: int
    answer_id: str
    tenant: str
    kind: str
    pseudonym: str
    key_id: str
    at: datetime
    body: str
    documents: tuple[int, ...]
    people: tuple[str, ...]
    salt: str

    def digest(self) -> str:
        """SHA-256 of the canonical form (hex)."""
        parts = [
            self.id,
            self.answer_id,
            self.tenant,
            self.kind,
            self.pseudonym,
            self.key_id,
            self.at.astimezone(UTC).isoformat(timespec="microseconds"),
            self.body,
            sorted(self.documents),
            sorted(self.people),
            self.salt,
        ]
        return hashlib.sha256(canonical(parts)).hexdigest()


class Link(Protocol):
    """A place of the chain, as :class:`~fidedigno.trace.tables.ChainRow` has it."""

    @property
    def sequence(self) -> int:
        """The place, or the last one of a run."""
        ...

    @property
    def first(self) -> int:
        """The place, or the first one of a run."""
        ...

    @property
    def digest(self) -> str:
        """Of the record; empty for a run."""
        ...

    @property
    def link(self) -> str:
        """Over the place, the link before and the digest."""
        ...

    @property
    def reason(self) -> str:
        """Why it was deleted; empty while it is there."""
        ...

    @property
    def seal(self) -> str:
        """Over what is left of what was deleted."""
        ...


class ChainKey:
    """The key of the chain. It is shown by no method, and not by ``repr``."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def __repr__(self) -> str:
        return "ChainKey(...)"

    def link(self, sequence: int, before: str, digest: str) -> str:
        """The link of a record at ``sequence``, after the link ``before``."""
        return self._mac("link", sequence, before, digest)

    def tombstone(self, sequence: int, digest: str, link: str, reason: str) -> str:
        """The seal of a record that was deleted because of ``reason``."""
        return self._mac("tombstone", sequence, digest, link, reason)

    def run(self, first: int, sequence: int, before: str, link: str, reasons: str) -> str:
        """The seal of a run of deleted records, after the link ``before``."""
        return self._mac("run", first, sequence, before, link, reasons)

    def is_sound(self, row: Link, before: str) -> bool:
        """Whether a place of the chain is what it should be after the link ``before``. What stands at it, a
        record, a tombstone or a run of them, is told by its fields, and each of them is covered."""
        if row.reason and not row.digest:
            return row.first <= row.sequence and same(
                row.seal, self.run(row.first, row.sequence, before, row.link, row.reason)
            )
        if row.first != row.sequence or not same(row.link, self.link(row.sequence, before, row.digest)):
            return False
        if not row.reason:
            return not row.seal
        return same(row.seal, self.tombstone(row.sequence, row.digest, row.link, row.reason))

    def head(self, sequence: int, link: str) -> str:
        """The signature of the end of the chain."""
        return self._mac("head", sequence, link)

    def _mac(self, purpose: str, *parts: int | str) -> str:
        return hmac.new(self._secret, canonical([purpose, *parts]), hashlib.sha256).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two hashes are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def canonical(parts: list[object]) -> bytes:
    """One form for the same parts: JSON in ASCII, without blanks."""
    return json.dumps(parts, separators=(",", ":"), allow_nan=False).encode()


def add_reasons(reasons: Iterable[str]) -> str:
    """Codes of deletion, each alone or already counted, as one text (``erased:2,expired:40``)."""
    counted: Counter[str] = Counter()
    for each in reasons:
        for part in each.split(","):
            code, _, number = part.partition(":")
            counted[code] += int(number or 1)
    return ",".join(f"{code}:{number}" for code, number in sorted(counted.items()))
