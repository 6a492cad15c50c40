from fidedigno.consolidate.said import Said
from fidedigno.model import FactKind, Statement
from tests.fakes.cards import card


def said(name: str, value: str = "2026-10-12T14:00:00+02:00", rank: int = 1, specificity: int = 0) -> Said:
    return Said(card(id=name), Statement("due", FactKind.INSTANT, value, "", name), rank, specificity)


def test_the_strongest_most_specific_and_most_exact_comes_first() -> None:
    ordered = [
        said("z", rank=0),
        said("y", specificity=2),
        said("b"),
        said("c"),
        said("a", "2026-10-12T23:59+02:00"),
    ]
    assert sorted([ordered[n] for n in (3, 1, 4, 0, 2)], key=Said.order) == ordered
