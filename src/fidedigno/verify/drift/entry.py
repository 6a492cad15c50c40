"""An answer on its way into the record of drift, and as it comes out again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was given: when, to which question (its mark), over what, and what was measured of it.

    ``documents`` are the ids of those that it rests on, where the caller has such ids."""

    tenant: str
    question: str
    at: datetime
    corpora: tuple[str, ...]
    index_version: str
    signals: Mapping[str, float]
    documents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """An answer in the record of its question: when it was given, under which version, and how it stood then."""

    at: datetime
    index_version: str
    distance: float
    detected: bool
