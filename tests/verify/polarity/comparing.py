"""Helpers of these tests: what one comparator finds between two texts, and how surely."""

from collections.abc import Callable, Iterable

from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.polarity.weighed import Weighed, stands
from fidedigno.verify.statement import Difference, Statement

Comparator = Callable[[Pair], list[Weighed]]


def standing(found: Iterable[Weighed]) -> list[Difference]:
    """The differences that nothing outweighs, of what one pair of texts gave."""
    kept = (each.difference for each in found if stands(each, each.agreed))
    return [difference for difference in kept if difference is not None]


def found_by(compare: Comparator, claim: str, evidence: str, language: str = "en") -> list[Difference]:
    pair = Pair(read(Statement.of(claim, language)), read(Statement.of(evidence, language)))
    return standing(compare(pair))


def surest_of(compare: Comparator, claim: str, evidence: str, language: str = "en") -> float:
    found = found_by(compare, claim, evidence, language)
    return max((each.certainty for each in found), default=0.0)
