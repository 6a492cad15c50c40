"""Attributes that go to the wrong one of two: *A has chat and B has mail* against *B has chat*.

Only where the evidence itself sets two side by side, in clauses or sentences that are built alike and differ in who
and in what: the claim mixes what tells one apart with what is said of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import VERBS, Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.operators import Role, operators
from fidedigno.verify.polarity.overlap import alike
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import LEAST
from fidedigno.verify.statement import Difference

ATTRIBUTE = "attribute_differs"
_STRENGTH = 0.9
_FEW = 3
"""How much two clauses set side by side may differ in who, and in what."""
_MAX_PARTS = 14
_LONG_SENTENCE = 12
_LONG = 7
"""Words of content of a clause that may be set beside another."""
_WEAK_LINKS = frozenset({"of", "de", "del"})
_KNOWN = 0.49


class _Part(NamedTuple):
    """A clause, or half of one that leaves out its verb; ``verbs`` are its modal verbs and copulas."""

    sentence: int
    content: list[Token]
    verbs: list[Token]
    number: int
    main: bool
    long: bool
    links: frozenset[str]
    """Its prepositions."""


def differing_attributes(
    claim: Reading, sentences: Sequence[tuple[int, Reading]]
) -> list[tuple[int, Difference]]:
    """The attributes that the claim gives to one of two and the evidence to the other, each with the number of the
    sentence that gives it."""
    theirs = [each for number, reading in sentences for each in _parts(number, reading)][:_MAX_PARTS]
    if len(theirs) < 2:
        return []
    found: list[tuple[int, Difference]] = []
    beside = [
        (one, other) for one in theirs for other in theirs if one is not other and _side_by_side(one, other)
    ]
    for mine in _parts(0, claim, whole=True):
        for one, other in beside:
            found += _mixed(mine.content, claim, one, other)
    found = [each for each in found if each[1].certainty >= LEAST]
    return sorted(found, key=lambda each: -each[1].certainty)[:1]


def _parts(number: int, reading: Reading, *, whole: bool = False) -> list[_Part]:
    """The clauses of a statement; those of evidence cut at *and* too."""
    table, words = operators()[reading.language], [t.text for t in reading.tokens]
    found: list[_Part] = []
    for start, end in _whole_clauses(reading):
        joins = [] if whole else [at for at in range(start + 1, end) if table.has("joins", words, at)]
        edges = [(start, end)] if len(joins) != 1 else [(start, joins[0]), (joins[0] + 1, end)]
        parts = [
            _part(number, reading, first, last, len(found) + at) for at, (first, last) in enumerate(edges)
        ]
        if len(parts) > 1 and any(len(each.content) < 2 for each in parts):
            parts = [_part(number, reading, start, end, len(found))]
        found += [each for each in parts if len(each.content) >= 2 or (whole and each.content)]
    return found


def _whole_clauses(reading: Reading) -> list[tuple[int, int]]:
    """The clauses, where one without a verb has a comma in its place: ``the short one, for individuals``."""
    found: list[tuple[int, int]] = []
    for start, end in reading.clauses:
        if found and len(found) > 1 and _short(reading, *found[-1]) and _short(reading, start, end):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _short(reading: Reading, start: int, end: int) -> bool:
    """Whether a clause is of few words and without a verb."""
    tokens = reading.tokens[start:end]
    few = 0 < sum(t.content for t in tokens) <= 2
    return few and not any(t.copula or (t.role in VERBS and t.role is not Role.NEGATOR) for t in tokens)


def _part(number: int, reading: Reading, start: int, end: int, at: int) -> _Part:
    table, words = operators()[reading.language], [t.text for t in reading.tokens]
    tokens = [t for t in reading.tokens[start:end] if not t.hypothetical and not t.excepted]
    content = [t for t in tokens if t.content]
    known = [t for t in tokens if t.copula or (t.role in VERBS and t.role is not Role.NEGATOR)]
    verbs = [t for t in content if not t.nominal and not t.name and may_be_verb(t.root, reading.language)]
    main = not table.has("breaks", words, start) or bool(table.has("sets_beside", words, start))
    long = sum(t.content for t in reading.tokens) > _LONG_SENTENCE
    links = frozenset(t.text for t in tokens if table.has("preposition", words, t.place))
    return _Part(number, content, [*known, *verbs], at, main, long, links - _WEAK_LINKS)


def _side_by_side(one: _Part, other: _Part) -> bool:
    """Whether two are built alike: they share a verb or what they begin with, or the later leaves out its verb."""
    if not (one.main and other.main) or max(len(one.content), len(other.content)) > _LONG:
        return False
    if one.sentence == other.sentence and (one.long or abs(one.number - other.number) != 1):
        return False
    earlier, later = (one, other) if one.number < other.number else (other, one)
    if one.sentence == other.sentence and not later.verbs:
        return bool(earlier.links & later.links)
    if any(_has(other.verbs, t) for t in one.verbs if not t.copula):
        return True
    if alike(one.content[0], other.content[0]):
        return True
    both = one.verbs and other.verbs and one.sentence == other.sentence
    return bool(both) and any(_has(other.verbs, t) for t in one.verbs)


def _mixed(mine: Sequence[Token], claim: Reading, one: _Part, other: _Part) -> list[tuple[int, Difference]]:
    """The claim has a word of ``one`` alone, and of ``other`` alone, each for what the other part says else."""
    first = [t for t in one.content if not _has(other.content, t)]
    second = [t for t in other.content if not _has(one.content, t)]
    key, rest = _parted(first, mine)
    value, others = _parted(second, mine)
    if not key or not value or not 0 < len(rest) <= _FEW or not 0 < len(others) <= _FEW:
        return []
    if any(_has(claim.tokens, t) for t in (*rest, *others) if not t.weak):
        return []
    # Built alike: who before what in both.
    if (key[0].place < rest[0].place) is not (others[0].place < value[0].place):
        return []
    said = [t for t in mine if _has(value, t)]
    known = [t for t in mine if _has(one.content, t) or _has(other.content, t)]
    if any(sign_of(t.mode) <= 0 for t in (*known, *rest)) or all(t.text.isdigit() for t in said):
        return []
    share = len(known) / len(mine)
    if share < _KNOWN:
        return []
    certainty = round(_STRENGTH * share**0.5, 3)
    difference = Difference(
        ATTRIBUTE, said[0].start, said[-1].end, rest[0].start, rest[-1].end, "", certainty
    )
    return [(one.sentence, difference)]


def _parted(tokens: Sequence[Token], mine: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Those that the claim has, and the rest."""
    return [t for t in tokens if _has(mine, t)], [t for t in tokens if not _has(mine, t)]


def _has(tokens: Sequence[Token], token: Token) -> bool:
    return any(alike(token, each) for each in tokens)
