"""How long an inspection without a language model takes, where the time goes, and how it grows with the texts.

Every answer is a fresh one. *cold*: no reading of these passages is kept, as when they are retrieved for the first
time; *warm*: the same passages were shown with another answer before. Word lists and the readings of single words are
warm in both, as after the first minutes of a service.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from statistics import median
from typing import Any

from benchmarks.common import keep, milliseconds, show
from benchmarks.verify_inputs import ANSWER_WORDS, PASSAGE_WORDS, PASSAGES, Asked, asked
from fidedigno.verify import Report, Verifier, VerifySettings
from fidedigno.verify.combiner import shipped
from fidedigno.verify.confidence import read_confidence
from fidedigno.verify.entities import NameReader, SpacyNames
from fidedigno.verify.faithfulness import add_entities, measure_claim
from fidedigno.verify.kept import forget_all
from fidedigno.verify.prepared import prepare
from fidedigno.verify.verdicts import judge_claims

INPUTS = 200
WARMING = 60
SIZES = (1, 2, 4, 8)
THREADS, TASKS = 20, 100
HEAVY = ("numpy", "pydantic", "sqlalchemy", "lancedb", "fastapi", "spacy", "sklearn")
_TEXTS_KEPT = 2_048
"""Caches of at most so many entries hold readings of texts; larger ones those of single words."""
_IMPORT = (
    "import json, sys, time; began = time.perf_counter(); from fidedigno.verify import Verifier; "
    "print(json.dumps([time.perf_counter() - began, sorted({each.partition('.')[0] for each in sys.modules})]))"
)


def forget_texts() -> None:
    """Let nothing be known of any text that was read."""
    forget_all()
    for name, module in list(sys.modules.items()):
        if name.startswith("fidedigno."):
            for each in vars(module).values():
                size = each.cache_parameters()["maxsize"] if hasattr(each, "cache_parameters") else None
                if size is not None and size <= _TEXTS_KEPT:
                    each.cache_clear()


def timed(
    verifier: Verifier, inputs: Sequence[Asked], *, warm: bool, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Seconds of each inspection, by the clock, or by that of the processor where other work runs beside."""
    seconds = []
    for each in inputs:
        forget_texts()
        if warm:
            other = each.passages[0].partition(". ")[0]
            verifier.preview(each.question, each.passages, other)
        begin = clock()
        verifier.inspect(*each)
        seconds.append(clock() - begin)
    return seconds


def figures(seconds: Sequence[float]) -> dict[str, float]:
    """p50, p95 and the longest, in milliseconds."""
    return {
        "p50_ms": milliseconds(seconds, 50),
        "p95_ms": milliseconds(seconds, 95),
        "max_ms": max(seconds) * 1000,
    }


def shares(inputs: Sequence[Asked]) -> dict[str, float]:
    """Seconds of each part of an inspection, over all inputs, on passages that are new."""
    spent: dict[str, float] = {}
    settings, combiner = VerifySettings.default(), shipped("lexical")

    def took(name: str, work: Callable[[], Any]) -> Any:
        begin = time.thread_time()
        result = work()
        spent[name] = spent.get(name, 0.0) + time.thread_time() - begin
        return result

    for question, passages, answer in inputs:
        forget_texts()
        prepared = took("reading", lambda: prepare(question, passages, answer, settings))  # noqa: B023
        took("confidence", lambda: read_confidence(prepared.answer, prepared.language))  # noqa: B023
        measured = took(
            "alignment and contradiction",
            lambda: [measure_claim(prepared, claim) for claim in prepared.statements],  # noqa: B023
        )
        found = took("entities", lambda: add_entities(prepared, measured))  # noqa: B023
        took(
            "verdicts",
            lambda: judge_claims(prepared, measured, found, combiner, settings),  # noqa: B023
        )
    return spent


def growth(verifier: Verifier, **longer: int) -> float:
    """Median milliseconds with passages or answer so many times as long."""
    inputs = asked(40, seed=5, **longer)
    return median(timed(verifier, inputs, warm=False, clock=time.thread_time)) * 1000


