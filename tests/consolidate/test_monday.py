"""«¿Puedo entregar el trabajo el lunes?»: every way in which similar passages would give a false yes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest

from fidedigno.consolidate.decide import decide, slots_needed
from fidedigno.consolidate.matrix import cover_facts
from fidedigno.model import (
    ClaimMatrix,
    ConflictKind,
    Decision,
    DiscardReason,
    Evidence,
    EvidenceKind,
    FactStatus,
    Validity,
)
from tests.fakes.cards import card
from tests.fakes.packs import MADRID, NOW, PACK, plan_of

START = datetime(2026, 9, 1, tzinfo=MADRID)
COURSE = {"course": "41"}
GROUP_B = {"course": "41", "group": "B"}


def text(name: str, content: str, authority: str = "official", **changes: Any) -> Evidence:
    fields: dict[str, Any] = {
        "id": name,
        "authority": authority,
        "content": content,
        "scope": COURSE,
        "title": "Base de datos",
        "language": "es",
        "timezone": "Europe/Madrid",
        "updated_at": START,
        "retrieved_at": NOW,
        "validity": Validity(START),
    }
    return card(**(fields | changes))


def state(name: str, **values: str) -> Evidence:
    return text(name, "; ".join(f"{k}: {v}" for k, v in values.items()), "live", kind=EvidenceKind.STATE,
                values=values, validity=Validity(), scope={"course": "41", "activity": "p1"})  # fmt: skip


OLD_GUIDE = text(
    "a-old-guide",
    "¿Puedo entregar la práctica 1 el lunes? Sí, la práctica 1 se puede entregar el lunes 19 de octubre de 2025.",
    validity=Validity(START - timedelta(days=365), START),
    series="guide",
    updated_at=START - timedelta(days=365),
)
GUIDE = text("guide", "La práctica 1 se entrega el 9 de octubre de 2026 a las 23:59.", series="guide")
CALENDAR = text(
    "calendar",
    "Calendario general: plazo de entrega de la práctica 1, hasta el 16 de octubre de 2026.",
    "university",
    scope={},
)
NOTICE_B = text(
    "notice-b",
    "Aviso: la práctica 1 se entrega el 19 de octubre de 2026.",
    "notice",
    scope=GROUP_B,
    updated_at=NOW - timedelta(days=1),
    validity=Validity(),
)
NOTICE = text("notice-1", "La práctica 1 se entrega el 19 de octubre de 2026.", "notice")
OTHER_NOTICE = text("notice-2", "La práctica 1 se entrega el 12 de octubre de 2026.", "notice")
NO_EXTENSION = state("state", extension="none")
EXTENSION = state("state", extension="granted", due="2026-10-19T23:59:00+02:00")
NO_TIMEZONE = text("guide", "La práctica 1 se entrega el 9 de octubre de 2026 a las 23:59.", timezone="")


class Variant(NamedTuple):
    name: str
    cards: tuple[Evidence, ...]
    decision: Decision
    due: str
    status: FactStatus = FactStatus.COVERED
    group: str = "A"
    unverifiable: tuple[str, ...] = ()
    set_aside: tuple[tuple[str, DiscardReason], ...] = ()


VARIANTS = (
    Variant(
        "the old guide is closest to the question",
        (OLD_GUIDE, GUIDE, NO_EXTENSION),
        Decision.ANSWER,
        "2026-10-09T23:59:00+02:00",
        set_aside=(("a-old-guide", DiscardReason.NO_LONGER_IN_FORCE),),
    ),
    Variant(
        "only the old guide is left",
        (OLD_GUIDE, NO_EXTENSION),
        Decision.ANSWER_LIMITED,
        "",
        FactStatus.EXPIRED,
        set_aside=(("a-old-guide", DiscardReason.NO_LONGER_IN_FORCE),),
    ),
    Variant(
        "a notice to another group",
        (NOTICE_B, GUIDE, NO_EXTENSION),
        Decision.ANSWER,
        "2026-10-09T23:59:00+02:00",
        set_aside=(("notice-b", DiscardReason.OTHER_SCOPE),),
    ),
    Variant(
        "the same notice for somebody of that group",
        (NOTICE_B, GUIDE, NO_EXTENSION),
        Decision.ANSWER,
        "2026-10-19T23:59+02:00",
        group="B",
        set_aside=(("guide", DiscardReason.GENERAL_SCOPE),),
    ),
    Variant(
        "the same notice when the group is not known",
        (NOTICE_B, GUIDE, NO_EXTENSION),
        Decision.CLARIFY,
        "2026-10-09T23:59:00+02:00",
        FactStatus.UNVERIFIABLE,
        group="",
        set_aside=(("notice-b", DiscardReason.OTHER_SCOPE),),
    ),
    Variant(
        "the general calendar says another day",
        (CALENDAR, GUIDE, NO_EXTENSION),
        Decision.ANSWER,
        "2026-10-09T23:59:00+02:00",
        set_aside=(("calendar", DiscardReason.GENERAL_SCOPE),),
    ),
    Variant(
        "the general calendar alone",
        (CALENDAR, NO_EXTENSION),
        Decision.ANSWER,
        "2026-10-16T23:59+02:00",
    ),
    Variant(
        "a personal extension",
        (OLD_GUIDE, GUIDE, CALENDAR, EXTENSION),
        Decision.ANSWER,
        "2026-10-19T23:59:00+02:00",
        set_aside=(
            ("a-old-guide", DiscardReason.NO_LONGER_IN_FORCE),
            ("guide", DiscardReason.STATE_RULES),
            ("calendar", DiscardReason.STATE_RULES),
        ),
    ),
    Variant(
        "whether there is an extension is not known",
        (GUIDE,),
        Decision.ANSWER_LIMITED,
        "2026-10-09T23:59:00+02:00",
    ),
    Variant(
        "the source of extensions is down",
        (GUIDE,),
        Decision.ANSWER_LIMITED,
        "2026-10-09T23:59:00+02:00",
        unverifiable=("extension",),
    ),
    Variant(
        "two notices in conflict",
        (NOTICE, OTHER_NOTICE, NO_EXTENSION),
        Decision.CONFLICT,
        "2026-10-19T23:59+02:00",
        FactStatus.CONFLICTING,
    ),
    Variant(
        "two notices in conflict under a guide that settles it",
        (NOTICE, OTHER_NOTICE, GUIDE, NO_EXTENSION),
        Decision.ANSWER,
        "2026-10-09T23:59:00+02:00",
        set_aside=(
            ("notice-1", DiscardReason.LOWER_AUTHORITY),
            ("notice-2", DiscardReason.LOWER_AUTHORITY),
        ),
    ),
    Variant(
        "no timezone anywhere",
        (NO_TIMEZONE, NO_EXTENSION),
        Decision.ANSWER_LIMITED,
        "2026-10-09T23:59:00",
    ),
    Variant("nothing", (), Decision.ABSTAIN, "", FactStatus.MISSING),
)


def consolidate(variant: Variant) -> tuple[Decision, ClaimMatrix]:
    slots = {"course": "41", "activity": "p1"} | ({"group": variant.group} if variant.group else {})
    plan = plan_of(slots=slots)
    reasons = dict.fromkeys(variant.unverifiable, "timed_out")
    matrix = cover_facts(plan, PACK, variant.cards, unverifiable=reasons)
    return decide(plan, matrix, high_impact=True), matrix


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.name)
def test_the_monday_question_is_decided_rightly(variant: Variant) -> None:
    decision, matrix = consolidate(variant)
    row = matrix.row("due")
    assert row is not None
    assert (decision, row.status) == (variant.decision, variant.status)
    assert ({each.value for each in row.statements} or {""}) == {variant.due}
    discarded = {(each.evidence_id, each.reason) for each in matrix.discards}
    assert discarded == set(variant.set_aside)


def test_a_conflict_shows_both_sides_and_is_never_averaged() -> None:
    _, matrix = consolidate(next(v for v in VARIANTS if v.name == "two notices in conflict"))
    row = matrix.row("due")
    assert row is not None
    assert row.conflict is ConflictKind.INSTANT
    assert {each.value for each in (*row.statements, *row.opposed)} == {
        "2026-10-12T23:59+02:00",
        "2026-10-19T23:59+02:00",
    }


def test_an_unknown_group_is_asked_for() -> None:
    _, matrix = consolidate(next(v for v in VARIANTS if not v.group))
    assert slots_needed(matrix) == ("group",)


def test_every_statement_is_a_slice_of_its_card() -> None:
    cards = {each.id: each for v in VARIANTS for each in v.cards if each.kind is EvidenceKind.PASSAGE}
    for variant in VARIANTS:
        _, matrix = consolidate(variant)
        for statement in (s for row in matrix.rows for s in (*row.statements, *row.opposed)):
            if statement.evidence_id in cards and "state" not in statement.evidence_id:
                content = next(c for c in variant.cards if c.id == statement.evidence_id).content
                assert content[statement.start : statement.end] == statement.text


ENGLISH_GUIDE = text("guide", "Assignment 1 is due on 9 October 2026 at 23:59.", language="en")
ENGLISH_NOTICE = text(
    "notice", "The deadline of the first assignment is 12 October 2026.", "notice", language="en"
)
ENGLISH_NOTICE_B = text(
    "notice-b",
    "You can submit assignment 1 until 19 October 2026.",
    "notice",
    language="en",
    scope=GROUP_B,
)
SECOND_NOTICE = text("notice-2", "Assignment 1 is due on 19 October 2026.", "notice", language="en")


@pytest.mark.parametrize(
    ("cards", "group", "decision", "due"),
    [
        ((ENGLISH_GUIDE, ENGLISH_NOTICE, NO_EXTENSION), "A", Decision.ANSWER, "2026-10-09T23:59:00+02:00"),
        ((ENGLISH_NOTICE_B, ENGLISH_GUIDE, NO_EXTENSION), "A", Decision.ANSWER, "2026-10-09T23:59:00+02:00"),
        ((ENGLISH_NOTICE_B, ENGLISH_GUIDE, NO_EXTENSION), "B", Decision.ANSWER, "2026-10-19T23:59+02:00"),
        ((ENGLISH_NOTICE_B, ENGLISH_GUIDE), "", Decision.CLARIFY, "2026-10-09T23:59:00+02:00"),
        ((ENGLISH_GUIDE,), "A", Decision.ANSWER_LIMITED, "2026-10-09T23:59:00+02:00"),
        ((SECOND_NOTICE, ENGLISH_NOTICE), "A", Decision.CONFLICT, "2026-10-12T23:59+02:00"),
    ],
)
def test_english_is_decided_alike(
    cards: tuple[Evidence, ...], group: str, decision: Decision, due: str
) -> None:
    slots = {"course": "41", "activity": "a1"} | ({"group": group} if group else {})
    plan = plan_of(slots=slots, labels={"activity": "Assignment 1"})
    here = {"course": "41", "activity": "a1"}
    mine = [replace(each, scope=here) if each is NO_EXTENSION else each for each in cards]
    matrix = cover_facts(plan, PACK, mine)
    row = matrix.row("due")
    assert row is not None
    assert {each.value for each in row.statements} == {due}
    assert decide(plan, matrix, high_impact=True) is decision
