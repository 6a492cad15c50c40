"""The labelled sets of the retrieval benchmarks: passages, and questions with the passages that answer them.

Read from ``../shared/data/public``; each loader is checked by its counts. *dev* halves are for choosing, *test* halves
and whole sets for reporting; a choice is never made on what is reported.
"""

from __future__ import annotations

import csv
import gzip
import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.common import need_shared


@dataclass(frozen=True, slots=True)
class Passage:
    """A document of a set; ``title`` is empty where it has none."""

    key: str
    title: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the keys of the passages that answer it with their gain; ``part`` is ``dev`` or ``test``."""

    key: str
    text: str
    language: str
    relevant: Mapping[str, float]
    part: str = "test"


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """A set under its name. Sets of one ``world`` have the same passages."""

    name: str
    world: str
    passages: tuple[Passage, ...]
    questions: tuple[Asked, ...]


def _public() -> Path:
    return need_shared() / "public"


def without_accents(text: str) -> str:
    """As people type it: no accents, ``ñ`` kept."""
    plain = (
        each if each in "ñÑ" else unicodedata.normalize("NFD", each)[0]
        for each in unicodedata.normalize("NFC", text)
    )
    return "".join(plain)


def scifact() -> RetrievalSet:
    """BEIR's SciFact: 5,183 abstracts, 300 claims (English)."""
    folder = _public() / "scifact"
    with gzip.open(folder / "norm" / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    passages = tuple(Passage(str(row["_id"]), row["title"], row["text"], "en") for row in rows)
    gains: dict[str, dict[str, float]] = {}
    with next((folder / "norm").glob("qrels*")).open(encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines, delimiter="\t"):
            if len(row) == 3 and row[2].isdigit() and int(row[2]) > 0:
                gains.setdefault(row[0], {})[row[1]] = float(row[2])
    with (folder / "norm" / "queries.jsonl").open(encoding="utf-8") as lines:
        asked = [json.loads(line) for line in lines]
    questions = tuple(
        Asked(str(row["_id"]), row["text"], "en", gains[str(row["_id"])])
        for row in asked
        if str(row["_id"]) in gains
    )
    return RetrievalSet("scifact", "scifact", passages, questions)


def _squad(path: Path, language: str, world: str) -> tuple[tuple[Passage, ...], tuple[Asked, ...]]:
    passages: list[Passage] = []
    questions: list[Asked] = []
    for number, article in enumerate(json.loads(path.read_text(encoding="utf-8"))["data"]):
        title = article.get("title", "").replace("_", " ")
        part = "test" if number % 2 else "dev"
        for position, entry in enumerate(article["paragraphs"]):
            key = f"{world}-{number}-{position}"
            passages.append(Passage(key, title, entry["context"].lstrip("\ufeff"), language))
            questions += [
                Asked(qa["id"], qa["question"], language, {key: 1.0}, part)
                for qa in entry["qas"]
                if not qa.get("is_impossible")
            ]
    return tuple(passages), tuple(questions)


def xquad(asked_in: str, answered_in: str) -> RetrievalSet:
    """XQuAD: 240 paragraphs, 1,190 questions, each in Spanish and in English, paragraph by paragraph."""
    folder = _public() / "xquad"
    passages, _ = _squad(folder / f"xquad.{answered_in}.json", answered_in, "xquad")
    _, questions = _squad(folder / f"xquad.{asked_in}.json", asked_in, "xquad")
    return RetrievalSet(f"xquad {asked_in}→{answered_in}", f"xquad-{answered_in}", passages, questions)


def xquad_plain() -> RetrievalSet:
    """XQuAD in Spanish, its questions typed without accents."""
    found = xquad("es", "es")
    questions = tuple(replace(each, text=without_accents(each.text)) for each in found.questions)
    return replace(found, name="xquad es→es, no accents", questions=questions)


def squad_es() -> RetrievalSet:
    """SQuAD 1.1 in Spanish (machine-translated): 1,996 paragraphs, 6,583 questions."""
    path = _public() / "squad_es" / "dev-v1.1-es_small.json"
    passages, questions = _squad(path, "es", "squad")
    return RetrievalSet("squad-es", "squad-es", passages, questions)


def every_set() -> Iterable[RetrievalSet]:
    """All of them, those of one world together."""
    yield xquad("es", "es")
    yield xquad_plain()
    yield xquad("en", "es")
    yield xquad("en", "en")
    yield xquad("es", "en")
    yield squad_es()
    yield scifact()
