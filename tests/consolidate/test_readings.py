import pytest

from fidedigno.consolidate.lookout import look_out
from fidedigno.consolidate.readings import read_card
from fidedigno.model import Locator
from tests.fakes.cards import card
from tests.fakes.packs import PACK, plan_of

PLAN = plan_of()


def about(content: str, **changes: object) -> list[bool | None]:
    fields = {"title": "Base de datos", "language": "es", "content": content} | changes
    return [sentence.about for sentence in read_card(card(**fields), look_out(PLAN, PACK)).sentences]


@pytest.mark.parametrize(
    ("content", "changes", "expected"),
    [
        ("Se entrega hoy.", {}, [None]),
        ("Se entrega hoy.", {"title": "Práctica 1"}, [True]),
        ("Se entrega hoy.", {"title": "Práctica 2"}, [False]),
        ("Se entrega hoy.", {"scope": {"activity": "P1"}}, [True]),
        ("Se entrega hoy.", {"scope": {"activity": "P1"}, "title": "Práctica 2"}, [False]),
        ("Se entrega hoy.", {"locator": Locator("x", ("Práctica 2", "Práctica 1"))}, [True]),
        ("Se entrega hoy.", {"locator": Locator("x", ("Práctica 1", "Práctica 2"))}, [False]),
        ("Se entrega hoy.", {"locator": Locator("x", ("Plazos",)), "title": "Práctica 1"}, [True]),
        ("# Práctica 2\n\nSe entrega hoy.", {"title": "Práctica 1"}, [False]),
        ("# Práctica 1\n\nSe entrega.\n\n# Práctica 2\n\nSe entrega.", {}, [True, False]),
        ("De la práctica 1:\n\n- se entrega hoy", {}, [None, True]),
        ("La práctica 1 es breve. Se entrega hoy.\n\nSe corrige.", {}, [None, True, None]),
        ("La práctica 1 es breve. La práctica 2 es larga. Se entrega hoy.", {}, [None, True, False]),
    ],
)  # fmt: skip
def test_the_nearest_context_that_names_an_activity_decides(
    content: str, changes: dict[str, object], expected: list[bool | None]
) -> None:
    assert about(content, **changes) == expected


def test_without_an_activity_in_the_plan_none_is_looked_for() -> None:
    plan = plan_of(slots={"course": "41"})
    reading = read_card(card(content="La práctica 2 se entrega hoy."), look_out(plan, PACK))
    assert not reading.asks_activity
    assert reading.sentences[0].mentions == ()
