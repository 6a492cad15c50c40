"""A text-embeddings-inference server with a classifier of pairs: what it takes and what it answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from tests.fakes.chat_server import Answers, Handler

Score = Callable[[str, str], Sequence[float]]
NAMES = ("entailment", "neutral", "contradiction")
MAX_BATCH = 32


def by_words(premise: str, hypothesis: str) -> tuple[float, float, float]:
    """Contradicted where the hypothesis denies, entailed where the premise holds it, else neutral."""
    if " not " in f" {hypothesis} ":
        return (0.1, 0.2, 0.7)
    return (0.9, 0.06, 0.04) if hypothesis in premise else (0.2, 0.7, 0.1)


def predicts(score: Score = by_words, names: Sequence[str] = NAMES) -> Answers:
    """Answers each pair with its classes, the likeliest first; refuses what such a server refuses."""

    def answer(handler: Handler) -> None:
        body = handler.service.requests[-1][2]
        pairs = body["inputs"]
        if not handler.path.endswith("/predict"):
            handler.send(404, b"")
        elif not all(isinstance(each, list) and 1 <= len(each) <= 2 for each in pairs):
            handler.send(422, b'{"error": "a string, a pair or a batch", "error_type": "validation"}')
        elif len(pairs) > MAX_BATCH:
            error = f"batch size {len(pairs)} > maximum allowed batch size {MAX_BATCH}"
            handler.send(413, json.dumps({"error": error, "error_type": "validation"}).encode())
        else:
            handler.send(200, json.dumps([classes(score(*pair), names) for pair in pairs]).encode())

    return answer


def classes(scores: Sequence[float], names: Sequence[str] = NAMES) -> list[dict[str, object]]:
    """Names with their scores, the highest first."""
    together = sorted(zip(scores, names, strict=True), reverse=True)
    return [{"score": score, "label": name} for score, name in together]
