"""A cross-encoder behind the common ``/rerank`` address: that of Cohere, Jina, vLLM or text-embeddings-inference.

Question and passages leave this machine if the server is elsewhere. So no passage of a document above a sensitivity
goes there, and none whose sensitivity is not known; that the question goes there is for whoever configures it to
decide. What is sent and the key are in no log and no error; of the address there is the host alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from fidedigno.errors import ConfigurationError
from fidedigno.gather.rerank.protocol import Passage, RerankError
from fidedigno.language_model.connection import MAX_SECONDS, is_loopback, read_url
from fidedigno.language_model.posting import NothingError, Posting
from fidedigno.model import Sensitivity
from fidedigno.pair_graph import readable

MAX_BODY = 1_048_576
"""Bytes of an answer."""
MAX_QUESTION = 2_000
MAX_CHARACTERS = 8_000
"""Of a passage; no such model reads more."""
BATCH = 32
"""Texts in one request without a model's name; text-embeddings-inference takes no more by default."""
_PATH = "/rerank"
_WHERE = "rerank endpoint"


class RerankEndpoint:
    """Asks one server. Threads may share it.

    With the name of a model it is sent ``{model, query, documents, top_n}``; without one ``{query, texts}``, as
    text-embeddings-inference wants it. Either form of answer is understood.

    Args:
        url: its address over https, or on this machine, with or without ``/rerank`` at the end.
        model: the name of the model, for servers that have several.
        key: sent as a bearer token; none is sent without it.
        seconds: how long the scores of all passages may take, second tries included.
        ceiling: the highest sensitivity that may be sent to another machine.

    Raises:
        ConfigurationError: if the address, the time or the key is not valid, or the package for HTTP is not
            installed.
    """

    def __init__(
        self,
        url: str,
        *,
        model: str = "",
        key: str = "",
        seconds: float = 1.0,
        ceiling: Sensitivity = Sensitivity.INTERNAL,
    ) -> None:
        address = read_url(url, _WHERE).removesuffix(_PATH)
        if not 0 < seconds <= MAX_SECONDS:
            raise ConfigurationError(
                f"{_WHERE}: {seconds} seconds", f"give a number above 0 and at most {MAX_SECONDS:g}"
            )
        if key and (not key.isascii() or not key.isprintable() or " " in key):
            raise ConfigurationError(f"{_WHERE}: the key is not one word", "give the key and nothing else")
        host = urlsplit(address).hostname or ""
        self._stays = is_loopback(host)
        self._ceiling = ceiling
        self._model = model
        self._posting = Posting(address + _PATH, key, seconds, MAX_BODY, "a rerank endpoint")
        self.fingerprint = f"endpoint:{host}/{model}" if model else f"endpoint:{host}"

    def may_read(self, passage: Passage) -> bool:
        """Whether the label of its document lets the passage go there."""
        return self._stays or passage.sensitivity <= self._ceiling

    def score(self, question: str, passages: Sequence[Passage]) -> Sequence[float]:
        """The server's relevance for each passage.

        Raises:
            RerankError: if there is no answer in time, it is not understood, or a passage may not go there.
        """
        if not all(map(self.may_read, passages)):
            raise RerankError("not_allowed")
        asked = readable(question[:MAX_QUESTION])
        texts = [readable(each.whole[:MAX_CHARACTERS]) for each in passages]
        size = len(texts) if self._model else BATCH
        parts = [texts[start : start + size] for start in range(0, len(texts), size or 1)]
        try:
            answers = self._posting.post([self._body(asked, part) for part in parts]) if parts else []
        except NothingError as nothing:
            raise RerankError(nothing.cause.value) from None
        found = [read_scores(answer, len(part)) for answer, part in zip(answers, parts, strict=True)]
        return [score for part in found for score in part]

    def _body(self, question: str, texts: Sequence[str]) -> dict[str, Any]:
        if self._model:
            return {"model": self._model, "query": question, "documents": texts, "top_n": len(texts)}
        return {"query": question, "texts": texts, "truncate": True}

    def close(self) -> None:
        """Let go of the threads; a request that runs ends with its time limit."""
        self._posting.close()


def read_scores(answer: object, count: int) -> list[float]:
    """The scores of ``count`` texts in their order, from ``{"results": [{index, relevance_score}]}`` or
    ``[{index, score}]`` in any order.

    Raises:
        RerankError: if one is missing, told twice, out of range or no finite number.
    """
    items = answer.get("results") if isinstance(answer, Mapping) else answer
    if not isinstance(items, list) or len(items) != count:
        raise RerankError("shape")
    scores: dict[int, float] = {}
    for each in items:
        at = each.get("index") if isinstance(each, Mapping) else None
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < count or at in scores:
            raise RerankError("shape")
        scores[at] = _number(each.get("relevance_score", each.get("score")))
    return [scores[at] for at in range(count)]


def _number(told: object) -> float:
    if isinstance(told, bool) or not isinstance(told, int | float):
        raise RerankError("shape")
    try:
        number = float(told)
    except OverflowError:
        raise RerankError("shape") from None
    if not math.isfinite(number):
        raise RerankError("shape")
    return number
