"""What is compared exactly: instants, amounts and denials."""

import pytest

from fidedigno.verify.quantities import Quantities, quantities_in, unmatched
from tests.fakes.cards import card

CARD = card(timezone="Europe/Madrid", language="es")


def test_a_sentence_is_read_into_its_instants_amounts_and_denials() -> None:
    text = "No se admite después del 12 de octubre de 2026 a las 14:00; se pierde el 10 % por día."
    read = quantities_in(text, CARD, "UTC")
    assert read.instants == ("2026-10-12T14:00:00+02:00",)
    assert read.amounts == ("10 %/days",)
    assert read.denies


@pytest.mark.parametrize(
    ("claim", "source", "kind"),
    [
        (Quantities(), Quantities(), ""),
        (Quantities(("2026-10-12T23:59+02:00",)), Quantities(("2026-10-12T14:00:00+02:00",)), ""),
        (Quantities(("2026-10-12T14:00:00+02:00",)), Quantities(("2026-10-12T12:00:00+00:00",)), ""),
        (Quantities(("2026-10-12T23:59+02:00",)), Quantities(("2026-10-13T23:59+02:00",)), "instant"),
        (Quantities(("2026-10-12T23:59+02:00",)), Quantities(), "instant"),
        (Quantities((), ("48 hours",)), Quantities((), ("2 days",)), ""),
        (Quantities((), ("10 %",)), Quantities((), ("20 %", "5 points")), "amount"),
        (Quantities((), ("10 %", "5 points")), Quantities((), ("10 %",)), "amount"),
        (Quantities(("none",), ("10 %",)), Quantities(("none",), ("10 %",)), ""),
    ],
)
def test_the_first_quantity_that_the_source_lacks_is_named(
    claim: Quantities, source: Quantities, kind: str
) -> None:
    assert unmatched(claim, source, "Europe/Madrid") == kind
