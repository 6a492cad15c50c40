"""What surrounds an answer or a search: which corpora and assistant were asked, what the permission filter let
through, why there was no answer, what failed. Pure; codes, fingerprints and numbers come out.

Source: permissions article, "log without creating a second leak".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from fidedigno.model import Answer, Decision, Evidence, Identity, Plan
from fidedigno.trace.plain import References, milliseconds_of, reason_code, version_label
from fidedigno.trace.pseudonym import PseudonymKey
from fidedigno.trace.record import Asked, FilterTrace, SourceUse, Trace, Use

MAX_SCOPE = 64
MAX_ERRORS = 32
MAX_FOUND = 200
ANSWERED = frozenset({Decision.ANSWER, Decision.ANSWER_LIMITED})


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The corpora that were asked for and the assistant, by name; the result of the filter; codes of errors."""

    corpora: frozenset[str] = frozenset()
    assistant: str = ""
    filter: FilterTrace | None = None
    errors: tuple[str, ...] = ()


def in_circumstances(trace: Trace, asked: Circumstances, key: PseudonymKey, cut: set[str]) -> Trace:
    """The record with its circumstances; names become fingerprints."""
    scope = sorted(key.fingerprint("corpus", each) for each in asked.corpora)
    errors = list(dict.fromkeys(error_code(each, key) for each in asked.errors))
    if len(scope) > MAX_SCOPE:
        cut.add("scope")
    if len(errors) > MAX_ERRORS:
        cut.add("errors")
    return replace(
        trace,
        scope=tuple(scope[:MAX_SCOPE]),
        assistant=key.fingerprint("assistant", asked.assistant) if asked.assistant else "",
        filter=asked.filter,
        errors=tuple(errors[:MAX_ERRORS]),
    )


def error_code(text: str, key: PseudonymKey) -> str:
    """The code of an error of ours (``FID500``), or a reason; anything else becomes a fingerprint."""
    if len(text) == 6 and text.startswith("FID") and text[3:].isascii() and text[3:].isdecimal():
        return text
    return reason_code(text, key)


def refusal_of(answer: Answer, plan: Plan | None, key: PseudonymKey, *, gathered: bool) -> str:
    """The code of why there was no full answer; empty where there was one.

    It follows from what the person may read and from nothing else: ``nothing_found`` is said alike of what does
    not exist and of what is closed to them.
    """
    if answer.decision is Decision.ANSWER:
        return ""
    if plan is not None and not plan.contract.route.answers:
        return plan.contract.route.value
    if answer.decision is Decision.CLARIFY:
        return "needs_clarification"
    if answer.matrix.rows:
        for row in answer.matrix.rows:
            if row.fact.critical and row.status.value != "covered":
                return reason_code(row.status.value, key)
    if answer.decision in ANSWERED:
        return "limited"
    if answer.decision is not Decision.ABSTAIN:
        return reason_code(answer.decision.value, key)
    return "not_covered" if gathered else "nothing_found"


@dataclass(frozen=True, slots=True)
class Searched:
    """A search for passages, or a question that an error ended: what was found, and how long it took."""

    id: str
    kind: Asked
    at: datetime
    cards: tuple[Evidence, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    refusal: str = ""


def trace_of_search(
    done: Searched, *, identity: Identity, key: PseudonymKey, asked: Circumstances, language: str = ""
) -> Trace:
    """The record of a search, or of a question that an error ended: nothing was decided."""
    refer, cut = References(done.cards, key), set[str]()
    if len(done.cards) > MAX_FOUND:
        cut.add("sources")
    trace = Trace(
        answer_id=done.id,
        tenant=identity.tenant,
        user=key.user(identity.tenant, identity.user),
        epoch=identity.epoch,
        answered_at=done.at,
        language="es" if language == "es" else "en",
        decision=None,
        sources=tuple(_found(done.cards[:MAX_FOUND], refer, key)),
        milliseconds=dict(milliseconds_of(done.seconds)),
        kind=done.kind,
        key=key.id,
        refusal=done.refusal or ("" if done.cards else "nothing_found"),
    )
    return replace(in_circumstances(trace, asked, key, cut), cut=frozenset(cut))


def _found(cards: Iterable[Evidence], refer: References, key: PseudonymKey) -> Iterable[SourceUse]:
    for card in cards:
        document = card.document_id if card.document_id > 0 else 0
        yield SourceUse(refer(card.id), document, version_label(card.version, key), card.kind, Use.CITED)
