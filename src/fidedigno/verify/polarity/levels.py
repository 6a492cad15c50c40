"""Which of two amounts is more, against what a claim says of them: *cheaper* where it *costs £2.40 instead of £2.60*,
*the cellar is drier* where it has 92 % of humidity and the attic 75 %.

A claim tells a change (*fell*, *became dearer*) or compares two (*longer than*). Nothing is concluded from what is
denied, supposed or open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.level_changes import (
    Change,
    Fact,
    changes_in,
    comparable,
    facts_in,
    is_bare,
    more_of,
)
from fidedigno.verify.polarity.level_words import level_of, tells_when, trend_of
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.opposites import COMPARISON
from fidedigno.verify.polarity.overlap import Pair, alike
from fidedigno.verify.polarity.reading import Reading, read
from fidedigno.verify.statement import Comparison, Difference, Statement
from fidedigno.verify.values.find import find_values
from fidedigno.verify.values.value import Value

_MORE = {"more": 1, "less": -1, "fewer": -1, "mas": 1, "menos": -1}
_ALONE = frozenset({"mayor", "mayores", "menor", "menores", "superior", "inferior", "less", "further"})
"""Comparatives without an ending of their own, or a word before them."""
_STRENGTH = 0.95
_LEAST = 0.5
_CLEAN, _MIXED = 0.8, 0.65
_MOST_FACTS = 8
"""Evidence with more amounts says too much to tell which two are meant."""
_MOST_WORDS = 9
_THAN_REACH = 4
_YEAR = 4


class _Said(NamedTuple):
    """What a claim says to be more or less: its words, the adjective or verb among them (none for ``costs more``),
    by what its sign is turned, and where its *than* stands (0 for none)."""

    first: Token
    last: Token
    word: Token | None
    turned: int
    than: int


def weigh_levels(claim: Statement, sentences: Sequence[Statement]) -> list[Comparison]:
    """What a claim says of rising, falling, more and less, against the amounts of the evidence.

    A comparison comes for each sentence, in their order; its differences have the code ``comparison_differs``.
    """
    nothing = [Comparison() for _ in sentences]
    ours = read(claim)
    said = [] if ours.asks else list(_said_in(ours))
    told = [number for number, each in enumerate(sentences) if said and _has_figures(each)]
    if not told:
        return nothing
    found: list[list[Difference]] = [[] for _ in sentences]
    agreed: list[list[tuple[int, int]]] = [[] for _ in sentences]
    for each in said:
        results = (
            _compared(ours, each, sentences, told) if each.than else _changed(claim, each, sentences, told)
        )
        for number, same, difference in results:
            if same:
                agreed[number].append((difference.start, difference.end))
            else:
                found[number].append(difference)
    return [
        Comparison(agreed=tuple(mine), differences=tuple(sorted(their)))
        for mine, their in zip(agreed, found, strict=True)
    ]


def _has_figures(sentence: Statement) -> bool:
    return any(letter.isdigit() for letter in sentence.text)


def _said_in(reading: Reading) -> Iterator[_Said]:
    """The words of a claim that say more or less, as they are said."""
    for token in reading.tokens:
        if token.hypothetical or token.excepted or sign_of(token.under) <= 0 or _bounds(reading, token):
            continue
        if token.text in _MORE:
            following = reading.tokens[token.place + 1 : token.place + 2]
            word = following[0] if following and following[0].content else None
            than = _than(reading, word or token)
            if than or word is not None:
                yield _Said(token, word or token, word, _MORE[token.text], than)
        elif token.content and (not token.place or reading.tokens[token.place - 1].text not in _MORE):
            trend = bool(trend_of(token.root, reading.language)) and not token.nominal
            if trend or token.text.endswith("er") or token.text in _ALONE:
                yield _Said(token, token, token, 1, _than(reading, token))


def _bounds(reading: Reading, token: Token) -> bool:
    """Whether a word of comparing only sets a limit to a number: ``more than 5``."""
    near = reading.tokens[token.place + 1 : token.place + 1 + _THAN_REACH]
    return any(each.text[:1].isdigit() and not _is_year(each) for each in near) or (
        token.idiom and token.text not in _MORE
    )


def _than(reading: Reading, token: Token) -> int:
    near = range(token.place + 1, min(token.place + 1 + _THAN_REACH, len(reading.tokens)))
    return next((place for place in near if reading.has("than", place)), 0)


def _changed(
    claim: Statement, said: _Said, sentences: Sequence[Statement], told: Sequence[int]
) -> Iterator[tuple[int, bool, Difference]]:
    """What sentences tell of a change of the same thing: their numbers, whether they agree, and the difference."""
    for number in told:
        for change in changes_in(sentences[number]):
            theirs = read(sentences[number])
            value = change.first if is_bare(change.second) else change.second
            sign = _sign(said, value, theirs, read(claim).language)
            if not sign:
                continue
            sure = _sure(claim, said, sentences[number], change)
            if sure >= _LEAST:
                start, end = change.first.start, change.second.end
                yield number, sign == change.sign, _difference(said, start, end, sure * _STRENGTH)


def _sign(said: _Said, value: Value, theirs: Reading, language: str) -> int:
    """Whether the claim says more or less of what a value measures; 0 where it says nothing of it."""
    if said.word is None:
        return said.turned
    roots = frozenset(token.root for token in theirs.tokens)
    level = level_of(said.word.root, value, roots, language)
    if level or said.turned < 0 or said.first.place != said.last.place:
        # `More members`: of what is counted.
        return said.turned * level or (said.turned if said.word.root in roots else 0)
    return trend_of(said.word.root, language)


def _sure(claim: Statement, said: _Said, sentence: Statement, change: Change) -> float:
    """How surely claim and sentence tell of one thing, apart from the amounts and the moments that both name."""
    ours, theirs = read(claim), read(sentence)
    at = next((token for token in theirs.tokens if token.start >= change.first.start), None)
    if at is None:
        return 0.0
    mine, their = set(range(said.first.place, said.last.place + 1)), set[int]()
    for one in find_values(claim):
        for other in find_values(sentence):
            if (one.kind, one.parts, one.low) == (other.kind, other.parts, other.low):
                mine |= _inside(ours, one.start, one.end)
                their |= _inside(theirs, other.start, other.end)
    mine |= {token.place for token in ours.tokens if tells_when(token.text, ours.language)}
    their |= _inside(theirs, change.first.start, change.second.end)
    their |= {token.place for token in theirs.tokens if trend_of(token.root, theirs.language)}
    told = [t for t in theirs.clause_of(at) if t.content and t.place not in their]
    meant = [t for t in ours.clause_of(said.first) if t.content and t.place not in mine]
    if told and meant and not any(alike(one, other) for one in meant for other in told):
        return 0.0
    return Pair(ours, theirs).likeness(said.first, at, frozenset(mine), frozenset(their))


def _inside(reading: Reading, start: int, end: int) -> set[int]:
    return {token.place for token in reading.tokens if start <= token.start < end}


def _compared(
    ours: Reading, said: _Said, sentences: Sequence[Statement], told: Sequence[int]
) -> Iterator[tuple[int, bool, Difference]]:
    """Whether of two things that a claim compares the one with the greater amount is said to have more."""
    clause = [t for t in ours.clause_of(said.first) if t.content and not t.weak]
    left = [t for t in clause if t.place < said.than and not said.first.place <= t.place <= said.last.place]
    right = [t for t in clause if t.place > said.than]
    if not left or not right or any(t.text[-1:].isdigit() and not _is_year(t) for t in clause):
        return
    known = [(number, fact) for number in told for fact in facts_in(sentences[number])]
    words = [_words(read(sentences[number]), fact) for number, fact in known]
    if len(known) > _MOST_FACTS or any(_compares(each, read(sentences[0]).language) for each in words):
        return
    found = []
    for at, (number, one) in enumerate(known):
        for other_at, (other_number, other) in enumerate(known):
            if at == other_at or not comparable(one.value, other.value):
                continue
            more = more_of(one.value, sentences[number], other.value, sentences[other_number])
            clear = _told_apart(left, right, words[at], words[other_at])
            value = other.value if is_bare(one.value) else one.value
            sign = _sign(said, value, read(sentences[number]), ours.language) if clear else 0
            if sign and more:
                found.append((number, more == sign, _difference(said, one.value.start, one.value.end, clear)))
    if len(found) == 1:
        yield found[0]


def _is_year(token: Token) -> bool:
    return token.text.isdigit() and len(token.text) == _YEAR


def _words(reading: Reading, fact: Fact) -> list[Token]:
    return [t for t in reading.tokens if t.content and fact.start <= t.start < fact.end]


def _compares(words: Sequence[Token], language: str) -> bool:
    """Whether a stretch says too much to be of one thing, or tells of a change itself."""
    return len(words) > _MOST_WORDS or any(trend_of(each.root, language) for each in words)


def _told_apart(
    left: Sequence[Token], right: Sequence[Token], here: Sequence[Token], there: Sequence[Token]
) -> float:
    """How surely the first of two compared things is what one amount is of, and the second what the other is of."""
    mine, crossed = _only(left, here, there), _only(left, there, here)
    their, back = _only(right, there, here), _only(right, here, there)
    if not mine or not their or (crossed and back):
        return 0.0
    if not _mostly(left, (*here, *there)) or not _mostly(right, (*here, *there)):
        return 0.0
    return _MIXED if crossed or back else _CLEAN


def _only(tokens: Sequence[Token], some: Sequence[Token], others: Sequence[Token]) -> bool:
    """Whether a word is met by one of two stretches alone."""
    return any(
        any(alike(token, each) for each in some) and not any(alike(token, each) for each in others)
        for token in tokens
    )


def _mostly(tokens: Sequence[Token], others: Sequence[Token]) -> bool:
    """Whether at least half of some words are met."""
    return 2 * sum(any(alike(token, each) for each in others) for token in tokens) >= len(tokens)


def _difference(said: _Said, start: int, end: int, sure: float) -> Difference:
    return Difference(COMPARISON, said.first.start, said.last.end, start, end, "", round(sure, 3))
