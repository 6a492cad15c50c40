"""Each kind of source is reviewed as often as it must be, and what is due sooner is due."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.freshness import LONGEST, FreshnessRule, SourceKind, rule_for

DAY = timedelta(days=1)
START = datetime(2026, 1, 1, tzinfo=UTC)
USUAL = 400 * DAY


@pytest.mark.parametrize(
    ("kind", "days"), [(SourceKind.POLICY, 92), (SourceKind.SUPPORT_MACRO, 31), (SourceKind.OTHER, 400)]
)
def test_a_kind_with_a_longest_interval_has_it_where_none_is_given(kind: SourceKind, days: int) -> None:
    assert FreshnessRule(("*",), kind).due(START, USUAL) == START + days * DAY


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"kind": SourceKind.POLICY, "every": 93 * DAY}, "at least every 92 days"),
        ({"kind": SourceKind.SUPPORT_MACRO, "every": 32 * DAY}, "at least every 31 days"),
        ({"kind": SourceKind.LEGAL_TEMPLATE, "every": DAY}, "owner"),
        ({"kind": SourceKind.PRICES}, "last_change"),
        ({"kind": SourceKind.PRODUCT, "owner": "ana"}, "last_change"),
    ],
)
def test_a_kind_asks_for_what_it_needs(fields: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        FreshnessRule(("*",), **fields)  # type: ignore[arg-type]


def test_what_was_not_looked_at_since_the_last_change_is_due_from_then() -> None:
    rule = FreshnessRule(("prices/**",), SourceKind.PRICES, last_change=START)
    assert rule.due(START - DAY, USUAL) == START
    assert rule.due(START, USUAL) == START + USUAL
    assert rule.due(START - 900 * DAY, USUAL) == START - 500 * DAY


@given(
    kind=st.sampled_from(SourceKind),
    every=st.none() | st.integers(1, 31),
    change=st.none() | st.integers(-300, 300),
    looked=st.integers(-300, 300),
)
def test_no_rule_leaves_a_kind_without_review_for_longer_than_its_longest(
    kind, every, change, looked
) -> None:
    if kind in {SourceKind.PRICES, SourceKind.PRODUCT} and every is None and change is None:
        every = 5
    rule = FreshnessRule(
        ("*",),
        kind,
        every * DAY if every else None,
        START + change * DAY if change is not None else None,
        "ana",
    )
    looked_at = START + looked * DAY
    due = rule.due(looked_at, USUAL)
    assert due <= looked_at + LONGEST.get(kind, USUAL)
    if rule.last_change is not None and looked_at < rule.last_change:
        assert due <= rule.last_change


def test_the_first_rule_that_matches_holds() -> None:
    rules = (FreshnessRule(("prices/**",), every=DAY), FreshnessRule(("*.md",), every=2 * DAY))
    assert rule_for("prices/2026/a.md", rules) is rules[0]
    assert rule_for("other/a.md", rules) is rules[1]
    assert rule_for("other/a.pdf", rules) is None
