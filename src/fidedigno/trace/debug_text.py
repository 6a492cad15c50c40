"""Keeping texts under a debug grant, and reading them back while it lasts. In doubt no text is kept.

What is kept is the question, and the answer where all that it rests on is of corpora that the grant names.
Nothing at all is kept where something was gathered from a restricted corpus that the grant does not name.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fidedigno.errors import FidedignoError, NotAvailableError
from fidedigno.model import Answer, Audience, Corpus, Evidence, EvidenceKind, Identity, Sensitivity
from fidedigno.trace.debug_grant import Grant, GrantFolder, cipher

_log = logging.getLogger(__name__)
MAX_TEXTS_BYTES = 50_000_000
"""A grant keeps no more than this; what comes later is not kept."""
MAX_LINE_BYTES = 1_000_000

DeclaredCorpora = Callable[[], Mapping[str, Corpus]]


def is_restricted(corpus: Corpus | None) -> bool:
    """Whether texts of a corpus need the approval of a second person; one that nobody declared does."""
    return (
        corpus is None
        or corpus.audience is Audience.RESTRICTED
        or corpus.sensitivity is Sensitivity.RESTRICTED
    )


class DebugTexts:
    """The texts that grants allow to keep.

    Args:
        grants: the grants.
        declared: the corpora by name, as they are declared now.
    """

    def __init__(self, grants: GrantFolder, declared: DeclaredCorpora) -> None:
        self._grants = grants
        self._declared = declared

    def keep(
        self,
        question: str,
        answer: Answer,
        identity: Identity,
        cards: Iterable[Evidence],
        asked_corpora: Iterable[str] = (),
    ) -> int:
        """Keep what the grants in force allow; returns under how many. Raises nothing of ours."""
        kept = 0
        try:
            grants = self._grants.in_force()
            if not grants:
                return 0
            declared = self._declared()
            gathered = [*cards, *answer.evidence]
            for grant in grants:
                data = _allowed(grant, question, answer, identity, gathered, set(asked_corpora), declared)
                if data is not None:
                    kept += self._append(grant, data)
        except (FidedignoError, OSError, ValueError) as error:
            code = getattr(error, "code", type(error).__name__)
            _log.error("a text was not kept under a debug grant (%s)", code)
        return kept

    def read(self, grant_id: str) -> list[dict[str, Any]]:
        """The texts of a grant that is in force now.

        Raises:
            NotAvailableError: if there is no such grant, it has ended, or its texts cannot be read.
        """
        grant = next((each for each in self._grants.in_force() if each.id == grant_id), None)
        if grant is None:
            raise NotAvailableError("not available")
        try:
            return self._decrypted(grant)
        except (FidedignoError, OSError, ValueError) as error:
            raise NotAvailableError("not available") from error

    def drop(self, unwanted: Callable[[Mapping[str, Any]], bool]) -> int:
        """Delete the texts for which ``unwanted`` is true, under every grant; returns how many there were.

        Where the texts of a grant cannot be read, the grant ends: all of them are deleted.
        """
        dropped = 0
        for grant in self._grants.in_force():
            try:
                held = self._decrypted(grant)
                kept = [each for each in held if not unwanted(each)]
                if len(kept) < len(held):
                    self._rewrite(grant, kept)
                    dropped += len(held) - len(kept)
            except (FidedignoError, OSError, ValueError, KeyError, TypeError):
                self._grants.revoke(grant.id)
        return dropped

    def _append(self, grant: Grant, data: Mapping[str, Any]) -> int:
        line = _encrypt(grant, data)
        # Without making it: where the grant has ended meanwhile its file is gone, and stays so.
        descriptor = os.open(self._grants.texts_of(grant.id), os.O_WRONLY | os.O_APPEND)
        with os.fdopen(descriptor, "ab", buffering=0) as stream:
            if not grant.valid_at(self._grants.clock()):
                return 0
            if len(line) > MAX_LINE_BYTES or os.fstat(stream.fileno()).st_size + len(line) > MAX_TEXTS_BYTES:
                return 0
            stream.write(line)
        return 1

    def _decrypted(self, grant: Grant) -> list[dict[str, Any]]:
        deciphering = cipher()(grant.key)
        from cryptography.fernet import InvalidToken

        try:
            lines = self._grants.texts_of(grant.id).read_bytes().splitlines()
            return [json.loads(deciphering.decrypt(line)) for line in lines]
        except InvalidToken as error:
            raise ValueError("the texts are damaged") from error

    def _rewrite(self, grant: Grant, kept: Iterable[Mapping[str, Any]]) -> None:
        """In place: a writer that has the file open goes on with the same one."""
        content = b"".join(_encrypt(grant, each) for each in kept)
        with self._grants.texts_of(grant.id).open("r+b") as stream:
            stream.write(content)
            stream.truncate()
            stream.flush()
            os.fsync(stream.fileno())


def _allowed(
    grant: Grant,
    question: str,
    answer: Answer,
    identity: Identity,
    gathered: Iterable[Evidence],
    asked: set[str],
    declared: Mapping[str, Corpus],
) -> dict[str, Any] | None:
    """What a grant lets be kept; ``None`` where it is nothing."""
    if not identity.enabled or identity.user is None or (grant.user and identity.user != grant.user):
        return None
    named = {each for each in grant.corpora if grant.approved_by or not is_restricted(declared.get(each))}
    if named != grant.corpora:
        return None  # one of its corpora has become restricted since, and nobody approved
    touched = {each.corpus for each in gathered if each.kind is not EvidenceKind.STATE} | asked
    if any(is_restricted(declared.get(each)) for each in touched - named):
        return None
    if not grant.user and (not touched or not touched <= named):
        return None
    rests_on = {"" if each.kind is EvidenceKind.STATE else each.corpus for each in answer.evidence}
    told = rests_on <= named
    return {
        "at": answer.answered_at.isoformat(),
        "answer": answer.id,
        "user": identity.user,
        "question": question,
        "decision": answer.decision.value,
        "message": answer.message if told else None,
        "claims": [each.text for each in answer.claims] if told else None,
        "documents": sorted({each.document_id for each in gathered if each.document_id > 0}),
    }


def _encrypt(grant: Grant, data: Mapping[str, Any]) -> bytes:
    return bytes(cipher()(grant.key).encrypt(json.dumps(data).encode())) + b"\n"
