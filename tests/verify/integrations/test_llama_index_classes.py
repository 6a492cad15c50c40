import asyncio
import importlib.util

import pytest

from fidedigno.verify.blocked import VerificationBlocked
from fidedigno.verify.integrations.llama_index import faithfulness_evaluator, verified_query_engine
from tests.fakes.verifier import FakeScore, FakeVerifier

GOOD, BAD = "The deadline is 14 days.", "The deadline is 30 days."
CONTEXTS = ["The deadline is 14 days."]
IS_HERE = importlib.util.find_spec("llama_index") is not None
needs_it = pytest.mark.skipif(not IS_HERE, reason="llama-index-core is not installed")


def evaluator(language: str = "en"):
    return faithfulness_evaluator(FakeVerifier(language=language), score=FakeScore.compute)


def engine(answer: str, *, streams: bool = False, **options):
    from llama_index.core.base.response.schema import AsyncStreamingResponse, Response, StreamingResponse
    from llama_index.core.query_engine import CustomQueryEngine
    from llama_index.core.schema import NodeWithScore, TextNode

    nodes = [NodeWithScore(node=TextNode(text=CONTEXTS[0], id_="n7"), score=1.0)]

    async def later():
        for piece in (answer[:9], answer[9:]):
            yield piece

    class Engine(CustomQueryEngine):
        def custom_query(self, query_str: str):
            if streams:
                return StreamingResponse(iter([answer[:9], answer[9:]]), source_nodes=nodes)
            return Response(answer, source_nodes=nodes, metadata={"n7": {"page": 1}})

        async def acustom_query(self, query_str: str):
            return AsyncStreamingResponse(later(), nodes) if streams else self.custom_query(query_str)

    return verified_query_engine(Engine(), FakeVerifier(), score=FakeScore.compute, **options)


@needs_it
@pytest.mark.parametrize(
    ("answer", "passes", "says"), [(GOOD, True, ""), (BAD, False, "The source gives another number: 30")]
)
def test_an_answer_passes_where_it_stands_and_the_feedback_says_why_not(
    answer: str, passes: bool, says: str
) -> None:
    from llama_index.core.evaluation import BaseEvaluator

    assert isinstance(evaluator(), BaseEvaluator)
    found = evaluator().evaluate(query="When?", response=answer, contexts=CONTEXTS)
    assert (found.passing, found.feedback, found.query) == (passes, says, "When?")
    assert found.score == (1.0 if passes else 0.0)
    later = asyncio.run(evaluator().aevaluate(query="When?", response=answer, contexts=CONTEXTS))
    assert later == found


@needs_it
def test_the_feedback_is_in_the_language_of_the_answer() -> None:
    found = evaluator("es").evaluate(response=BAD, contexts=CONTEXTS)
    assert found.feedback == "La fuente da otro número: 30"


@needs_it
@pytest.mark.parametrize("given", [{"response": GOOD}, {"contexts": CONTEXTS}])
def test_without_answer_or_contexts_the_result_is_invalid(given) -> None:
    for found in (evaluator().evaluate(**given), asyncio.run(evaluator().aevaluate(**given))):
        assert found.invalid_result
        assert found.passing is None


@needs_it
def test_responses_are_evaluated_against_their_nodes() -> None:
    response = engine(BAD, on_finding="mark").query("When?")
    assert evaluator().evaluate_response(query="When?", response=response).passing is False


@needs_it
@pytest.mark.parametrize("streams", [False, True])
def test_an_engine_delivers_what_stands_heals_or_keeps_back(streams: bool) -> None:
    fit = engine(GOOD, streams=streams).query("When?")
    assert (fit.response, fit.metadata["verification"]["score"]["routing"]) == (GOOD, "accept")
    assert [each.node.node_id for each in fit.source_nodes] == ["n7"]
    healed = asyncio.run(engine(BAD, streams=streams, on_finding="heal").aquery("When?"))
    assert (healed.response, healed.metadata["verification"]["healed"]) == (GOOD, True)
    assert streams or healed.metadata["n7"] == {"page": 1}
    with pytest.raises(VerificationBlocked):
        engine(BAD, streams=streams).query("When?")
    with pytest.raises(VerificationBlocked):
        asyncio.run(engine(BAD, streams=streams).aquery("When?"))
