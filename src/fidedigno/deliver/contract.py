"""Answers and passages as plain data: the shape that ``--json`` and programs read."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from fidedigno.deliver.citation import citation
from fidedigno.gather import Candidate
from fidedigno.model import Answer, ClaimMatrix, Evidence, FactRow, Quality, Statement
from fidedigno.model.relation import Relation

CONTRACT_VERSION = "2"
"""Raised whenever a field changes its meaning or goes; the schema is ``answer.schema.json`` beside this."""


@cache
def answer_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of :func:`answer_as_dict`."""
    text = files("fidedigno.deliver").joinpath("answer.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def answer_as_dict(answer: Answer) -> dict[str, Any]:
    """The answer with its claims, evidence and decision; stable under :data:`CONTRACT_VERSION`."""
    return {
        "contract": CONTRACT_VERSION,
        "id": answer.id,
        "decision": answer.decision.value,
        "language": answer.language,
        "answered_at": answer.answered_at.isoformat(),
        "question_class": answer.question_class,
        "message": answer.message,
        "claims": [
            {
                "text": claim.text,
                "evidence": list(claim.evidence_ids),
                "fact": claim.fact,
                "derived": claim.derived,
            }
            for claim in answer.claims
        ],
        "evidence": [evidence_as_dict(card, answer.language) for card in answer.evidence],
        "scope": dict(answer.scope),
        "uncertainty": [
            {
                "fact": doubt.fact,
                "status": doubt.status,
                "message": doubt.message,
                "evidence": list(doubt.evidence_ids),
            }
            for doubt in answer.uncertainty
        ],
        "next_action": answer.next_action,
        "matrix": matrix_as_dict(answer.matrix),
        "verdicts": [
            {
                "claim": verdict.claim,
                "support": verdict.support.value,
                "reason": verdict.reason,
                "evidence": verdict.evidence_id,
            }
            for verdict in answer.verdicts
        ],
        "quality": quality_as_dict(answer.quality) if answer.quality else None,
    }


def quality_as_dict(quality: Quality) -> dict[str, Any]:
    """How the checks came out: numbers and codes."""
    return {
        "score": quality.score,
        "routing": quality.routing,
        "risk": quality.risk,
        "triggered": list(quality.triggered),
        "left_out": quality.left_out,
        "used": list(quality.used),
    }


def matrix_as_dict(matrix: ClaimMatrix) -> dict[str, Any]:
    """The claim matrix: each required fact with what states it, and every card set aside with the rule."""
    return {
        "facts": [_row(row) for row in matrix.rows],
        "discards": [
            {
                "evidence": discard.evidence_id,
                "reason": discard.reason.value,
                "fact": discard.fact,
                "in_favour_of": discard.in_favour_of,
            }
            for discard in matrix.discards
        ],
    }


def _row(row: FactRow) -> dict[str, Any]:
    return {
        "fact": row.fact.name,
        "critical": row.fact.critical,
        "status": row.status.value,
        "reason": row.reason,
        "conflict": row.conflict.value if row.conflict else None,
        "statements": [_statement(each) for each in row.statements],
        "opposed": [_statement(each) for each in row.opposed],
    }


def _statement(statement: Statement) -> dict[str, Any]:
    return {
        "value": statement.value,
        "text": statement.text,
        "evidence": statement.evidence_id,
        "negated": statement.negated,
        "timezone_known": statement.timezone_known,
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
        "review_at": card.review_at.isoformat() if card.review_at else None,
        "past_review": card.past_review,
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
            "box": list(locator.box) if locator.box else None,
            "confidence": locator.confidence,
        },
        "content": card.content,
        "relations": [_relation(each) for each in card.relations],
    }


def _relation(relation: Relation) -> dict[str, Any]:
    return {
        "source": relation.source,
        "target": relation.target,
        "label": relation.label,
        "direction": relation.direction.value,
        "start": relation.start,
        "end": relation.end,
        "box": None if relation.box is None else list(relation.box),
        "reply": relation.reply,
    }


def candidate_as_dict(candidate: Candidate, *, explain: bool = False) -> dict[str, Any]:
    """A passage with the rank of each ranker and the fused score; no ranker's own score is shown,
    because those of ``words`` depend on documents that the reader may not see.

    With ``explain`` what each ranker adds to the fused score, and the context that the passage was indexed with.
    """
    why = {
        "parts": {name: round(part, 6) for name, part in candidate.parts.items()},
        "context": candidate.context,
    }
    return {
        "rank": candidate.rank,
        "fused_score": round(candidate.fused_score, 6),
        "ranks": dict(candidate.ranks),
        "matched_identifiers": sorted(candidate.matched_identifiers),
        **({"beside": candidate.beside} if candidate.beside is not None else {}),
        **(why if explain else {}),
        "evidence": evidence_as_dict(candidate.evidence, candidate.evidence.language or "en"),
    }
