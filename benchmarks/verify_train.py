"""Train the combiner that the package ships: ``python -m benchmarks.verify_train``.

Learns from the parts that their makers cut for learning (``faithfulness_sets.LEARNT``), without any answer that
stands in a reported part, and from the pairs of ``benchmarks/data/verify_pairs_learn.jsonl``, on which no rule of the
comparators was worked out. Everything that could be chosen (penalties, number of trees, weights of the sets, the form
of the head) was chosen by folds inside these parts. Writes ``src/fidedigno/verify/combiner.json``.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from benchmarks.common import console
from benchmarks.faithfulness_sets import LEARNT, answers_reported, may_learn, plain
from benchmarks.verify_measure import Embedded, Example, measured, measured_pairs
from fidedigno.verify.calibrate.learn import Bag, balanced, fit_answers, fit_claims
from fidedigno.verify.combiner import CLAIM
from fidedigno.verify.semantic import differences

TARGET = Path(__file__).parents[1] / "src" / "fidedigno" / "verify" / "combiner.json"
HEAD_PENALTY = 0.002
MOST_OF_A_SET = 1_500
"""What a set weighs at most, in answers: none may drown the others."""
OWN_PAIRS = "verify_pairs_learn"
PAIRS_WEIGH = 1_000
"""What our own pairs weigh: they alone show values in other forms, and words of two things put together."""


def learnt_examples() -> dict[str, list[Example]]:
    """What may be learnt from, by file."""
    reported = answers_reported()
    examples = {
        file: [
            each
            for each in measured(file)
            if may_learn(each.row) and plain(each.row["answer"]) not in reported
        ]
        for file in LEARNT
    }
    return {**examples, OWN_PAIRS: measured_pairs()}


def fit_head(rows: NDArray[np.float32], contradicted: NDArray[np.int64]) -> tuple[NDArray[np.float32], float]:
    """Weights and bias of the head."""
    model = LogisticRegression(C=HEAD_PENALTY, max_iter=1000, class_weight="balanced").fit(rows, contradicted)
    return model.coef_[0].astype(np.float32), float(model.intercept_[0])


class SemanticHead:
    """The head, fitted to pairs of Spanish sentences that entail or contradict each other (InferES, train part)."""

    def __init__(self, embedded: Embedded, pairs: Sequence[Example]) -> None:
        self._embedded = embedded
        chosen = [each for each in pairs if each.row["kind"] != "neutral"]
        opposed = np.array([each.row["kind"] == "contradiction" for each in chosen]).astype(int)
        rows = self._differences([(each.row["answer"], each.row["context"][0]) for each in chosen])
        self.weights, self.bias = fit_head(rows, opposed)
        self.weights = self.weights.astype(np.float16).astype(np.float32)

    def _differences(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        claims = self._embedded.of([claim for claim, _ in pairs])
        return differences(self._embedded.of([sentence for _, sentence in pairs]), claims)

    def nearness(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Cosine and head of (claim, sentence); zeros where there is no sentence."""
        found = np.zeros((len(pairs), 2))
        known = [at for at, (_, sentence) in enumerate(pairs) if sentence]
        if known:
            chosen = [pairs[at] for at in known]
            claims = self._embedded.of([claim for claim, _ in chosen])
            sentences = self._embedded.of([sentence for _, sentence in chosen])
            found[known, 0] = (claims * sentences).sum(axis=1)
            found[known, 1] = differences(sentences, claims) @ self.weights + self.bias
        return found

    def exported(self) -> dict[str, Any]:
        """In the form that the package reads."""
        return {
            "embedder": self._embedded.fingerprint,
            "weights": base64.b64encode(self.weights.astype(np.float16).tobytes()).decode("ascii"),
            "bias": self.bias,
        }


def bags_of(examples: Sequence[Example], head: SemanticHead | None = None) -> list[Bag]:
    """Answers as the models see them, with the semantic features where a head is given."""
    if head is None:
        return [Bag(each.features, each.label, each.group) for each in examples]
    near = head.nearness([pair for each in examples for pair in each.texts])
    cuts = np.cumsum([len(each.texts) for each in examples])[:-1]
    return [
        Bag(np.hstack([each.features, part]), each.label, each.group)
        for each, part in zip(examples, np.split(near, cuts), strict=True)
    ]


def pool(examples: dict[str, list[Example]], head: SemanticHead | None = None) -> list[Bag]:
    """All that is learnt from, weighed."""
    return [
        bag
        for name, each in examples.items()
        for bag in balanced(bags_of(each, head), MOST_OF_A_SET, least=PAIRS_WEIGH if name == OWN_PAIRS else 0)
    ]


def main() -> None:
    """Train and write."""
    examples = learnt_examples()
    head = SemanticHead(Embedded(), examples["inferes"])
    models = {}
    for kind, used in (("lexical", None), ("semantic", head)):
        bags = pool(examples, used)
        models[kind] = {"claim": fit_claims(bags).exported(), "answer": fit_answers(bags).exported()}
    data = {
        "features": list(CLAIM),
        "learnt_from": {file: len(each) for file, each in examples.items()},
        "head": head.exported(),
        "models": models,
    }
    TARGET.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    console.print(f"wrote {TARGET.name}: {TARGET.stat().st_size / 1024:.0f} kB, from {data['learnt_from']}")


if __name__ == "__main__":
    main()
