from __future__ import annotations

import pytest

from fidedigno.gather.cards import candidates_of
from fidedigno.gather.fuse import Fused
from fidedigno.index import Ranking, Rankings
from tests.gather.test_hybrid import FakeCatalog, chunk


def test_a_candidate_says_what_each_ranker_added_and_what_it_was_indexed_with() -> None:
    piece = chunk(7, context="Guía › Entregas")
    described = FakeCatalog().describe({7: 107})
    rankings = Rankings({"words": Ranking((7,), (3.0,)), "vector": Ranking((7,), (0.8,))})
    fused = Fused(((7, 0.03),), {"words": {7: 0.01}, "vector": {7: 0.02}})
    (found,) = candidates_of([piece], described, fused, rankings, ())
    assert dict(found.parts) == {"words": 0.01, "vector": 0.02}
    assert found.fused_score == pytest.approx(0.03)
    assert found.context == "Guía › Entregas"
    assert "Entregas" not in found.evidence.content
