"""How passages are searched: every switch of retrieval, as the settings of a workspace set it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fidedigno.gather.fuse import RRF_K, Fused, rank_parts, score_parts, summed
from fidedigno.index.protocol import RANKERS, Rankings


@dataclass(frozen=True, slots=True)
class RetrievalPolicy:
    """The switches. Each is measured in ``docs/retrieval.md``.

    ``depth`` is how many chunks each ranker hands to the fusion. ``rankers`` are those that are asked. ``weights`` of
    rankers, where they were fitted to labelled questions; without any, ranks are fused and no score is looked at. With
    ``word_coverage`` the ranking by words counts as far as its first passages hold the words of the question: little
    where they are in another language. The passages before and after the first ``neighbours`` ones are read too. With
    ``collapse`` passages whose words a better one of the same standing holds are left out; ``diversity`` (0 to 1) puts
    those that resemble better ones later (see :mod:`fidedigno.gather.diversity`).
    """

    depth: int = 50
    rankers: frozenset[str] = frozenset(RANKERS)
    word_coverage: bool = True
    neighbours: int = 0
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    collapse: bool = False
    diversity: float = 0.0

    def __post_init__(self) -> None:
        unknown = (self.rankers | self.weights.keys()) - set(RANKERS)
        if self.depth < 1 or self.neighbours < 0:
            raise ValueError("depth is at least 1, neighbours at least 0")
        if unknown or not self.rankers:
            raise ValueError(f"rankers are among {', '.join(RANKERS)}, and at least one of them")
        if not 0 <= self.diversity <= 1:
            raise ValueError("diversity is from 0 to 1")
        if any(not 0 <= weight <= 1 for weight in self.weights.values()):
            raise ValueError("weights are from 0 to 1")
        object.__setattr__(self, "weights", MappingProxyType(dict(self.weights)))

    @property
    def rearranges(self) -> bool:
        """Whether passages beyond those asked for may come among them."""
        return self.collapse or self.diversity > 0

    def fuse(self, rankings: Rankings) -> Fused:
        """All chunks found, best first: by their ranks, or by their scores where weights were fitted.

        Fitted weights give the order alone: the score of each is then ``1 / place`` and there are no parts, because
        scores of words depend on documents that the reader may not see, and what is given here may be shown.
        """
        trust = {name: each.coverage**2 for name, each in rankings.by_ranker.items()}
        ids = {name: each.chunk_ids for name, each in rankings.by_ranker.items()}
        if not self.weights:
            parts = rank_parts(ids, RRF_K, trust)
            return Fused(tuple(summed(ids, parts)), parts)
        weights = {name: weight * trust.get(name, 1.0) for name, weight in self.weights.items()}
        ordered = summed(ids, score_parts(rankings.by_ranker, weights))
        return Fused(tuple((each, 1.0 / place) for place, (each, _) in enumerate(ordered, start=1)), {})
