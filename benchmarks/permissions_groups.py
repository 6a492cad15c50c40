"""What a search costs a reader with many groups, and where the time goes.

Each reader finds passages in as many documents as every other, so that the number of groups alone differs.
Readers ask in turn, question by question, so that whatever else the machine does falls on all alike.
"""

from __future__ import annotations

import random
import time
from typing import Any

from benchmarks.common import milliseconds
from benchmarks.permissions_world import READERS, WORDS
from fidedigno import Fidedigno
from fidedigno.access.content import UserEntry
from fidedigno.model import Question

QUESTIONS = 150
COLD_QUESTIONS = 25
WARM_UP = 5
STAGES = ("identity", "rank.authorise", "rank.words", "rank.vector", "read", "whole")


def questions(count: int) -> list[str]:
    """A common word and two rare ones, so that every reader has more than enough to find."""
    draw = random.Random(6)  # noqa: S311 - sample data
    return [f"shared w{draw.randint(0, WORDS)} w{draw.randint(0, WORDS)}" for _ in range(count)]


def _ask(workspace: Fidedigno, text: str, reader: str) -> dict[str, float]:
    began = time.perf_counter()
    identity = workspace.identity(reader)
    known = time.perf_counter()
    gathered = workspace.pipeline.gather(Question(text), identity, 10)
    ended = time.perf_counter()
    if len(gathered.candidates) != 10:
        raise AssertionError(f"{reader} found {len(gathered.candidates)} passages and not ten")
    return {**gathered.seconds, "identity": known - began, "whole": ended - began}


def _measure(workspace: Fidedigno, texts: list[str], *, cold: bool) -> dict[str, list[dict[str, float]]]:
    spent: dict[str, list[dict[str, float]]] = {reader: [] for reader in READERS}
    for number, text in enumerate(texts):
        for reader in READERS:
            if cold:  # any change of the directory makes every cache of rights begin anew
                workspace.directory.put_user(UserEntry(f"passer-by-{number % 2}", "passer-by"))
            spent[reader].append(_ask(workspace, text, reader))
    return spent


def measure(workspace: Fidedigno, passages: int) -> list[dict[str, Any]]:
    """Percentiles for each reader, and their ratio to those of the reader with five groups."""
    texts = questions(QUESTIONS + WARM_UP)
    warm = {name: each[WARM_UP:] for name, each in _measure(workspace, texts, cold=False).items()}
    cold = _measure(workspace, texts[:COLD_QUESTIONS], cold=True)
    few = next(iter(READERS))
    found = []
    for reader, groups in READERS.items():
        permit = workspace.authoriser.permit(workspace.identity(reader))
        row: dict[str, Any] = {
            "groups": groups,
            "classes": len(permit.classes),
            "documents": sum(right in permit.classes for right in _classes(workspace)),
            "stages": {
                stage: milliseconds([each.get(stage, 0.0) for each in warm[reader]], 50) for stage in STAGES
            },
        }
        for kind, spent in (("warm", warm), ("cold", cold)):
            mine = [each["whole"] for each in spent[reader]]
            theirs = [each["whole"] for each in spent[few]]
            for percentile in (50, 95):
                row[f"{kind}_p{percentile}_ms"] = milliseconds(mine, percentile)
                row[f"{kind}_p{percentile}_ratio"] = milliseconds(mine, percentile) / milliseconds(
                    theirs, percentile
                )
        row["passages"] = row["documents"] * passages
        found.append(row)
    return found


def _classes(workspace: Fidedigno) -> list[int]:
    documents = workspace.catalog.documents()
    rights = workspace.rights.classes_of([each.document_id for each in documents])
    return [right.class_id for right in rights.values()]
