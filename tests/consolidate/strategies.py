"""Generated cards about one deadline: every authority, scope, edition and validity beside each other."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from fidedigno.model import Evidence, EvidenceKind, Validity
from tests.fakes.cards import card
from tests.fakes.packs import LADDER, MADRID, NOW

DAYS = (9, 12, 19, 26)
DATES = (*(datetime(2026, month, 1, tzinfo=MADRID) for month in (1, 7, 9, 10, 11)), None)
SCOPES = (
    {},
    {"course": "41"},
    {"course": "41", "group": "A"},
    {"course": "41", "group": "B"},
    {"course": "40"},
    {"course": "41", "activity": "p1"},
)


def iso(day: int) -> str:
    return datetime(2026, 10, day, 23, 59, tzinfo=MADRID).isoformat()


def sentence(day: int) -> str:
    return f"La práctica 1 se entrega el {day} de octubre de 2026 a las 23:59."


@st.composite
def cards(draw: st.DrawFn, number: int = 1) -> Evidence:
    """A passage, or one time in five a live reading, that states a deadline."""
    day = draw(st.sampled_from(DAYS))
    start, until = draw(st.sampled_from(DATES)), draw(st.sampled_from(DATES))
    if start is not None and until is not None and start >= until:
        until = start + timedelta(days=30)
    fields: dict[str, Any] = {
        "id": f"c{number:02}",
        "authority": draw(st.sampled_from((*LADDER, "rumour"))),
        "version": draw(st.sampled_from(("1", "2", "3", ""))),
        "series": draw(st.sampled_from(("", "guide", "notices"))),
        "scope": draw(st.sampled_from(SCOPES)),
        "validity": Validity(start, until),
        "updated_at": NOW - timedelta(days=draw(st.sampled_from((1, 2, 3)))),
        "retrieved_at": NOW,
        "content": sentence(day),
        "language": "es",
        "timezone": "Europe/Madrid",
        "title": "Base de datos",
    }
    if draw(st.integers(0, 4)) == 0:
        fields |= {
            "kind": EvidenceKind.STATE,
            "authority": "live",
            "values": {"due": iso(day)},
            "source": f"s{number}",
        }
    return card(**fields)


def heaps(most: int = 8) -> st.SearchStrategy[list[Evidence]]:
    """Several cards, each with its own id."""
    return st.integers(0, most).flatmap(lambda n: st.tuples(*(cards(number=i) for i in range(n))).map(list))
