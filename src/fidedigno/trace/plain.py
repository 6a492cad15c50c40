"""Which words may enter a record as they are, and what stands for the others.

A record is built from fields that ought to hold codes. A careless or hostile source could put anything in
them (the message of an exception, a token, a name), so only what has the form of the code, or is on the
closed list of the pack, is kept; anything else becomes a fingerprint.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping

from fidedigno.model import Evidence, EvidenceKind
from fidedigno.trace.pseudonym import PseudonymKey

_PASSAGE_ID = re.compile(r"(?P<chunk>[0-9a-f]{1,16})(:[0-9]{1,9}-[0-9]{1,9})?")
_VERSION = re.compile(r"[vV]?[0-9][0-9.:T/+-]{0,31}")
_REASON = re.compile(r"[a-z][a-z_]{0,39}(:[a-z][a-z_]{0,29})?")
_STAGE = re.compile(r"[a-z][a-z_]{0,19}(\.[a-z][a-z_]{0,19}){0,3}")
_ANSWER_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,63}")
_WITH_PLAIN_IDS = frozenset({EvidenceKind.PASSAGE, EvidenceKind.RULE})


def chunk_of(evidence_id: str) -> str | None:
    """The chunk of a passage (hex), whole or a stretch of it (``a10:26-98``); ``None`` for any other id."""
    found = _PASSAGE_ID.fullmatch(evidence_id)
    return found["chunk"] if found else None


def reason_code(text: str, key: PseudonymKey) -> str:
    """A reason (``timed_out``, ``needs_slot:group``): letters and underscores; no token, no sentence."""
    return text if not text or _REASON.fullmatch(text) else key.fingerprint("reason", text)


def version_label(text: str, key: PseudonymKey) -> str:
    """A label made of figures (``v3``, ``2026-27``, ``1.10``); other labels may be words of the document."""
    return text if not text or _VERSION.fullmatch(text) else key.fingerprint("version", text)


def is_stage(text: str) -> bool:
    """Whether ``text`` is the name of a stage (``gather.rank``)."""
    return _STAGE.fullmatch(text) is not None


def milliseconds_of(seconds: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """The time of each stage in milliseconds, to a tenth; what is not a stage or not a time is left out."""
    for stage, value in seconds.items():
        if is_stage(stage) and math.isfinite(value) and value >= 0:
            yield stage, round(value * 1000, 1)


def is_answer_id(text: str) -> bool:
    """Whether ``text`` has the form of an answer's id."""
    return _ANSWER_ID.fullmatch(text) is not None


def is_pack_name(text: str) -> bool:
    """Whether ``text`` has the form of a name of a pack, a class, a fact or a slot."""
    return _NAME.fullmatch(text) is not None


class Names:
    """The names that a pack gives: those of its contract are kept, others fingerprinted."""

    def __init__(self, known: Iterable[str], key: PseudonymKey) -> None:
        self._known = frozenset(name for name in known if is_pack_name(name))
        self._key = key

    def __call__(self, name: str) -> str:
        """The name as it is recorded."""
        return name if not name or name in self._known else self._key.fingerprint("name", name)


class References:
    """How cards are called in a record: passages and stretches of them by their ids, other cards by a fingerprint."""

    def __init__(self, cards: Iterable[Evidence], key: PseudonymKey) -> None:
        self._plain = {chunk_of(card.id) for card in cards if card.kind in _WITH_PLAIN_IDS} - {None}
        self._key = key

    def __call__(self, evidence_id: str) -> str:
        """The reference of the card with that id."""
        if not evidence_id or chunk_of(evidence_id) in self._plain:
            return evidence_id
        return self._key.fingerprint("evidence", evidence_id)