def together(verifier: Verifier, inputs: Sequence[Asked]) -> dict[str, int]:
    """Inspections at once, in threads and in tasks: how many, and how many went otherwise than alone."""
    alone = [_told(verifier.inspect(*each)) for each in inputs]
    with ThreadPoolExecutor(THREADS) as pool:
        threads = [
            _told(report) for report in pool.map(lambda each: verifier.inspect(*each), [*inputs, *inputs])
        ]

    async def tasks() -> list[Report]:
        return await asyncio.gather(*(verifier.ainspect(*inputs[n % len(inputs)]) for n in range(TASKS)))

    told = [_told(report) for report in asyncio.run(tasks())]
    return {
        "inspections_in_threads": len(threads),
        "other_in_threads": sum(a != b for a, b in zip(threads, alone * 2, strict=True)),
        "inspections_in_tasks": len(told),
        "other_in_tasks": sum(each != alone[n % len(alone)] for n, each in enumerate(told)),
    }


def _told(report: Report) -> dict[str, Any]:
    return {name: value for name, value in report.to_dict().items() if name != "latency_ms"}


def importing() -> dict[str, Any]:
    """Seconds until the verifier is imported by a new process, the median of five, and what heavy was loaded."""
    runs = []
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True)  # noqa: S603
        runs.append(json.loads(done.stdout))
    return {
        "import_ms": median(seconds for seconds, _ in runs) * 1000,
        "heavy": sorted(set(HEAVY) & set(runs[0][1])),
    }


def with_names(inputs: Sequence[Asked]) -> dict[str, Any] | None:
    """The same with a spaCy model of names; None where spaCy or a model is not installed."""
    if find_spec("spacy") is None:
        return None
    import spacy

    models = [each for each in spacy.util.get_installed_models() if each.startswith("en")]
    if not models:
        return None
    names: NameReader = SpacyNames(models[0])
    with Verifier(names=names) as verifier:
        verifier.inspect(*inputs[1])
        seconds = timed(verifier, inputs[1::2], warm=False)
    return {"model": models[0], **figures(seconds)}


def main() -> None:
    """Measure and keep."""
    inputs = asked(INPUTS)
    with Verifier() as verifier:
        for each in asked(WARMING, seed=99):
            verifier.inspect(*each)
        gc.collect()
        cold, warm, cold_processor, warm_processor = (
            figures(timed(verifier, inputs, warm=warm, clock=clock))
            for clock in (time.perf_counter, time.thread_time)
            for warm in (False, True)
        )
        spent = shares(inputs)
        evidence = [growth(verifier, passages=size) for size in SIZES]
        answers = [growth(verifier, answer=size) for size in SIZES]
        at_once = together(verifier, inputs[:50])
    claims = [len(Verifier().preview(*each).claims) for each in inputs[:50]]
    names, imported = with_names(inputs), importing()
    rows = [(name, *each.values()) for name, each in (("cold", cold), ("warm", warm))]
    processor = (("cold, of the processor", cold_processor), ("warm, of the processor", warm_processor))
    rows += [(name, *each.values()) for name, each in processor]
    rows += [("with spaCy", *list(names.values())[1:])] if names else []
    show(f"{INPUTS} inspections, no language model", ("passages", "p50 ms", "p95 ms", "max ms"), rows)
    whole = sum(spent.values())
    show("where the time goes", ("part", "share"), [(name, each / whole) for name, each in spent.items()])
    ratios = [
        (what, *(each / found[0] for each in found))
        for what, found in (("evidence", evidence), ("answer", answers))
    ]
    show("time as a multiple", ("longer", *(f"{size}×" for size in SIZES)), ratios)
    show("at once", ("what", "count"), list(at_once.items()))
    show("import", ("what", ""), list(imported.items()))
    keep(
        "verify_latency",
        {
            "inspections": INPUTS, "passages": PASSAGES, "passage_words": PASSAGE_WORDS,
            "answer_words": ANSWER_WORDS, "claims": sum(claims) / len(claims), "cold": cold, "warm": warm,
            "cold_processor": cold_processor, "warm_processor": warm_processor,
            "shares": {name: each / whole for name, each in spent.items()}, "sizes": SIZES,
            "evidence_ratios": ratios[0][1:], "answer_ratios": ratios[1][1:], **at_once, **imported,
            "names": names,
        },
    )  # fmt: skip


if __name__ == "__main__":
    main()
