"""The classes that LlamaIndex wants, over its own base classes. Importing this module imports ``llama_index``."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import Response
from llama_index.core.evaluation import BaseEvaluator, EvaluationResult

from fidedigno.verify.gate import Delivery, Gate, Score
from fidedigno.verify.inspector import Healer
from fidedigno.verify.messages import say_finding
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Report

REPORT_KEY = "verification"


class FaithfulnessEvaluator(BaseEvaluator):  # type: ignore[misc] # the base has no types here
    """Evaluates by inspection."""

    def __init__(self, verifier: Healer, score: Score) -> None:
        self._verifier = verifier
        self._score = score

    def _get_prompts(self) -> dict[str, Any]:
        return {}

    def _update_prompts(self, prompts: dict[str, Any]) -> None:
        """There are none."""

    def evaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **_: object,
    ) -> EvaluationResult:
        """Evaluate an answer."""
        if response is None or contexts is None:
            return _invalid(query, response, contexts)
        return self._result(
            query, response, contexts, self._verifier.inspect(query or "", contexts, response)
        )

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **_: object,
    ) -> EvaluationResult:
        """Evaluate an answer without holding up the event loop."""
        if response is None or contexts is None:
            return _invalid(query, response, contexts)
        report = await self._verifier.ainspect(query or "", contexts, response)
        return self._result(query, response, contexts, report)

    def _result(
        self, query: str | None, response: str, contexts: Sequence[str], report: Report
    ) -> EvaluationResult:
        scored = self._score(report, None, self._verifier.settings)
        found = [f"{say_finding(each, report.language)}: {each.answer.text}" for each in report.findings]
        return EvaluationResult(
            query=query,
            response=response,
            contexts=list(contexts),
            passing=scored.routing == "accept",
            score=scored.score,
            feedback="; ".join(found),
        )


def _invalid(query: str | None, response: str | None, contexts: Sequence[str] | None) -> EvaluationResult:
    missing = "response" if response is None else "contexts"
    return EvaluationResult(
        query=query,
        response=response,
        contexts=list(contexts) if contexts is not None else None,
        invalid_result=True,
        invalid_reason=f"no {missing} to evaluate",
    )


class VerifiedQueryEngine(BaseQueryEngine):  # type: ignore[misc] # the base has no types here
    """Answers as another engine does, verified."""

    def __init__(self, engine: BaseQueryEngine, gate: Gate) -> None:
        super().__init__(callback_manager=engine.callback_manager)
        self._engine = engine
        self._gate = gate

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {"engine": self._engine}

    def retrieve(self, query_bundle: Any) -> Any:
        """The nodes of the engine below."""
        return self._engine.retrieve(query_bundle)

    def _query(self, query_bundle: Any) -> Response:
        whole = self._engine.query(query_bundle)
        whole = whole.get_response() if hasattr(whole, "get_response") else whole
        return _delivered(whole, self._gate.check(*_exchange(query_bundle, whole)))

    async def _aquery(self, query_bundle: Any) -> Response:
        whole = await self._engine.aquery(query_bundle)
        if hasattr(whole, "get_response"):
            got = whole.get_response()
            whole = await got if inspect.isawaitable(got) else got
        return _delivered(whole, await self._gate.acheck(*_exchange(query_bundle, whole)))


def _delivered(whole: Any, delivery: Delivery) -> Response:
    metadata = {**(whole.metadata or {}), REPORT_KEY: delivery.to_dict()}
    return Response(delivery.answer, source_nodes=whole.source_nodes, metadata=metadata)


def _exchange(query: Any, whole: Any) -> tuple[str, tuple[Passage, ...], str]:
    nodes = whole.source_nodes
    passages = tuple(Passage(each.node.get_content(), each.node.node_id) for each in nodes)
    return query.query_str, passages, whole.response or ""
