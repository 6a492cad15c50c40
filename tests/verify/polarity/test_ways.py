import pytest

from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.polarity.ways import differing_ways, settled_by_way, ways_in
from fidedigno.verify.statement import Statement
from tests.verify.polarity.comparing import found_by


@pytest.mark.parametrize(
    ("language", "text", "source", "goal"),
    [
        ("en", "The bank sends the file to the shop.", "bank", "shop"),
        ("en", "The shop gets the file from the bank.", "bank", "shop"),
        ("en", "The file goes from the bank to the shop.", "bank", "shop"),
        ("en", "The file was sent to the shop by the bank.", "bank", "shop"),
        ("es", "El banco envía el fichero a la tienda.", "banco", "tienda"),
        ("es", "La tienda recibe el fichero del banco.", "banco", "tienda"),
        ("es", "El fichero va del banco a la tienda.", "banco", "tienda"),
    ],
)
def test_where_it_comes_from_and_goes_to(language: str, text: str, source: str, goal: str) -> None:
    ways = ways_in(read(Statement.of(text, language)))
    assert [({t.text for t in w.source}, {t.text for t in w.goal}) for w in ways] == [({source}, {goal})]


def test_the_other_way_differs_whichever_verb_tells_it() -> None:
    claim, evidence = "The bank gets the file from the shop.", "The bank sends the file to the shop."
    found = found_by(differing_ways, claim, evidence)
    assert found
    assert found[0].certainty >= 0.5


def test_a_way_back_is_not_settled_by_the_way_there() -> None:
    evidence = (
        "The supplier delivered the chairs to the school, and the school returned the tables to the supplier."
    )
    for claim, settled in (
        ("The school returned the tables to the supplier.", True),
        ("The supplier returned the tables to the school.", False),
    ):
        pair = Pair(read(Statement.of(claim)), read(Statement.of(evidence)))
        assert bool(settled_by_way(pair)) is settled


def test_who_is_stressed_leaves_no_other_source() -> None:
    evidence = "The carrier gives the papers to the customs office."
    assert found_by(differing_ways, "It is the broker that gives the papers to the customs office.", evidence)
    assert not found_by(
        differing_ways, "It is the carrier that gives the papers to the customs office.", evidence
    )
