"""What a governed answer would tell of claims that a model wrote: each before a passage that it might cite."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from fidedigno.model import Claim, Evidence, EvidenceKind, Locator, Support
from fidedigno.verify import Passage, Verifier
from fidedigno.verify.contract import against_card
from fidedigno.verify.own_evidence import OwnEvidence


def reason_to_deliver(verifier: Verifier, question: str, text: str, passages: Sequence[Passage]) -> str:
    """``verbatim``, ``same_words`` or ``paraphrase`` where one of the passages lets the claim be told as a fact in
    words; empty where none does."""
    own = OwnEvidence(verifier, question, "Europe/Madrid")
    for passage in passages:
        card = _card(passage)
        verdict = against_card(0, Claim(text, (card.id,)), card, own, in_words=True)
        if verdict.support is Support.SUPPORTED:
            return verdict.reason
    return ""


def _card(passage: Passage) -> Evidence:
    moment = passage.reference or datetime(2026, 1, 1, tzinfo=UTC)
    return Evidence(
        id=passage.id.replace(":", "-"),
        kind=EvidenceKind.PASSAGE,
        source="files",
        document_id=1,
        title="",
        authority="official",
        corpus="examples",
        audience=("internal",),
        version="1",
        updated_at=moment,
        retrieved_at=moment,
        content=passage.text,
        locator=Locator(""),
        language=passage.language,
        timezone="Europe/Madrid",
    )
