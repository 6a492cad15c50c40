"""Who is quoted first: the more specific scope, then the stronger authority; the rest is set aside and recorded."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.tiers import set_aside, tiers_of
from fidedigno.gather import Candidate
from fidedigno.model import Discard, DiscardReason, EvidenceContract, FactKind, RequiredFact, Route
from tests.fakes.cards import card
from tests.fakes.packs import LADDER, PACK, pack_with, plan_of

RANKED = RequiredFact("rule", FactKind.TEXT, authorities=LADDER)
PLAN = plan_of("rule", contract=EvidenceContract("rule", Route.PASSAGES, (RANKED,)), slots={"course": "41"})


def candidate(number: int, authority: str, **scope: str) -> Candidate:
    return Candidate(card(number, authority=authority, scope=scope), number)


def ids(tier: tuple[Candidate, ...]) -> list[int]:
    return [each.rank for each in tier]


def test_the_stronger_authority_is_tried_alone_before_weaker_ones_join_it() -> None:
    candidates = [candidate(1, "notice"), candidate(2, "official"), candidate(3, "university")]
    assert [ids(tier) for tier in tiers_of(PLAN, PACK, candidates)] == [[2], [2, 3], [1, 2, 3]]


def test_the_more_specific_scope_goes_before_the_stronger_authority_where_the_pack_says_so() -> None:
    candidates = [candidate(1, "official"), candidate(2, "notice", course="41")]
    assert [ids(tier) for tier in tiers_of(PLAN, PACK, candidates)] == [[2], [1, 2]]
    flat = pack_with(rule={"specific_scope_rules": False})
    assert [ids(tier) for tier in tiers_of(PLAN, flat, candidates)] == [[1], [1, 2]]


def test_an_explanation_has_one_tier_whoever_gives_it() -> None:
    plan = plan_of("concept")
    candidates = [candidate(1, "informal"), candidate(2, "official")]
    assert [ids(tier) for tier in tiers_of(plan, PACK, candidates)] == [[1, 2]]
    assert set_aside(plan, PACK, [candidates[0].evidence], [candidates[1].evidence]) == ()


@pytest.mark.parametrize(
    ("ruling", "other", "reason"),
    [
        (("official", {}), ("notice", {}), DiscardReason.LOWER_AUTHORITY),
        (("notice", {"course": "41"}), ("official", {}), DiscardReason.GENERAL_SCOPE),
        (("official", {}), ("rumour", {}), DiscardReason.LOWER_AUTHORITY),
    ],
)
def test_what_gives_way_is_recorded_with_its_rule(
    ruling: tuple[str, dict[str, str]], other: tuple[str, dict[str, str]], reason: DiscardReason
) -> None:
    one, two = candidate(1, ruling[0], **ruling[1]).evidence, candidate(2, other[0], **other[1]).evidence
    narrowed = [replace(one, id="1:0-4")], [replace(two, id="2:3-9"), replace(one, id="1:0-4")]
    assert set_aside(PLAN, PACK, *narrowed) == (Discard("2", reason, "rule", "1"),)


def test_nothing_is_set_aside_where_nothing_is_quoted_or_all_weigh_the_same() -> None:
    one, two = candidate(1, "official").evidence, candidate(2, "official").evidence
    assert set_aside(PLAN, PACK, [], [two]) == ()
    assert set_aside(PLAN, PACK, [one], [two]) == ()


@given(st.lists(st.sampled_from((*LADDER, "rumour")), min_size=1, max_size=8))
def test_tiers_grow_keep_the_order_and_end_with_everything(authorities: list[str]) -> None:
    candidates = [candidate(n, authority) for n, authority in enumerate(authorities, 1)]
    tiers = [ids(tier) for tier in tiers_of(PLAN, PACK, candidates)]
    assert tiers[-1] == [each.rank for each in candidates]
    assert all(set(a) < set(b) for a, b in itertools.pairwise(tiers))
    assert all(tier == sorted(tier) for tier in tiers)
    strongest = min(LADDER.index(a) if a in LADDER else len(LADDER) for a in authorities)
    first = {authorities[n - 1] for n in tiers[0]}
    assert first <= ({LADDER[strongest]} if strongest < len(LADDER) else {"rumour"})
