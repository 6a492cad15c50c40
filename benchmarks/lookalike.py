"""Sections that look alike: does the right one come first, with naive chunks and with context?

Questions over real on-call runbooks and a handbook, marked by document and heading (``data/lookalike.jsonl``,
``data/handbook_questions.jsonl``), so that the marks hold whatever the chunks are. *wrong document first*: the first
passage is of another document than the marked ones. The half ``dev`` is for choosing, ``test`` for reporting.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import interval, keep, milliseconds, need_shared, show
from benchmarks.retrieval import ROWS, Row, mean
from benchmarks.retrieval_world import CORPUS, READER, open_files
from fidedigno.config import Settings
from fidedigno.gather import Candidate
from fidedigno.model import Question

DATA = Path(__file__).parent / "data"
DEPTH = 50
Place = tuple[str, str]
"""A document and one of its headings, case-folded."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A question and the places that answer it."""

    text: str
    language: str
    named: bool
    part: str
    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class MarkedSet:
    """Questions over folders of real documents."""

    name: str
    folders: tuple[str, ...]
    language: str
    questions: tuple[Marked, ...]


def _read(name: str, path: Path, folders: tuple[str, ...], language: str) -> MarkedSet:
    questions = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        marks = [row, *row.get("also", ())]
        places = frozenset((each["document"], each["section"].casefold()) for each in marks)
        named = bool(row.get("named"))
        questions.append(Marked(row["question"], row["lang"], named, row["split"], places))
    return MarkedSet(name, folders, language, tuple(questions))


def marked_sets() -> tuple[MarkedSet, ...]:
    """Both of them."""
    return (
        _read("look-alike runbooks", DATA / "lookalike.jsonl", ("oncall-runbooks-en/content",), "en"),
        _read(
            "handbook and book",
            DATA / "handbook_questions.jsonl",
            ("company-handbook-en", "git-book-es"),
            "es",
        ),
    )


def place_of(candidate: Candidate, wanted: frozenset[Place]) -> Place:
    """The marked place that a passage stands in, else its own."""
    locator = candidate.evidence.locator
    document = locator.uri.partition("/")[2]
    for heading in locator.section:
        if (document, heading.casefold()) in wanted:
            return (document, heading.casefold())
    return (document, "".join(locator.section[-1:]).casefold())


def measured(marked: MarkedSet, row: Row, questions: Sequence[Marked]) -> dict[str, object]:
    """The figures of a row, question by question."""
    settings = Settings.model_validate(
        {"context": row.context, "drift": False, "rankers": row.rankers, "rerank": "", **(row.settings or {})}
    )
    at20, first, wrong, seconds = [], [], [], []
    with open_files(marked.name, lambda folder: _copy(marked, folder), settings) as world:
        identity = world.identity(READER)
        for each in questions:
            began = time.perf_counter()
            gathered = world.pipeline.gather(Question(each.text), identity, DEPTH)
            seconds.append(time.perf_counter() - began - gathered.seconds.get("embed", 0.0))
            found = [place_of(candidate, each.places) for candidate in gathered.candidates]
            at20.append(float(not each.places & set(found[:20])))
            first.append(float(bool(found) and found[0] in each.places))
            wrong.append(float(not found or found[0][0] not in {document for document, _ in each.places}))
    return {
        "row": row.name,
        "failure20": at20,
        "first": first,
        "wrong": wrong,
        "p95_ms": milliseconds(seconds, 95),
    }


def _copy(marked: MarkedSet, folder: Path) -> None:
    for each in marked.folders:
        source = need_shared() / "corpora" / each
        target = folder if len(marked.folders) == 1 else folder / each
        shutil.copytree(source, target, dirs_exist_ok=True)
    (folder / "corpus.yaml").write_text(CORPUS.format(language=marked.language), encoding="utf-8")


def summary(row: Mapping[str, list[float]]) -> dict[str, object]:
    """Means with their intervals."""
    return {
        "row": row["row"],
        **{name: mean(row[name]) for name in ("failure20", "first", "wrong")},
        **{f"{name}_interval": interval(row[name]) for name in ("failure20", "first", "wrong")},
        "p95_ms": row["p95_ms"],
    }


def main(arguments: Sequence[str]) -> None:
    """``python -m benchmarks.lookalike [dev] [SET ...]``: every set where none is named."""
    part = "dev" if "dev" in arguments else "test"
    names = [each for each in arguments if each != "dev"]
    results = []
    for marked in marked_sets():
        if names and marked.name not in names:
            continue
        questions = [each for each in marked.questions if each.part == part]
        rows = [summary(measured(marked, row, questions)) for row in ROWS]  # type: ignore[arg-type]
        results.append({"set": marked.name, "part": part, "questions": len(questions), "rows": rows})
        show(
            f"{marked.name} ({part}): {len(questions)} questions",
            ("row", "failure@20", "95 %", "right section first", "wrong document first", "95 %", "p95 ms"),
            [
                (
                    each["row"], each["failure20"], "[{:.3f}, {:.3f}]".format(*each["failure20_interval"]),
                    each["first"], each["wrong"], "[{:.3f}, {:.3f}]".format(*each["wrong_interval"]), each["p95_ms"],
                )
                for each in rows
            ],
        )  # fmt: skip
    keep(f"lookalike{'_dev' if part == 'dev' else ''}", {"sets": results})


if __name__ == "__main__":
    main(sys.argv[1:])
