"""Keyed marks of questions, words and figures: equal ones are equal, and nothing else can be told from them.

A plain hash of a price is undone by hashing every price there is; a keyed one is not, as long as the key is kept.
Words and figures are marked under their question, so that no list of marks of one question says anything of
another's.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from fidedigno.ingest.analyse import fold

Mark = Callable[[str, str], str]
"""Takes a purpose and a text, gives the mark of the text for that purpose."""

_PUNCTUATION = re.compile(r"[\s.,;:!?¡¿\"'“”‘’`´«»()\[\]{}…—–]+|(?<=\w)-+(?=\w)|-+(?!\w)")
_QUESTION_BYTES = 16
_MARK_BYTES = 8


def normalised(question: str) -> str:
    """A question without case, accents, punctuation and spacing; as it is, where nothing else is in it.

    What distinguishes names is kept: ``C++``, ``C#``, ``-5``.
    """
    return " ".join(_PUNCTUATION.sub(" ", fold(question)).split()) or question


class Marks:
    """Makes marks under one key, which is shown by no method.

    Args:
        key: 16 to 64 random bytes.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def __repr__(self) -> str:
        return "Marks(...)"

    def question(self, tenant: str, question: str) -> str:
        """The mark of a question of a tenant (32 hex digits): the same for all ways to write it."""
        # With its length: no name of a tenant can end one and begin the question.
        text = f"{len(tenant)}:{tenant}{normalised(question)}"
        return self._hash(text, _QUESTION_BYTES, b"question", b"")

    def under(self, question: str) -> Mark:
        """What marks words and figures of the answers to a question, given its mark (16 hex digits each)."""
        salt = bytes.fromhex(question)

        def mark(purpose: str, text: str) -> str:
            return self._hash(text, _MARK_BYTES, purpose.encode(), salt)

        return mark

    def _hash(self, text: str, size: int, purpose: bytes, salt: bytes) -> str:
        encoded = text.encode("utf-8", "surrogatepass")
        hashed = hashlib.blake2b(encoded, digest_size=size, key=self._key, salt=salt, person=purpose)
        return hashed.hexdigest()
