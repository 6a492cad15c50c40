"""One calibration: every marked answer inspected, curves and thresholds of every check, settings that follow.

What depends on another threshold is chosen after it: faithfulness is the share of claims that pass the threshold of
claims, so the answers are inspected again with that one before faithfulness is cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fidedigno.errors import ConfigurationError, UsageError
from fidedigno.verify.calibrate.curves import Curve, curve_of
from fidedigno.verify.calibrate.halves import halves
from fidedigno.verify.calibrate.library import require_library
from fidedigno.verify.calibrate.recalibrate import Refit, refit
from fidedigno.verify.calibrate.rows import MarkedAnswer
from fidedigno.verify.calibrate.scores import (
    CLAIMS,
    CONTRADICTION,
    FAITHFULNESS,
    Measured,
    Recalibrations,
    ScoreKind,
    kinds,
)
from fidedigno.verify.calibrate.thresholds import Flagging, Half, Outcome, Recommendation, recommend
from fidedigno.verify.inspector import Inspector
from fidedigno.verify.recalibration import AS_GIVEN, Recalibration
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.settings_file import settings_as_dict

MakeInspector = Callable[[VerifySettings], Inspector]
OnStep = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check can do: its score, its curve over all marks, and its threshold."""

    kind: ScoreKind
    curve: Curve
    recommendation: Recommendation


@dataclass(frozen=True, slots=True)
class Calibration:
    """The outcome. ``settings`` are those given, with every threshold that was confirmed.

    ``before`` and ``after`` tell what is flagged of the other half with the settings given and with these;
    ``after`` is None where the answers could not be inspected again. ``claims`` is None where it is not known
    which claims were unfaithful. ``languages`` counts faithful and unfaithful answers.
    """

    count: int
    unfaithful: int
    wanted: float
    checks: tuple[CheckResult, ...]
    answers: Refit | None
    claims: Refit | None
    before: Flagging
    after: Flagging | None
    settings: VerifySettings
    languages: Mapping[str, tuple[int, int]]

    @property
    def confirmed(self) -> tuple[CheckResult, ...]:
        """The checks whose recommended threshold was confirmed."""
        return tuple(each for each in self.checks if each.recommendation.outcome is Outcome.REACHED)

    def to_dict(self) -> dict[str, Any]:
        """As JSON values; no text of an answer is in it."""
        return {
            "answers": self.count,
            "unfaithful": self.unfaithful,
            "wanted_precision": self.wanted,
            "languages": {
                name: {"faithful": good, "unfaithful": bad} for name, (good, bad) in self.languages.items()
            },
            "checks": {
                each.kind.name: {
                    "setting": each.kind.setting or None,
                    **each.recommendation.to_dict(),
                    "curve": each.curve.to_dict(),
                }
                for each in self.checks
            },
            "reliability": {
                "answers": self.answers.to_dict() if self.answers else None,
                "claims": self.claims.to_dict() if self.claims else None,
            },
            "flagged_before": self.before.to_dict(),
            "flagged_after": self.after.to_dict() if self.after else None,
            "settings": settings_as_dict(self.settings),
        }


def calibrate(
    rows: Sequence[MarkedAnswer],
    make: MakeInspector,
    settings: VerifySettings | None = None,
    *,
    precision: float = 0.9,
    on_step: OnStep | None = None,
) -> Calibration:
    """Calibrate on marked answers.

    Args:
        rows: the marks.
        make: makes a verifier of settings (``Verifier`` itself).
        settings: where it starts from; recalibrations in them are fitted anew.
        precision: wanted share of unfaithful answers among the flagged ones, in (0, 1].
        on_step: is told how many inspections are done, of how many.

    Raises:
        UsageError: if the precision is no such share, or scikit-learn is not installed.
        ConfigurationError: if all marks are of one kind.
    """
    if not 0 < precision <= 1:
        raise UsageError(f"a precision of {precision} cannot be wanted", "give a share above 0, such as 0.9")
    require_library()
    bad = sum(each.unfaithful for each in rows)
    if bad in (0, len(rows)):
        kind = "unfaithful" if bad else "faithful"
        raise ConfigurationError(f"all {len(rows)} answers are marked {kind}", "mark answers of both kinds")
    start = replace(settings or VerifySettings.default(), recalibration=None, answer_recalibration=None)
    return _Run(rows, make, start, precision, on_step).result()


