"""The documented form in which a record is kept: one JSON object, read back as strictly as it is written.

Keys, all always present: ``version`` (the number of the format), ``answer``, ``tenant``, ``user``,
``epoch``, ``at`` (ISO 8601, UTC), ``language``, ``decision``, ``pack``, ``pack_version``, ``plan``,
``shape``, ``class``, ``route`` (or null), ``confidence``, ``chosen_by``, ``restricted``, ``asked_for``,
``sources``, ``facts``, ``discards``, ``verdicts``, ``live_errors``, ``ms`` (milliseconds by stage) and ``cut``;
from version 2 on also ``kind``, ``key``, ``scope``, ``assistant``, ``filter`` (or null), ``refusal``, ``errors``
and ``live_checks``, and ``decision`` may be null; from version 3 on also ``quality`` (or null). The objects have the
fields of :mod:`fidedigno.trace.record` under their own names. Records of earlier versions are read as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, TypeVar

from fidedigno.access import LiveOutcome
from fidedigno.model import ConflictKind, Decision, DiscardReason, EvidenceKind, FactStatus, Route, Support
from fidedigno.trace.record import (
    TRACE_VERSION,
    Asked,
    DiscardTrace,
    FactTrace,
    FilterTrace,
    LiveCheckTrace,
    LiveError,
    QualityTrace,
    SourceUse,
    Trace,
    Use,
    VerdictTrace,
)

MAX_TRACE_CHARACTERS = 131_072
"""Longest text of one record; the limits of :mod:`fidedigno.trace.make` stay below it."""

T = TypeVar("T")


def trace_as_dict(trace: Trace) -> dict[str, Any]:
    """The record as plain data, in the order of the documentation."""
    data = _first_version(trace)
    if trace.version >= 2:
        data |= _second_version(trace)
    if trace.version >= 3:
        data["quality"] = _quality_as_dict(trace.quality) if trace.quality else None
    return data


def _quality_as_dict(quality: QualityTrace) -> dict[str, Any]:
    return {**asdict(quality), "triggered": list(quality.triggered)}


def _second_version(trace: Trace) -> dict[str, Any]:
    return {
        "kind": trace.kind.value,
        "key": trace.key,
        "scope": list(trace.scope),
        "assistant": trace.assistant,
        "filter": asdict(trace.filter) if trace.filter else None,
        "refusal": trace.refusal,
        "errors": list(trace.errors),
        "live_checks": [asdict(each) for each in trace.live_checks],
    }


def _first_version(trace: Trace) -> dict[str, Any]:
    return {
        "version": trace.version,
        "answer": trace.answer_id,
        "tenant": trace.tenant,
        "user": trace.user,
        "epoch": trace.epoch,
        "at": trace.answered_at.astimezone(UTC).isoformat(),
        "language": trace.language,
        "decision": trace.decision.value if trace.decision else None,
        "pack": trace.pack,
        "pack_version": trace.pack_version,
        "plan": trace.plan_hash,
        "shape": trace.shape_hash,
        "class": trace.question_class,
        "route": trace.route.value if trace.route else None,
        "confidence": trace.confidence,
        "chosen_by": trace.chosen_by,
        "restricted": trace.restricted,
        "asked_for": trace.asked_for,
        "sources": [asdict(each) for each in trace.sources],
        "facts": [asdict(each) for each in trace.facts],
        "discards": [asdict(each) for each in trace.discards],
        "verdicts": [asdict(each) for each in trace.verdicts],
        "live_errors": [asdict(each) for each in trace.live_errors],
        "ms": dict(trace.milliseconds),
        "cut": sorted(trace.cut),
    }


def write_trace(trace: Trace) -> str:
    """The record as one line of JSON.

    Raises:
        ValueError: if it would be longer than :data:`MAX_TRACE_CHARACTERS`.
    """
    text = json.dumps(trace_as_dict(trace), separators=(",", ":"), allow_nan=False)
    if len(text) > MAX_TRACE_CHARACTERS:
        raise ValueError("a record that long is not kept")
    return text


def read_trace(text: str) -> Trace:
    """Read back what :func:`write_trace` wrote.

    Raises:
        ValueError: if it is damaged, or of a version that this program does not know.
    """
    try:
        data = json.loads(text)
        version = data["version"]
        known = type(version) is int and 1 <= version <= TRACE_VERSION
        trace = _trace(data) if known else None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError("the record is damaged") from error
    if trace is None:
        raise ValueError("the record is of another version of the format")
    return trace


def _trace(data: Mapping[str, Any]) -> Trace:
    later = _added(data) if data["version"] >= 2 else {}
    if data["version"] >= 3:
        later["quality"] = None if data["quality"] is None else _quality(data["quality"])
    return Trace(
        version=data["version"],
        answer_id=_text(data["answer"]),
        tenant=_text(data["tenant"]),
        user=_text(data["user"]),
        epoch=int(data["epoch"]),
        answered_at=datetime.fromisoformat(data["at"]),
        language=_text(data["language"]),
        decision=_maybe(Decision, data["decision"]) if later else Decision(data["decision"]),
        pack=_text(data["pack"]),
        pack_version=_text(data["pack_version"]),
        plan_hash=_text(data["plan"]),
        shape_hash=_text(data["shape"]),
        question_class=_text(data["class"]),
        route=_maybe(Route, data["route"]),
        confidence=_text(data["confidence"]),
        chosen_by=_text(data["chosen_by"]),
        restricted=bool(data["restricted"]),
        asked_for=_text(data["asked_for"]),
        sources=tuple(
            SourceUse(
                **{**each, "kind": EvidenceKind(each["kind"]), "use": Use(each["use"])},
            )
            for each in data["sources"]
        ),
        facts=tuple(_fact(each) for each in data["facts"]),
        discards=tuple(
            DiscardTrace(**{**each, "reason": DiscardReason(each["reason"])}) for each in data["discards"]
        ),
        verdicts=tuple(
            VerdictTrace(**{**each, "support": Support(each["support"])}) for each in data["verdicts"]
        ),
        live_errors=tuple(LiveError(**each) for each in data["live_errors"]),
        milliseconds={_text(stage): float(value) for stage, value in data["ms"].items()},
        cut=frozenset(_text(each) for each in data["cut"]),
        **later,
    )


def _added(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that version 2 added."""
    counted = data["filter"]
    return {
        "kind": Asked(data["kind"]),
        "key": _text(data["key"]),
        "scope": tuple(_text(each) for each in data["scope"]),
        "assistant": _text(data["assistant"]),
        "filter": None
        if counted is None
        else FilterTrace(**{name: _count(value) for name, value in counted.items()}),
        "refusal": _text(data["refusal"]),
        "errors": tuple(_text(each) for each in data["errors"]),
        "live_checks": tuple(
            LiveCheckTrace(_count(each["document"]), LiveOutcome(each["outcome"]))
            for each in data["live_checks"]
        ),
    }


def _quality(data: Mapping[str, Any]) -> QualityTrace:
    score = data["score"]
    if not isinstance(score, int | float) or isinstance(score, bool) or not 0 <= score <= 1:
        raise TypeError("a share was expected")
    codes = {name: _text(data[name]) for name in ("routing", "risk")}
    fired = tuple(_text(each) for each in data["triggered"])
    return QualityTrace(**{**data, **codes, "triggered": fired, "left_out": _count(data["left_out"])})


def _fact(data: Mapping[str, Any]) -> FactTrace:
    changed = {
        "status": FactStatus(data["status"]),
        "conflict": _maybe(ConflictKind, data["conflict"]),
        "evidence": tuple(data["evidence"]),
        "opposed": tuple(data["opposed"]),
    }
    return FactTrace(**{**data, **changed})


def _maybe(kind: Callable[[str], T], value: str | None) -> T | None:
    return None if value is None else kind(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text was expected")
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError("a count was expected")
    return value
