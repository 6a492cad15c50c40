"""The table of expressions: every line is read as it says, and nothing else is found in it."""

from datetime import datetime

import pytest

from fidedigno.dates import DateMention, Direction, find_dates
from tests.dates.table import REFERENCE, TIMEZONE, Expected, Row, read_rows

ROWS = read_rows()


def found_in(row: Row) -> list[tuple[object, ...]]:
    direction = Direction(row.direction) if row.direction != "nothing" else Direction.FUTURE
    mentions = find_dates(
        row.text, reference=REFERENCE, timezone=TIMEZONE, language=row.language, direction=direction
    )
    for mention in mentions:
        assert row.text[mention.start : mention.end] == mention.moment.text
    return [as_told(mention) for mention in mentions]


def as_told(mention: DateMention) -> tuple[object, ...]:
    flags = {
        "relative": mention.relative,
        "open": not mention.year_given,
        "zone": mention.timezone_known,
        "ambiguous": mention.ambiguous,
        "inexact": mention.inexact_local_time,
        mention.role.value: mention.role.value != "plain",
    }
    moment = mention.moment
    told = frozenset(flag for flag, holds in flags.items() if holds)
    return moment.text, stamp(moment.start), stamp(moment.end), moment.exact, told


def expected_of(expected: Expected) -> tuple[object, ...]:
    return expected.words, stamp(expected.start), stamp(expected.end), expected.exact, expected.flags


def stamp(moment: datetime) -> float:
    return moment.timestamp()


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_an_expression_is_read_as_the_table_says(row: Row) -> None:
    assert found_in(row) == [expected_of(each) for each in row.expected]


def test_the_table_speaks_both_languages_and_every_direction() -> None:
    counts = {
        (language, direction): sum(r.language == language and r.direction == direction for r in ROWS)
        for language in ("es", "en")
        for direction in ("future", "nearest", "past", "nothing")
    }
    assert sum(counts.values()) >= 200
    assert min(counts.values()) >= 3
