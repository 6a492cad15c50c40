"""Whether a time lies inside a time allowed, against a plain model of minutes, and how it is said."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.draft.conclusion import Bounds, Outcome, conclude, place_in
from fidedigno.model import (
    Claim,
    ClaimMatrix,
    ConflictKind,
    FactKind,
    FactRow,
    FactStatus,
    Moment,
    RequiredFact,
    Statement,
)
from fidedigno.plan.pack import Window
from tests.fakes.packs import MADRID, plan_of

WINDOW = Window("closes", "opens", "due", "extends")
ZONES = ("Europe/Madrid", "America/New_York", "Atlantic/Canary", "Australia/Lord_Howe", "UTC")
CHANGES = (date(2026, 10, 25), date(2026, 3, 29), date(2026, 11, 1), date(2026, 4, 5))


def local(zone: str) -> st.SearchStrategy[datetime]:
    """Wall clocks around the nights on which clocks change, either side of a repeated hour."""
    return st.builds(
        lambda day, minutes, fold: (
            datetime.combine(day, time(), ZoneInfo(zone)) + timedelta(minutes=minutes)
        ).replace(fold=fold),
        st.sampled_from(CHANGES),
        st.integers(-3_000, 3_000),
        st.integers(0, 1),
    )


@st.composite
def moments(draw: st.DrawFn, zone: str) -> Moment:
    start = draw(local(zone))
    if draw(st.booleans()):
        end = (start.astimezone(UTC) + timedelta(minutes=1)).astimezone(start.tzinfo)
        start = start.astimezone(UTC).astimezone(start.tzinfo)
        if start >= end:  # the model refuses a minute that the wall clock turns round
            return draw(moments(zone))
        return Moment("", start, end, exact=True)
    day = start.replace(hour=0, minute=0, fold=0)
    return Moment("", day, day + timedelta(days=draw(st.integers(1, 3))))


def model_of(asked: Moment, bounds: Bounds) -> Outcome:
    """Every minute of the time asked about is judged by itself; the outcome says what they are together."""
    minute = timedelta(minutes=1)
    first, end = asked.start.astimezone(UTC), asked.end.astimezone(UTC)
    minutes = [first] if asked.exact else [first + n * minute for n in range((end - first) // minute)]
    early = [m for m in minutes if bounds.opens and m < bounds.opens.astimezone(UTC)]
    shut = [m for m in minutes if bounds.closes and m > bounds.closes.astimezone(UTC)]
    late = [m for m in minutes if bounds.due and m > bounds.due.astimezone(UTC)]
    if len(early) == len(minutes):
        return Outcome.NOT_OPEN
    if shut:
        return Outcome.CLOSED if len(shut) == len(minutes) else Outcome.PARTLY
    if early:
        return Outcome.OPENS_WITHIN
    kind = "late" if late and len(late) == len(minutes) else "partly_late" if late else ""
    if bounds.closes is None:
        return Outcome(f"{kind}_unlimited") if kind else Outcome.UNLIMITED
    return Outcome(kind) if kind else Outcome.WITHIN


@given(st.sampled_from(ZONES).flatmap(lambda z: st.tuples(moments(z), *[st.none() | local(z)] * 3)))
def test_a_time_is_placed_as_its_minutes_are_one_by_one(
    drawn: tuple[Moment, datetime | None, datetime | None, datetime | None],
) -> None:
    asked, *instants = drawn
    closes, opens, due = (each and each.astimezone(UTC) for each in instants)
    if opens and closes and opens > closes:
        opens, closes = closes, opens
    assert place_in(asked, Bounds(closes, opens, due)) is model_of(asked, Bounds(closes, opens, due))


def test_the_second_half_past_two_of_an_autumn_night_is_after_the_first() -> None:
    first = datetime(2026, 10, 25, 2, 30, tzinfo=MADRID)
    again = first.replace(fold=1, minute=10)
    asked = Moment("", again, again + timedelta(minutes=1), exact=True)
    assert place_in(asked, Bounds(first)) is Outcome.CLOSED


def row(fact: str, *values: str, status: FactStatus = FactStatus.COVERED, **changes: Any) -> FactRow:
    said = tuple(
        Statement(fact, FactKind.INSTANT, value, f"{fact} {value}", f"{fact}{n}", **changes)
        for n, value in enumerate(values)
    )
    required = RequiredFact(fact, FactKind.INSTANT)
    if status is FactStatus.CONFLICTING:
        return FactRow(required, status, said[:1], said[1:], ConflictKind.INSTANT)
    return FactRow(required, status, said)


def day(number: int, days: int = 1) -> Moment:
    start = datetime(2026, 11, number, tzinfo=MADRID)
    return Moment("", start, start + timedelta(days=days))


def hour(number: int, clock: int) -> Moment:
    start = datetime(2026, 11, number, clock, tzinfo=MADRID)
    return Moment("", start, start + timedelta(minutes=1), exact=True)


def concluded(asked: Moment | None, *rows: FactRow, language: str = "es", **plan: Any) -> Claim | None:
    return conclude(plan_of(asked_moment=asked, **plan), ClaimMatrix(rows), WINDOW, language)


CLOSES = row("closes", "2026-11-16T23:59:00+01:00")
DUE = row("due", "2026-11-13T12:00:00+01:00")
OPENS = row("opens", "2026-11-02T09:00:00+01:00")
NONE = row("closes", "none")
MONDAY = "lunes 16 de noviembre de 2026, 23:59 (Europe/Madrid)"
FRIDAY = "viernes 13 de noviembre de 2026, 12:00 (Europe/Madrid)"


@pytest.mark.parametrize(
    ("asked", "rows", "text", "ids"),
    [
        (
            day(12),
            (CLOSES, DUE, OPENS),
            f"Sí: el jueves 12 de noviembre de 2026 está dentro del plazo, que termina el {MONDAY}.",
            {"closes0"},
        ),
        (
            day(13),
            (CLOSES, DUE, OPENS),
            f"Se admite, pero con retraso desde el {FRIDAY}, antes de que acabe el viernes 13 de noviembre de "
            f"2026; se cierra el {MONDAY}.",
            {"closes0", "due0"},
        ),
        (
            hour(14, 10),
            (CLOSES, DUE, OPENS),
            "Se admite, pero tarde: el sábado 14 de noviembre de 2026, 10:00 (Europe/Madrid) es después de la "
            f"fecha de entrega, el {FRIDAY}; se cierra el {MONDAY}.",
            {"closes0", "due0"},
        ),
        (
            day(17),
            (CLOSES, DUE, OPENS),
            f"No: el martes 17 de noviembre de 2026 es después del cierre, que es el {MONDAY}.",
            {"closes0"},
        ),
        (
            day(1),
            (CLOSES, DUE, OPENS),
            "No: el domingo 1 de noviembre de 2026 es antes de la apertura, que es el lunes 2 de noviembre de "
            "2026, 09:00 (Europe/Madrid).",
            {"closes0", "opens0"},
        ),
        (
            day(16, 7),
            (CLOSES,),
            f"Solo en parte: el plazo termina el {MONDAY}, antes de que acabe el periodo del lunes 16 de "
            "noviembre de 2026 al domingo 22 de noviembre de 2026.",
            {"closes0"},
        ),
        (
            day(13),
            (NONE,),
            "Sí: el viernes 13 de noviembre de 2026 se admite, porque no hay fecha de cierre.",
            {"closes0"},
        ),
    ],
)
def test_a_conclusion_says_what_follows_and_cites_what_it_follows_from(
    asked: Moment, rows: tuple[FactRow, ...], text: str, ids: set[str]
) -> None:
    claim = concluded(asked, *rows)
    assert claim is not None
    assert claim.text == text
    assert set(claim.evidence_ids) == ids
    assert (claim.derived, claim.fact) == (True, "closes")


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (
            day(12),
            "Yes: Thursday 12 November 2026 is within the time allowed, which ends on Friday 13 November 2026.",
        ),
        (day(14), "No: Saturday 14 November 2026 is after it closes, on Friday 13 November 2026."),
        (
            day(13, 3),
            "Only in part: the time allowed ends on Friday 13 November 2026, before the end of the period from "
            "Friday 13 November 2026 to Sunday 15 November 2026.",
        ),
    ],
)
def test_a_day_without_an_hour_is_never_told_with_one(asked: Moment, text: str) -> None:
    claim = concluded(asked, row("closes", "2026-11-13T23:59+01:00"), language="en")
    assert claim is not None
    assert claim.text == text


def test_a_whole_day_lasts_to_its_end_and_keeps_its_date_in_another_timezone() -> None:
    last = datetime(2026, 11, 13, 23, 59, 30, tzinfo=MADRID)
    asked = Moment("", last, last + timedelta(seconds=1), exact=True)
    inside = concluded(asked, row("closes", "2026-11-13T23:59+01:00"))
    assert inside is not None
    assert inside.text.startswith("Sí: ")
    abroad = concluded(day(20), row("closes", "2026-11-13T23:59-05:00"))
    assert abroad is not None
    assert "el viernes 13 de noviembre de 2026." in abroad.text


def test_of_statements_that_agree_the_one_with_the_hour_is_used() -> None:
    claim = concluded(day(13), row("closes", "2026-11-13T23:59+01:00", "2026-11-13T14:00:00+01:00"))
    assert claim is not None
    assert claim.text.startswith("Solo en parte: el plazo termina el viernes 13 de noviembre de 2026, 14:00")
    assert claim.evidence_ids == ("closes1",)


def test_nothing_before_ones_own_extension_is_late_and_what_is_late_cites_it() -> None:
    extended = row("extends", "2026-11-14T12:00:00+01:00")
    early = concluded(hour(14, 10), CLOSES, DUE, extended)
    late = concluded(hour(14, 13), CLOSES, DUE, extended)
    assert early is not None
    assert late is not None
    assert early.text.startswith("Sí: ")
    assert late.text.startswith("Se admite, pero tarde: ")
    assert set(late.evidence_ids) == {"closes0", "extends0"}
    unextended = concluded(hour(14, 13), CLOSES, DUE, row("extends", "none"))
    assert unextended is not None
    assert set(unextended.evidence_ids) == {"closes0", "due0"}


@pytest.mark.parametrize(
    "rows",
    [
        (),
        (row("closes", status=FactStatus.MISSING),),
        (row("closes", "2026-11-16T23:59:00+01:00", negated=True),),
        (CLOSES, row("due", status=FactStatus.UNVERIFIABLE)),
        (
            CLOSES,
            row("opens", "2026-11-01T00:00+01:00", "2026-12-01T00:00+01:00", status=FactStatus.CONFLICTING),
        ),
        (CLOSES, DUE, row("extends", status=FactStatus.UNVERIFIABLE)),
        (CLOSES, row("opens", "2026-12-01T00:00:00+01:00")),
    ],
    ids=[
        "nothing",
        "no close",
        "a denial",
        "due unknown",
        "openings in conflict",
        "extension unknown",
        "upside down",
    ],
)
def test_nothing_is_concluded_where_a_date_that_decides_is_not_settled(rows: tuple[FactRow, ...]) -> None:
    assert concluded(day(15), *rows) is None


def test_without_a_day_in_the_question_nothing_is_concluded() -> None:
    assert concluded(None, CLOSES) is None


@pytest.mark.parametrize(
    ("language", "words"), [("es", "lo que queda del jueves 12"), ("en", "what is left of Thursday 12")]
)
def test_of_today_only_what_is_left_counts(language: str, words: str) -> None:
    now = datetime(2026, 11, 12, 10, tzinfo=MADRID)
    claim = concluded(day(12), row("closes", "2026-11-12T09:00:00+01:00"), language=language, as_of=now)
    assert claim is not None
    assert claim.text.startswith("No: ")
    assert words in claim.text


@given(
    st.sampled_from(("es", "en")), st.integers(1, 28), st.integers(1, 28), st.booleans(), st.integers(1, 9)
)
def test_every_outcome_is_a_whole_sentence_without_a_hole(
    language: str, asked: int, closing: int, exact: bool, days: int
) -> None:
    moment = hour(asked, 12) if exact else day(asked, min(days, 30 - asked + 1))
    claim = concluded(
        moment, row("closes", f"2026-11-{closing:02}T23:59+01:00"), DUE, OPENS, language=language
    )
    if claim is None:
        return
    assert claim.text[0].isupper()
    assert claim.text.endswith(".")
    assert not set("{}") & set(claim.text)
    assert "  " not in claim.text
    assert "el ," not in claim.text
    assert "on ." not in claim.text
