"""Answers and passages as plain data: the shape that ``--json`` and programs read."""

from __future__ import annotations

from typing import Any

from fidedigno.deliver.citation import citation
from fidedigno.gather import Candidate
from fidedigno.model import Answer, Evidence

CONTRACT_VERSION = "1"


def answer_as_dict(answer: Answer) -> dict[str, Any]:
    """The answer with its claims, evidence and decision; stable under :data:`CONTRACT_VERSION`."""
    return {
        "contract": CONTRACT_VERSION,
        "id": answer.id,
        "decision": answer.decision.value,
        "language": answer.language,
        "answered_at": answer.answered_at.isoformat(),
        "message": answer.message,
        "claims": [{"text": claim.text, "evidence": list(claim.evidence_ids)} for claim in answer.claims],
        "evidence": [evidence_as_dict(card, answer.language) for card in answer.evidence],
    }


def evidence_as_dict(card: Evidence, language: str) -> dict[str, Any]:
    """The card with every field, and its citation in words."""
    locator = card.locator
    validity = card.validity
    return {
        "id": card.id,
        "kind": card.kind.value,
        "citation": citation(card, language),
        "source": card.source,
        "document_id": card.document_id,
        "title": card.title,
        "authority": card.authority,
        "corpus": card.corpus,
        "audience": list(card.audience),
        "scope": dict(card.scope),
        "effective_from": validity.effective_from.isoformat() if validity.effective_from else None,
        "effective_until": validity.effective_until.isoformat() if validity.effective_until else None,
        "version": card.version,
        "updated_at": card.updated_at.isoformat(),
        "retrieved_at": card.retrieved_at.isoformat(),
        "language": card.language,
        "supports": list(card.supports),
        "series": card.series,
        "values": dict(card.values),
        "timezone": card.timezone,
        "locator": {
            "uri": locator.uri,
            "section": list(locator.section),
            "page": locator.page,
            "start": locator.start,
            "end": locator.end,
        },
        "content": card.content,
    }


def candidate_as_dict(candidate: Candidate) -> dict[str, Any]:
    """A passage with the rank of each ranker and the fused score; no ranker's own score is shown,
    because those of ``words`` depend on documents that the reader may not see."""
    return {
        "rank": candidate.rank,
        "fused_score": round(candidate.fused_score, 6),
        "ranks": dict(candidate.ranks),
        "matched_identifiers": sorted(candidate.matched_identifiers),
        "evidence": evidence_as_dict(candidate.evidence, candidate.evidence.language or "en"),
    }
