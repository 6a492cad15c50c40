"""When two values say the same."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.values.agreement import (
    agrees,
    bounds_conflict,
    comparable,
    is_more_precise,
    is_satisfied,
    lies_within,
)
from fidedigno.verify.values.lexicon import lexicon
from tests.verify.values.reading import one

SAME = [
    ("14 days", "two weeks"),
    ("12 months", "one year"),
    ("48 hours", "2 days"),
    ("36 hours", "a day and a half"),
    ("one month", "30 days"),
    ("1 year", "365 days"),
    ("1,250.50 euros", "€1.250,50"),
    ("$10", "10 USD"),
    ("5 GB", "5120 MB"),
    ("26.2 miles", "42.195 km"),
    ("1.2 km", "1,200 metres"),
    ("5%", "5 per cent"),
    ("a dozen eggs", "12 eggs"),
    ("47 million people", "47,400,000 people"),
    ("about 1,200 people", "1,234 people"),
    ("roughly 3.1 kg", "3.14 kg"),
    ("between 5 and 7 days", "5-7 days"),
    ("3 March 2024", "03/03/2024"),
    ("3 March", "March 3rd, 2024"),
    ("March 2024", "3 March 2024"),
    ("at 3 pm", "at 15:00"),
    ("at 5:30", "at 17:30"),
    ("at 14:00 CET", "at 13:00 UTC"),
    ("version 3.11", "version 3.11.4"),
    ("on Mondays", "Monday to Friday"),
    ("per month", "monthly"),
    ("it is 10 now", "it is $10"),
]
DIFFERENT = [
    ("14 days", "30 days"),
    ("1 year", "300 days"),
    ("2 months", "30 days"),
    ("5 working days", "5 days"),
    ("in 1998", "in 1989"),
    ("1999 seats", "2000 seats"),
    ("1,200 people", "1,234 people"),
    ("about 1,200 people", "1,400 people"),
    ("2.5 million people", "2.3 million people"),
    ("$250", "$1,250"),
    ("10 euros", "10 dollars"),
    ("20%", "$20"),
    ("5-7 days", "5-9 days"),
    ("3 March", "4 March"),
    ("March 2024", "3 April 2024"),
    ("at 3 pm", "at 3 am"),
    ("at 14:00 CET", "at 14:00 UTC"),
    ("version 3.9", "version 3.11"),
    ("Monday to Friday", "Monday to Saturday"),
    ("per month", "per year"),
    ("5 points", "5 %"),
]


@pytest.mark.parametrize(("claim", "evidence"), SAME)
def test_other_notations_of_one_value_agree(claim: str, evidence: str) -> None:
    assert agrees(one(claim), one(evidence))


@pytest.mark.parametrize(("claim", "evidence"), DIFFERENT)
def test_other_values_do_not_agree(claim: str, evidence: str) -> None:
    assert not agrees(one(claim), one(evidence))
    assert not agrees(one(evidence), one(claim))


def test_an_ambiguous_thousand_agrees_with_either_reading() -> None:
    assert agrees(one("1.000 kg", "en"), one("1.000 kg", "es"))
    assert agrees(one("1.000 kg", "en"), one("1 kg"))
    assert not agrees(one("1.000 kg", "en"), one("10 kg"))


def test_dimensions_are_told_apart() -> None:
    assert comparable(one("5 users"), one("7 users"))
    assert not comparable(one("5 users"), one("7 projects"))
    assert not comparable(one("20%"), one("$20"))
    assert not comparable(one("2 kg"), one("2 km"))
    assert comparable(one("2 days"), one("3 months"))


def test_limits_conflict_only_with_their_opposite() -> None:
    assert bounds_conflict(one("at least 5 users"), one("at most 5 users"))
    assert bounds_conflict(one("up to 5 users"), one("5 users or more"))
    assert bounds_conflict(one("within 5 days"), one("after 5 days"))
    assert bounds_conflict(one("before 5 March"), one("after 5 March"))
    assert not bounds_conflict(one("at least 5 users"), one("more than 5 users"))
    assert not bounds_conflict(one("at least 5 users"), one("5 users"))


def test_a_loose_limit_is_satisfied_by_a_near_number_only() -> None:
    assert is_satisfied(one("more than 100 users"), one("150 users"))
    assert not is_satisfied(one("more than 100 users"), one("90 users"))
    assert not is_satisfied(one("more than 100 users"), one("5,000 users"))
    assert is_satisfied(one("less than 100 users"), one("80 users"))
    assert is_satisfied(one("up to 7 days"), one("5-7 days"))
    assert not is_satisfied(one("at least 5 users"), one("10 users"))


def test_a_number_lies_within_a_range_or_limit() -> None:
    assert lies_within(one("6 days"), one("5-7 days"))
    assert not lies_within(one("8 days"), one("5-7 days"))
    assert lies_within(one("6 users"), one("up to 7 users"))
    assert not lies_within(one("6 users"), one("at least 7 users"))


def test_a_date_may_say_more_than_the_evidence() -> None:
    assert is_more_precise(one("3 March 2024"), one("March 2024"))
    assert not is_more_precise(one("March 2024"), one("3 March 2024"))
    assert is_more_precise(one("version 3.11.4"), one("version 3.11"))


UNITS = sorted(name for name, unit in lexicon().units.items() if unit.forms["en"] and unit.base != "°C")


@given(st.sampled_from(UNITS), st.sampled_from(UNITS), st.integers(2, 5000), st.integers(2, 5000))
def test_agreement_is_symmetric_over_units(first: str, second: str, number: int, other: int) -> None:
    units = lexicon().units
    claim = one(f"{number} {units[first].forms['en'][1]}")
    evidence = one(f"{other} {units[second].forms['en'][1]}")
    assert agrees(claim, evidence) == agrees(evidence, claim)


@given(
    st.sampled_from(UNITS),
    st.integers(2, 10**6),
    st.sampled_from(["es", "en"]),
    st.sampled_from(["es", "en"]),
)
def test_a_number_agrees_with_itself_in_the_other_language(
    name: str, number: int, mine: str, theirs: str
) -> None:
    forms = lexicon().units[name].forms
    grouped = {"en": f"{number:,}", "es": f"{number:,}".replace(",", ".")}
    assert agrees(
        one(f"{grouped[mine]} {forms[mine][1]}", mine), one(f"{grouped[theirs]} {forms[theirs][1]}", theirs)
    )


@given(st.integers(1, 500))
def test_time_is_converted_exactly(number: int) -> None:
    assert agrees(one(f"{number * 7} days"), one(f"{number} weeks, x"))
    assert agrees(one(f"{number * 24} hours"), one(f"{number} days, x")) == (number > 0)
    assert not agrees(one(f"{number * 24 + 1} hours"), one(f"{number} days, x"))


def test_readings_are_exact_decimals() -> None:
    assert one("0.1 kg").low + one("0.2 kg").low == Decimal("300")
