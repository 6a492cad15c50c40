"""A server with ``/rerank`` as Cohere, Jina and vLLM have it, and as text-embeddings-inference has it."""

from __future__ import annotations

import json

from tests.fakes.chat_server import Answers, Handler

MAX_BATCH = 32


def shared_words(question: str, text: str) -> float:
    """How many words of the question the text holds."""
    return float(len(set(question.casefold().split()) & set(text.casefold().split())))


def reranks() -> Answers:
    """Answers by the words that question and text share, the best first; refuses what such a server refuses."""

    def answer(handler: Handler) -> None:
        body = handler.service.requests[-1][2]
        if not handler.path.endswith("/rerank"):
            handler.send(404, b"")
        elif "documents" in body:
            scores = enumerate(shared_words(body["query"], each) for each in body["documents"])
            best = sorted(scores, key=lambda pair: -pair[1])[: body["top_n"]]
            results = [{"index": at, "relevance_score": score} for at, score in best]
            handler.send(200, json.dumps({"id": "1", "model": body["model"], "results": results}).encode())
        elif len(body["texts"]) > MAX_BATCH:
            handler.send(413, b'{"error": "batch size", "error_type": "validation"}')
        else:
            scores = enumerate(shared_words(body["query"], each) for each in body["texts"])
            best = sorted(scores, key=lambda pair: -pair[1])
            handler.send(200, json.dumps([{"index": at, "score": score} for at, score in best]).encode())

    return answer
