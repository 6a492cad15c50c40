"""A small pack of a campus for tests of the rooms that follow a pack, and plans over it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from fidedigno.model import EvidenceKind, FactKind, Plan, Route, Slot, SlotOrigin
from fidedigno.plan.pack import FactDefinition, Pack, QuestionClass, SlotDefinition

MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 10, 5, 12, tzinfo=MADRID)
LADDER = ("live", "official", "university", "notice", "informal")
TEXTS = {"es": "…", "en": "…"}
STATE_ONLY = frozenset({EvidenceKind.STATE})


def _fact(name: str, kind: FactKind, **changes: Any) -> FactDefinition:
    return FactDefinition(name, kind, TEXTS, TEXTS, TEXTS, **changes)


FACTS = {
    each.name: each
    for each in (
        _fact(
            "due",
            FactKind.INSTANT,
            cues={
                "es": ("entrega", "entregar", "plazo", "fecha límite", "hasta"),
                "en": ("due", "deadline", "submit", "hand in", "until"),
            },
            authorities=("live", "official", "university", "notice"),
        ),
        _fact(
            "opens",
            FactKind.INSTANT,
            cues={"es": ("abre", "apertura", "desde"), "en": ("opens", "opening", "from")},
        ),
        _fact(
            "cut-off", FactKind.INSTANT, cues={"es": ("corte", "retraso", "tarde"), "en": ("late", "cut-off")}
        ),
        _fact(
            "penalty",
            FactKind.AMOUNT,
            cues={"es": ("penalización", "penaliza", "retraso"), "en": ("penalty", "late")},
        ),
        _fact(
            "weight",
            FactKind.AMOUNT,
            cues={"es": ("cuenta", "pesa", "vale", "peso"), "en": ("counts", "weight", "worth")},
        ),
        _fact("timezone", FactKind.ZONE),
        _fact("explanation", FactKind.TEXT, specific_scope_rules=False, later_amends=False),
        _fact("rule", FactKind.TEXT),
        _fact(
            "extension",
            FactKind.STATE,
            kinds=STATE_ONLY,
            individual=True,
            states={"none": TEXTS, "granted": TEXTS},
        ),
        _fact("last-moment", FactKind.INSTANT, kinds=STATE_ONLY, individual=True),
        _fact(
            "submission",
            FactKind.STATE,
            kinds=STATE_ONLY,
            individual=True,
            states={"open": TEXTS, "closed": TEXTS},
        ),
    )
}
CLASSES = {
    each.name: each
    for each in (
        QuestionClass(
            "deadline",
            Route.PASSAGES_AND_STATE,
            TEXTS,
            TEXTS,
            {"es": (), "en": ()},
            (("due", True), ("extension", True), ("opens", False)),
            slots=("course", "activity"),
            high_impact=True,
        ),
        QuestionClass(
            "concept", Route.PASSAGES, TEXTS, TEXTS, {"es": (), "en": ()}, (("explanation", True),)
        ),
        QuestionClass("rule", Route.PASSAGES, TEXTS, TEXTS, {"es": (), "en": ()}, (("rule", True),)),
        QuestionClass("penalty", Route.PASSAGES, TEXTS, TEXTS, {"es": (), "en": ()}, (("penalty", True),)),
        QuestionClass(
            "values",
            Route.PASSAGES,
            TEXTS,
            TEXTS,
            {"es": (), "en": ()},
            (("due", True), ("penalty", True)),
        ),
        QuestionClass("status", Route.STATE, TEXTS, TEXTS, {"es": (), "en": ()}, (("submission", True),)),
        QuestionClass("action", Route.REFUSE_ACTION, TEXTS, TEXTS, {"es": (), "en": ()}),
        QuestionClass("off_topic", Route.OUT_OF_SCOPE, TEXTS, TEXTS, {"es": (), "en": ()}),
    )
}
PACK = Pack(
    "campus",
    "1",
    "0",
    LADDER,
    FACTS,
    {name: SlotDefinition(name, TEXTS, TEXTS) for name in ("course", "activity", "group")},
    CLASSES,
)
LABELS = {"activity": "Práctica 1"}


def pack_with(**facts: dict[str, Any]) -> Pack:
    """The pack with some fields of some facts changed: ``pack_with(due={"later_amends": False})``."""
    changed = {name: replace(FACTS[name.replace("_", "-")], **fields) for name, fields in facts.items()}
    return replace(PACK, facts={**FACTS, **changed})


def plan_of(class_name: str = "deadline", *, pack: Pack = PACK, **changes: Any) -> Plan:
    """A plan at :data:`NOW`; ``slots`` are given as values (``slots={"course": "41"}``)
    and shown as ``labels``."""
    slots = changes.pop("slots", {"course": "41", "activity": "p1"})
    labels = changes.pop("labels", LABELS)
    filled = {
        name: Slot(name, value, SlotOrigin.CONTEXT, labels.get(name, "")) for name, value in slots.items()
    }
    fields: dict[str, Any] = {
        "pack": pack.name,
        "pack_version": pack.version,
        "contract": pack.contract(class_name),
        "confidence": 0.99,
        "as_of": NOW,
        "timezone": "Europe/Madrid",
        "slots": filled,
        "search_text": "¿Puedo entregar la práctica 1 el lunes?",
    }
    return Plan(**(fields | changes))
