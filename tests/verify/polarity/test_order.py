import pytest

from fidedigno.verify.polarity.order import differing_orders, orders_in, settled_by_order
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Statement
from tests.verify.polarity.comparing import found_by, surest_of


@pytest.mark.parametrize(
    ("language", "text", "earlier", "later"),
    [
        ("en", "Wipe the tables, then stack the chairs.", "tables", "chairs"),
        ("en", "Stack the chairs after wiping the tables.", "tables", "chairs"),
        ("en", "Before stacking the chairs, wipe the tables.", "tables", "chairs"),
        ("en", "Once the tables are wiped, stack the chairs.", "tables", "chairs"),
        ("es", "Se limpian las mesas y luego se apilan las sillas.", "mesas", "sillas"),
        ("es", "Las sillas se apilan después de limpiar las mesas.", "mesas", "sillas"),
        ("es", "Tras limpiar las mesas se apilan las sillas.", "mesas", "sillas"),
        ("es", "Antes de apilar las sillas, se limpian las mesas.", "mesas", "sillas"),
    ],
)
def test_what_comes_first(language: str, text: str, earlier: str, later: str) -> None:
    orders = orders_in(read(Statement.of(text, language)))
    told = [({t.text for t in each.earlier}, {t.text for t in each.later}) for each in orders]
    assert any(earlier in before and later in behind for before, behind in told)
    assert not any(later in before and earlier in behind for before, behind in told)


@pytest.mark.parametrize(
    ("language", "evidence", "faithful", "changed"),
    [
        (
            "en",
            "Sand the hull first, then prime it with resin.",
            "The hull is sanded before it is primed with resin.",
            "The hull is primed with resin before it is sanded.",
        ),
        (
            "en",
            "Close the valve before you open the lid.",
            "The lid is opened after the valve has been closed.",
            "The valve is closed after the lid has been opened.",
        ),
        (
            "es",
            "Primero se lijan las puertas y después se barnizan los marcos.",
            "Los marcos se barnizan después de lijar las puertas.",
            "Las puertas se lijan después de barnizar los marcos.",
        ),
        (
            "es",
            "El abono se esparce antes de sembrar el trigo.",
            "El trigo se siembra tras esparcir el abono.",
            "El abono se esparce tras sembrar el trigo.",
        ),
    ],
)
def test_only_the_other_order_differs(language: str, evidence: str, faithful: str, changed: str) -> None:
    assert surest_of(differing_orders, changed, evidence, language) >= 0.5
    assert not found_by(differing_orders, faithful, evidence, language)
    pair = Pair(read(Statement.of(faithful, language)), read(Statement.of(evidence, language)))
    assert settled_by_order(pair)


def test_events_of_which_only_one_is_the_same_are_not_compared() -> None:
    evidence = "Wipe the tables, then stack the chairs."
    assert not found_by(differing_orders, "The chairs are stacked before the lamps are lit.", evidence)
