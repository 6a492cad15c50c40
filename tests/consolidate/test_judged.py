"""A judge adds conflicts between equals, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate import TextSupport, cover_facts
from fidedigno.consolidate.features import Support
from fidedigno.consolidate.judged import Judge
from fidedigno.model import ClaimMatrix, ConflictKind, Evidence, FactRow, FactStatus
from tests.consolidate.matrices import passage
from tests.fakes.packs import PACK, plan_of

ONE = "La entrega tardía de la memoria se tramita en la secretaría."
OTHER = "La entrega tardía de la memoria se tramita en la plataforma."
THIRD = "La entrega tardía de la memoria se tramita en el despacho."
ELSEWHERE = "Los apuntes de redes se publican cada semana en el tablón."
DENIED = "La entrega tardía de la memoria no se tramita en la secretaría."


class Recorder:
    """Judges every pair alike, and remembers them."""

    def __init__(self, verdict: bool = True) -> None:
        self.verdict = verdict
        self.pairs: list[tuple[str, str]] = []

    def __call__(self, one: str, other: str) -> bool:
        self.pairs.append((one, other))
        return self.verdict


def covered(*cards: Evidence, judge: Judge | None = None, **changes: Any) -> ClaimMatrix:
    support = TextSupport(True, tuple(Support(each.content, each.id) for each in cards))
    return cover_facts(plan_of("rule"), PACK, cards, text_support=support, judge=judge, **changes)


def rule(matrix: ClaimMatrix) -> FactRow:
    row = matrix.row("rule")
    assert row is not None
    return row


def test_two_equals_that_a_judge_opposes_are_a_declared_conflict_with_both_sides() -> None:
    judge = Recorder()
    cards = passage("a", ONE), passage("b", OTHER)
    assert rule(covered(*cards)).status is FactStatus.COVERED
    matrix = covered(*cards, judge=judge)
    row = rule(matrix)
    assert (row.status, row.conflict) == (FactStatus.CONFLICTING, ConflictKind.MODEL)
    assert [each.text for each in row.statements] == [ONE]
    assert [each.text for each in row.opposed] == [OTHER]
    assert matrix.discards == covered(*cards).discards
    assert judge.pairs == [(ONE, OTHER)]


def test_a_judge_that_opposes_nothing_changes_nothing() -> None:
    cards = passage("a", ONE), passage("b", OTHER), passage("c", THIRD)
    judge = Recorder(verdict=False)
    assert covered(*cards, judge=judge) == covered(*cards)
    assert len(judge.pairs) == 3


@pytest.mark.parametrize(
    "cards",
    [
        (passage("a", ONE),),
        (passage("a", ONE), passage("b", ONE)),
        (passage("a", ONE), passage("b", ELSEWHERE)),
        (passage("a", ONE), passage("b", OTHER, document_id=passage("a", ONE).document_id)),
        (passage("a", ONE), passage("b", OTHER, authority="notice")),
        (passage("a", ONE, scope={"course": "41"}), passage("b", OTHER)),
    ],
    ids=["alone", "same words", "other thing", "one document", "other authority", "other scope"],
)
def test_sentences_that_are_no_equals_about_the_same_thing_are_not_judged(
    cards: tuple[Evidence, ...],
) -> None:
    judge = Recorder()
    assert covered(*cards, judge=judge) == covered(*cards)
    assert judge.pairs == []


def test_a_conflict_that_a_rule_finds_stays_what_it_is() -> None:
    cards = passage("a", ONE), passage("b", DENIED)
    found = rule(covered(*cards))
    assert (found.status, found.conflict) == (FactStatus.CONFLICTING, ConflictKind.NEGATION)
    for verdict in (True, False):
        judge = Recorder(verdict)
        assert rule(covered(*cards, judge=judge)) == found
        assert judge.pairs == []


def test_what_agrees_with_the_first_side_stands_beside_it() -> None:
    cards = passage("a", ONE), passage("b", OTHER), passage("c", THIRD)
    row = rule(covered(*cards, judge=lambda one, other: {one, other} == {OTHER, THIRD}))
    assert {each.text for each in row.statements} | {each.text for each in row.opposed} == {ONE, OTHER, THIRD}
    assert len(row.opposed) == 1


@given(
    st.permutations(
        [passage(name, text) for name, text in zip("abcd", (ONE, OTHER, THIRD, ELSEWHERE), strict=True)]
    ),
    st.sets(st.frozensets(st.sampled_from([ONE, OTHER, THIRD, ELSEWHERE]), min_size=2, max_size=2)),
)
def test_a_judge_only_adds_a_conflict_of_texts_that_were_there_in_any_order(
    cards: list[Evidence], opposed: set[frozenset[str]]
) -> None:
    def judge(one: str, other: str) -> bool:
        return frozenset((one, other)) in opposed

    without, judged = covered(*cards), covered(*cards, judge=judge)
    assert judged == covered(*sorted(cards, key=lambda card: card.id), judge=judge)
    assert judged.discards == without.discards
    before, after = rule(without), rule(judged)
    assert {*after.statements, *after.opposed} == set(before.statements)
    texts = [each for each in opposed if ELSEWHERE not in each]
    assert (after.conflict is ConflictKind.MODEL) == bool(texts)
    for each in (*after.statements, *after.opposed):
        card = next(card for card in cards if card.id == each.evidence_id)
        assert card.content[each.start : each.end] == each.text
