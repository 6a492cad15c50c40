"""Rerank: put the first permitted candidates into a better order.

In: a question and candidates in their fused order. Out: the same candidates in the order of a reranker (a learned one,
a cross-encoder in an ONNX file, or a server), or in the order as it was, and why (architectures article, hybrid
search). It must never bring in, leave out or send away what the person, or the label of a document, does not allow.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from fidedigno.gather.rerank.protocol import Passage, Reranker, RerankError, passage_of
from fidedigno.gather.rerank.stage import Outcome, Reranking, RerankStage

if TYPE_CHECKING:
    from fidedigno.gather.rerank.endpoint import RerankEndpoint
    from fidedigno.gather.rerank.learned import LearnedReranker
    from fidedigno.gather.rerank.onnx import OnnxReranker
    from fidedigno.gather.rerank.opening import open_rerank

_HOMES = {
    "LearnedReranker": "learned",
    "OnnxReranker": "onnx",
    "RerankEndpoint": "endpoint",
    "open_rerank": "opening",
}

__all__ = [
    "LearnedReranker",
    "OnnxReranker",
    "Outcome",
    "Passage",
    "RerankEndpoint",
    "RerankError",
    "RerankStage",
    "Reranker",
    "Reranking",
    "open_rerank",
    "passage_of",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
