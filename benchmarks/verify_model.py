"""Answers that a real small model wrote over the example corpora: how much of them is caught, and what healing leaves.

    python -m benchmarks.verify_model            # judges the answers that are kept
    python -m benchmarks.verify_model --write    # has the model write them anew first (minutes)

The verifier is not its own judge: for a sample of the answers every claim, before and after healing, was labelled
beside its passages and without a verdict at hand (``benchmarks/data/model_labels.json``). By those labels stand the
true rates and the verifier's precision and recall. Intervals draw whole answers: the claims of one are not
independent.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.common import keep, show
from benchmarks.model_answers import (
    ANSWERS,
    NO_CLAIM,
    SUPPORTED,
    Written,
    label_of,
    read_answers,
    read_labels,
    write_answers,
)
from benchmarks.model_governed import reason_to_deliver
from fidedigno.model import Support
from fidedigno.verify import Passage, QualityScore, Report, Verifier, VerifySettings

LANGUAGES = ("es", "en")
PRESETS: Mapping[str, Callable[[], VerifySettings]] = {
    "default": VerifySettings.default,
    "strict": VerifySettings.strict,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer before and after healing, with the route before it and after."""

    written: Written
    before: Report
    after: Report
    route: str
    healed_route: str
    strategy: str

    @property
    def delivered(self) -> bool:
        """Whether the healed answer, or the answer as it was, would be shown."""
        return self.healed_route in {"accept", "healed_accept"}


def judge(answers: Iterable[Written], settings: VerifySettings) -> list[Judged]:
    """Inspect and heal each."""
    verifier = Verifier(settings)
    judged = []
    for each in answers:
        before = verifier.preview(each.question, each.passages, each.answer)
        healing = verifier.heal(each.question, each.passages, each.answer, before)
        judged.append(
            Judged(
                each,
                before,
                verifier.preview(each.question, each.passages, healing.answer),
                QualityScore.compute(before, settings=settings).routing.value,
                QualityScore.compute(before, healing, settings).routing.value,
                healing.strategy.value,
            )
        )
    return judged


Counted = Sequence[tuple[float, float]]
"""Of each answer: how many claims count, of how many."""


def share(counted: Counted, repeats: int = 2_000, seed: int = 7) -> dict[str, float]:
    """A share over all claims, with the 95 % interval of drawing whole answers; where all or none count, which no draw
    changes, with that of Wilson for so many claims."""
    values = np.asarray(counted, dtype=float).reshape(-1, 2)
    total = values.sum(axis=0)
    if not total[1]:
        return {"share": 0.0, "low": 0.0, "high": 1.0, "of": 0}
    draws = np.random.default_rng(seed).integers(0, len(values), (repeats, len(values)))
    sums = values[draws].sum(axis=1)
    shares = sums[:, 0] / np.maximum(sums[:, 1], 1)
    low, high = np.percentile(shares, [2.5, 97.5])
    certain = 1.96**2 / (total[1] + 1.96**2)
    if total[0] == 0:
        low, high = 0.0, certain
    elif total[0] == total[1]:
        low, high = 1 - certain, 1.0
    return {"share": float(total[0] / total[1]), "low": float(low), "high": float(high), "of": int(total[1])}


def by_the_verifier(judged: Sequence[Judged]) -> dict[str, Any]:
    """What the verifier itself says, before and after."""

    def claims(of: Callable[[Judged], Report], wrong: Callable[[Support], bool]) -> dict[str, float]:
        return share(
            [(sum(wrong(c.support) for c in of(each).claims), len(of(each).claims)) for each in judged]
        )

    def risky(of: Callable[[Judged], Report]) -> dict[str, float]:
        return share([(float(of(each).is_hallucinating), 1.0) for each in judged])

    sides: dict[str, Callable[[Judged], Report]] = {
        "before": lambda each: each.before,
        "after": lambda each: each.after,
    }
    return {
        "answers": len(judged),
        "not_supported": {n: claims(s, lambda x: x is not Support.SUPPORTED) for n, s in sides.items()},
        "contradicted": {n: claims(s, lambda x: x is Support.CONTRADICTED) for n, s in sides.items()},
        "high_or_critical": {name: risky(side) for name, side in sides.items()},
        "routes": dict(Counter(each.route for each in judged)),
        "routes_healed": dict(Counter(each.healed_route for each in judged)),
        "strategies": dict(Counter(each.strategy for each in judged)),
    }


