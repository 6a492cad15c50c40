"""``why``: a record in words, for one person at one moment.

A title or a version is told only of documents that are open to the reader now. For the person who asked,
whatever has closed since is left out, without a gap: only an auditor is told that it was there, by the
reference that the record holds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING, Any

from fidedigno.model import SPOKEN, FactStatus
from fidedigno.trace.describe import Describes, Labels, each_once, source_names
from fidedigno.trace.make import LIVE_CHECKS
from fidedigno.trace.plain import chunk_of
from fidedigno.trace.reader import Opened
from fidedigno.trace.record import Asked, FactTrace, Trace, Use, VerdictTrace
from fidedigno.trace.wording import say, say_code
from fidedigno.verify.messages import say_reason

if TYPE_CHECKING:
    from fidedigno.plan.pack import Pack

# The steps that gathering consists of: with all others known, how long live checks took could be worked out.
_STEP_OF_GATHER = re.compile(r"gather\.[^.]+")
# Readings of passages are kept for the next answer: how long the checks took tells whether somebody was before.
_CHECKS, _WHOLE = "verify", "total"
NEEDS_SLOT = "needs_slot:"
"""A reason that names the slot of which the fact depends."""


@dataclass(frozen=True, slots=True)
class FactExplained:
    """A required fact: how it is called, what was known of it (code and words), and from what."""

    name: str
    label: str
    critical: bool
    status: str
    says: str
    sources: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was decided: its code, and how it is said."""

    code: str
    says: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an answer came out as it did, in ``language``. Every text is safe to print."""

    answer_id: str
    language: str
    heading: str
    decision: Line
    understood: tuple[str, ...]
    facts: tuple[FactExplained, ...]
    sources: tuple[str, ...]
    set_aside: tuple[Line, ...]
    verdicts: tuple[Line, ...]
    live_errors: tuple[Line, ...]
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    live_checks: tuple[Line, ...] = ()
    """What came of asking sources about documents; told to auditors only."""
    quality: tuple[str, ...] = ()
    """How the checks came out as a whole; of a draft of which something was held back from the reader, told to auditors
    only."""

    def lines(self) -> list[str]:
        """For people, one line each thing."""
        lines = [self.heading, say("decided", self.language, decision=self.decision.says)]
        lines += self._part("understood", self.understood)
        facts: list[str] = []
        for each in self.facts:
            key = "fact" if each.critical else "fact_optional"
            facts.append(say(key, self.language, name=each.label, status=each.says))
            facts += [f"  {say('rests_on', self.language, source=name)}" for name in each.sources]
            facts += [f"  {say('against', self.language, source=name)}" for name in each.against]
            facts += [f"  {note}" for note in each.notes]
        lines += self._part("facts", facts)
        lines += self._part("sources", self.sources)
        lines += self._part("set_aside", [each.says for each in self.set_aside])
        lines += self._part("verified", [*(each.says for each in self.verdicts), *self.quality])
        lines += self._part("live_errors", [each.says for each in self.live_errors])
        lines += self._part("live_checks", [each.says for each in self.live_checks])
        times = [
            say("time", self.language, stage=say_code("stage", stage, self.language), milliseconds=f"{ms:g}")
            for stage, ms in self.milliseconds.items()
        ]
        return [*lines, *self._part("times", times), *self.notes]

    def _part(self, heading: str, lines: list[str] | tuple[str, ...]) -> list[str]:
        if not lines:
            return []
        return ["", say(heading, self.language), *(f"  {line}" for line in lines)]

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``: the same, with the codes beside the words."""
        return {
            "answer": self.answer_id,
            "language": self.language,
            "decision": {"code": self.decision.code, "says": self.decision.says},
            "understood": list(self.understood),
            "facts": [
                {
                    "name": each.name,
                    "label": each.label,
                    "critical": each.critical,
                    "status": each.status,
                    "says": each.says,
                    "sources": list(each.sources),
                    "against": list(each.against),
                    "notes": list(each.notes),
                }
                for each in self.facts
            ],
            "sources": list(self.sources),
            "set_aside": [{"code": each.code, "says": each.says} for each in self.set_aside],
            "verdicts": [{"code": each.code, "says": each.says} for each in self.verdicts],
            "quality": list(self.quality),
            "live_errors": [{"code": each.code, "says": each.says} for each in self.live_errors],
            "live_checks": [{"code": each.code, "says": each.says} for each in self.live_checks],
            "milliseconds": dict(self.milliseconds),
            "notes": list(self.notes),
        }


