"""The model of pairs as the judges of verification use it: its errors are theirs.

The first text (evidence) is cut where the two do not fit; the second one (a claim, an answer) is never read in part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fidedigno.pair_graph import Encoded, GraphError, PairGraph, class_names, readable
from fidedigno.verify.entailment.protocol import EntailmentError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Encoded", "Graph", "class_names", "readable"]


class Graph(PairGraph):
    """A :class:`~fidedigno.pair_graph.PairGraph` that raises no other error than :class:`EntailmentError`."""

    def encode(self, first: str, second: str, *, cut_second: bool = False) -> Encoded | None:
        """The pair in tokens; ``None`` if the second text is empty or leaves no room for the first one."""
        try:
            return super().encode(first, second, cut_second=cut_second)
        except GraphError as error:
            raise EntailmentError(str(error)) from None

    def scores(self, encoded: Sequence[Encoded], batch: int = 1) -> list[NDArray[np.float32]]:
        """The first output of the graph for each pair.

        Raises:
            EntailmentError: if the graph cannot be run, or its scores are no numbers.
        """
        try:
            return super().scores(encoded, batch)
        except GraphError as error:
            raise EntailmentError(str(error)) from None
