"""The values of a claim against all sentences of the evidence that speak of it.

One sentence that has a value settles it, unless what it tells there is another subject's, or its words have nothing
to do with the claim while another sentence that does speaks of another value.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.verify.statement import Comparison, Difference, Statement
from fidedigno.verify.values.agreement import agrees, bounds_conflict, is_more_precise
from fidedigno.verify.values.clauses import surroundings, told
from fidedigno.verify.values.compare import equal_values, may_be_left, outcomes, spans_of, weighed
from fidedigno.verify.values.pair import Pair, difference, of_one_sort
from fidedigno.verify.values.places import Place, is_of_another
from fidedigno.verify.values.subjects import subject_match
from fidedigno.verify.values.told_clocks import clocks_told, on_the_day, on_told_clocks
from fidedigno.verify.values.value import Kind

_SURE = 0.5
_LEAST_SURE = 0.35
_LISTED = 0.6
"""An item of a list of versions has most of the claim's words, and that of the claim's version none."""
_BEGINS = 12
_UNRELATED = 0.4
"""A sentence that matches the claim so much worse than the one that differs does not settle a value."""


def weigh_values(claim: Statement, sentences: Sequence[Statement]) -> Sequence[Comparison]:
    """Compare every value of ``claim`` with ``sentences``, which come in the order in which they are read.

    The comparisons come in the same order: each value of the claim is either ``agreed`` (with the words of its
    limit) in all that have it, or ``missing`` in all, or a difference from some. The codes of differences are those
    of :func:`~fidedigno.verify.values.compare.compare_values`. Source: hallucination detector article, check 3.
    """
    mine = surroundings(claim)
    if not mine.values or not sentences:
        return [Comparison() for _ in sentences]
    theirs = [told(each) for each in sentences]
    if any(value.kind is Kind.TIME for value in mine.values) and (clocks := clocks_told(sentences)):
        mine = on_told_clocks(mine, claim, clocks)
        theirs = [
            on_the_day(mine, on_told_clocks(read, each, clocks, after))
            for read, each, after in zip(theirs, sentences, (*sentences[1:], None), strict=True)
        ]
    pairs = [Pair(claim, each, mine, read) for each, read in zip(sentences, theirs, strict=True)]
    equal = [equal_values(pair) for pair in pairs]
    nowhere = frozenset(
        number for number in range(len(mine.values)) if not any(each[number] for each in equal)
    )
    found = [outcomes(pair, each, nowhere) for pair, each in zip(pairs, equal, strict=True)]
    agreed: list[list[tuple[int, int]]] = [[] for _ in pairs]
    missing: list[tuple[int, int]] = []
    differing: list[list[Difference]] = [[] for _ in pairs]
    for number, value in enumerate(mine.values):
        column = [each[number] for each in found]
        fitting = [sum(map(bool, each)) - bool(each[number]) for each in equal]
        instead = _instead(pairs, number, column, fitting)
        if instead is not None:
            differing[instead[0]].append(instead[1])
        elif any(each is True for each in column):
            for place, each in enumerate(column):
                agreed[place] += spans_of(value) if each is True else ()
        elif any(isinstance(each, Difference) for each in column):
            for place, each in enumerate(column):
                if isinstance(each, Difference):
                    differing[place].append(each)
        elif not may_be_left(value):
            missing.append((value.start, value.end))
    return _together(agreed, differing, missing)


def _together(
    agreed: Sequence[Sequence[tuple[int, int]]],
    differing: Sequence[list[Difference]],
    missing: Sequence[tuple[int, int]],
) -> list[Comparison]:
    both = [weighed(each) for each in differing]
    places = {(each.start, each.end) for kept, _ in both for each in kept}
    unsure = [place for _, uncertain in both for place in uncertain if place not in places]
    lost = tuple(dict.fromkeys((*missing, *unsure)))
    return [
        Comparison(tuple(dict.fromkeys(spans)), kept, lost)
        for spans, (kept, _) in zip(agreed, both, strict=True)
    ]


def _instead(
    pairs: Sequence[Pair], number: int, column: Sequence[Difference | bool], fitting: Sequence[int]
) -> tuple[int, Difference] | None:
    """What a value that some sentence has should be all the same: its own subject's value in another sentence.

    ``fitting`` counts, by sentence, the other values of the claim that it has.
    """
    value = pairs[0].mine.values[number]
    equal = [
        (place, other)
        for place, pair in enumerate(pairs)
        if column[place] is True
        for other, found in enumerate(pair.theirs.values)
        if agrees(value, found) and not bounds_conflict(value, found) and not is_more_precise(value, found)
    ]
    if not equal or value.counted_from:
        return None
    return _of_another(pairs, number, column, equal, fitting) or _unrelated(pairs, number, column, equal)


def _of_another(
    pairs: Sequence[Pair],
    number: int,
    column: Sequence[Difference | bool],
    equal: Sequence[tuple[int, int]],
    fitting: Sequence[int],
) -> tuple[int, Difference] | None:
    """The rival in a sentence that does not have the value; those of one that has it were weighed there."""
    value, mine = pairs[0].mine.values[number], pairs[0].mine
    best: tuple[float, int, int] | None = None
    for place, pair in enumerate(pairs):
        for other, found in enumerate(pair.theirs.values):
            if column[place] is True or agrees(value, found):
                continue
            if any(fitting[one] > fitting[place] for one, _ in equal):
                # More of the claim is told there.
                continue
            rival = Place(pair.theirs, other, place)
            sure = min(
                is_of_another(mine, number, Place(pairs[one].theirs, two, one), rival)
                if of_one_sort(value, found) or of_one_sort(pairs[one].theirs.values[two], found)
                else 0.0
                for one, two in equal
            )
            if sure and (best is None or sure > best[0]):
                best = (sure, place, other)
    if best is None:
        return None
    sure, place, other = best
    return place, difference(pairs[place], number, other, "attribute_differs", sure, unique=True)


def _of_a_list(
    pairs: Sequence[Pair],
    number: int,
    instead: Difference | bool,
    place: int,
    equal: Sequence[tuple[int, int]],
) -> tuple[int, Difference] | None:
    """A difference between items that begin with a version, where the one that has the claim's says nothing of it."""
    version = pairs[0].mine.values[number].kind is Kind.VERSION
    begins = all(pairs[one].theirs.values[other].start <= _BEGINS for one, other in equal)
    if not (version and begins and isinstance(instead, Difference)):
        return None
    return place, instead._replace(certainty=max(instead.certainty, _LISTED))


def _unrelated(
    pairs: Sequence[Pair],
    number: int,
    column: Sequence[Difference | bool],
    equal: Sequence[tuple[int, int]],
) -> tuple[int, Difference] | None:
    """The surest difference, if the sentences that have the value speak of something else."""
    sure = [(each.certainty, -place) for place, each in enumerate(column) if isinstance(each, Difference)]
    if not sure or max(sure)[0] < _LEAST_SURE:
        return None
    certainty, place = max(sure)[0], -max(sure)[1]
    matches = max(subject_match(pairs[one].mine, number, pairs[one].theirs, other) for one, other in equal)
    if certainty < _SURE:
        return _of_a_list(pairs, number, column[place], place, equal) if not matches else None
    instead = column[place]
    if matches >= _UNRELATED * certainty or not isinstance(instead, Difference):
        return None
    return place, instead
