"""The tables of the experiment with a real model, as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.report_table import table

GROUPS = ("es", "en", "both")


def verify_model(result: dict[str, Any]) -> str:
    """By the labels, then by the verifier, then what a governed answer would tell."""
    presets = [name for name in ("default", "strict") if name in result]
    labels, verdicts = [], []
    for preset in presets:
        for group in GROUPS:
            of, seen = result[preset][group]["labels"], result[preset][group]["verifier"]
            labels.append((
                preset, group, of["answers"], _share(of["unsupported_before"]), _share(of["unsupported_after"]),
                _share(of["unsupported_delivered"]), _share(of["recall"]), _share(of["precision"]),
                _share(of["carried_but_doubted"]),
            ))  # fmt: skip
            verdicts.append((
                preset, group, seen["answers"], _both(seen["not_supported"]), _both(seen["contradicted"]),
                _both(seen["high_or_critical"]), _counts(seen["routes"]), _counts(seen["routes_healed"]),
            ))  # fmt: skip
    told = result["governed"]
    return "\n\n".join(
        (
            f"{result['model']}. Claims that the evidence does not carry, by the labels (95 % intervals over answers; "
            "the number of claims behind each):",
            table(
                ("preset", "language", "answers", "before healing", "after", "in what is delivered",
                 "found by the verifier (recall)", "rightly (precision)", "carried and doubted all the same"),
                labels,
            ),
            "What the verifier itself says of all answers, before → after healing:",
            table(
                ("preset", "language", "answers", "claims not supported", "claims contradicted",
                 "answers of high or critical risk", "routes", "routes after healing"),
                verdicts,
            ),
            "Of the labelled claims as the model wrote them, a governed answer would tell "
            f"{_share(told['carried_and_told'])} of those that are carried ({_counts(told['reasons'])}); of what it "
            f"would tell, {_share(told['wrongly_told'])} is not carried.",
        )
    )  # fmt: skip


def _share(of: Mapping[str, float]) -> str:
    return f"{of['share']:.1%} [{of['low']:.1%}, {of['high']:.1%}] of {of['of']:.0f}"


def _both(of: Mapping[str, Mapping[str, float]]) -> str:
    return f"{_share(of['before'])} → {_share(of['after'])}"


def _counts(of: Mapping[str, int]) -> str:
    return ", ".join(f"{key} {value}" for key, value in sorted(of.items()))
