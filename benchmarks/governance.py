"""Time that governed consolidation adds to a question over 20 candidates: the claim matrix and the decision.

Candidates are real paragraphs, joined to the size of a chunk; half of them also state dates of several
activities, in prose, lists and tables, so that every rule has work. Each question has other passages: no
analysis of a text is reused, only that of single words, as in a service that has run for a while.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from benchmarks.common import keep, milliseconds, real_paragraphs, show
from fidedigno.consolidate import TextSupport, cover_facts, decide
from fidedigno.model import Evidence, EvidenceKind, Locator, Validity
from tests.fakes.packs import NOW, PACK, plan_of

QUESTIONS = 300
CANDIDATES = 20
CHARACTERS = 1_000
WARM_UP = 20
BAR_MS = 8.0
DATED = (
    "La práctica {a} se publica el {d} de octubre y se entrega el {e} de octubre de 2026 a las 23:59.",
    "Fechas de entrega:\n\n- Práctica 1: {d} de octubre\n- Práctica 2: {e} de octubre a las 14:00\n",
    "| Actividad | Apertura | Entrega |\n|---|---|---|\n| Práctica {a} | {d} de octubre | {e} de octubre |\n",
    "Práctica {a} is due on {e} October 2026 at 23:59. Late work won't be accepted after {e} October.",
    "El plazo de la práctica {a} se amplía hasta el {e} de octubre; no se admiten entregas después.",
)
AUTHORITIES = ("official", "official", "university", "notice", "informal", "rumour")
SCOPES = (
    {},
    {"course": "41"},
    {"course": "41", "group": "A"},
    {"course": "41", "group": "B"},
    {"course": "40"},
)


def passages(rng: random.Random) -> Iterator[str]:
    """Chunks of about a thousand characters, every second one with dates in it."""
    texts = list(dict.fromkeys(real_paragraphs()))
    while True:
        parts: list[str] = []
        while sum(map(len, parts)) < CHARACTERS:
            parts.append(rng.choice(texts))
        if rng.random() < 0.5:
            day = rng.randint(2, 20)
            dated = rng.choice(DATED).format(a=rng.randint(1, 3), d=day - 1, e=day)
            parts.insert(rng.randrange(len(parts)), dated)
        yield "\n\n".join(parts)[: CHARACTERS + 200]


def cards(rng: random.Random, texts: Iterator[str]) -> list[Evidence]:
    """The candidates of one question, and two live readings."""
    found = [
        _card(f"c{n:02}", next(texts), rng.choice(AUTHORITIES), rng, dict(rng.choice(SCOPES)))
        for n in range(CANDIDATES - 2)
    ]
    for name, values in (("s1", {"extension": "none"}), ("s2", {"last-moment": "2026-10-12T23:59:00+02:00"})):
        found.append(_card(name, str(values), "live", rng, {"course": "41"}, values))
    return found


def _card(
    name: str,
    content: str,
    authority: str,
    rng: random.Random,
    scope: dict[str, str],
    values: dict[str, str] | None = None,
) -> Evidence:
    return Evidence(
        id=name,
        kind=EvidenceKind.STATE if values else EvidenceKind.PASSAGE,
        source="moodle" if values else "files",
        document_id=1,
        title="Base de datos",
        authority=authority,
        corpus="course",
        audience=("internal",),
        version=str(rng.randint(1, 3)),
        updated_at=datetime(2026, 9, rng.randint(1, 28), tzinfo=UTC),
        retrieved_at=NOW,
        content=content,
        locator=Locator("guide.md", ("Evaluación",)),
        language=None if values else rng.choice(("es", "en", None)),
        scope=scope,
        validity=Validity(None, NOW - timedelta(days=1)) if rng.random() < 0.1 else Validity(),
        series=rng.choice(("", "", "guide")),
        values=values or {},
        timezone="Europe/Madrid",
    )


def main() -> None:
    """Consolidate for one question after another."""
    rng = random.Random(11)  # noqa: S311 - sample data
    texts = passages(rng)
    plan = plan_of(slots={"course": "41", "activity": "p1", "group": "A"})
    spent: list[float] = []
    decisions: dict[str, int] = {}
    for number in range(QUESTIONS + WARM_UP):
        found = cards(rng, texts)
        started = time.perf_counter()
        matrix = cover_facts(plan, PACK, found, text_support=TextSupport())
        decision = decide(plan, matrix, high_impact=True)
        if number >= WARM_UP:
            spent.append(time.perf_counter() - started)
            decisions[decision.value] = decisions.get(decision.value, 0) + 1
    p50, p95 = milliseconds(spent, 50), milliseconds(spent, 95)
    show(
        f"consolidation of {CANDIDATES} cards of about {CHARACTERS:,} characters, {QUESTIONS} questions",
        ("stage", "p50 ms", "p95 ms", "bar p95 ms"),
        [("consolidate, matrix and decide", p50, p95, BAR_MS)],
    )
    keep(
        "governance",
        {"questions": QUESTIONS, "candidates": CANDIDATES, "characters": CHARACTERS, "p50_ms": p50, "p95_ms": p95,
         "bar_ms": BAR_MS, "decisions": dict(sorted(decisions.items()))},
    )  # fmt: skip


if __name__ == "__main__":
    main()
