"""A drafted claim is a slice of its evidence, or it is not made."""

import pytest

from fidedigno.draft.draft import Draft, DraftClaim
from tests.reference.cards import candidate

CARD = candidate("La entrega es el lunes.").evidence


def test_a_slice_is_accepted_and_anything_else_is_refused() -> None:
    assert DraftClaim("el lunes", CARD, 1.0).text == "el lunes"
    for invented in ("el martes", "", "La entrega  es"):
        with pytest.raises(ValueError, match="slice"):
            DraftClaim(invented, CARD, 1.0)


def test_a_draft_may_be_empty() -> None:
    assert Draft().claims == ()
    assert Draft().support == ()
