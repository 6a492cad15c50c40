from __future__ import annotations

import time
from pathlib import Path

import pytest

from fidedigno.consolidate.amounts import measure
from fidedigno.consolidate.features import Support
from fidedigno.consolidate.lookout import look_out
from fidedigno.consolidate.readings import read_card
from fidedigno.consolidate.statements import (
    MAX_STATEMENTS,
    NO_SUPPORT,
    TextSupport,
    find_statements,
    look_for,
)
from fidedigno.consolidate.statements_dates import canonical_instant
from fidedigno.model import Evidence, EvidenceKind, Locator, Statement
from tests.fakes.cards import card
from tests.fakes.packs import PACK, pack_with, plan_of

QUOTE = "El trabajo en grupo no se admite."


def found(fact: str, one: Evidence, support: TextSupport = NO_SUPPORT) -> tuple[Statement, ...]:
    return find_statements(
        read_card(one, look_out(plan_of("values"), PACK)),
        look_for(PACK.facts[fact], PACK),
        "Europe/Madrid",
        support,
    )


def reading(**values: str) -> Evidence:
    content = "; ".join(f"{name}: {value}" for name, value in values.items())
    return card(kind=EvidenceKind.STATE, content=content, values=values, timezone="Europe/Madrid")


@pytest.mark.parametrize(
    ("fact", "written", "value"),
    [
        ("due", "2026-10-12T23:59", "2026-10-12T23:59:00+02:00"),
        ("last-moment", "none", "none"),
        ("penalty", "10 por ciento", "10 %"),
        ("extension", "granted", "granted"),
        ("rule", "Se admite.", "Se admite."),
    ],
)
def test_a_live_value_is_stated_in_its_canonical_form(fact: str, written: str, value: str) -> None:
    one = reading(**{fact: written})
    (statement,) = found(fact, one)
    assert statement.value == value
    assert (statement.text, statement.start, statement.end) == (one.content, 0, len(one.content))


@pytest.mark.parametrize(
    ("fact", "written"), [("due", "soon"), ("extension", "perhaps"), ("extension", " "), ("due", "")]
)
def test_a_live_value_that_is_not_understood_states_nothing(fact: str, written: str) -> None:
    assert found(fact, reading(**{fact: written})) == ()


def test_a_state_card_is_never_read_as_text() -> None:
    one = card(kind=EvidenceKind.STATE, content="La práctica 1 se entrega el 12 de octubre de 2026.")
    assert found("due", one) == ()


def test_a_passage_with_values_is_read_as_text_all_the_same() -> None:
    one = card(content="Nada.", values={"due": "2026-10-12T23:59"})
    assert found("due", one) == ()


def test_a_state_without_its_value_in_the_text_is_cited_whole() -> None:
    one = card(kind=EvidenceKind.STATE, content="No extension.", values={"extension": "none"})
    (statement,) = found("extension", one)
    assert (statement.text, statement.start, statement.end) == ("No extension.", 0, 13)


def test_a_quote_is_stated_where_it_stands() -> None:
    one = card(content=f"Antes. {QUOTE} Después.")
    (statement,) = found("rule", one, TextSupport(True, (Support(QUOTE, one.id), Support(QUOTE, one.id))))
    assert one.content[statement.start : statement.end] == QUOTE
    assert statement.negated


@pytest.mark.parametrize(
    "support",
    [
        TextSupport(False, (Support(QUOTE, "1"),)),
        TextSupport(True, (Support(QUOTE, "2"),)),
        TextSupport(True, (Support("Otra cosa.", "1"), Support("", "1"))),
    ],
    ids=["not sufficient", "of another card", "not in the card"],
)
def test_what_was_not_quoted_from_the_card_and_found_sufficient_is_not_stated(support: TextSupport) -> None:
    assert found("rule", card(1, content=QUOTE), support) == ()


def test_a_fact_in_words_that_has_cues_needs_one_in_the_quote_or_over_it() -> None:
    quote = "Se usa la peninsular."
    support = TextSupport(True, (Support(quote, "1"),))
    pack = pack_with(rule={"cues": {"es": ("huso",), "en": ("zone",)}})

    def stated(one: Evidence) -> tuple[Statement, ...]:
        return find_statements(
            read_card(one, look_out(plan_of("rule"), pack)),
            look_for(pack.facts["rule"], pack),
            "Europe/Madrid",
            support,
        )

    assert stated(card(1, content=quote, language="es")) == ()
    assert len(stated(card(1, content=quote, language="es", locator=Locator("x", ("Huso",))))) == 1
    assert len(stated(card(1, content=quote, supports=("rule",)))) == 1


def test_a_timezone_is_not_read_from_words() -> None:
    quote = "Hora peninsular."
    assert found("timezone", card(1, content=quote), TextSupport(True, (Support(quote, "1"),))) == ()


def test_a_state_fact_is_not_read_from_words() -> None:
    assert found("submission", card(content="La entrega de la práctica 1 está open.")) == ()


def test_what_a_card_says_twice_is_taken_once_and_a_flood_of_dates_up_to_a_limit() -> None:
    sentence = "La práctica 1 se entrega el {} de octubre de 2026. "
    assert len(found("due", card(content=sentence.format(9) * 50, language="es"))) == 1
    flood = "".join(sentence.format(day) for day in range(1, 29))
    assert len(found("due", card(content=flood, language="es"))) == MAX_STATEMENTS


@pytest.mark.shared
def test_real_paragraphs_state_only_what_stands_in_them(shared_data: Path) -> None:
    lookout = look_out(plan_of("values", slots={}), PACK)
    stated = 0
    for path in sorted((shared_data / "corpora").rglob("*.md"))[:60]:
        content = path.read_text(encoding="utf-8", errors="replace")[:8_000]
        reading = read_card(card(content=content, timezone="Europe/Madrid"), lookout)
        for fact in ("due", "opens", "penalty", "weight"):
            for each in find_statements(reading, look_for(PACK.facts[fact], PACK), "Europe/Madrid"):
                stated += 1
                assert content[each.start : each.end] == each.text
                assert canonical_instant(each.value, "") or measure(each.value) or each.negated
    assert stated


@pytest.mark.parametrize(
    "content", ["1 1 " * 5_000, "no " * 6_000, "111 " * 5_000, "| " * 9_000, "práctica 1 y " * 1_500]
)
def test_hostile_text_is_read_in_time(content: str) -> None:
    started = time.process_time()
    for fact in ("due", "penalty"):
        found(fact, card(content=f"La penalización y la entrega de la práctica 1: {content}", language="es"))
    assert time.process_time() - started < 2
