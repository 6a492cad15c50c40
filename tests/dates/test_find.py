"""The finder as a whole: every style of date, any text at all, and texts made to be slow."""

import sys
import time
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fidedigno.dates import Direction, MentionRole, find_dates
from fidedigno.errors import ConfigurationError
from tests.dates.styles import STYLES
from tests.dates.table import REFERENCE, TIMEZONE, Row, read_rows

MADRID = ZoneInfo(TIMEZONE)
WRITTEN = [(language, index) for language in STYLES for index in range(len(STYLES[language]))]
AROUND = {
    "es": [
        ("", ""),
        ("La entrega cierra ", "."),
        ("(", ")"),
        ("Plazo: ", ", sin prórroga"),
        ("Véase 3.2. ", "\nFin"),
    ],
    "en": [("", ""), ("It closes ", "."), ("(", ")"), ("Due: ", ", no extension"), ("See 3.2. ", "\nEnd")],
}
FRAGMENTS = [
    *(row.text for row in read_rows()),
    *(
        "lunes",
        "de",
        "a las",
        "13",
        "13:59",
        "/",
        "-",
        ".",
        ",",
        "(",
        ")",
        "del",
        "al",
        "el",
        "the",
        "on",
        "at",
    ),
    *("may", "mayo", "2026", "31", "h", "pm", "CET", "UTC", "+01:00", "hasta"),
]


def found(text: str, **more: object) -> tuple[object, ...]:
    options = {"reference": REFERENCE, "timezone": TIMEZONE} | more
    return find_dates(text, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("language", "index"), WRITTEN)
@given(
    at=st.datetimes(datetime(1900, 1, 1), datetime(2199, 12, 31)).map(  # noqa: DTZ001
        lambda d: d.replace(second=0, microsecond=0)
    ),
    around=st.integers(0, 4),
    direction=st.sampled_from(Direction),
)
@settings(max_examples=40)
def test_every_style_of_writing_an_instant_is_read(
    language: str, index: int, at: datetime, around: int, direction: Direction
) -> None:
    before, after = AROUND[language][around]
    expression = STYLES[language][index](at)
    text = f"{before}{expression}{after}"
    # In UTC every wall clock names one instant; gaps and folds have their own tests.
    mentions = find_dates(text, reference=REFERENCE, timezone="UTC", language=language, direction=direction)
    assert [(text[m.start : m.end], m.moment.start) for m in mentions] == [
        (expression, at.replace(tzinfo=UTC))
    ]
    mention = mentions[0]
    assert mention.moment.exact
    assert mention.year_given
    assert not mention.relative
    assert not mention.timezone_known
    assert not mention.inexact_local_time


@pytest.mark.parametrize("zone", ["Europe/Madrid", "America/New_York", "Pacific/Apia", "Asia/Kathmandu"])
@given(at=st.datetimes(datetime(1970, 1, 1), datetime(2100, 12, 31)), language=st.sampled_from(["es", "en"]))  # noqa: DTZ001
def test_a_day_is_all_of_its_local_hours(zone: str, at: datetime, language: str) -> None:
    text = f"{at:%d/%m/%Y}"
    mentions = find_dates(text, reference=REFERENCE, timezone=zone, language="es")
    if not mentions:
        assert (zone, at.date().isoformat()) == ("Pacific/Apia", "2011-12-30")
        return
    start, end = mentions[0].moment.start, mentions[0].moment.end
    assert (
        start.date()
        == at.date()
        == (end.astimezone(UTC) - timedelta(seconds=1)).astimezone(start.tzinfo).date()
    )
    assert (start.astimezone(UTC) - timedelta(seconds=1)).astimezone(start.tzinfo).date() < at.date()
    assert not mentions[0].moment.exact


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(st.sampled_from(FRAGMENTS), max_size=12).map(" ".join),
        st.text(alphabet="0123456789/-.: ahlT+()", max_size=60),
    ),
    st.sampled_from(Direction),
    st.sampled_from(["Europe/Madrid", "UTC", "America/Santiago", "Pacific/Apia"]),
)
@settings(max_examples=400)
def test_any_text_gives_ordered_mentions_that_slice_it(text: str, direction: Direction, zone: str) -> None:
    mentions = find_dates(text, reference=REFERENCE, timezone=zone, direction=direction)
    for mention in mentions:
        assert text[mention.start : mention.end] == mention.moment.text
        assert mention.moment.text.strip() == mention.moment.text != ""
        assert mention.moment.start.astimezone(UTC) < mention.moment.end.astimezone(UTC)
    assert all(one.end <= two.start for one, two in pairwise(mentions))


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=6))
@example(["Can I submit before 17:00?", "13:59"])
def test_sentences_do_not_change_each_other(parts: list[str]) -> None:
    alone = [m.moment.start for part in parts for m in found(part)]  # type: ignore[attr-defined]
    together = [m.moment.start for m in found("\n\n".join(parts))]  # type: ignore[attr-defined]
    assert together == alone


@given(
    st.sampled_from([row for row in read_rows() if not row.text.isascii()]), st.sampled_from(["NFD", "NFC"])
)
def test_accents_in_a_sign_of_their_own_change_only_the_offsets(
    row: Row, form: Literal["NFD", "NFC"]
) -> None:
    text = unicodedata.normalize(form, row.text)
    mentions = find_dates(text, reference=REFERENCE, timezone=TIMEZONE, language=row.language)
    usual = find_dates(row.text, reference=REFERENCE, timezone=TIMEZONE, language=row.language)
    assert [m.moment.start for m in mentions] == [m.moment.start for m in usual]
    assert [unicodedata.normalize("NFC", text[m.start : m.end]) for m in mentions] == [
        unicodedata.normalize("NFC", m.moment.text) for m in usual
    ]
    assert all(text[m.start : m.end] == m.moment.text for m in mentions)


