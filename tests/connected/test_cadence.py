"""When what is read next: rights keep their cadence whatever contents do, and failures never slow it down for good."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import yaml
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.connected import Connection, parse_connection
from fidedigno.connected.book import Standing
from fidedigno.connected.cadence import FIRST_WAIT, JITTER, QUIET, next_reading, wait_after
from tests.connected.test_declaration import JIRA, LDAP

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@cache
def connection(*, people: bool = False) -> Connection:
    """Rights every 10 minutes, contents every hour."""
    said = {**(LDAP if people else JIRA), "rights_every": "10m"}
    return parse_connection(yaml.safe_dump(said), where="c", folder=Path())


READ = Standing(rights_at=NOW, contents_at=NOW, tried_at=NOW + MINUTE)
moments = st.none() | st.timedeltas(timedelta(0), timedelta(days=2)).map(lambda ago: NOW - ago)
standings = st.builds(
    Standing, rights_at=moments, contents_at=moments, tried_at=moments, failures=st.integers(0, 40),
    postponed=st.integers(0, 2), due_at=moments,
)  # fmt: skip


def test_what_was_never_read_is_read_whole_at_once() -> None:
    assert next_reading(connection(), Standing(), NOW).contents
    assert next_reading(connection(), Standing(), NOW).at <= NOW
    assert not next_reading(connection(people=True), Standing(), NOW).contents


def test_rights_come_after_their_cadence_and_contents_after_theirs() -> None:
    due = next_reading(connection(), READ, NOW)
    assert (due.at, due.contents) == (NOW + 10 * MINUTE, False)
    fresh = replace(READ, rights_at=NOW + 55 * MINUTE)
    due = next_reading(connection(), fresh, NOW + 60 * MINUTE)
    assert (due.at, due.contents) == (NOW + 60 * MINUTE, True)


def test_rights_that_are_due_come_before_contents_that_are_due_longer() -> None:
    late = NOW + 120 * MINUTE
    assert not next_reading(connection(), READ, late).contents
    renewed = replace(READ, rights_at=late)
    assert next_reading(connection(), renewed, late).contents


def test_a_system_that_says_something_changed_is_read_soon_but_not_at_every_word() -> None:
    told = replace(READ, due_at=NOW + 2 * MINUTE)
    assert next_reading(connection(), told, NOW).at == NOW + 2 * MINUTE
    at_once = replace(READ, due_at=NOW)
    assert next_reading(connection(), at_once, NOW).at == NOW + MINUTE + QUIET


def test_what_was_left_for_later_is_read_next() -> None:
    due = next_reading(connection(), replace(READ, postponed=4), NOW)
    assert due.contents
    assert due.at < NOW + 2 * MINUTE


@given(standings, st.floats(0, 1))
def test_rights_are_never_later_than_their_cadence_unless_readings_fail(
    standing: Standing, draw: float
) -> None:
    due = next_reading(connection(), standing, NOW, draw)
    every = connection().rights_every
    if standing.rights_at is None:
        assert due.contents
    elif not standing.failures:
        assert due.at <= standing.rights_at + every
    if standing.failures and standing.tried_at is not None:
        assert due.at >= standing.tried_at + min(FIRST_WAIT, every)
        last = standing.tried_at if standing.rights_at is None else max(standing.rights_at, standing.tried_at)
        assert due.at <= last + every


@given(standings, st.floats(0, 1))
def test_jitter_only_makes_a_reading_come_early_and_by_little(standing: Standing, draw: float) -> None:
    plain, drawn = (next_reading(connection(), standing, NOW, each) for each in (0.0, draw))
    if plain.contents == drawn.contents:
        assert timedelta(0) <= plain.at - drawn.at <= JITTER * timedelta(hours=1)


@given(st.integers(1, 10_000))
def test_waits_double_up_to_the_cadence_of_rights(failures: int) -> None:
    wait = wait_after(failures, connection())
    assert FIRST_WAIT <= wait <= connection().rights_every
    assert wait_after(failures + 1, connection()) in {min(wait * 2, connection().rights_every), wait}
