"""New labels for documents whose content is the same: rights change without parsing or embedding anything.

The file is still read and hashed, because only its bytes tell whether its content is the same. What parsing
found then is taken from the catalogue; what the sidecar and the declaration say is read now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from fidedigno.errors import DocumentRefusedError, FidedignoError
from fidedigno.ingest.facts import decode_facts, reading_of
from fidedigno.ingest.overrides import NO_OVERRIDES, overrides_from_sidecar
from fidedigno.ingest.prepare import (
    Outcome,
    PreparedDocument,
    PrepareTask,
    labelled,
    problem_of,
    read_document,
)
from fidedigno.ingest.workers import run_in_workers

FILES_A_TASK = 64
"""How many files a worker labels at once: labelling one takes less time than handing it over."""


@dataclass(frozen=True, slots=True)
class RelabelTask:
    """A file whose document is indexed; ``content_hash`` and ``facts`` are what the catalogue knows of it."""

    task: PrepareTask
    content_hash: str
    facts: str


def relabel_in_workers(
    tasks: Iterable[RelabelTask], *, workers: int, seconds: float
) -> Iterator[PreparedDocument]:
    """Label documents anew in worker processes, yielding those of which no whole preparation is needed.

    The files of a task that kills its worker are among those that have to be prepared whole: one by one,
    each then answers for itself.
    """
    stream = iter(tasks)
    pieces = iter(lambda: list(islice(stream, FILES_A_TASK)), [])
    results = run_in_workers(
        relabel_all, pieces, workers=workers, seconds=seconds, on_death=_all_to_be_prepared
    )
    for _, piece in results:
        yield from (each for each in piece if each is not None)


def _all_to_be_prepared(tasks: Sequence[RelabelTask]) -> list[PreparedDocument | None]:
    return [None] * len(tasks)


def relabel_all(tasks: Sequence[RelabelTask]) -> list[PreparedDocument | None]:
    """Label each document anew: ready without chunks, unchanged, or refused.

    ``None`` stands for one that has to be prepared whole: its content changed, or what parsing found is not
    known, or something went wrong, which the preparation will tell. Never raises for what is in a file.
    """
    return [_relabel(each) for each in tasks]


def _relabel(each: RelabelTask) -> PreparedDocument | None:
    try:
        read = read_document(each.task)
        if read.seen.state_hash == each.task.known_hash:
            return replace(read.seen, outcome=Outcome.UNCHANGED)
        facts = decode_facts(each.facts)
        if (
            facts is None
            or read.seen.content_hash != each.content_hash
            or facts.reading != reading_of(each.task.declaration.corpus)
        ):
            return None
        sidecar = each.task.file.sidecar
        beside = NO_OVERRIDES if sidecar is None else overrides_from_sidecar(read.sidecar, name=sidecar)
        if not (facts.language or beside.language or facts.front_matter.language):
            return None
        return labelled(each.task, read.seen, facts, beside)
    except DocumentRefusedError as error:
        return replace(read.seen, outcome=Outcome.REFUSED, problem=problem_of(error))
    except (FidedignoError, MemoryError, RecursionError, ValueError, OSError):
        return None