def by_the_labels(judged: Iterable[Judged], labels: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The true rates before and after, and how well the verifier finds what is not carried."""
    before, after, delivered, found, right, doubted = [], [], [], [], [], []
    unread = 0
    for each in judged:
        if each.written.id not in labels:
            continue
        known = labels[each.written.id]
        sides = []
        for report in (each.before, each.after):
            pairs = list(_labelled(report, known, each.written.passages))
            unread += sum(label is None for label, _ in pairs)
            sides.append(
                [(label != SUPPORTED, flag) for label, flag in pairs if label not in {None, NO_CLAIM}]
            )
        first, last = sides
        before.append((sum(bad for bad, _ in first), len(first)))
        after.append((sum(bad for bad, _ in last), len(last)))
        if each.delivered:
            delivered.append(after[-1])
        found.append((sum(bad and flag for bad, flag in first), sum(bad for bad, _ in first)))
        right.append((sum(bad and flag for bad, flag in first), sum(flag for _, flag in first)))
        doubted.append((sum(flag and not bad for bad, flag in first), sum(not bad for bad, _ in first)))
    return {
        "answers": len(before),
        "unread_claims": unread,
        "unsupported_before": share(before),
        "unsupported_after": share(after),
        "unsupported_delivered": {**share(delivered), "answers": len(delivered)},
        "recall": share(found),
        "precision": share(right),
        "carried_but_doubted": share(doubted),
    }


def _labelled(
    report: Report, known: Mapping[str, str], passages: Sequence[Passage]
) -> Iterator[tuple[str | None, bool]]:
    for claim in report.claims:
        yield label_of(claim.span.text, known, passages), claim.support is not Support.SUPPORTED


def governed(answers: Iterable[Written], labels: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Of the labelled claims as they were written: what a governed answer would tell, and how much of that is not
    carried."""
    verifier = Verifier()
    wrong, told, reasons = [], [], Counter[str]()
    for each in answers:
        if each.id not in labels:
            continue
        report = verifier.preview(each.question, each.passages, each.answer)
        marks = []
        for claim in report.claims:
            label = label_of(claim.span.text, labels[each.id], each.passages)
            if label not in {None, NO_CLAIM}:
                reason = reason_to_deliver(verifier, each.question, claim.span.text, each.passages)
                reasons[reason or "left out"] += 1
                marks.append((label == SUPPORTED, bool(reason)))
        wrong.append((sum(not good and out for good, out in marks), sum(out for _, out in marks)))
        told.append((sum(good and out for good, out in marks), sum(good for good, _ in marks)))
    return {"wrongly_told": share(wrong), "carried_and_told": share(told), "reasons": dict(reasons)}


def main() -> None:
    """Judge the kept answers under each preset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="have the model write the answers anew")
    if parser.parse_args().write:
        write_answers()
    answers, labels = read_answers(), read_labels()
    result: dict[str, Any] = {"model": json.loads(ANSWERS.read_text(encoding="utf-8"))["model"]}
    for name, preset in PRESETS.items():
        judged = judge(answers, preset())
        groups = {
            "both": judged,
            **{each: [one for one in judged if one.written.language == each] for each in LANGUAGES},
        }
        result[name] = {
            group: {"verifier": by_the_verifier(rows), "labels": by_the_labels(rows, labels)}
            for group, rows in groups.items()
        }
        _show(name, result[name])
    result["governed"] = governed(answers, labels)
    told = result["governed"]
    show(
        "the claims as they were written, told by a governed answer",
        ("told though not carried", "of the carried ones told", "why"),
        [(_written(told["wrongly_told"]), _written(told["carried_and_told"]), _counts(told["reasons"]))],
    )
    keep("verify_model", result)


def _show(name: str, groups: Mapping[str, Any]) -> None:
    rows = []
    for group, of in groups.items():
        verifier, labels = of["verifier"], of["labels"]
        rows += [
            (group, "claims not supported", *_sides(verifier["not_supported"])),
            (group, "claims contradicted", *_sides(verifier["contradicted"])),
            (group, "answers of high or critical risk", *_sides(verifier["high_or_critical"])),
            (group, "routes", _counts(verifier["routes"]), _counts(verifier["routes_healed"])),
            (
                group,
                f"by the labels: not supported ({labels['answers']} answers)",
                _written(labels["unsupported_before"]),
                _written(labels["unsupported_after"]),
            ),
            (group, "by the labels: of what is delivered", "", _written(labels["unsupported_delivered"])),
            (group, "found / rightly", _written(labels["recall"]), _written(labels["precision"])),
            (group, "carried and doubted all the same", _written(labels["carried_but_doubted"]), ""),
        ]
    title = f"{name}: answers of the model before and after healing"
    show(title, ("", "share (95 % interval)", "before", "after"), rows)


def _sides(of: Mapping[str, Any]) -> tuple[str, str]:
    return _written(of["before"]), _written(of["after"])


def _written(of: Mapping[str, float]) -> str:
    return f"{of['share']:.1%} ({of['low']:.1%}–{of['high']:.1%}; {of['of']:.0f})"


def _counts(of: Mapping[str, int]) -> str:
    return ", ".join(f"{key} {value}" for key, value in sorted(of.items()))


if __name__ == "__main__":
    main()
