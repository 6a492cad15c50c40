"""How well verification tells answers that their evidence carries from others: ``python -m benchmarks.faithfulness``.

For each labelled set, and for the combiner of words alone and the one with sentence vectors:

- *as shipped*: one model, one threshold (0.5), on the rows that it has not learnt from; most sets it has never seen;
- *own marks*: fitted to answers of the same set, judged on those left out, in five folds by evidence: what
  ``fidedigno calibrate --combiner-out`` gives. The sets call different things unfaithful; this learns which.

An answer that says nothing (a question, a greeting) is taken for not carried: these sets label it so. Intervals are
95 % bootstrap intervals over answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from benchmarks.common import keep, show
from benchmarks.faithfulness_sets import SETS, may_learn
from benchmarks.verify_measure import Embedded, Example, measured
from benchmarks.verify_train import SemanticHead, bags_of, learnt_examples
from fidedigno.verify.calibrate.learn import Bag, held_out
from fidedigno.verify.combiner import Combiner, shipped

REPEATS = 1_000
THRESHOLD = 0.5
SMALL_SHARE = 0.05
Floats = NDArray[np.float64]


class Judged(NamedTuple):
    """Labels and scores of unfaithfulness of the same answers."""

    labels: NDArray[np.int64]
    scores: Floats

    def balanced_accuracy(self) -> float:
        """At the threshold."""
        return float(balanced_accuracy_score(self.labels, self.scores > THRESHOLD))

    def auc(self) -> float:
        """Area under the ROC curve."""
        return float(roc_auc_score(self.labels, self.scores))

    def interval(self) -> tuple[float, float]:
        """95 % interval of the balanced accuracy."""
        generator = np.random.default_rng(0)
        flagged, labels = self.scores > THRESHOLD, self.labels
        found = []
        for _ in range(REPEATS):
            drawn = generator.integers(0, len(labels), len(labels))
            bad = labels[drawn] == 1
            if bad.any() and not bad.all():
                hits = flagged[drawn]
                found.append((hits[bad].mean() + 1 - hits[~bad].mean()) / 2)
        low, high = np.percentile(found, [2.5, 97.5])
        return float(low), float(high)

    def recall_at(self, share: float) -> tuple[float, float]:
        """The threshold above which at most ``share`` of the faithful answers lie, and how many unfaithful ones do."""
        threshold = float(np.quantile(self.scores[self.labels == 0], 1 - share))
        return threshold, float((self.scores[self.labels == 1] > threshold).mean())

    def to_dict(self) -> dict[str, Any]:
        """The figures."""
        low, high = self.interval()
        return {
            "answers": len(self.labels),
            "unfaithful": float(self.labels.mean()),
            "balanced_accuracy": self.balanced_accuracy(),
            "interval": [low, high],
            "auc": self.auc(),
            "recall_at_5_percent_false_alarms": self.recall_at(SMALL_SHARE)[1],
        }


def as_shipped(combiner: Combiner, examples: Sequence[Example], bags: Sequence[Bag]) -> Judged | None:
    """The shipped combiner on what it has not learnt from."""
    unseen = [at for at, each in enumerate(examples) if not may_learn(each.row)]
    if not unseen:
        return None
    scores = [
        combiner.answer_unsupported(bags[at].claims.tolist())
        if len(bags[at].claims)
        else _nothing(examples[at])
        for at in unseen
    ]
    return Judged(np.array([examples[at].label for at in unseen]), np.array(scores))


def own_marks(examples: Sequence[Example], bags: Sequence[Bag], *, grouped: bool = True) -> Judged:
    """Fitted to the other folds of the same set."""
    scores = held_out(bags, by_group=grouped)
    silent = [at for at, bag in enumerate(bags) if not len(bag.claims)]
    scores[silent] = [_nothing(examples[at]) for at in silent]
    return Judged(np.array([bag.label for bag in bags]), scores)


def _nothing(example: Example) -> float:
    return 1.0 if example.says_nothing else 0.0


def main() -> None:
    """Measure all sets and keep the figures."""
    head = SemanticHead(Embedded(), learnt_examples()["inferes"])
    combiners = {"lexical": shipped("lexical"), "semantic": shipped("semantic")}
    found: dict[str, Any] = {}
    rows = []
    for each in SETS:
        examples = [example for example in measured(each.file) if each.keeps(example.row)]
        figures: dict[str, Any] = {"peer": each.peer._asdict(), "of_answers": each.of_answers}
        cells: list[object] = [each.name, *each.peer]
        for kind, combiner in combiners.items():
            bags = bags_of(examples, head if kind == "semantic" else None)
            new = as_shipped(combiner, examples, bags)
            own = own_marks(examples, bags)
            figures[kind] = {"as_shipped": new.to_dict() if new else None, "own_marks": own.to_dict()}
            if each.file == "summedits":
                figures[kind]["own_marks_ungrouped"] = own_marks(examples, bags, grouped=False).to_dict()
            cells += [new.balanced_accuracy() if new else "–", own.balanced_accuracy()]
        found[each.name] = figures
        rows.append(cells)
    columns = ["set", "reference", "spaCy", "40 features", "words", "words, own", "vectors", "vectors, own"]
    show("Balanced accuracy", columns, rows)
    means = {kind: _means(found, kind) for kind in combiners}
    for kind, (shipped_mean, own_mean) in means.items():
        print(
            f"{kind}: mean over the seven sets of answers {shipped_mean:.3f} as shipped, {own_mean:.3f} own marks"
        )
    keep("faithfulness", {"sets": found, "means": means})


def _means(found: dict[str, Any], kind: str) -> tuple[float, float]:
    """Means over the sets of answers; the three parts of AttributionBench count as one."""
    by_set: dict[str, list[tuple[float | None, float]]] = {}
    for name, figures in found.items():
        if figures["of_answers"]:
            new, own = figures[kind]["as_shipped"], figures[kind]["own_marks"]
            pair = (new["balanced_accuracy"] if new else None, own["balanced_accuracy"])
            by_set.setdefault(name.split()[0], []).append(pair)
    firsts = [np.mean([a for a, _ in pairs if a is not None]) for pairs in by_set.values()]
    seconds = [np.mean([b for _, b in pairs]) for pairs in by_set.values()]
    return float(np.mean(firsts)), float(np.mean(seconds))


if __name__ == "__main__":
    main()
