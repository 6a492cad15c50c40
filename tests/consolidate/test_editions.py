"""Only what changed between two editions of one text is told, both sides of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.editions import MAX_PAIRS, compare_editions
from fidedigno.model import (
    ClaimMatrix,
    Discard,
    DiscardReason,
    Evidence,
    FactStatus,
    Locator,
    Validity,
)
from tests.fakes.cards import card
from tests.fakes.packs import MADRID, PACK, plan_of

SAME = "La nota mínima del examen es un cuatro."
OLD, NEW = "El examen final vale el 70 % de la nota.", "El examen final vale el 60 % de la nota."


def edition(number: int, year: int, content: str, **changes: Any) -> Evidence:
    fields: dict[str, Any] = {
        "content": content,
        "language": "es",
        "series": "guide",
        "version": str(year),
        "validity": Validity(datetime(year, 9, 1, tzinfo=MADRID), datetime(year + 1, 9, 1, tzinfo=MADRID)),
        "locator": Locator("guide.md", ("Evaluación",)),
    }
    return card(number, **(fields | changes))


THIS, LAST = edition(1, 2026, f"{NEW} {SAME}"), edition(2, 2025, f"{OLD} {SAME}")


def compared(*cards: Evidence, **plan: Any) -> ClaimMatrix:
    return compare_editions(plan_of("rule", **plan), PACK, cards)


def told(*cards: Evidence, **plan: Any) -> list[str]:
    (row,) = compared(*cards, **plan).rows
    assert row.status is (FactStatus.COVERED if row.statements else FactStatus.MISSING)
    contents = {each.id: each.content for each in cards}
    for said in row.statements:
        assert contents[said.evidence_id][said.start : said.end] == said.text
    return [said.text for said in row.statements]


@pytest.mark.parametrize("cards", [(THIS, LAST), (LAST, THIS)])
def test_the_sentence_that_changed_is_told_newer_first_and_what_stayed_is_not(
    cards: tuple[Evidence, ...],
) -> None:
    assert told(*cards) == [NEW, OLD]


def test_the_edition_that_rules_at_the_moment_is_compared_with_the_one_before() -> None:
    oldest = edition(3, 2024, "El examen final vale el 80 % de la nota.")
    assert told(THIS, oldest, LAST) == [NEW, OLD]
    earlier = datetime(2025, 10, 1, tzinfo=MADRID)
    assert told(THIS, oldest, LAST, as_of=earlier) == [OLD, oldest.content]
    matrix = compared(THIS, oldest, LAST, as_of=earlier)
    assert matrix.discards == (Discard(THIS.id, DiscardReason.NOT_YET_IN_FORCE),)


def test_a_copy_of_an_edition_is_no_other_edition() -> None:
    copy = replace(THIS, id="c", document_id=3, updated_at=datetime(2026, 10, 1, tzinfo=MADRID))
    assert told(THIS, copy, LAST)[1] == OLD
    assert told(THIS, copy) == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"authority": "rumour"}, DiscardReason.UNKNOWN_AUTHORITY),
        ({"scope": {"course": "40"}}, DiscardReason.OTHER_SCOPE),
        ({"version": " "}, DiscardReason.NO_VERSION),
    ],
)
def test_an_edition_that_does_not_count_is_compared_with_nothing(
    changes: dict[str, Any], reason: DiscardReason
) -> None:
    bad = replace(LAST, **changes)
    assert told(THIS, bad) == []
    assert Discard(bad.id, reason) in compared(THIS, bad).discards


def test_an_authority_that_the_fact_does_not_allow_is_not_compared() -> None:
    plan = plan_of("rule")
    fact = replace(plan.contract.facts[0], authorities=("university",))
    strict = replace(plan, contract=replace(plan.contract, facts=(fact,)))
    matrix = compare_editions(strict, PACK, (THIS, LAST))
    assert {each.reason for each in matrix.discards} == {DiscardReason.NOT_ALLOWED_FOR_FACT}


def test_editions_for_two_groups_are_not_editions_of_one_text() -> None:
    ours, theirs = replace(THIS, scope={"group": "A"}), replace(LAST, scope={"group": "B"})
    assert told(ours, theirs) == []


def test_texts_of_two_series_or_of_none_are_not_compared() -> None:
    assert told(THIS, replace(LAST, series="other")) == []
    assert told(replace(THIS, series=""), replace(LAST, series="")) == []


def test_sentences_under_other_headings_are_no_pair() -> None:
    assert told(THIS, replace(LAST, locator=Locator("guide.md", ("Prácticas",)))) == []


def test_spaces_and_marks_are_no_change() -> None:
    assert told(THIS, edition(2, 2025, f"**{NEW}**\n{SAME}".replace(" final", "\nfinal"))) == []


def test_one_old_sentence_has_one_successor() -> None:
    twice = edition(1, 2026, f"{NEW} El examen parcial vale el 60 % de la nota.")
    assert told(twice, edition(2, 2025, OLD)).count(OLD) == 1


def test_overlapping_passages_tell_a_change_once_and_a_flood_is_bounded() -> None:
    assert told(THIS, replace(THIS, id="x"), LAST) == [NEW, OLD]
    lines = [f"La regla {word} cuenta {{}} puntos en total." for word in "abcdefghijkl"]
    flood = [
        edition(n, year, " ".join(each.format(year) for each in lines)) for n, year in ((1, 2026), (2, 2025))
    ]
    assert len(told(*flood)) == 2 * MAX_PAIRS


def test_a_contract_without_facts_in_words_has_no_comparison() -> None:
    assert compare_editions(plan_of("status"), PACK, (THIS, LAST)).rows == ()


SENTENCES = st.lists(
    st.tuples(st.sampled_from(("examen", "trabajo", "cuaderno", "debate")), st.integers(1, 4)),
    min_size=1, max_size=4, unique_by=lambda pair: pair[0],
)  # fmt: skip


@given(SENTENCES, SENTENCES)
def test_what_is_told_is_exactly_the_values_that_differ(
    new: list[tuple[str, int]], old: list[tuple[str, int]]
) -> None:
    def text(values: list[tuple[str, int]]) -> str:
        return " ".join(f"{w.capitalize()} {w}oso {w}ante {w}il pesa {n}0 %." for w, n in values)

    before = dict(old)
    expected = {(word, n) for word, n in new if word in before and before[word] != n}
    found = told(edition(1, 2026, text(new)), edition(2, 2025, text(old)))
    assert len(found) == 2 * len(expected)
    assert {(w, n) for w, n in new if f"{w}oso" in " ".join(found[::2])} == expected


@given(st.lists(st.text(max_size=80), min_size=2, max_size=2))
def test_hostile_texts_are_compared_in_peace(texts: list[str]) -> None:
    told(edition(1, 2026, texts[0]), edition(2, 2025, texts[1]))
