"""What is flagged of faithful and of unfaithful answers at the default preset: ``python -m benchmarks.verify_alarms``.

The whole verifier without a model reads every labelled answer of the sets of answers. *Flagged* means a risk above
low; *serious* a risk of high or critical, for which an answer is not shown as it stands. Then the trade-off: for
thresholds of the probability that the evidence carries the answer, the share of faithful and of unfaithful answers
below it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from benchmarks.common import interval, keep, show
from benchmarks.faithfulness_sets import SETS, Row, may_learn

THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


class Seen(NamedTuple):
    """What the verifier said of one answer."""

    label: int
    risk: str
    triggered: tuple[str, ...]
    support: float


def inspect(rows: Sequence[Row]) -> list[Seen]:
    """Inspect answers in this process."""
    from fidedigno.verify import Passage, Verifier

    verifier = Verifier()
    found = []
    for row in rows:
        passages = [Passage(text, language=row["lang"]) for text in row["context"]]
        report = verifier.inspect(row.get("question") or "", passages, row["answer"])
        found.append(Seen(row["label"], report.risk.value, report.triggered, report.support))
    return found


def inspected(rows: Sequence[Row]) -> list[Seen]:
    """Inspect answers in all processors."""
    parts = [rows[start : start + 100] for start in range(0, len(rows), 100)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [each for part in pool.map(inspect, parts) for each in part]


def figures(seen: Sequence[Seen]) -> dict[str, Any]:
    """Shares of faithful and of unfaithful answers."""
    found: dict[str, Any] = {"answers": len(seen)}
    for name, label in (("faithful", 0), ("unfaithful", 1)):
        group = [each for each in seen if each.label == label]
        serious = [float(each.risk in {"high", "critical"}) for each in group]
        checks = sorted({check for each in group for check in each.triggered})
        found[name] = {
            "answers": len(group),
            "flagged": sum(each.risk != "low" for each in group) / len(group),
            "serious": sum(serious) / len(group),
            "serious_interval": interval(serious),
            "by_check": {
                check: sum(check in each.triggered for each in group) / len(group) for check in checks
            },
            "below": {str(at): sum(each.support < at for each in group) / len(group) for at in THRESHOLDS},
        }
    return found


def main() -> None:
    """Measure the sets of answers and keep the figures."""
    found = {}
    rows = []
    for each in SETS:
        if not each.of_answers:
            continue
        seen = inspected([row for row in each.rows() if not may_learn(row)])
        if not seen:
            continue
        found[each.name] = one = figures(seen)
        good, bad = one["faithful"], one["unfaithful"]
        rows.append((each.name, good["flagged"], good["serious"], bad["flagged"], bad["serious"],
                     *(f"{good['below'][str(at)]:.2f}/{bad['below'][str(at)]:.2f}" for at in THRESHOLDS)))  # fmt: skip
    columns = ("set", "faithful flagged", "serious", "unfaithful flagged", "serious", *map(str, THRESHOLDS))
    show("At the default preset; then faithful/unfaithful below a threshold", columns, rows)
    keep("verify_alarms", {"sets": found, "thresholds": THRESHOLDS})


if __name__ == "__main__":
    main()
