"""A calibration as one page, in the language of most of the marked answers. No text of an answer is in it."""

from __future__ import annotations

import html

from fidedigno.catalogue import Catalogue, Wording
from fidedigno.verify.calibrate.own_combiner import OwnCombiner
from fidedigno.verify.calibrate.plot import Mark, Plot
from fidedigno.verify.calibrate.recalibrate import Refit
from fidedigno.verify.calibrate.reliability import Reliability
from fidedigno.verify.calibrate.run import Calibration, CheckResult
from fidedigno.verify.calibrate.thresholds import FEWEST_OF_EACH, Outcome, Share
from fidedigno.verify.web_page import table, web_page

_WORDING = Wording("fidedigno.verify.calibrate", "page.yaml")


def catalogue() -> Catalogue:
    """Every text of a page."""
    return _WORDING.catalogue()


def main_language(calibration: Calibration) -> str:
    """The language of most of the marked answers."""
    return max(calibration.languages, key=lambda name: sum(calibration.languages[name]), default="en")


def calibration_page(calibration: Calibration, language: str | None = None) -> str:
    """A calibration as a page of HTML that fetches nothing.

    Args:
        calibration: the outcome.
        language: ``es`` or ``en``; that of most of the answers where none is given.
    """
    page = _Page(calibration, language or main_language(calibration))
    return web_page(page.say("title"), page.language, page.body())


