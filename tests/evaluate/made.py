"""A right run of a question about a deadline, and what is expected of it, to be broken in one place."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from fidedigno.evaluate import DocumentRef, Expectation, ExpectedFact, Run
from fidedigno.model import (
    Answer,
    Claim,
    ClaimMatrix,
    Decision,
    Discard,
    DiscardReason,
    Evidence,
    EvidenceContract,
    EvidenceKind,
    FactKind,
    FactRow,
    FactStatus,
    Locator,
    Plan,
    RequiredFact,
    Route,
    Slot,
    SlotOrigin,
    Statement,
    Support,
    Verdict,
)
from tests.fakes.cards import card

NOW = datetime(2026, 11, 12, 9, 0, tzinfo=UTC)
DUE = RequiredFact("due_at", FactKind.INSTANT)
EXTENSION = RequiredFact(
    "extension", FactKind.INSTANT, kinds=frozenset({EvidenceKind.STATE}), individual=True
)


@dataclass(frozen=True, slots=True)
class Scene:
    """What varies between right runs: the dates, the language, and how many other passages were found."""

    day: int = 13
    language: str = "es"
    crowd: int = 0

    @property
    def due(self) -> str:
        return f"2026-11-{self.day:02d}T23:59:00+01:00"

    @property
    def extended(self) -> str:
        return f"2026-11-{self.day + 3:02d}T23:59:00+01:00"

    @property
    def words(self) -> str:
        return f"se entrega el {self.day} de noviembre"

    @property
    def guide(self) -> Evidence:
        where = Locator("bd/guia-2026.md", ("Entregas",))
        return card(1, content=f"La práctica 1 {self.words}.", locator=where)

    @property
    def old_guide(self) -> Evidence:
        return card(2, locator=Locator("bd/guia-2025.md", ("Entregas",)))

    @property
    def reading(self) -> Evidence:
        return card(
            3,
            kind=EvidenceKind.STATE,
            content=f"Ampliación: {self.extended}",
            values={"extension": self.extended},
            locator=Locator("moodle/assign/7"),
        )

    @property
    def others(self) -> tuple[Evidence, ...]:
        return tuple(card(100 + n, locator=Locator(f"redes/tema-{n}.md")) for n in range(self.crowd))

    @property
    def expected(self) -> Expectation:
        return Expectation(
            decisions=frozenset({Decision.ANSWER}),
            question_class="deadline",
            slots={"course": "bd"},
            facts={"due_at": ExpectedFact(self.due), "extension": ExpectedFact(self.extended)},
            documents=(DocumentRef("guia-2026.md", "entregas"),),
            says=(self.words,),
            never=("guia-2025.md",),
            forbidden=("solucion.md", "moodle/grades/eva"),
            language=self.language,
        )

    @property
    def plan(self) -> Plan:
        contract = EvidenceContract("deadline", Route.PASSAGES_AND_STATE, (DUE, EXTENSION), ("course",))
        slots = {"course": Slot("course", "bd", SlotOrigin.QUESTION)}
        return Plan("lms", "1", contract, 0.9, NOW, "Europe/Madrid", slots, "?")

    def says(self, evidence: Evidence, fact: RequiredFact, value: str) -> Statement:
        return Statement(fact.name, fact.kind, value, value, evidence.id)

    @property
    def matrix(self) -> ClaimMatrix:
        return ClaimMatrix(
            (
                FactRow(DUE, FactStatus.COVERED, (self.says(self.guide, DUE, self.due),)),
                FactRow(EXTENSION, FactStatus.COVERED, (self.says(self.reading, EXTENSION, self.extended),)),
            ),
            (Discard(self.old_guide.id, DiscardReason.SUPERSEDED, "", self.guide.id),),
        )

    @property
    def claims(self) -> tuple[Claim, ...]:
        return (
            Claim(self.guide.content, (self.guide.id,), "due_at"),
            Claim(self.reading.content, (self.reading.id,), "extension"),
        )

    @property
    def run(self) -> Run:
        claims = self.claims
        answer = Answer(
            id="a1",
            decision=Decision.ANSWER,
            claims=claims,
            evidence=(self.guide, self.reading),
            message="",
            language=self.language,
            answered_at=NOW,
            question_class="deadline",
            matrix=self.matrix,
            verdicts=tuple(Verdict(n, Support.SUPPORTED, "verbatim") for n in range(len(claims))),
        )
        cards = (self.guide, self.old_guide, self.reading, *self.others)
        return Run(answer, self.plan, cards, claims)


def with_row(run: Run, row: FactRow) -> Run:
    """The run, with another row for the row's fact."""
    rows = tuple(row if each.fact == row.fact else each for each in run.matrix.rows)
    return with_answer(run, matrix=replace(run.matrix, rows=rows))


def with_answer(run: Run, **changes: Any) -> Run:
    """The run, with fields of its answer changed."""
    return replace(run, answer=replace(run.answer, **changes))


def silent(run: Run, decision: Decision = Decision.ABSTAIN) -> Run:
    """The run, ending without a claim."""
    return with_answer(run, decision=decision, claims=(), evidence=(), message="No consta.")
