"""The labelled retrieval questions of the reranker: what it learns from, and what it is reported on.

Articles of SQuAD-es and XQuAD with an even number in the list of titles are for learning, the odd ones for the
report; both sets are made of the same articles in the same order, so that nothing is on both sides. HotpotQA, MTRAG
and TAT-QA are for learning only; SciFact and 2WikiMultiHopQA are for the report only, and nothing was chosen on them.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

LEARN, REPORT = 0, 1
MOST_QUESTIONS = 300
"""Questions of one set at most: none may drown the others."""
DISTRACTORS = 1_500
"""Passages of 2WikiMultiHopQA beside those that answer a question."""


@dataclass(frozen=True, slots=True)
class SetPassage:
    key: str
    title: str
    text: str
    language: str

    @property
    def searched(self) -> str:
        """What is embedded and indexed."""
        return f"{self.title}\n{self.text}" if self.title else self.text


@dataclass(frozen=True, slots=True)
class SetQuestion:
    key: str
    text: str
    gold: frozenset[str]


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    name: str
    language: str
    passages: tuple[SetPassage, ...]
    questions: tuple[SetQuestion, ...]


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _lines(path: Path) -> Iterator[Any]:
    data = path.read_bytes()
    for line in (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines():
        yield json.loads(line)


def _some(questions: Sequence[SetQuestion]) -> tuple[SetQuestion, ...]:
    """At most :data:`MOST_QUESTIONS` of them, the same each time."""
    if len(questions) <= MOST_QUESTIONS:
        return tuple(questions)
    several = min(2 * MOST_QUESTIONS, len(questions))
    chosen = np.random.default_rng(5).choice(len(questions), several, replace=False)
    return tuple(questions[at] for at in sorted(chosen)[::2])


def _squad(path: Path, language: str, half: int, name: str) -> tuple[list[SetPassage], list[SetQuestion]]:
    passages, questions = [], []
    for number, article in enumerate(_json(path)["data"]):
        if number % 2 != half:
            continue
        for position, paragraph in enumerate(article["paragraphs"]):
            place = f"{number}-{position}"
            passages.append(
                SetPassage(f"{place}-{language}", "", paragraph["context"].lstrip("\ufeff"), language)
            )
            questions += [
                SetQuestion(f"{name}-{each['id']}", each["question"], frozenset({f"{place}-{language}"}))
                for each in paragraph["qas"]
            ]
    return passages, questions


def squad_es(public: Path, half: int) -> RetrievalSet:
    """Spanish questions over all paragraphs of one half of SQuAD-es."""
    passages, questions = _squad(public / "squad_es" / "dev-v1.1-es_small.json", "es", half, "squad")
    return RetrievalSet(f"squad_es-{half}", "es", tuple(passages), _some(questions))


def xquad(public: Path, half: int, asked: str, answered: str) -> RetrievalSet:
    """Questions in one language over the paragraphs of one half of XQuAD in one language."""
    passages, known = _squad(public / "xquad" / f"xquad.{answered}.json", answered, half, "xquad")
    _, questions = _squad(public / "xquad" / f"xquad.{asked}.json", asked, half, "xquad")
    gold = {each.key: each.gold for each in known}  # a question has the same id in both languages
    questions = [SetQuestion(each.key, each.text, gold[each.key]) for each in questions]
    return RetrievalSet(f"xquad-{asked}-{answered}-{half}", asked, tuple(passages), _some(questions))


def hotpot(public: Path) -> RetrievalSet:
    """Two passages answer a question together."""
    passages: dict[str, SetPassage] = {}
    questions = []
    for row in _lines(public / "hotpot100" / "hotpot_distractor_100.jsonl"):
        for title, sentences in zip(row["context"]["title"], row["context"]["sentences"], strict=True):
            passages[title] = SetPassage(title, title, "".join(sentences), "en")
        questions.append(SetQuestion(row["id"], row["question"], frozenset(row["supporting_facts"]["title"])))
    return RetrievalSet("hotpot", "en", tuple(passages.values()), tuple(questions))


def two_wiki(public: Path) -> RetrievalSet:
    """Two to four passages answer a question together, among some of the collection."""
    folder = public / "2wiki_multihop"
    questions = [
        SetQuestion(row["_id"], row["text"], frozenset(row["gold_titles"]))
        for row in _lines(folder / "norm" / "queries_101.jsonl")
    ]
    needed = {title for each in questions for title in each.gold}
    rows = _json(folder / "2wikimultihopqa_corpus.json")
    others = set(np.random.default_rng(5).permutation(len(rows))[:DISTRACTORS].tolist())
    passages = {
        row["title"]: SetPassage(row["title"], row["title"], row["text"], "en")
        for at, row in enumerate(rows)
        if row["title"] in needed or at in others
    }
    return RetrievalSet("2wiki", "en", tuple(passages.values()), tuple(questions))


def mtrag(public: Path) -> RetrievalSet:
    """Last turns of conversations (government, cloud, finance, encyclopedia) that stand by themselves."""
    passages: dict[str, SetPassage] = {}
    questions = []
    for row in _lines(public / "mtrag" / "reference.jsonl"):
        for each in row["contexts"]:
            passages[each["document_id"]] = SetPassage(each["document_id"], "", each["text"].strip(), "en")
        asked = row["input"][-1]["text"]
        if row["answerability"] == ["ANSWERABLE"] and row["contexts"] and len(asked.split()) >= 5:
            gold = frozenset(each["document_id"] for each in row["contexts"])
            questions.append(SetQuestion(row["task_id"], asked, gold))
    return RetrievalSet("mtrag", "en", tuple(passages.values()), tuple(questions))


def tatqa(public: Path) -> RetrievalSet:
    """Questions about one paragraph of a financial report; the tables are among what is searched."""
    passages, questions = [], []
    for entry in _json(public / "tatqa" / "tatqa_dataset_dev.json"):
        table = entry["table"]
        text = "\n".join(" | ".join(row) for row in table["table"])
        passages.append(SetPassage(table["uid"], "", text, "en"))
        keys = {str(each["order"]): each["uid"] for each in entry["paragraphs"]}
        passages += [SetPassage(each["uid"], "", each["text"], "en") for each in entry["paragraphs"]]
        for asked in entry["questions"]:
            gold = frozenset(keys[each] for each in asked["rel_paragraphs"] if each in keys)
            if asked["answer_from"] == "text" and gold:
                questions.append(SetQuestion(asked["uid"], asked["question"], gold))
    return RetrievalSet("tatqa", "en", tuple(passages), _some(questions))


def scifact(public: Path) -> RetrievalSet:
    """Claims about medicine over abstracts: the test questions of BEIR."""
    folder = public / "scifact" / "norm"
    gold: dict[str, set[str]] = {}
    with (folder / "qrels.tsv").open(encoding="utf-8") as file:
        for question, document, relevance in csv.reader(file, delimiter="\t"):
            if relevance.isdigit() and int(relevance) > 0:
                gold.setdefault(question, set()).add(document)
    passages = [
        SetPassage(row["_id"], row["title"], row["text"], "en") for row in _lines(folder / "corpus.jsonl.gz")
    ]
    questions = [
        SetQuestion(row["_id"], row["text"], frozenset(gold[row["_id"]]))
        for row in _lines(folder / "queries.jsonl")
        if row["_id"] in gold
    ]
    return RetrievalSet("scifact", "en", tuple(passages), tuple(questions))


def learning_sets(public: Path) -> list[RetrievalSet]:
    """What may be learnt from."""
    return [
        squad_es(public, LEARN),
        *(xquad(public, LEARN, asked, answered) for asked in ("es", "en") for answered in ("es", "en")),
        hotpot(public),
        mtrag(public),
        tatqa(public),
    ]


def reported_sets(public: Path) -> list[RetrievalSet]:
    """What figures are given of."""
    return [
        squad_es(public, REPORT),
        *(xquad(public, REPORT, asked, answered) for asked in ("es", "en") for answered in ("es", "en")),
        scifact(public),
        two_wiki(public),
    ]


def sizes(sets: Sequence[RetrievalSet]) -> Mapping[str, tuple[int, int]]:
    """Passages and questions of each."""
    return {each.name: (len(each.passages), len(each.questions)) for each in sets}
