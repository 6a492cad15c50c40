"""Which value of a sentence is taken. The tables say: text, then what it states of the fact."""

from __future__ import annotations

import pytest

from fidedigno.consolidate.lookout import look_out
from fidedigno.consolidate.readings import read_card
from fidedigno.consolidate.statements import find_statements, look_for
from tests.fakes.cards import card
from tests.fakes.packs import NOW, PACK, plan_of

TABLE = (
    "| Actividad | Apertura | Fecha de entrega |\n|---|---|---|\n"
    "| Práctica 1 | 1 de octubre | 12 de octubre |\n| Práctica 2 | 2 de octubre | 26 de octubre |\n"
)


def stated(fact: str, content: str, language: str = "es", **changes: object) -> list[str]:
    fields = {"title": "Base de datos", "timezone": "Europe/Madrid", "updated_at": NOW}
    one = card(**(fields | {"content": content, "language": language} | changes))
    found = find_statements(
        read_card(one, look_out(plan_of("values"), PACK)), look_for(PACK.facts[fact], PACK), "Europe/Madrid"
    )
    for each in found:
        assert one.content[each.start : each.end] == each.text
    return [("not " if each.negated else "") + each.value.removesuffix("+02:00") for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("La práctica 1 se entrega el 12 de octubre.", ["2026-10-12T23:59"]),
        ("La práctica 1 se publica el 1 de octubre y se entrega el 12 de octubre.", ["2026-10-12T23:59"]),
        ("El 12 de octubre se entrega la práctica 1 y se publican las notas el 20 de octubre.", ["2026-10-12T23:59"]),
        ("La práctica 1 se entrega el 12 de octubre y la práctica 2 el 26 de octubre.", ["2026-10-12T23:59"]),
        ("La práctica 2 se entrega el 26 de octubre y la práctica 1 el 12 de octubre.", ["2026-10-12T23:59"]),
        ("La práctica 2 se entrega el 12 de octubre.", []),
        ("La práctica 1 trata de SQL desde el 12 de octubre.", []),
        ("Se entrega el 12 de octubre.", []),
        ("Todas las prácticas se entregan el 12 de octubre.", ["2026-10-12T23:59"]),
        ("Fechas de entrega:\n\n- Práctica 1: 12 de octubre\n- Práctica 2: 26 de octubre\n", ["2026-10-12T23:59"]),
        ("## Plazo de entrega de la práctica 1\n\n12 de octubre de 2026, 23:59", ["2026-10-12T23:59:00"]),
        ("## Plazo de entrega de la práctica 1\n\nSe publica el 12 de octubre.", []),
        (TABLE, ["2026-10-12T23:59"]),
        ("El plazo de la práctica 1 va del 1 de octubre al 12 de octubre.", ["2026-10-12T23:59"]),
        ("La entrega de la práctica 1 era el 9 de octubre, pero se retrasa al 12 de octubre.", ["2026-10-12T23:59"]),
        ("El plazo de entrega de la práctica 1 (9 de octubre) se aplaza al 12 de octubre.", ["2026-10-12T23:59"]),
        ("La práctica 1 se puede entregar desde el 12 de octubre.", []),
        ("Práctica 1: inscripción el 2 de octubre, entrega el 12 de octubre.", ["2026-10-12T23:59"]),
        ("Práctica 1, hasta el 12 de octubre.", ["2026-10-12T23:59"]),
        ("La práctica 1 ya no se entrega el 12 de octubre sino el 19 de octubre.",
         ["not 2026-10-12T23:59", "2026-10-19T23:59"]),
        ("No se admiten entregas de la práctica 1 después del 12 de octubre.", ["2026-10-12T23:59"]),
        ("La práctica 1 se entrega el 12 de octubre. La entrega de la práctica 1 será el 19 de octubre.",
         ["2026-10-12T23:59", "2026-10-19T23:59"]),
    ],
)  # fmt: skip
def test_a_date_goes_to_its_activity_and_its_cue(text: str, expected: list[str]) -> None:
    assert stated("due", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Práctica 1 is due on 12 October 2026 at 23:59.", ["2026-10-12T23:59:00"]),
        ("Práctica 1 opens 1 October and is due 12 October.", ["2026-10-12T23:59"]),
        ("Práctica 1 won't be accepted after the deadline, 12 October.", ["2026-10-12T23:59"]),
        ("The deadline of práctica 1, 9 October, has been moved to 12 October.", ["2026-10-12T23:59"]),
        ("Late submissions of práctica 1 are accepted until 15 October.", []),
        ("No late submissions of práctica 1 will be accepted after 15 October.", []),
        ("You can submit práctica 1 until 12 October. Solutions will be published on 15 October.",
         ["2026-10-12T23:59"]),
    ],
)  # fmt: skip
def test_english_is_read_alike(text: str, expected: list[str]) -> None:
    assert stated("due", text, "en") == expected


def test_a_beginning_takes_the_first_date_of_a_range_and_its_own_column() -> None:
    text = "La práctica 1 se abre del 1 de octubre al 12 de octubre."
    assert stated("opens", text) == ["2026-10-01T00:00"]
    assert stated("opens", TABLE) == ["2026-10-01T00:00"]


@pytest.mark.parametrize(
    ("fact", "text", "expected"),
    [
        (
            "penalty",
            "La práctica 1 se penaliza con un 10 % por día, hasta un máximo de 3 días.",
            ["10 %/days"],
        ),
        ("penalty", "La práctica 1 se entrega tarde sin penalización.", ["not "]),
        ("penalty", "No se aplicará una penalización del 10 % en la práctica 1.", ["not 10 %"]),
        ("penalty", "La penalización de la práctica 1 se publicará.", []),
        ("weight", "La práctica 1 cuenta un 25 por ciento y la práctica 2 un 30 %.", ["25 %"]),
        ("weight", "La práctica 1 vale 4,0 puntos con una penalización de 1 punto.", ["4 points"]),
        ("penalty", "La práctica 1 vale 4,0 puntos con una penalización de 1 punto.", ["1 points"]),
    ],
)
def test_an_amount_goes_to_the_nearest_cue(fact: str, text: str, expected: list[str]) -> None:
    assert stated(fact, text) == expected


def test_a_declared_card_needs_neither_cue_nor_activity() -> None:
    text = "Para todo el mundo: 12 de octubre."
    assert stated("due", text) == []
    assert stated("due", text, supports=("due",)) == ["2026-10-12T23:59"]
    assert stated("due", "La práctica 2: 12 de octubre.", supports=("due",)) == []


def test_a_cue_without_a_value_does_not_silence_a_declared_card() -> None:
    text = "La entrega de la práctica 1 es obligatoria. Último día: 12 de octubre."
    assert stated("due", text) == []
    assert stated("due", text, supports=("due",)) == ["2026-10-12T23:59"]


def test_a_declared_card_speaks_of_nothing_else() -> None:
    assert stated("due", "La práctica 1 se entrega el 12 de octubre.", supports=("penalty",)) == []
