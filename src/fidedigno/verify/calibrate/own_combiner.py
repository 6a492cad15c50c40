"""A combiner of one's own marked answers, and whether it is worth having.

What carries an answer differs from field to field: a chat, a summary and a legal claim are marked by other measures.
A combiner that was fitted to a few hundred marks of the same kind often judges them better than the shipped one.
It is compared with that on answers that it was not fitted to (folds by evidence), and called better only where the
interval of the difference leaves no doubt. Needs the extra ``calibrate``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fidedigno.errors import UsageError
from fidedigno.verify.calibrate.learn import Bag, balanced, fit_answers, fit_claims, held_out
from fidedigno.verify.calibrate.library import require_library
from fidedigno.verify.calibrate.rows import MarkedAnswer
from fidedigno.verify.combiner import CLAIM, Combiner, shipped
from fidedigno.verify.instruments import Instruments
from fidedigno.verify.prepared import prepare
from fidedigno.verify.settings import VerifySettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST = 100
"""Marked answers without which nothing is fitted; a third of them of either mark at least."""
FEWEST_OF_A_MARK = 30
REPEATS = 1_000
OnStep = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class OwnCombiner:
    """What was fitted. Areas under the ROC curve on answers that were not fitted to, and the 95 % interval of the
    difference. ``data`` is what :func:`~fidedigno.verify.combiner.read_combiner` reads."""

    data: dict[str, Any]
    answers: int
    shipped_auc: float
    own_auc: float
    difference: tuple[float, float]

    @property
    def is_better(self) -> bool:
        """Whether the whole interval of the difference is above zero."""
        return self.difference[0] > 0

    def to_dict(self) -> dict[str, Any]:
        """As JSON values, without the model."""
        return {
            "answers": self.answers,
            "shipped_auc": self.shipped_auc,
            "own_auc": self.own_auc,
            "difference": list(self.difference),
            "better": self.is_better,
        }


def fit_own_combiner(
    rows: Sequence[MarkedAnswer], settings: VerifySettings, *, on_step: OnStep | None = None
) -> OwnCombiner:
    """Fit a combiner of words to marked answers.

    Raises:
        UsageError: if there are too few, or they carry reports instead of texts, or the library is missing.
    """
    require_library()
    _enough(rows)
    bags = [_bag(row, settings, number, len(rows), on_step) for number, row in enumerate(rows, start=1)]
    own = held_out(bags)
    before = _by(shipped("lexical"), bags)
    labels = [bag.label for bag in bags]
    difference = _interval(labels, before, own)
    weighed = balanced(bags)
    models = {"claim": fit_claims(weighed).exported(), "answer": fit_answers(weighed).exported()}
    data = {"features": list(CLAIM), "learnt_from": {"own": len(bags)}, "models": {"lexical": models}}
    return OwnCombiner(data, len(bags), _auc(labels, before), _auc(labels, own), difference)


def _enough(rows: Sequence[MarkedAnswer]) -> None:
    bad = sum(row.unfaithful for row in rows)
    if any(not row.answer for row in rows):
        raise UsageError(
            "a combiner needs the texts of every marked answer", "give rows with answer and context"
        )
    if len(rows) < FEWEST or min(bad, len(rows) - bad) < FEWEST_OF_A_MARK:
        raise UsageError(
            f"{len(rows)} marked answers, {bad} of them unfaithful, are too few to fit a combiner",
            f"mark {FEWEST} or more, {FEWEST_OF_A_MARK} of either kind at least",
        )


def _bag(row: MarkedAnswer, settings: VerifySettings, number: int, count: int, on_step: OnStep | None) -> Bag:
    import numpy as np

    prepared = prepare(row.question, row.passages, row.answer, settings)
    measured = Instruments(combiner=None).measure(prepared).claims
    if on_step is not None:
        on_step(number, count)
    features = np.array([each.measured(semantic=False) for each in measured], dtype=float)
    group = row.passages[0].text if row.passages else ""
    return Bag(features.reshape(-1, len(CLAIM)), int(row.unfaithful), group)


def _by(combiner: Combiner, bags: Sequence[Bag]) -> NDArray[np.float64]:
    import numpy as np

    return np.array([
        combiner.answer_unsupported(bag.claims.tolist()) if len(bag.claims) else 0.0 for bag in bags
    ])  # fmt: skip


def _auc(labels: Sequence[int] | NDArray[np.int64], scores: NDArray[np.float64]) -> float:
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(labels, scores))


def _interval(
    labels: Sequence[int], before: NDArray[np.float64], after: NDArray[np.float64]
) -> tuple[float, float]:
    """95 % bootstrap interval of the difference of the areas, over answers."""
    import numpy as np

    marks = np.array(labels)
    generator = np.random.default_rng(0)
    differences = []
    for _ in range(REPEATS):
        drawn = generator.integers(0, len(marks), len(marks))
        if 0 < marks[drawn].sum() < len(marks):
            differences.append(_auc(marks[drawn], after[drawn]) - _auc(marks[drawn], before[drawn]))
    low, high = np.percentile(differences, [2.5, 97.5])
    return float(low), float(high)