def explain(
    opened: Opened, catalog: Describes, *, language: str | None = None, pack: Pack | None = None
) -> Explanation:
    """Explain a record that :class:`~fidedigno.trace.reader.TraceReader` opened for somebody.

    Args:
        opened: the record, with what is open to the reader.
        catalog: describes documents; asked only for open ones.
        language: ``es`` or ``en``; that of the answer if not given.
        pack: gives classes, facts and slots their names for people; their codes are shown without it.
    """
    trace = opened.trace
    chosen = "es" if (language or trace.language) == "es" else "en"
    labels = Labels(chosen, pack if pack is not None and pack.name == trace.pack else None)
    words = _Words(chosen, labels, source_names(opened, catalog, chosen), opened.as_auditor)
    date = trace.answered_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    cited = (each.evidence for each in trace.sources if each.use is Use.CITED)
    return Explanation(
        answer_id=trace.answer_id,
        language=chosen,
        heading=say("heading", chosen, answer=trace.answer_id, date=date),
        decision=_decision(trace, chosen),
        understood=tuple(words.understood(trace)),
        facts=tuple(words.facts(trace.facts)),
        sources=words.named(cited),
        set_aside=tuple(words.set_aside(trace)),
        verdicts=tuple(words.verdicts(trace)),
        live_errors=tuple(words.live_errors(trace)),
        live_checks=tuple(words.live_checks(trace)),
        quality=tuple(words.quality(trace)),
        milliseconds=words.milliseconds(trace),
        notes=tuple(_notes(trace, chosen, words.untold, as_auditor=opened.as_auditor)),
    )


def _decision(trace: Trace, language: str) -> Line:
    if trace.decision is not None:
        return Line(trace.decision.value, say_code("decision", trace.decision.value, language))
    code = "failed" if trace.errors or trace.kind is Asked.ANSWER else Asked.SEARCH.value
    return Line(code, say_code("undecided", code, language))


def _notes(trace: Trace, language: str, untold: frozenset[str], *, as_auditor: bool) -> Iterator[str]:
    """What the filter let through is told to auditors alone: a count would tell others of what they may not see."""
    if as_auditor and trace.refusal:
        yield say("refusal", language, code=trace.refusal)
    if as_auditor and trace.errors:
        yield say("errors", language, codes=", ".join(trace.errors))
    if as_auditor and trace.filter is not None:
        counted = trace.filter
        yield say("filter", language, corpora=counted.corpora, classes=counted.classes)
    if trace.cut - untold:
        yield say("cut", language)