class _Run:
    """The steps of one calibration."""

    def __init__(
        self,
        rows: Sequence[MarkedAnswer],
        make: MakeInspector,
        settings: VerifySettings,
        precision: float,
        on_step: OnStep | None,
    ) -> None:
        self._rows, self._make, self._settings, self._precision = rows, make, settings, precision
        self._on_step = on_step
        # Reports without texts cannot be inspected again: what would change their claims is left as it is.
        self._again = all(each.report is None for each in rows)
        self._total = sum(each.report is None for each in rows) * (3 if self._again else 1)
        self._done = 0
        self._measured = self._inspect(settings)
        self._halves = halves(self._measured)

    def result(self) -> Calibration:
        """Choose and check everything."""
        answers, claims = self._refit_answers(), self._refit_claims()
        kept = Recalibrations(_fitted(claims) if self._again else AS_GIVEN, _fitted(answers))
        scores = [each.scores(kept) for each in self._measured]
        checks = {
            kind.name: self._check(kind, [each[kind.name] for each in scores])
            for kind in kinds(self._settings)
        }
        first = [each for name, each in checks.items() if name != FAITHFULNESS.name]
        settings = self._with_thresholds(self._with_recalibration(answers, claims), first)
        second = self._inspect(settings) if self._again else self._measured
        faithfulness = self._check(FAITHFULNESS, [1 - each.report.faithfulness for each in second])
        checks[FAITHFULNESS.name] = faithfulness
        final = self._with_thresholds(settings, [faithfulness])
        # A third time only where that changes what is flagged.
        third = self._inspect(final) if self._again and final != settings else second
        return Calibration(
            len(self._rows), sum(each.unfaithful for each in self._rows), self._precision,
            tuple(checks.values()), answers, claims, self._flagging(self._measured),
            self._flagging(third) if self._again else None, final, self._languages(),
        )  # fmt: skip

    def _inspect(self, settings: VerifySettings) -> list[Measured]:
        verifier = self._make(settings)
        found = []
        for row in self._rows:
            report = row.report or verifier.inspect(row.question, row.passages, row.answer)
            found.append(Measured(row, report))
            if self._on_step is not None and row.report is None:
                self._done += 1
                self._on_step(self._done, self._total)
        return found

    def _refit_answers(self) -> Refit | None:
        def marks(places: Sequence[int]) -> list[tuple[float, bool]]:
            chosen = [self._measured[place] for place in places]
            return [(each.report.support, not each.row.unfaithful) for each in chosen]

        return refit(marks(self._halves[0]), marks(self._halves[1]))

    def _refit_claims(self) -> Refit | None:
        known = [each.claim_marks() for each in self._measured]
        if any(each is None for each in known):
            return None
        first, other = ([mark for place in half for mark in known[place] or ()] for half in self._halves)
        return refit(first, other)

    def _check(self, kind: ScoreKind, scores: Sequence[float]) -> CheckResult:
        marks = [each.unfaithful for each in self._rows]
        first, other = (
            Half([scores[place] for place in half], [marks[place] for place in half]) for half in self._halves
        )
        found = recommend(kind, first, other, self._precision)
        if kind is CONTRADICTION and found.value is not None:
            # Differences below the present threshold were not told, so nothing is known of them.
            found = replace(found, value=max(found.value, self._settings.contradiction_threshold))
        return CheckResult(kind, curve_of(scores, marks), found)

    def _with_recalibration(self, answers: Refit | None, claims: Refit | None) -> VerifySettings:
        return replace(
            self._settings,
            answer_recalibration=answers.fitted if answers else None,
            recalibration=claims.fitted if claims and self._again else None,
        )

    def _with_thresholds(self, settings: VerifySettings, checks: Sequence[CheckResult]) -> VerifySettings:
        changes: dict[str, Any] = {}
        for each in checks:
            found = each.recommendation
            is_usable = bool(each.kind.setting) and (self._again or each.kind.name != CLAIMS.name)
            if found.outcome is Outcome.REACHED and is_usable and found.value is not None:
                changes[each.kind.setting] = round(min(max(found.value, 0.0), 1.0), 6)
        return replace(settings, **changes)

    def _flagging(self, measured: Sequence[Measured]) -> Flagging:
        other = [measured[place] for place in self._halves[1]]
        flagged = [bool(each.report.triggered) for each in other]
        return Flagging.of(flagged, [each.row.unfaithful for each in other])

    def _languages(self) -> dict[str, tuple[int, int]]:
        counts: dict[str, list[int]] = {}
        for each in self._measured:
            counts.setdefault(each.language, [0, 0])[each.row.unfaithful] += 1
        return {name: (good, bad) for name, (good, bad) in sorted(counts.items())}


def _fitted(refitted: Refit | None) -> Recalibration:
    return refitted.fitted if refitted is not None and refitted.fitted is not None else AS_GIVEN
