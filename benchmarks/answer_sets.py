"""The labelled questions of the answer benchmark: XQuAD (es, en) and SQuAD-es 2.0, split by article.

Articles with an even number in the list of titles are for development (tuning and fitting), the odd
ones for the test. A paragraph of one half never meets a question of the other, except where a question
is deliberately off-topic for a corpus.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
LANGUAGES = ("es", "en")
PARAGRAPHS_PER_ARTICLE = 8


@dataclass(frozen=True, slots=True)
class Paragraph:
    key: str
    article: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    key: str
    text: str
    language: str
    article: str
    paragraph: str
    answers: tuple[str, ...]
    impossible: bool = False


@dataclass(frozen=True, slots=True)
class LabelledSet:
    paragraphs: tuple[Paragraph, ...]
    questions: tuple[LabelledQuestion, ...]


def normalise(text: str) -> str:
    """Case, accents, punctuation and spaces away: how a gold answer is looked for."""
    folded = "".join(
        c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c)
    )
    return " ".join(re.findall(r"\w+", folded))


def _read(path: Path) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["data"]
    return data


def load_xquad(public: Path, language: str, half: int) -> LabelledSet:
    """One half (0 development, 1 test) of XQuAD in ``language``; keys are the same in both languages."""
    articles = _read(public / "xquad" / f"xquad.{language}.json")
    return _collect(articles, range(half, len(articles), 2), language, "xquad", limit=99)


def load_squad_es(public: Path, half: int) -> LabelledSet:
    """One half of SQuAD-es 2.0 with its impossible questions; halves agree with those of XQuAD."""
    order = [a["title"] for a in _read(public / "squad_es" / "dev-v1.1-es_small.json")]
    articles = _read(public / "squad_es" / "dev-v2.0-es_small.json")
    chosen = [n for n, article in enumerate(articles) if order.index(article["title"]) % 2 == half]
    return _collect(articles, chosen, "es", "squad", limit=PARAGRAPHS_PER_ARTICLE)


def _collect(
    articles: list[dict[str, Any]], chosen: Sequence[int], language: str, name: str, limit: int
) -> LabelledSet:
    paragraphs, questions = [], []
    for number in chosen:
        article = f"{name}-{number}"
        for position, entry in enumerate(articles[number]["paragraphs"][:limit]):
            key = f"{article}-{position}"
            text = entry["context"].lstrip("\ufeff")
            paragraphs.append(Paragraph(f"{key}-{language}", article, text, language))
            for qa in entry["qas"]:
                answers = tuple({a["text"] for a in qa["answers"] if a["text"].strip()})
                impossible = bool(qa.get("is_impossible"))
                if answers or impossible:
                    questions.append(
                        LabelledQuestion(
                            qa["id"], qa["question"], language, article, key, answers, impossible
                        )
                    )
    return LabelledSet(tuple(paragraphs), tuple(questions))


class VectorCache:
    """Vectors by hash of prefix and text; saved to one file, so that a second run embeds nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Vectors] = {}
        if path.is_file():
            with np.load(path) as stored:
                self._known = dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))

    def embed(self, kind: str, texts: Sequence[str], model: Callable[[list[str]], Vectors]) -> Vectors:
        """The vectors of ``texts`` under the model's ``kind`` (query or passage), in order."""
        keys = [hashlib.sha256(f"{kind}\0{text}".encode()).hexdigest() for text in texts]
        missing = {k: t for k, t in zip(keys, texts, strict=True) if k not in self._known}
        for key, text in missing.items():
            self._known[key] = np.asarray(model([text]), dtype=np.float32).reshape(-1)
        return np.stack([self._known[key] for key in keys])

    def save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        keys = sorted(self._known)
        np.savez(self._path, keys=np.array(keys), vectors=np.stack([self._known[k] for k in keys]))
