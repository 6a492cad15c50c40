"""From an answer and its plan to the record of it. Pure: nothing is read, written or looked up."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import TypeVar

from fidedigno.access import LiveOutcome
from fidedigno.model import Answer, ClaimMatrix, Evidence, EvidenceContract, Identity, Plan, Quality
from fidedigno.trace.circumstances import Circumstances, in_circumstances, refusal_of
from fidedigno.trace.plain import (
    Names,
    References,
    chunk_of,
    is_pack_name,
    milliseconds_of,
    reason_code,
    version_label,
)
from fidedigno.trace.pseudonym import PseudonymKey
from fidedigno.trace.record import (
    DiscardTrace,
    FactTrace,
    LiveCheckTrace,
    LiveError,
    QualityTrace,
    SourceUse,
    Trace,
    Use,
    VerdictTrace,
)

MAX_SOURCES = 100
MAX_FACTS = 64
MAX_EVIDENCE_OF_A_FACT = 16
MAX_DISCARDS = 200
MAX_VERDICTS = 100
MAX_LIVE_ERRORS = 32
MAX_LIVE_CHECKS = 200
MAX_STAGES = 64
MAX_TRIGGERED = 16
CITED = "cited"
LIVE_CHECKS = "live_checks"

T = TypeVar("T")


def trace_of(
    answer: Answer,
    plan: Plan | None,
    seconds: Mapping[str, float],
    *,
    identity: Identity,
    key: PseudonymKey,
    cards: Iterable[Evidence] = (),
    errors: Iterable[tuple[str, str]] = (),
    live_checks: Mapping[int, LiveOutcome] = MappingProxyType({}),
    asked: Circumstances | None = None,
) -> Trace:
    """The record of ``answer``.

    Args:
        answer: as it was delivered.
        plan: what it was planned with; ``None`` where the question was not planned.
        seconds: the time of each stage; names that are not stages are left out.
        identity: who asked; only the pseudonym and the permission epoch are kept.
        key: the secret of the workspace.
        cards: every card that was gathered or read live. One that is missing here is recorded without
            document and version.
        errors: live sources that did not answer, as (kind of source, code).
        live_checks: what came of asking sources about documents, by document.
        asked: what it was asked of, and what the filter let through.
    """
    known = {card.id: card for card in (*answer.evidence, *cards)}
    refer = References(known.values(), key)
    cut: set[str] = set()
    facts = {row.fact.name for row in answer.matrix.rows}
    contract = plan.contract if plan else None
    names = Names({*facts, *(each.name for each in contract.facts)} if contract else facts, key)
    trace = Trace(
        answer_id=answer.id,
        tenant=identity.tenant,
        user=key.user(identity.tenant, identity.user),
        epoch=identity.epoch,
        answered_at=answer.answered_at,
        language="es" if answer.language == "es" else "en",
        decision=answer.decision,
        question_class=_name(answer.question_class, key),
        sources=_sources(answer, known, refer, key, cut),
        facts=_kept(_facts(answer.matrix, names, refer, key), MAX_FACTS, "facts", cut),
        discards=_kept(_discards(answer.matrix, names, refer), MAX_DISCARDS, "discards", cut),
        verdicts=_kept(_verdicts(answer, refer, key), MAX_VERDICTS, "verdicts", cut),
        live_errors=_kept(_errors(errors, key), MAX_LIVE_ERRORS, "live_errors", cut),
        live_checks=_kept(_live_checks(live_checks), MAX_LIVE_CHECKS, LIVE_CHECKS, cut),
        milliseconds=dict(_kept(milliseconds_of(seconds), MAX_STAGES, "milliseconds", cut)),
        key=key.id,
        refusal=refusal_of(answer, plan, key, gathered=bool(known)),
        quality=_quality(answer.quality, key),
    )
    trace = trace if plan is None else _with_plan(trace, plan, key)
    return replace(in_circumstances(trace, asked or Circumstances(), key, cut), cut=frozenset(cut))


def confidence_bucket(confidence: float) -> str:
    """The tenth in which a probability lies (``0.8-0.9``); ``unknown`` for what is none."""
    if not math.isfinite(confidence) or not 0 <= confidence <= 1:
        return "unknown"
    tenth = min(int(confidence * 10), 9)
    return f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}"


def plan_hashes(plan: Plan, key: PseudonymKey) -> tuple[str, str]:
    """The fingerprints of a plan: with the moment, and without it."""
    contract = plan.contract
    shape = [
        plan.pack,
        plan.pack_version,
        contract.question_class,
        contract.route.value,
        _contract(contract),
        {name: key.fingerprint("slot", name, slot.value) for name, slot in sorted(plan.slots.items())},
        plan.restricted,
    ]
    text = json.dumps(shape, sort_keys=True)
    return key.fingerprint("plan", text, plan.as_of.isoformat()), key.fingerprint("shape", text)


def _contract(contract: EvidenceContract) -> list[object]:
    facts = [
        [
            each.name,
            each.kind.value,
            each.critical,
            list(each.authorities),
            sorted(kind.value for kind in each.kinds),
            each.individual,
        ]
        for each in contract.facts
    ]
    return [facts, list(contract.slots)]


def _with_plan(trace: Trace, plan: Plan, key: PseudonymKey) -> Trace:
    with_moment, shape = plan_hashes(plan, key)
    asked_for = plan.clarification.about if plan.clarification else ""
    return replace(
        trace,
        pack=_name(plan.pack, key),
        pack_version=version_label(plan.pack_version, key),
        plan_hash=with_moment,
        shape_hash=shape,
        question_class=_name(plan.question_class, key),
        route=plan.contract.route,
        confidence=confidence_bucket(plan.confidence),
        chosen_by=plan.chosen_by,
        restricted=plan.restricted,
        asked_for=Names((*plan.contract.slots, "class"), key)(asked_for),
    )


def _name(text: str, key: PseudonymKey) -> str:
    return text if not text or is_pack_name(text) else key.fingerprint("name", text)


def _sources(
    answer: Answer, known: Mapping[str, Evidence], refer: References, key: PseudonymKey, cut: set[str]
) -> tuple[SourceUse, ...]:
    uses = {card.id: Use.CITED for card in answer.evidence}
    for discard in answer.matrix.discards:
        uses.setdefault(discard.evidence_id, Use.DISCARDED)
    quoted = {chunk_of(each) for each in uses} - {None}
    for evidence_id in known:
        if chunk_of(evidence_id) not in quoted:  # a chunk of which a stretch is cited is not another source
            uses.setdefault(evidence_id, Use.CONSIDERED)
    if len(answer.evidence) > MAX_SOURCES:
        cut.add(CITED)
    first = sorted(
        ((uses[each], known[each]) for each in uses if each in known),
        key=lambda pair: list(Use).index(pair[0]),
    )
    made = (
        SourceUse(
            refer(card.id),
            card.document_id if card.document_id > 0 else 0,
            version_label(card.version, key),
            card.kind,
            use,
        )
        for use, card in first
    )
    return _kept(made, MAX_SOURCES, "sources", cut)


def _facts(matrix: ClaimMatrix, names: Names, refer: References, key: PseudonymKey) -> Iterator[FactTrace]:
    for row in matrix.rows:
        carried = dict.fromkeys(refer(each.evidence_id) for each in row.statements)
        opposed = dict.fromkeys(refer(each.evidence_id) for each in row.opposed)
        yield FactTrace(
            names(row.fact.name),
            row.fact.critical,
            row.status,
            tuple(islice(carried, MAX_EVIDENCE_OF_A_FACT)),
            tuple(islice(opposed, MAX_EVIDENCE_OF_A_FACT)),
            row.conflict,
            reason_code(row.reason, key),
        )


def _discards(matrix: ClaimMatrix, names: Names, refer: References) -> Iterator[DiscardTrace]:
    for each in matrix.discards:
        yield DiscardTrace(refer(each.evidence_id), each.reason, names(each.fact), refer(each.in_favour_of))


def _verdicts(answer: Answer, refer: References, key: PseudonymKey) -> Iterator[VerdictTrace]:
    for each in answer.verdicts:
        yield VerdictTrace(each.claim, each.support, reason_code(each.reason, key), refer(each.evidence_id))


def _quality(quality: Quality | None, key: PseudonymKey) -> QualityTrace | None:
    if quality is None:
        return None
    fired = tuple(reason_code(each, key) for each in quality.triggered[:MAX_TRIGGERED])
    routing, risk = reason_code(quality.routing, key), reason_code(quality.risk, key)
    return QualityTrace(round(quality.score, 4), routing, risk, fired, quality.left_out)


def _live_checks(outcomes: Mapping[int, LiveOutcome]) -> Iterator[LiveCheckTrace]:
    """Those that were not allowed first: of a long list they are the ones to keep."""
    for document in sorted(outcomes, key=lambda each: (outcomes[each] is LiveOutcome.ALLOWED, each)):
        yield LiveCheckTrace(document, outcomes[document])


def _errors(errors: Iterable[tuple[str, str]], key: PseudonymKey) -> Iterator[LiveError]:
    for source, code in errors:
        yield LiveError(reason_code(source, key), reason_code(code, key))


def _kept(items: Iterable[T], limit: int, name: str, cut: set[str]) -> tuple[T, ...]:
    iterator = iter(items)
    kept = tuple(islice(iterator, limit))
    if next(iterator, None) is not None:
        cut.add(name)
    return kept
