from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import SecretStr

from fidedigno.sources.confluence import ConfluenceOptions, SpaceAccess
from fidedigno.sources.confluence.cursor import Cursor, read_cursor, terms_of

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
CURSOR = Cursor(NOON + timedelta(minutes=5), NOON, "terms")
OPTIONS = ConfluenceOptions("https://c.example", "r@c.example", SecretStr("x"))
SWEEP = timedelta(minutes=15)


def test_a_cursor_is_read_as_it_was_written() -> None:
    assert read_cursor(str(CURSOR)) == CURSOR


@pytest.mark.parametrize(
    "text", [None, "", "{", "[]", "7", '{"read":1}', "[" * 900, "x" * 2000, '{"read":"2026-11-30T12:00:00"}']
)
def test_any_other_text_is_no_cursor(text: str | None) -> None:
    assert read_cursor(text) is None


@pytest.mark.parametrize(
    ("minutes", "lasts"), [(4, False), (5, True), (14, True), (15, False), (600, False), (-600, False)]
)
def test_it_lasts_until_rights_must_be_read_again(minutes: int, lasts: bool) -> None:
    assert CURSOR.lasts(NOON + timedelta(minutes=minutes), "terms", SWEEP) is lasts


def test_it_does_not_last_under_other_terms_or_with_times_in_disorder() -> None:
    now = NOON + timedelta(minutes=6)
    assert CURSOR.lasts(now, "terms", SWEEP)
    assert not CURSOR.lasts(now, "others", SWEEP)
    assert not replace(CURSOR, swept=now).lasts(now, "terms", SWEEP)


def test_another_account_or_other_rights_are_other_terms() -> None:
    others = [
        terms_of(OPTIONS, "b"),
        terms_of(replace(OPTIONS, spaces=("HR",)), "a"),
        terms_of(replace(OPTIONS, anonymous_access=True), "a"),
        terms_of(replace(OPTIONS, licensed_groups=("g",)), "a"),
        terms_of(replace(OPTIONS, space_access=SpaceAccess.ROLES), "a"),
    ]
    assert len({terms_of(OPTIONS, "a"), *others}) == 6
    assert terms_of(OPTIONS, "a") == terms_of(replace(OPTIONS, token=SecretStr("new")), "a")
