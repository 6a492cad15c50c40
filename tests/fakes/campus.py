"""A simulated Moodle with one of every case, the places declared for it, and people who ask."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from fidedigno.gather.moodle import MoodleStateSource
from fidedigno.gather.moodle_connection import MoodleConnection
from fidedigno.model import ANYONE, EvidenceContract, Identity, Plan, Principal, Route, Slot, SlotOrigin
from fidedigno.plan.declared import DeclaredPlaces, parse_places
from fidedigno.plan.load import shipped_pack
from fidedigno.sources.moodle import Limits, MoodleSite
from fidedigno.testing.moodle import MoodleServer, Scenario

SCENARIO = Path(__file__).with_name("campus.yaml")
NOW = datetime(2026, 11, 12, 9, tzinfo=UTC)
PACK = shipped_pack("lms")
PLACES_TEXT = """\
courses:
  bd:
    name: Bases de Datos
    aliases: [BD]
    timezone: Europe/Madrid
    visible_to: [anyone]
    moodle: 41
    activities:
      p1: {name: Práctica 1, aliases: [Assignment 1], moodle: 901}
      oculta: {name: Examen secreto, moodle: 904}
    groups:
      A: {name: Grupo A, members: "group:grupo-a", moodle: 71}
  redes:
    name: Redes
    visible_to: [anyone]
    moodle: 42
  historia:
    name: Historia
    visible_to: [anyone]
    activities:
      ensayo: {name: Ensayo}
"""
PLACES: DeclaredPlaces = parse_places(PLACES_TEXT)
STATE_FACTS = (
    "individual-extension", "extension-date", "last-moment", "submission-open", "submission-status",
    "completion-state", "grade", "feedback", "visibility",
)  # fmt: skip
DATE_FACTS = ("due-date", "cut-off-date", "opening-date", "timezone")
NUMBERS = {"elena": 3, "ana": 4, "bruno": 5, "lucia": 6, "carla": 8, "dani": 9}


def campus() -> MoodleServer:
    """The site, to be used in a ``with`` block."""
    return MoodleServer(Scenario.load(SCENARIO))


def person(name: str, *, groups: Iterable[str] = (), number: str | None = None) -> Identity:
    """The identity of somebody of the campus, as a directory would give it."""
    held = {ANYONE, Principal.user(name), *(Principal.group(each) for each in groups)}
    said = str(NUMBERS[name]) if number is None and name in NUMBERS else number
    attributes = {"moodle.campus.id": said} if said is not None else {}
    return Identity("default", name, frozenset(held), True, 1, NOW, attributes)


def site_of(server: MoodleServer, token: str | None = None, **limits: float) -> MoodleSite:
    """How the site is spoken to in tests: impatiently, and without keeping anything unless asked."""
    chosen: dict[str, Any] = {"attempt": 2.0, "total": 4.0, "backoff": 0.001, "cache": 0.0} | limits
    secret = SecretStr(token or server.token("bot"))
    return MoodleSite(server.url, secret, "Europe/Madrid", "campus", Limits(**chosen))


def source_of(
    server: MoodleServer,
    *,
    seconds: float = 10.0,
    own: Iterable[str] = (),
    declared: DeclaredPlaces = PLACES,
    **limits: float,
) -> MoodleStateSource:
    """A source of state; ``own`` are the people who gave a token of their own."""
    site = site_of(server, **limits)
    tokens = {name: SecretStr(server.token(name)) for name in own}
    connection = MoodleConnection(site, tokens, seconds)
    return MoodleStateSource(site, declared, connection.find_person, seconds=seconds, now=lambda: NOW)


def plan(
    *facts: str, course: str | None = "bd", activity: str | None = "p1", language: str = "es", **changes: Any
) -> Plan:
    """A plan whose contract asks for these facts (for those of a person, where none is named)."""
    wanted = tuple(PACK.facts[each].required(critical=True) for each in facts or STATE_FACTS)
    slots = {
        name: Slot(name, value, SlotOrigin.QUESTION, f"«{name}»")
        for name, value in (("course", course), ("activity", activity))
        if value is not None
    }
    contract = EvidenceContract("deadline", Route.STATE, wanted, ("course", "activity"))
    fields: dict[str, Any] = {
        "pack": PACK.name,
        "pack_version": PACK.version,
        "contract": contract,
        "confidence": 1.0,
        "as_of": NOW,
        "timezone": "Europe/Madrid",
        "slots": slots,
        "search_text": "¿cuándo?",
        "language": language,
    }
    return Plan(**(fields | changes))
