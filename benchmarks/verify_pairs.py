"""How well verification tells a faithful answer from one that differs from it in one stretch.

    python -m benchmarks.verify_pairs              # figures on both halves
    python -m benchmarks.verify_pairs --failures   # and what went wrong, in the half ``dev`` alone

An answer counts as found unfaithful if the report calls it so, or if a claim of it is not supported. Pairs are
drawn whole for the intervals: their two answers are not independent. The half ``test`` is for reporting; only its
totals are shown.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.common import console, interval, keep, milliseconds, show
from fidedigno.model import Support
from fidedigno.verify import Check, Report, Verifier, VerifySettings
from fidedigno.verify.own_evidence import surely_carried

DATA = Path(__file__).parent / "data" / "verify_pairs.jsonl"
SPLITS = ("dev", "test")
WORDINGS = ("close", "free")
EVERYTHING = "all"


@dataclass(frozen=True, slots=True)
class Row:
    """One answer of a pair."""

    id: str
    pair: str
    split: str
    wording: str
    lang: str
    kind: str
    question: str
    context: list[str]
    answer: str
    label: int
    spans: list[list[int]]


@dataclass(frozen=True, slots=True)
class Outcome:
    row: Row
    flagged: bool
    contradicted: bool
    located: bool
    passes: bool
    seconds: float

    @property
    def right(self) -> bool:
        return self.flagged == bool(self.row.label)


def read_rows(path: Path = DATA) -> list[Row]:
    """The pairs, the two answers of each one after the other."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Row(**json.loads(line)) for line in lines]


def is_flagged(report: Report, settings: VerifySettings) -> bool:
    """Whether a report says that an answer is not carried by its evidence."""
    return (
        report.is_hallucinating
        or report.faithfulness < settings.faithfulness_threshold
        or any(claim.support is not Support.SUPPORTED for claim in report.claims)
    )


def is_paraphrase(report: Report, settings: VerifySettings) -> bool:
    """Whether a governed answer may say so in other words than its source: very surely carried, nothing found."""
    found = report.of(Check.CONTRADICTION) or report.of(Check.ENTITIES)
    return not found and surely_carried(report, settings.paraphrase_threshold)


def touches(report: Report, spans: Iterable[Sequence[int]]) -> bool:
    """Whether a finding lies on one of the wrong stretches."""
    return any(
        finding.answer.start < end and start < finding.answer.end
        for finding in report.findings
        for start, end in spans
    )


def run(verifier: Verifier, settings: VerifySettings, rows: Iterable[Row]) -> list[Outcome]:
    """Inspect each answer."""
    outcomes = []
    for row in rows:
        begin = time.perf_counter()
        report = verifier.inspect(row.question, row.context, row.answer)
        seconds = time.perf_counter() - begin
        flagged = is_flagged(report, settings)
        located = touches(report, row.spans)
        passes = is_paraphrase(report, settings)
        outcomes.append(Outcome(row, flagged, report.has_contradiction, located, passes, seconds))
    return outcomes


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The figures of a group of whole pairs.

    ``balanced_accuracy`` is the mean over pairs, which is the same as each pair has one answer of each label.
    """
    pairs: dict[str, list[Outcome]] = {}
    for each in outcomes:
        pairs.setdefault(each.row.pair, []).append(each)
    by_pair = [sum(each.right for each in two) / len(two) for two in pairs.values()]
    faithful = [each for each in outcomes if not each.row.label]
    unfaithful = [each for each in outcomes if each.row.label]
    return {
        "pairs": len(pairs),
        "balanced_accuracy": sum(by_pair) / len(by_pair),
        "interval": interval(by_pair),
        "both_right": share(each == 1.0 for each in by_pair),
        "caught": share(each.flagged for each in unfaithful),
        "located": share(each.located for each in unfaithful),
        "false_alarms": share(each.flagged for each in faithful),
        "false_contradictions": share(each.contradicted for each in faithful),
        "paraphrases": [sum(e.passes for e in faithful), sum(e.passes for e in unfaithful)],
    }


def share(outcomes: Iterable[bool]) -> float:
    """How many of all are true."""
    values = list(outcomes)
    return sum(values) / len(values)


def groups(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """The figures of each half, by how far its answers are from the words of the evidence, by language and by
    kind, and of all together."""
    kinds = list(dict.fromkeys(each.row.kind for each in outcomes))
    found = []
    for split in SPLITS:
        half = [each for each in outcomes if each.row.split == split]
        for kind in (EVERYTHING, *WORDINGS, *kinds):
            for language in (EVERYTHING, "es", "en"):
                chosen = [
                    each
                    for each in half
                    if kind in {EVERYTHING, each.row.wording, each.row.kind}
                    and language in {EVERYTHING, each.row.lang}
                ]
                found.append({"split": split, "kind": kind, "language": language, **figures(chosen)})
    return found


def present(found: Sequence[dict[str, Any]]) -> None:
    """Print one table a half."""
    columns = ("kind", "language", "pairs", "balanced accuracy", "95 % interval", "both right", "caught", "located",
               "false alarms", "false contradictions")  # fmt: skip
    for split in SPLITS:
        rows = [
            (
                each["kind"], each["language"], each["pairs"], each["balanced_accuracy"],
                "{:.3f}–{:.3f}".format(*each["interval"]), each["both_right"], each["caught"], each["located"],
                each["false_alarms"], each["false_contradictions"],
            )
            for each in found
            if each["split"] == split
        ]  # fmt: skip
        show(split, columns, rows)


def present_failures(outcomes: Sequence[Outcome]) -> None:
    """Print what went wrong in the half that may be looked at."""
    for each in outcomes:
        if each.row.split == "dev" and not each.right:
            what = "missed" if each.row.label else "false alarm"
            console.print(f"{each.row.id}: {what}: {each.row.answer}", markup=False, highlight=False)


def main() -> None:
    """Measure with the settings that are shipped."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verify_pairs")
    parser.add_argument("--failures", action="store_true", help="show failures of the half dev")
    chosen = parser.parse_args()
    settings = VerifySettings.default()
    verifier = Verifier(settings=settings, drift=None)
    rows = read_rows()
    run(verifier, settings, rows[:20])  # the first readings load word lists
    outcomes = run(verifier, settings, rows)
    verifier.close()
    found = groups(outcomes)
    present(found)
    worked_on = found[0]
    faithful, unfaithful = worked_on["paraphrases"]
    console.print(
        f"{worked_on['split']}: {faithful} faithful and {unfaithful} unfaithful answers of {worked_on['pairs']} each "
        "are sure enough to be delivered as a paraphrase"
    )
    if chosen.failures:
        present_failures(outcomes)
    seconds = [each.seconds for each in outcomes]
    keep(
        "verify_pairs",
        {
            "set": DATA.name,
            "groups": found,
            "p50_ms": milliseconds(seconds, 50),
            "p95_ms": milliseconds(seconds, 95),
        },
    )


if __name__ == "__main__":
    main()
