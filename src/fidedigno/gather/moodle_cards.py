"""Evidence cards from live values: one card a fact, said in the words of the pack."""

from __future__ import annotations

from datetime import datetime

from fidedigno.dates import format_instant
from fidedigno.gather.moodle_facts import ABSENT
from fidedigno.model import Evidence, EvidenceKind, FactKind, Locator, Plan
from fidedigno.plan.pack import FactDefinition, Pack
from fidedigno.plan.places import ACTIVITY, COURSE
from fidedigno.sources.moodle import MoodleSite

LIVE_STATE = "live-state"
"""The authority of what a system answers now."""


def card_of(
    plan: Plan, pack: Pack, fact: str, value: str, read_at: datetime, site: MoodleSite, where: str
) -> Evidence:
    """A card that states ``fact`` for the scope of ``plan``. ``where`` tells apart cards of one fact."""
    definition = pack.facts[fact]
    activity = plan.slots.get(ACTIVITY)
    course = plan.slots.get(COURSE)
    place = activity or course
    label = place.label if place is not None else site.name
    text = said(definition, value, plan, label, course.label if course else site.name)
    return Evidence(
        id=f"state.{site.name}.{where}.{fact}",
        kind=EvidenceKind.STATE,
        source=site.name,
        document_id=0,
        title=f"Moodle · {label}",
        authority=LIVE_STATE,
        corpus="",
        audience=(),
        version="live",
        updated_at=read_at,
        retrieved_at=read_at,
        content=text,
        locator=Locator(f"{site.name}:{where}"),
        language=plan.language,
        scope={name: plan.slots[name].value for name in (COURSE, ACTIVITY) if name in plan.slots},
        supports=(fact,),
        values={fact: value},
        timezone=plan.timezone,
    )


def can_say(definition: FactDefinition, value: str) -> bool:
    """Whether the pack has words for a value: a listed state, or words for there being none."""
    if definition.kind is FactKind.STATE or definition.states:
        return value in definition.states
    return value != ABSENT or all(definition.absent.values())


def said(definition: FactDefinition, value: str, plan: Plan, activity: str, course: str) -> str:
    """A value in the language of the answer."""
    language = plan.language
    if value == ABSENT and definition.absent[language]:
        return definition.absent[language].format(activity=activity, course=course)
    if definition.kind is FactKind.INSTANT and value != ABSENT:
        shown = format_instant(datetime.fromisoformat(value), language, timezone=plan.timezone)
    elif definition.kind is FactKind.STATE:
        shown = definition.states[value][language]
    else:
        shown = value
    return definition.statement[language].format(activity=activity, course=course, value=shown)
