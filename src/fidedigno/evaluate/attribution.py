"""Which of the four failures happened, and at which stage: the first cause first.

Pure: it compares what was expected with what each stage left behind. A subject (a fact, a document, a claim)
that failed at one stage is not blamed on the later ones, which had no chance; a leak is always told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from fidedigno.evaluate import checks_after, checks_before
from fidedigno.evaluate.expectation import Expectation
from fidedigno.evaluate.failure import Failure, Stage
from fidedigno.evaluate.run import Run

Check = Callable[[Expectation, Run, frozenset[str]], Iterator[Failure]]

CHECKS: tuple[Check, ...] = (
    checks_before.leaks,
    checks_before.planning,
    checks_before.retrieval,
    checks_before.state,
    checks_before.consolidation,
    checks_after.generation,
    checks_after.verification,
    checks_after.delivery,
)
"""In the order of the road. Each is told the subjects that earlier ones have blamed."""


@dataclass(slots=True)
class _Blame:
    failures: list[Failure] = field(default_factory=list)

    @property
    def subjects(self) -> frozenset[str]:
        return frozenset(each.subject for each in self.failures if each.subject)


def attribute(expected: Expectation, run: Run) -> tuple[Failure, ...]:
    """The failures of a run, in the order of the road; none where everything is as expected.

    After a question was planned as another one, or a clarification was asked for or left out, only leaks are
    looked for: whatever else differs follows from it.
    """
    blame = _Blame()
    for check in CHECKS:
        if check is not checks_before.leaks and _astray(blame.failures):
            break
        blame.failures += check(expected, run, blame.subjects)
    for last in (checks_after.decision, checks_after.left_unsaid):
        if not blame.failures:
            blame.failures += last(expected, run)
    order = list(Stage)
    unique = dict.fromkeys(blame.failures)
    return tuple(sorted(unique, key=lambda failure: order.index(failure.stage)))


def _astray(failures: list[Failure]) -> bool:
    return any(each.reason in checks_before.ASTRAY for each in failures)
