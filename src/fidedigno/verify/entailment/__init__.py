"""Optional judges of claims: a model of textual entailment, a detector of unsupported words, a language model.

In come pairs of evidence and claim; out go judgements that stand beside those of the rules and of the learned
combiner, each by its name, and never instead of them. None is there by default, none is downloaded, and nothing of
this is loaded without one: models are named by the path of an ONNX file or the address of a server. An error of a
model ends nothing: the verification goes on without it. Source: hallucination detector article, what comes next.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fidedigno.verify.entailment.endpoint import EntailmentEndpoint
    from fidedigno.verify.entailment.joining import combine
    from fidedigno.verify.entailment.judge import SupportJudge
    from fidedigno.verify.entailment.onnx import OnnxEntailment
    from fidedigno.verify.entailment.protocol import Entailment, EntailmentError, Relation, judgement_of
    from fidedigno.verify.entailment.span_model import SpanModel, UnsupportedSpan

_HOMES = {
    "Entailment": "protocol",
    "EntailmentEndpoint": "endpoint",
    "EntailmentError": "protocol",
    "OnnxEntailment": "onnx",
    "Relation": "protocol",
    "SpanModel": "span_model",
    "SupportJudge": "judge",
    "UnsupportedSpan": "span_model",
    "combine": "joining",
    "judgement_of": "protocol",
}

__all__ = [
    "Entailment",
    "EntailmentEndpoint",
    "EntailmentError",
    "OnnxEntailment",
    "Relation",
    "SpanModel",
    "SupportJudge",
    "UnsupportedSpan",
    "combine",
    "judgement_of",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
