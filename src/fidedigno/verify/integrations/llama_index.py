"""LlamaIndex: an evaluator of faithfulness without a language model, and a query engine whose answers are verified.

Needs ``llama-index-core`` (``pip install 'fidedigno[llama-index]'``), when one of them is made.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from fidedigno.errors import UsageError
from fidedigno.verify.gate import Gate, OnFinding, Score, quality_score
from fidedigno.verify.inspector import Healer

if TYPE_CHECKING:
    from llama_index.core.base.base_query_engine import BaseQueryEngine
    from llama_index.core.evaluation import BaseEvaluator


def faithfulness_evaluator(verifier: Healer, *, score: Score | None = None) -> BaseEvaluator:
    """An evaluator: an answer passes where it may be shown as it stands.

    ``score`` of its results is the quality score in [0, 1], ``feedback`` says what was found, in the language of
    the answer. A result without an answer or without contexts is invalid.

    Args:
        verifier: what inspects.
        score: what scores, where it is not the quality score.

    Raises:
        UsageError: if llama-index-core is not installed.
    """
    made: BaseEvaluator = _classes().FaithfulnessEvaluator(verifier, score or quality_score())
    return made


def verified_query_engine(
    engine: BaseQueryEngine,
    verifier: Healer,
    *,
    on_finding: OnFinding | str = OnFinding.BLOCK,
    score: Score | None = None,
) -> BaseQueryEngine:
    """A query engine over another one: its answers are verified against their source nodes before they come out.

    ``metadata["verification"]`` of a response holds risk, route, score and report, without texts. An answer that
    streams is verified when it is whole. One that is kept back raises
    :class:`~fidedigno.verify.blocked.VerificationBlocked`.

    Args:
        engine: what answers.
        verifier: what inspects and heals.
        on_finding: ``mark``, ``heal`` (another answer takes the place of the written one) or ``block``.
        score: what scores, where it is not the quality score.

    Raises:
        UsageError: if llama-index-core is not installed.
    """
    made: BaseQueryEngine = _classes().VerifiedQueryEngine(engine, Gate(verifier, on_finding, score=score))
    return made


def _classes() -> ModuleType:
    try:
        from fidedigno.verify.integrations import llama_index_classes
    except ImportError:
        raise UsageError(
            "llama-index-core is not installed", "pip install 'fidedigno[llama-index]'"
        ) from None
    return llama_index_classes
