"""A report read back from the JSON values that :meth:`Report.to_dict` gives, with or without its texts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from fidedigno.errors import ConfigurationError
from fidedigno.model.verdict import Support
from fidedigno.verify.report import (
    Check,
    CheckedClaim,
    Drift,
    EvidenceSpan,
    Finding,
    Judgement,
    Report,
    Risk,
    Span,
)

_HINT = "give what Report.to_dict() gives"


def read_report(data: object) -> Report:
    """The report; what only its texts would tell is empty.

    Raises:
        ConfigurationError: naming the value that is missing or has another form.
    """
    if not isinstance(data, Mapping):
        raise ConfigurationError("the report is no mapping", _HINT)
    try:
        return _report(data)
    except KeyError as error:
        raise ConfigurationError(f"the report has no {error.args[0]!r}", _HINT) from None
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ConfigurationError(
            f"the report has a value of another form ({type(error).__name__})", _HINT
        ) from None


def _report(data: Mapping[str, Any]) -> Report:
    drift = data.get("drift") or {}
    return Report(
        language=str(data["language"]),
        risk=Risk(data["risk"]),
        confidence=_share(data["confidence"]),
        faithfulness=_share(data["faithfulness"]),
        support=_share(data.get("support", 1.0)),
        claims=tuple(_claim(each) for each in data["claims"]),
        findings=tuple(_finding(each) for each in data["findings"]),
        drift=Drift(
            bool(drift.get("detected", False)),
            _share(drift.get("distance", 0.0)),
            _share(drift.get("similarity", 1.0)),
            int(drift.get("compared", 0)),
            bool(drift.get("available", True)),
        ),
        triggered=tuple(str(each) for each in data.get("triggered", ())),
        used=tuple(str(each) for each in data.get("used", ())),
        truncated=bool(data.get("truncated", False)),
        latency_ms=float(data.get("latency_ms") or 0.0),
    )


def _claim(data: Mapping[str, Any]) -> CheckedClaim:
    return CheckedClaim(
        _span(data["span"]),
        Support(data["support"]),
        _share(data["confidence"]),
        tuple(_evidence(each) for each in data.get("evidence", ())),
        tuple(_finding(each) for each in data.get("findings", ())),
        tuple(
            Judgement(
                str(each["judge"]),
                Support(each["support"]),
                _share(each["supported"]),
                _share(each["contradicted"]),
            )
            for each in data.get("judgements", ())
        ),
        {str(name): float(value) for name, value in (data.get("signals") or {}).items() if value is not None},
    )


def _finding(data: Mapping[str, Any]) -> Finding:
    evidence = data.get("evidence")
    return Finding(
        Check(data["check"]),
        str(data["code"]),
        _span(data["answer"]),
        _evidence(evidence) if evidence is not None else None,
        str(data.get("expected", "")),
        _share(data.get("certainty", 1.0)),
    )


def _span(data: Mapping[str, Any]) -> Span:
    return Span(int(data["start"]), int(data["end"]), str(data.get("text", "")))


def _evidence(data: Mapping[str, Any]) -> EvidenceSpan:
    return EvidenceSpan(int(data["passage"]), int(data["start"]), int(data["end"]), str(data.get("text", "")))


def _share(value: object) -> float:
    """A number in [0, 1]."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("no number")
    if not (math.isfinite(value) and 0 <= value <= 1):
        raise ValueError("no share")
    return float(value)
