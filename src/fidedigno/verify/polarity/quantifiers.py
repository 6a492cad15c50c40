"""How many and how often: all, most, some, few, none of the same things; always, sometimes, never.

A claim may say less than its evidence (*some* where it says *all*), not more. Only an amount in words is compared,
and only of the same noun, or, of times, in clauses about the same; without a quantifier on both sides it tells
nothing. Numbers are left to the comparator of values.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.data import LANGUAGES, refuse, word_groups
from fidedigno.verify.polarity.lexicon import same_side
from fidedigno.verify.polarity.negation import LEAST
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.statement import Difference

QUANTIFIER = "quantifier_differs"
_NAME = "quantifiers.yaml"
_LINK = "link"
_NEAR = 3


class Amount(StrEnum):
    """How many of a set."""

    EVERY = "every"
    MOST = "most"
    SOME = "some"
    FEW = "few"
    NONE = "none"
    PART = "part"
    """Not all."""
    ONLY = "only"


_E, _M, _S, _F, _N, _P, _O = (
    Amount[each] for each in ("EVERY", "MOST", "SOME", "FEW", "NONE", "PART", "ONLY")
)
_CLASHES: dict[tuple[Amount, Amount], float] = {
    (_E, _M): 0.7, (_E, _S): 0.7, (_E, _F): 1.0, (_E, _N): 1.0, (_E, _P): 1.0, (_E, _O): 0.6,
    (_M, _F): 1.0, (_M, _N): 1.0, (_M, _S): 0.4, (_M, _O): 0.5,
    (_S, _N): 1.0, (_S, _F): 0.3,
    (_F, _E): 1.0, (_F, _M): 1.0, (_F, _N): 0.5,
    (_N, _E): 1.0, (_N, _M): 1.0, (_N, _S): 1.0, (_N, _F): 0.6, (_N, _P): 0.6,
    (_P, _E): 1.0, (_O, _E): 0.8, (_O, _M): 0.6,
}  # fmt: skip
"""How far (claim, evidence) exclude each other, or how far the claim says more than the evidence."""


class Quantity(NamedTuple):
    """A quantifier of ``length`` words at a place, the token that it counts, and whether it counts times."""

    amount: Amount
    times: bool
    first: Token
    last: Token
    of: Token


def differing_quantifiers(pair: Pair) -> list[Difference]:
    """The places where the claim says another share of the same things than the evidence, and not less."""
    found: list[Difference] = []
    for mine in quantities_in(pair.claim):
        best: tuple[float, Quantity] | None = None
        agreed = 0.0
        for their in quantities_in(pair.evidence):
            if mine.times is not their.times or not _same_things(mine, their):
                continue
            sure = pair.certainty(mine.of, their.of, apart=False)
            strength = _CLASHES.get((mine.amount, their.amount), 0.0)
            if not strength:
                agreed = max(agreed, sure)
            elif best is None or sure * strength > best[0]:
                best = (sure * strength, their)
        if best is None or best[0] <= agreed or best[0] < LEAST:
            continue
        sure, their = best
        found.append(
            Difference(
                QUANTIFIER,
                mine.first.start,
                mine.last.end,
                their.first.start,
                their.last.end,
                "",
                round(sure, 3),
            )
        )
    return found


def _same_things(mine: Quantity, their: Quantity) -> bool:
    if mine.times:
        return True
    return mine.of.root == their.of.root or same_side(mine.of.root, their.of.root)


@lru_cache(maxsize=2_048)
def _cached(reading_tokens: tuple[str, ...], language: str) -> tuple[tuple[Amount, bool, int, int], ...]:
    found: list[tuple[Amount, bool, int, int]] = []
    place = 0
    while place < len(reading_tokens):
        match = next(
            (
                each
                for each in _phrases()[language].get(reading_tokens[place], ())
                if reading_tokens[place : place + len(each[0])] == each[0]
            ),
            None,
        )
        if match is None:
            place += 1
            continue
        found.append((match[1], match[2], place, place + len(match[0]) - 1))
        place += len(match[0])
    return tuple(found)


def quantities_in(reading: Reading) -> Sequence[Quantity]:
    """The quantifiers of a statement that count something in it; none inside a condition or exception."""
    links = _links()[reading.language]
    found: list[Quantity] = []
    for amount, times, first, last in _cached(
        tuple(token.text for token in reading.tokens), reading.language
    ):
        opening = reading.tokens[first]
        if opening.hypothetical or opening.excepted:
            continue
        clause = reading.clause_of(opening)
        if times:
            of = next((t for t in clause if t.content), None)
        else:
            near = [t for t in clause if t.place > last and t.text not in links][:_NEAR]
            of = next((t for t in near if t.content), None)
        if of is not None:
            found.append(Quantity(amount, times, opening, reading.tokens[last], of))
    return found


@cache
def _links() -> dict[str, frozenset[str]]:
    return {language: frozenset(words) for language, words in word_groups(_NAME)[_LINK].items()}


@cache
def _phrases() -> dict[str, dict[str, tuple[tuple[tuple[str, ...], Amount, bool], ...]]]:
    groups = word_groups(_NAME)
    wanted = {f"{kind}_{amount}" for kind in ("things", "times") for amount in Amount}
    if set(groups) != wanted | {_LINK}:
        raise refuse(_NAME, "the list of groups")
    read: dict[str, dict[str, tuple[tuple[tuple[str, ...], Amount, bool], ...]]] = {}
    for language in LANGUAGES:
        phrases: dict[str, list[tuple[tuple[str, ...], Amount, bool]]] = {}
        for group in sorted(wanted):
            kind, _, amount = group.partition("_")
            for text in groups[group][language]:
                words = tuple(text.split())
                phrases.setdefault(words[0], []).append((words, Amount(amount), kind == "times"))
        read[language] = {
            word: tuple(sorted(each, key=lambda phrase: -len(phrase[0]))) for word, each in phrases.items()
        }
    return read
