"""Asks one persona everything, in every way, and hands what came back to the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fidedigno.evaluate.boundaries.judge import Finding, Judge, Leak, walk
from fidedigno.evaluate.boundaries.personas import Persona
from fidedigno.evaluate.boundaries.questions import Probe, ProbeKind
from fidedigno.evaluate.boundaries.report import BoundaryReport, Cell, Violation
from fidedigno.evaluate.boundaries.routes import ROUTES, Call, Exchange
from fidedigno.evaluate.boundaries.twins import compare

if TYPE_CHECKING:
    from fidedigno.workspace import Fidedigno

TIMED = (ProbeKind.OUTSIDE, ProbeKind.KNOWN)
INVENTED_CORPUS = "zarbulencia-de-quispeles"
INVENTED_ANSWER = "0123456789abcdef"
INVENTED_EVIDENCE = "7ffffffffff00001"
_WHYS = 5


@dataclass(slots=True)
class Interview:
    """One persona before the judge. Everything found goes into ``report``.

    ``told`` is called after each question; ``seconds`` gathers times of real and invented questions by kind.
    """

    workspace: Fidedigno
    persona: Persona
    judge: Judge
    report: BoundaryReport
    told: Callable[[str], None]
    rounds: int = 1
    seconds: dict[ProbeKind, list[tuple[float, float]]] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    """The ids of the answers that were given."""
    witnessed: list[str] = field(default_factory=list)
    """The ids of answers that were given to those who may read what is closed to this persona."""
    stated: list[Probe] = field(default_factory=list)
    """The questions that were answered from what may be read."""
    _seen: set[Violation] = field(default_factory=set)

    def ask_all(self, probes: Mapping[ProbeKind, list[Probe]], reasons: Mapping[ProbeKind, str]) -> None:
        """Ask the questions of every kind; ``reasons`` say why there are none of one."""
        for kind in ProbeKind:
            cell = Cell(self.persona, kind)
            self.report.cells.append(cell)
            if not probes.get(kind):
                cell.not_applicable = reasons.get(kind, "")
            for number, probe in enumerate(probes.get(kind, ())):
                self._ask(cell, probe)
                if number == 0:
                    self._other_ways(cell, probe)
                self.told(f"{self.persona.kind.value} · {kind.value}")

    def borrow(self, probes: Iterable[Probe]) -> None:
        """Ask word for word what others were answered from documents that are closed to this persona.

        A cache that forgot who had asked would give their answer.
        """
        cell = self._cell(ProbeKind.OUTSIDE)
        for probe in probes:
            cell.asked += 1
            real = self._examined(cell, probe, "ask", Call(probe.question, language=probe.language))
            self._examined(cell, probe, "search", Call(probe.question))
            if not self._counted(cell, real):
                self._against_twins(cell, probe, real)

    def open_records(self, answers: Iterable[str], *, is_auditor: bool) -> None:
        """Ask for the records of other people's answers, and for one that never was: all are refused alike."""
        cell = self._cell(ProbeKind.KNOWN)
        never = self._call(cell, "why", Call(answer_id=INVENTED_ANSWER))
        for number, answer in enumerate(answers):
            if number >= _WHYS:
                break
            opened = self._call(cell, "why", Call(answer_id=answer))
            findings = [] if is_auditor else self.judge.examine(opened, "")
            if not is_auditor and (opened.outcome, opened.words) != (never.outcome, never.words):
                findings.append(Finding(Leak.RECORD, form=opened.outcome))
            self._keep(cell, findings, "records", "", "why")
        queue = self._call(cell, "review", Call())
        findings = [] if is_auditor else self.judge.examine(queue, "")
        if not is_auditor and queue.outcome != never.outcome:
            findings.append(Finding(Leak.RECORD, form=queue.outcome))
        self._keep(cell, findings, "records", "", "review")
        told = self._call(cell, "administration", Call())
        self._keep(cell, self.judge.examine(told, ""), "records", "", "administration")

    def _ask(self, cell: Cell, probe: Probe) -> None:
        """Ask, look up why, search; and where the document may not be read, compare with the twin."""
        cell.asked += 1
        is_closed = probe.target.id not in self.judge.readable
        if is_closed:
            self._witness(cell, probe)
        real = self._examined(cell, probe, "ask", Call(probe.question, language=probe.language))
        if real.answer is not None:
            self.answers.append(real.answer.id)
            self._examined(cell, probe, "why", Call(answer_id=real.answer.id))
        self._examined(cell, probe, "search", Call(probe.question))
        if probe.followup:
            self._examined(cell, probe, "conversation", Call(probe.followup, earlier=(probe.question,)))
        if self._counted(cell, real):
            self.stated.append(probe)
            cited = {card.document_id for card in real.answer.evidence} if real.answer else set()
            cell.on_target += probe.target.id in cited
        elif is_closed:
            self._against_twins(cell, probe, real)

    def _counted(self, cell: Cell, real: Exchange) -> bool:
        """Count an answer from permitted documents, or a refusal; whether it was an answer."""
        states = self.judge.cites_only_readable(real)
        cell.answered += states
        cell.refused += real.answer is None or not real.answer.claims
        return states

    def _witness(self, cell: Cell, probe: Probe) -> None:
        """Have somebody who may read the document ask first: it shows that there is something to withhold, and
        leaves their answer in every cache and record."""
        if not probe.witness:
            return
        call = Call(probe.question, language=probe.language)
        told = ROUTES["ask"](self.workspace, probe.witness, call)
        found = ROUTES["search"](self.workspace, probe.witness, call)
        given = {value for name, value in walk([told.data, found.data]) if name == "document_id"}
        cell.witnessed += probe.target.id in given
        if told.answer is not None:
            self.witnessed.append(told.answer.id)

    def _against_twins(self, cell: Cell, probe: Probe, real: Exchange) -> None:
        """Compare with the first twin that can be compared, and time both by turns.

        Where none can, because a pack takes them for other classes, the question itself is asked of a corpus
        that does not exist.
        """
        for twin in probe.twins:
            call = Call(twin.question, language=probe.language)
            other = self._examined(cell, probe, "ask", call)
            if not self._compared(cell, probe, real, other, twin.names):
                continue
            asked = Call(probe.question, language=probe.language)
            for turn in range(1, self.rounds if probe.kind in TIMED else 1):
                order = (asked, call) if turn % 2 else (call, asked)
                done = {each: self._examined(cell, probe, "ask", each).seconds for each in order}
                self.seconds.setdefault(probe.kind, []).append((done[asked], done[call]))
            return
        nowhere = Call(probe.question, (INVENTED_CORPUS,), language=probe.language)
        self._compared(cell, probe, real, self._examined(cell, probe, "ask", nowhere), probe.names)

    def _other_ways(self, cell: Cell, probe: Probe) -> None:
        """The same question by the other routes, and limited to the document's corpus and to none that exists."""
        call = Call(probe.question)
        for route in ("aask", "asearch"):
            self._examined(cell, probe, route, call)
        talk = Call(probe.question, earlier=(probe.question,))
        self._examined(cell, probe, "conversation", talk)
        within = Call(probe.question, (probe.target.corpus.name,))
        nowhere = Call(probe.question, (INVENTED_CORPUS,))
        self._examined(cell, probe, "search", within)
        here = self._examined(cell, probe, "ask", within)
        there = self._examined(cell, probe, "ask", nowhere)
        known = (self.judge.documents[each].corpus.name for each in self.judge.readable)
        if probe.target.corpus.name not in set(known):
            self._compared(cell, probe, here, there, probe.names)

        if probe.target.id not in self.judge.readable:
            self._pictures(cell, probe)

    def _pictures(self, cell: Cell, probe: Probe) -> None:
        """The page of a closed passage is refused like that of a passage that never was."""
        never = self._call(cell, "page_image", Call(evidence_id=INVENTED_EVIDENCE))
        for passage, document in self.judge.passages.items():
            if document == probe.target.id:
                shown = self._examined(cell, probe, "page_image", Call(evidence_id=f"{passage:x}"))
                if (shown.outcome, shown.words) != (never.outcome, never.words):
                    difference = Finding(Leak.DIFFERENCE, document, shown.outcome)
                    self._keep(cell, [difference], probe.id, probe.wording, "page_image")
                return

    def _compared(
        self, cell: Cell, probe: Probe, real: Exchange, twin: Exchange, twin_names: Sequence[str]
    ) -> bool:
        found = compare(real, twin, probe.names, twin_names)
        cell.compared += found.comparable
        findings = [Finding(Leak.DIFFERENCE, probe.target.id, each) for each in found.differs_in]
        self._keep(cell, findings, probe.id, probe.wording, "ask")
        return found.comparable

    def _examined(self, cell: Cell, probe: Probe, route: str, call: Call) -> Exchange:
        exchange = self._call(cell, route, call)
        asked = "\n".join((probe.question, call.question, *call.earlier, *call.corpora))
        self._keep(cell, self.judge.examine(exchange, asked), probe.id, probe.wording, route)
        return exchange

    def _call(self, cell: Cell, route: str, call: Call) -> Exchange:
        cell.calls += 1
        self.report.routes[route] = self.report.routes.get(route, 0) + 1
        return ROUTES[route](self.workspace, self.persona.user, call)

    def _keep(self, cell: Cell, findings: Iterable[Finding], probe: str, wording: str, route: str) -> None:
        for each in findings:
            document = self.judge.documents.get(each.document)
            found = Violation(
                self.persona.kind.value, self.persona.user, probe, wording, route, each.leak,
                document.uri if document is not None else "", each.form,
            )  # fmt: skip
            if found not in self._seen:
                self._seen.add(found)
                cell.violations += 1
                self.report.violations.append(found)

    def _cell(self, kind: ProbeKind) -> Cell:
        return next(each for each in self.report.cells if each.persona == self.persona and each.kind is kind)