@dataclass(frozen=True, slots=True)
class _Words:
    """Says the parts of a record in one language to one reader."""

    language: str
    labels: Labels
    sources: Mapping[str, str]
    as_auditor: bool

    @property
    def untold(self) -> frozenset[str]:
        """The lists of which this reader is not told."""
        return frozenset() if self.as_auditor else frozenset({LIVE_CHECKS})

    def live_checks(self, trace: Trace) -> Iterator[Line]:
        counts = Counter(each.outcome.value for each in trace.live_checks if self.as_auditor)
        for code, count in sorted(counts.items()):
            outcome = say_code("live_check", code, self.language)
            yield Line(code, say("live_check", self.language, outcome=outcome, count=str(count)))

    def milliseconds(self, trace: Trace) -> dict[str, float]:
        """By stage. To others than auditors the whole is told without the checks: they could be worked out from it."""
        if self.as_auditor:
            return dict(trace.milliseconds)
        told = {
            stage: value
            for stage, value in trace.milliseconds.items()
            if stage != _CHECKS and not _STEP_OF_GATHER.fullmatch(stage)
        }
        if _WHOLE in told:
            told[_WHOLE] = round(max(0.0, told[_WHOLE] - trace.milliseconds.get(_CHECKS, 0.0)), 1)
        return told

    def named(self, references: Iterable[str]) -> tuple[str, ...]:
        return each_once(self.sources.get(each) for each in references)

    def understood(self, trace: Trace) -> Iterator[str]:
        name = self.labels.question_class(trace.question_class)
        if trace.confidence:
            yield say("class", self.language, name=name, confidence=trace.confidence)
        else:
            yield say("class_only", self.language, name=name) if name else say("unplanned", self.language)
        if trace.chosen_by == "language_model":
            yield say("class_by_model", self.language)
        if trace.pack:
            yield say("pack", self.language, pack=trace.pack, version=trace.pack_version)
        if trace.route is not None:
            yield say("route", self.language, route=say_code("route", trace.route.value, self.language))
        if trace.restricted:
            yield say("restricted", self.language)
        if trace.asked_for:
            yield say("asked_for", self.language, name=self.labels.slot(trace.asked_for))

    def facts(self, facts: Iterable[FactTrace]) -> Iterator[FactExplained]:
        for each in facts:
            both_sides = all(one in self.sources for one in (*each.evidence, *each.opposed))
            opposed = each.opposed or each.status is FactStatus.CONFLICTING
            if opposed and not both_sides and not self.as_auditor:
                continue  # that sources disagree is told only to somebody who may see both sides
            yield FactExplained(
                each.name,
                self.labels.fact(each.name),
                each.critical,
                each.status.value,
                say_code("status", each.status.value, self.language),
                self.named(each.evidence),
                self.named(each.opposed),
                tuple(self._notes(each)),
            )

    def _notes(self, fact: FactTrace) -> Iterator[str]:
        if fact.conflict is not None:
            kind = say_code("conflict", fact.conflict.value, self.language)
            yield say("differ_in", self.language, kind=kind)
        if fact.reason.startswith(NEEDS_SLOT):
            slot = self.labels.slot(fact.reason.removeprefix(NEEDS_SLOT))
            yield say("needs_slot", self.language, name=slot)
        elif fact.reason:
            yield say("because", self.language, reason=say_code("reason", fact.reason, self.language))

    def set_aside(self, trace: Trace) -> Iterator[Line]:
        for each in trace.discards:
            source = self._called(each.evidence)
            if source is None:
                continue
            reason = say_code("discard", each.reason.value, self.language)
            if each.fact:
                fact = self.labels.fact(each.fact)
                text = say("discarded_for", self.language, source=source, fact=fact, reason=reason)
            else:
                text = say("discarded", self.language, source=source, reason=reason)
            winner = self._called(each.in_favour_of) if each.in_favour_of else None
            if winner is not None:
                text += f"; {say('in_favour_of', self.language, source=winner)}"
            yield Line(each.reason.value, text)

    def _called(self, reference: str) -> str | None:
        """The name of a card; an auditor is told the reference of one that has none."""
        if reference in self.sources or not self.as_auditor:
            return self.sources.get(reference)
        return say("closed_document", self.language, reference=reference)

    def _may_hear_of_the_draft(self, trace: Trace) -> bool:
        """Of a draft that was held back an auditor alone is told: it rested on something."""
        return self.as_auditor or trace.decision in SPOKEN

    def _verdicts_told(self, trace: Trace) -> tuple[VerdictTrace, ...]:
        """Those on what is open to this reader now; one that names no card is told where every source is."""
        if self.as_auditor:
            return trace.verdicts
        if not self._may_hear_of_the_draft(trace):
            return ()
        all_open = all(each.evidence in self.sources for each in trace.sources)
        return tuple(
            each
            for each in trace.verdicts
            if ((chunk_of(each.evidence) or each.evidence) in self.sources if each.evidence else all_open)
        )

    def quality(self, trace: Trace) -> Iterator[str]:
        """Of the draft as a whole, where the reader is told of all of it."""
        of = trace.quality
        is_told = self._may_hear_of_the_draft(trace) and self._verdicts_told(trace) == trace.verdicts
        if of is None or not is_told:
            return
        route = say_code("routing", of.routing, self.language)
        risk = say_code("risk", of.risk, self.language)
        yield say("quality", self.language, score=f"{of.score:.2f}", route=route, risk=risk)
        if of.triggered:
            fired = ", ".join(say_code("check", each, self.language) for each in of.triggered)
            yield say("checks_fired", self.language, checks=fired)
        if of.left_out:
            yield say("left_out", self.language, count=of.left_out)

    def verdicts(self, trace: Trace) -> Iterator[Line]:
        for each in self._verdicts_told(trace):
            support = say_code("support", each.support.value, self.language)
            reason = say_code("reason", each.reason, self.language)
            reason = say_reason(each.reason, self.language) if reason == each.reason else reason
            text = say("verdict", self.language, number=each.claim + 1, support=support, reason=reason)
            yield Line(each.support.value, text)

    def live_errors(self, trace: Trace) -> Iterator[Line]:
        for each in trace.live_errors:
            reason = say_code("reason", each.code, self.language)
            yield Line(each.code, say("live_error", self.language, source=each.source, reason=reason))
