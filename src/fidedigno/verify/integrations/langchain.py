"""A step of a LangChain chain: what a retrieval chain gives out is verified before the next step sees it.

Needs ``langchain-core`` (``pip install 'fidedigno[langchain]'``), when :func:`verification` is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fidedigno.errors import UsageError
from fidedigno.verify.blocked import Unverifiable, VerificationUnavailableError
from fidedigno.verify.gate import Delivery, Gate, OnFinding, Score
from fidedigno.verify.inspector import Healer
from fidedigno.verify.integrations.exchange import Exchange, Keys

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

REPORT_KEY = "verification"


def verification(
    verifier: Healer,
    *,
    on_finding: OnFinding | str = OnFinding.BLOCK,
    keys: Keys | None = None,
    score: Score | None = None,
) -> Runnable[Mapping[str, Any], dict[str, Any]]:
    """A Runnable to put behind a chain: ``chain | verification(verifier)``.

    It takes the mapping that a retrieval chain gives out (``question`` or ``input``, ``context`` with documents
    or texts, ``answer`` as a text or a message) and gives the same mapping with ``verification``: risk, route,
    score and report, without texts. A chain that streams is verified when its answer is whole.

    Args:
        verifier: what inspects and heals.
        on_finding: ``mark``, ``heal`` (another answer takes the place of the written one) or ``block``.
        keys: where question, passages and answer stand, if elsewhere.
        score: what scores, where it is not the quality score.

    Raises:
        UsageError: if langchain-core is not installed.
    """
    try:
        from langchain_core.runnables import RunnableLambda
    except ImportError:
        raise UsageError("langchain-core is not installed", "pip install 'fidedigno[langchain]'") from None
    gate, read = Gate(verifier, on_finding, score=score), keys or Keys()

    def check(output: Mapping[str, Any]) -> dict[str, Any]:
        exchange = _exchange(output, read)
        delivery = gate.check(exchange.question, exchange.passages, exchange.answer)
        return _with_report(output, delivery, read)

    async def acheck(output: Mapping[str, Any]) -> dict[str, Any]:
        exchange = _exchange(output, read)
        delivery = await gate.acheck(exchange.question, exchange.passages, exchange.answer)
        return _with_report(output, delivery, read)

    return RunnableLambda(check, afunc=acheck, name=REPORT_KEY)


def _exchange(output: Mapping[str, Any], keys: Keys) -> Exchange:
    """The three in the output of a chain; a message is its text.

    Raises:
        VerificationUnavailableError: if one is missing or has another form.
    """
    answer = output.get(keys.answer) if isinstance(output, Mapping) else None
    exchange = keys.read({**output, keys.answer: _text_of(answer)}) if answer is not None else None
    if exchange is None:
        raise VerificationUnavailableError(Unverifiable.SHAPE)
    return exchange


def _with_report(output: Mapping[str, Any], delivery: Delivery, keys: Keys) -> dict[str, Any]:
    result = {**output, REPORT_KEY: delivery.to_dict()}
    if delivery.healed:
        answer = output[keys.answer]
        is_text = isinstance(answer, str)
        result[keys.answer] = (
            delivery.answer if is_text else answer.model_copy(update={"content": delivery.answer})
        )
    return result


def _text_of(answer: object) -> object:
    """The text of a message; anything else as it is."""
    content = getattr(answer, "content", None)
    if isinstance(answer, str) or content is None:
        return answer
    if isinstance(content, str):
        return content
    blocks = [each if isinstance(each, str) else each.get("text", "") for each in content]
    return "".join(each for each in blocks if isinstance(each, str))
