import asyncio
import importlib.util

import pytest

from fidedigno.errors import UsageError
from fidedigno.verify.blocked import VerificationBlocked, VerificationUnavailableError
from fidedigno.verify.integrations.exchange import Keys
from fidedigno.verify.integrations.langchain import verification
from tests.fakes.verifier import FakeScore, FakeVerifier

GOOD, BAD = "The deadline is 14 days.", "The deadline is 30 days."
IS_HERE = importlib.util.find_spec("langchain_core") is not None
needs_it = pytest.mark.skipif(not IS_HERE, reason="langchain-core is not installed")


def step(**options):
    return verification(FakeVerifier(), score=FakeScore.compute, **options)


def output(answer: object) -> dict[str, object]:
    from langchain_core.documents import Document

    return {
        "input": "When?",
        "context": [Document(page_content="The deadline is 14 days.", id="d7")],
        "answer": answer,
    }


@pytest.mark.skipif(IS_HERE, reason="langchain-core is installed")
def test_without_the_package_it_says_what_to_install() -> None:
    with pytest.raises(UsageError) as raised:
        step()
    assert "fidedigno[langchain]" in raised.value.hint


@needs_it
def test_an_answer_that_stands_goes_on_with_its_report() -> None:
    from langchain_core.runnables import RunnableLambda

    chain = RunnableLambda(lambda question: output(GOOD)) | step()
    for found in (chain.invoke("When?"), asyncio.run(chain.ainvoke("When?"))):
        assert {name: found[name] for name in ("input", "context", "answer")} == output(GOOD)
        assert found["verification"]["score"]["routing"] == "accept"


@needs_it
def test_one_that_does_not_is_kept_back_or_marked() -> None:
    with pytest.raises(VerificationBlocked):
        step().invoke(output(BAD))
    with pytest.raises(VerificationBlocked):
        asyncio.run(step().ainvoke(output(BAD)))
    marked = step(on_finding="mark").invoke(output(BAD))
    assert (marked["answer"], marked["verification"]["report"]["risk"]) == (BAD, "critical")


@needs_it
@pytest.mark.parametrize("blocks", [BAD, [{"type": "text", "text": BAD}]])
def test_a_message_is_healed_as_a_message(blocks: object) -> None:
    from langchain_core.messages import AIMessage

    assert step(on_finding="heal").invoke(output(BAD))["answer"] == GOOD
    message = step(on_finding="heal").invoke(output(AIMessage(content=blocks, id="m1")))["answer"]
    assert (message.content, message.id) == (GOOD, "m1")


@needs_it
def test_a_chain_that_streams_is_verified_when_its_answer_is_whole() -> None:
    from langchain_core.runnables import RunnableGenerator
    from langchain_core.runnables.utils import AddableDict

    def pieces(_):
        whole = output(BAD)
        yield AddableDict({"input": whole["input"], "context": whole["context"]})
        for piece in (BAD[:9], BAD[9:]):
            yield AddableDict({"answer": piece})

    chain = RunnableGenerator(pieces) | step(on_finding="heal")
    (found,) = chain.stream("When?")
    assert found["answer"] == GOOD


@needs_it
@pytest.mark.parametrize("wrong", [{"answer": GOOD}, {"context": []}, {"answer": 3, "context": []}, "text"])
def test_another_form_is_an_error_and_never_let_through(wrong: object) -> None:
    with pytest.raises(VerificationUnavailableError):
        step().invoke(wrong)


@needs_it
def test_other_keys_can_be_named() -> None:
    keys = Keys(question=("q",), passages=("docs",), answer="said")
    value = {"q": "When?", "docs": ["The deadline is 14 days."], "said": BAD}
    assert step(keys=keys, on_finding="heal").invoke(value)["said"] == GOOD
