"""A verified answer in a terminal: its wrong stretches underlined, each with its evidence, in its language.

Answers and passages are strangers' texts: none of their characters acts on the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.padding import Padding
from rich.text import Text

from fidedigno.cli.show import console
from fidedigno.deliver import for_terminal
from fidedigno.model.verdict import Support
from fidedigno.verify.gate import Scored
from fidedigno.verify.messages import say, say_finding
from fidedigno.verify.report import EvidenceSpan, Report, Risk, Span

if TYPE_CHECKING:
    from fidedigno.verify.heal import Healing

_AROUND = 90
"""Characters of a passage that are shown on each side of what is cited."""
_RISK_STYLES = {
    Risk.LOW: "bold green",
    Risk.MEDIUM: "bold yellow",
    Risk.HIGH: "bold red",
    Risk.CRITICAL: "bold red",
}


@dataclass(frozen=True, slots=True)
class Verified:
    """An answer with what was found of it."""

    question: str
    passages: tuple[str, ...]
    answer: str
    report: Report
    score: Scored
    healing: Healing | None = None

    @property
    def is_fit(self) -> bool:
        """Whether nothing was found, or healing made it fit."""
        return self.report.risk is Risk.LOW or self.score.routing.value == "healed_accept"

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "fit": self.is_fit,
            "score": self.score.to_dict(),
            "report": self.report.to_dict(),
            "healing": self.healing.to_dict() if self.healing else None,
        }


class Wrong(NamedTuple):
    """A stretch of the answer, what is wrong with it, and the evidence if there is any."""

    place: Span
    what: str
    expected: str
    evidence: EvidenceSpan | None


class Stretch(NamedTuple):
    """A part of a text, and whether it is marked."""

    text: str
    marked: bool


def wrong_stretches(report: Report) -> list[Wrong]:
    """What was found, in the order of the answer; a claim without support counts where nothing else is said of it."""
    language = report.language
    found = [
        Wrong(each.answer, say_finding(each, language), each.expected, each.evidence)
        for each in report.findings
    ]
    for claim in report.claims:
        covered = any(
            each.answer.start < claim.span.end and claim.span.start < each.answer.end
            for each in report.findings
        )
        if claim.support is not Support.SUPPORTED and not covered:
            nearest = claim.evidence[0] if claim.evidence else None
            found.append(Wrong(claim.span, say(f"support_{claim.support.value}", language), "", nearest))
    return sorted(found, key=lambda each: (each.place.start, each.place.end))


def stretches(text: str, places: Iterable[tuple[int, int]]) -> Iterator[Stretch]:
    """A text cut at the ends of the places; what is in any of them is marked."""
    position = 0
    inside = ((max(start, 0), min(end, len(text))) for start, end in places)
    for start, end in sorted(each for each in inside if each[0] < each[1]):
        if start > position:
            yield Stretch(text[position:start], marked=False)
        if end > position:
            yield Stretch(text[max(start, position) : end], marked=True)
        position = max(position, end)
    if position < len(text):
        yield Stretch(text[position:], marked=False)


def excerpt(passage: str, place: EvidenceSpan) -> Iterator[Stretch]:
    """What is cited of a passage, with the words around it."""
    start, end = max(place.start - _AROUND, 0), min(place.end + _AROUND, len(passage))
    # Whole words at both ends.
    start = 0 if start == 0 else passage.find(" ", start, place.start) + 1 or place.start
    end = len(passage) if end == len(passage) else max(passage.rfind(" ", place.end, end), place.end)
    yield from [Stretch("… ", marked=False)] if start else []
    yield from stretches(passage[start:end], [(place.start - start, place.end - start)])
    yield from [Stretch(" …", marked=False)] if end < len(passage) else []


def show_verified(done: Verified) -> None:
    """The outcome, the answer with its wrong stretches underlined, what is wrong with each, and the healed answer."""
    report, language = done.report, done.report.language
    console.print(Text(summary(done), style=_RISK_STYLES[report.risk]))
    console.print(Text(verdict(done)))
    if report.truncated:
        console.print(Text(say("truncated", language), style="yellow"))
    console.print()
    wrong = wrong_stretches(report)
    marked = stretches(done.answer, [(each.place.start, each.place.end) for each in wrong])
    console.print(Padding(_styled(marked, "underline red"), (0, 0, 0, 2)))
    console.print()
    if not wrong:
        console.print(Text(say("no_findings", language)))
    for number, each in enumerate(wrong, start=1):
        _show_wrong(number, each, done)
    if done.healing is not None:
        _show_healing(done.healing)


def summary(done: Verified) -> str:
    """Risk, faithfulness and confidence in one line."""
    report = done.report
    risk = say(f"risk_{report.risk.value}", report.language)
    return say(
        "summary", report.language, risk=risk, faithfulness=f"{report.faithfulness:.2f}",
        confidence=f"{report.confidence:.2f}",
    )  # fmt: skip


def verdict(done: Verified) -> str:
    """The route and the score in one line."""
    language = done.report.language
    routing = say(f"routing_{done.score.routing.value}", language)
    return say("verdict", language, routing=routing, score=f"{done.score.score:.2f}")


def _show_wrong(number: int, wrong: Wrong, done: Verified) -> None:
    language = done.report.language
    line = Text(f"{number}. ", style="bold")
    line.append(for_terminal(done.answer[wrong.place.start : wrong.place.end]), style="underline red")
    line.append(f" – {wrong.what}")
    if wrong.expected:
        line.append("; " + say("expected", language, expected=for_terminal(wrong.expected)))
    console.print(line)
    if wrong.evidence is not None and wrong.evidence.passage < len(done.passages):
        shown = Text(say("says_in_passage", language, passage=wrong.evidence.passage + 1) + " ", style="cyan")
        shown.append_text(
            _styled(excerpt(done.passages[wrong.evidence.passage], wrong.evidence), "underline green")
        )
        console.print(Padding(shown, (0, 0, 0, 3)))


def _show_healing(healing: Healing) -> None:
    from fidedigno.verify.heal import render_text

    console.print()
    for line in render_text(healing).splitlines():
        console.print(Text(for_terminal(line)))


def _styled(parts: Iterable[Stretch], style: str) -> Text:
    shown = Text(style="default")
    for each in parts:
        shown.append(for_terminal(each.text), style=style if each.marked else "")
    return shown