class _Page:
    def __init__(self, calibration: Calibration, language: str) -> None:
        self._calibration = calibration
        self.language = language if language in {"es", "en"} else "en"

    def say(self, key: str, /, **values: object) -> str:
        return _WORDING.say(key, self.language, **values)

    def body(self) -> str:
        lines = [self._paragraph(each) for each in self.summary()]
        precision = f"{self._calibration.wanted:.0%}"
        return "".join(
            [
                *lines,
                self._heading("heading_thresholds", precision=precision),
                table(*self.thresholds()),
                self._heading("heading_effect"),
                *(self._paragraph(each) for each in self.effect()),
                self._heading("heading_curves"),
                self._paragraph(self.say("curve_note")),
                f'<div class="plots">{"".join(self._curve(each) for each in self._calibration.checks)}</div>',
                self._heading("heading_reliability"),
                self._reliability("reliability_answers", self._calibration.answers),
                self._reliability("reliability_claims", self._calibration.claims),
            ]
        )

    def summary(self) -> list[str]:
        done = self._calibration
        counts = "; ".join(
            self.say("language_counts", language=name, good=good, bad=bad)
            for name, (good, bad) in done.languages.items()
        )
        marks = self.say("marks", count=done.count, unfaithful=done.unfaithful, languages=counts)
        return [marks, self.say("halves"), self.verdict()]

    def verdict(self) -> str:
        names = [each.kind.setting for each in self._calibration.confirmed if each.kind.setting]
        return self.say("some_confirmed", names=", ".join(names)) if names else self.say("none_confirmed")

    def thresholds(self) -> tuple[list[str], list[list[str]]]:
        columns = ["check", "setting", "outcome", "precision", "recall", "area", "average"]
        return [self.say(f"column_{each}") for each in columns], [
            self._row(each) for each in self._calibration.checks
        ]

    def in_short(self) -> tuple[list[str], list[list[str]]]:
        """The table of thresholds, narrow enough for a terminal."""
        columns = ["check", "threshold", "precision_short", "recall_short", "area"]
        rows = []
        for each in self._calibration.checks:
            found, checked = each.recommendation, each.recommendation.checked
            is_reached = found.outcome is Outcome.REACHED
            rows.append(
                [
                    self.say(f"score_{each.kind.name}"),
                    f"{found.value:.3f}" if is_reached else self.say(f"short_{found.outcome.value}"),
                    f"{checked.precision.value:.0%} (≥ {checked.precision.low:.0%})" if checked else "–",
                    f"{checked.recall.value:.0%}" if checked else "–",
                    f"{each.curve.area:.2f}",
                ]
            )
        return [self.say(f"column_{each}") for each in columns], rows

    def _row(self, check: CheckResult) -> list[str]:
        found, curve = check.recommendation, check.curve
        setting = check.kind.setting
        if setting and found.outcome is Outcome.REACHED:
            setting += f" = {found.value:.3f}"
        checked = found.checked
        return [
            self.say(f"score_{check.kind.name}"),
            setting or "–",
            self.outcome(found.outcome),
            _share(checked.precision) if checked else "–",
            _share(checked.recall) if checked else "–",
            f"{curve.area:.3f} ({curve.area_low:.3f}–{curve.area_high:.3f})",
            f"{curve.average_precision:.3f}",
        ]

    def outcome(self, outcome: Outcome) -> str:
        values = {"fewest": FEWEST_OF_EACH} if outcome is Outcome.TOO_FEW else {}
        return self.say(f"outcome_{outcome.value}", **values)

    def effect(self) -> list[str]:
        before, after = self._calibration.before, self._calibration.after
        said = [self.say("flagged_before", precision=_share(before.precision), recall=_share(before.recall))]
        if after is None:
            return [*said, self.say("not_again")]
        return [
            *said,
            self.say("flagged_after", precision=_share(after.precision), recall=_share(after.recall)),
        ]

    def _curve(self, check: CheckResult) -> str:
        curve, checked = check.curve, check.recommendation.checked
        name = self.say(f"score_{check.kind.name}")
        caption = self.say(
            "caption", name=name, average=f"{curve.average_precision:.2f}", area=f"{curve.area:.2f}",
            low=f"{curve.area_low:.2f}", high=f"{curve.area_high:.2f}",
        )  # fmt: skip
        point = []
        if checked is not None:
            precision = checked.precision
            point = [Mark(checked.recall.value, precision.value, precision.low, precision.high)]
        return Plot(
            caption, self.say("recall"), self.say("precision"),
            first=list(zip(curve.recall, curve.precision, strict=True)), second_marks=point,
            levels=(curve.prevalence, self._calibration.wanted),
        ).svg()  # fmt: skip

    def _reliability(self, key: str, refit: Refit | None) -> str:
        heading = f"<h3>{html.escape(self.say(key))}</h3>"
        if refit is None:
            return heading + self._paragraph(self.say("claims_unknown"))
        plot = Plot(
            self.say(key), self.say("said"), self.say("right"), diagonal=True,
            marks=_marks(refit.before), second_marks=_marks(refit.after) if refit.after else (),
        )  # fmt: skip
        before = refit.before
        text = self.say(
            "error_before", error=f"{before.error:.3f}", brier=f"{before.brier:.3f}", count=before.count
        )
        if refit.after is not None:
            text += " " + self.say(
                "error_after", error=f"{refit.after.error:.3f}", brier=f"{refit.after.brier:.3f}"
            )
        else:
            text += " " + self.say("not_recalibrated")
        return heading + self._paragraph(text) + plot.svg()

    def _heading(self, key: str, **values: object) -> str:
        return f"<h2>{html.escape(self.say(key, **values))}</h2>"

    @staticmethod
    def _paragraph(text: str) -> str:
        return f"<p>{html.escape(text)}</p>"


def in_words(calibration: Calibration, language: str) -> tuple[list[str], tuple[list[str], list[list[str]]]]:
    """The outcome as plain lines, and the table of thresholds in short, as columns and rows."""
    page = _Page(calibration, language)
    return [*page.summary(), *page.effect()], page.in_short()


def own_combiner_in_words(own: OwnCombiner, language: str) -> str:
    """How a combiner of one's own compares with the shipped one."""
    key = "own_combiner_better" if own.is_better else "own_combiner_not_better"
    low, high = (f"{each:+.3f}" for each in own.difference)
    areas = {"own": f"{own.own_auc:.3f}", "shipped": f"{own.shipped_auc:.3f}"}
    return _WORDING.say(key, language, low=low, high=high, **areas)


def _share(share: Share) -> str:
    if not share.total:
        return "–"
    return f"{share.value:.1%} ({share.hits}/{share.total}; {share.low:.1%}–{share.high:.1%})"


def _marks(reliability: Reliability) -> list[Mark]:
    return [Mark(each.said, each.right.value, each.right.low, each.right.high) for each in reliability.bins]