def test_a_language_that_is_not_known_still_reads_both() -> None:
    for language in (None, "fr", "es", "en"):
        text = "hasta el 13 de noviembre de 2026 or by November 14, 2026"
        mentions = find_dates(text, reference=REFERENCE, timezone=TIMEZONE, language=language)
        assert [m.moment.start.day for m in mentions] == [13, 14]
        assert [m.role for m in mentions] == [MentionRole.UNTIL, MentionRole.UNTIL]


def test_relative_days_are_those_of_the_timezone_and_not_of_the_reference() -> None:
    reference = datetime(2025, 11, 12, 23, 30, tzinfo=UTC)
    mentions = find_dates("mañana", reference=reference, timezone=TIMEZONE)
    assert mentions[0].moment.start == datetime(2025, 11, 14, tzinfo=MADRID)


@pytest.mark.parametrize(
    ("direction", "day"), [(Direction.FUTURE, 13), (Direction.PAST, 12), (Direction.NEAREST, 12)]
)
def test_an_hour_alone_lies_on_the_side_that_is_asked_for(direction: Direction, day: int) -> None:
    mentions = find_dates("a las 9:00", reference=REFERENCE, timezone=TIMEZONE, direction=direction)
    assert mentions[0].moment.start == datetime(2025, 11, day, 9, tzinfo=MADRID)
    assert mentions[0].relative


def test_an_unknown_timezone_is_refused_with_what_to_write() -> None:
    with pytest.raises(ConfigurationError, match="no timezone 'Europe/Madird'") as refusal:
        find_dates("hoy", reference=REFERENCE, timezone="Europe/Madird")
    assert "IANA" in refusal.value.hint


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "/etc/passwd", "a\0b", "x" * 5000, "Europe"])
def test_a_hostile_name_of_a_timezone_is_refused(name: str) -> None:
    with pytest.raises(ConfigurationError):
        find_dates("hoy", reference=REFERENCE, timezone=name)


def test_a_reference_without_timezone_or_out_of_reach_is_refused() -> None:
    with pytest.raises(ValueError, match="timezone"):
        find_dates("hoy", reference=datetime(2025, 1, 1), timezone=TIMEZONE)  # noqa: DTZ001
    with pytest.raises(ValueError, match="9990"):
        find_dates("hoy", reference=datetime(9990, 1, 1, tzinfo=UTC), timezone=TIMEZONE)


HOSTILE = {
    "digits": lambda n: "7" * n,
    "numbers": lambda n: "12 " * (n // 3),
    "dates": lambda n: "13/11/2026 " * (n // 11),
    "slashes": lambda n: "1/1" * (n // 3),
    "dots": lambda n: "1.1." * (n // 4),
    "colons": lambda n: "11:11:" * (n // 6),
    "weekdays": lambda n: "lunes, " * (n // 7),
    "articles": lambda n: "el la the " * (n // 10),
    "cues": lambda n: "a las " * (n // 6),
    "blanks": lambda n: "13" + " " * (n - 2),
    "months": lambda n: "mayo de " * (n // 8),
    "ranges": lambda n: "1-2-" * (n // 4),
    "brackets": lambda n: "13:00 (" * (n // 7),
    "letters": lambda n: "mayo" + "ж" * (n - 4),
    "zones": lambda n: "13:00 a/" + "b/" * (n // 2),
}


def operations(text: str) -> int:
    """How many calls, of Python functions and built-in ones, finding the dates of a text takes."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    found(text)  # compiles the patterns that it needs
    sys.setprofile(count)
    try:
        found(text)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("shape", HOSTILE.values(), ids=HOSTILE.keys())
def test_the_work_grows_with_the_text_and_not_faster(shape: Callable[[int], str]) -> None:
    small, large = operations(shape(4_000)), operations(shape(16_000))
    assert large <= 4.4 * small + 200


def test_a_passage_costs_little_more_than_a_look_at_its_numbers() -> None:
    passage = (
        "La asignatura explica los métodos de búsqueda y sus límites. En el apartado 3.2 se ven 12 ejemplos, "
        "y la práctica vale un 25 % de la nota final. "
    ) * 6
    deadline = "La entrega cierra el viernes 13 de noviembre de 2026, a las 23:59, hora peninsular."
    assert operations(passage) < 1.5 * len(passage)
    assert operations(passage + deadline) - operations(passage) < 400


@pytest.mark.parametrize("shape", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hundred_kilobytes_take_no_pattern_into_backtracking(shape: Callable[[int], str]) -> None:
    def seconds(text: str) -> float:
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            found(text)
            best = min(best, time.process_time() - start)
        return best

    # A pattern that goes back over its text takes sixteen times as long, or for ever.
    assert seconds(shape(100_000)) <= 10 * seconds(shape(25_000)) + 0.05


def test_real_documents_give_dates_that_slice_them(shared_data: Path) -> None:
    count = 0
    for path in sorted(shared_data.glob("corpora/*/**/*.md"))[:60]:
        text = path.read_text(encoding="utf-8", errors="replace")[:20_000]
        for mention in find_dates(text, reference=REFERENCE, timezone=TIMEZONE):
            assert text[mention.start : mention.end] == mention.moment.text
            count += 1
    assert count > 20
