"""Attributes that go to the wrong one of two: *A has chat and B has mail* against *B has chat*.

Only where the evidence itself sets two side by side, in clauses or sentences that are built alike and differ in who
and in what: the claim mixes what tells one apart with what is said of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import MODAL, Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.operators import Role
from fidedigno.verify.polarity.overlap import alike
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words
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
    gapped: bool
    """It has a comma for its verb."""
    leans: bool
    """It leaves out the noun that the one before it has (``those in the park``)."""
    english: bool
    set_beside: bool
    """It opens with a word that sets it beside the one before (``whereas``)."""
    labelled: bool
    """A colon stands for its verb (``Sauna: cedar``)."""


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
            for each in _mixed(mine.content, claim, one, other):
                if not _said_elsewhere(mine.content, one, other, theirs):
                    found.append(each)
    found = [each for each in found if each[1].certainty >= LEAST]
    return sorted(found, key=lambda each: (-each[1].certainty, -each[1].start))[:1]


@lru_cache(maxsize=2_048)
def _parts(number: int, reading: Reading, *, whole: bool = False) -> list[_Part]:
    """The clauses of a statement; those of evidence cut at *and* too."""
    found: list[_Part] = []
    for start, end in _whole_clauses(reading):
        joins = [] if whole else [at for at in range(start + 1, end) if _joins(reading, at)]
        edges = [(start, end)] if len(joins) != 1 else [(start, joins[0]), (joins[0] + 1, end)]
        parts = [
            _part(number, reading, first, last, len(found) + at) for at, (first, last) in enumerate(edges)
        ]
        if len(parts) > 1 and any(len(each.content) < 2 for each in parts):
            parts = [_part(number, reading, start, end, len(found))]
        found += [each for each in parts if len(each.content) >= 2 or (whole and each.content)]
    return found


def _joins(reading: Reading, at: int) -> bool:
    """Whether *and* stands there, but for one inside of a name (``Food and Drug Administration``)."""
    around = reading.tokens[max(at - 1, 0) : at + 2]
    return bool(reading.has("joins", at)) and not (around[0].name and around[-1].name)


def _whole_clauses(reading: Reading) -> list[tuple[int, int]]:
    """The clauses, with those joined that are one: ``the short one, for individuals``, ``it is Nora who paints``."""
    found: list[tuple[int, int]] = []
    for start, end in reading.clauses:
        if found and _goes_with(reading, found, start, end):
            found[-1] = (found[-1][0], end)
            continue
        cut = _gap_at(reading, *found[-1]) if found and _is_listed(reading, start, end) else 0
        if cut:
            # `The hall has slate and the kitchen, oak`: the comma stands for the verb.
            found[-1:] = [(found[-1][0], cut), (cut + 1, end)]
        else:
            found.append((start, end))
    return found


def _goes_with(reading: Reading, found: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a clause belongs to the one before it, which is the last found."""
    before = reading.tokens[slice(*found[-1])]
    gap = reading.text[before[-1].end : reading.tokens[start].start].strip()
    told = sum(t.content for t in before)
    if reading.tokens[start].text in words(reading.language).sets["relative"]:
        verb = any(_is_verb(reading, t) for t in before)
        return told <= 1 or (not gap and not verb)
    short = _short(reading, start, end)
    behind = reading.text[reading.tokens[end - 1].end :].lstrip()[:1]
    if any(t.text.isdigit() for t in (*before, *reading.tokens[start:end])):
        # Values are compared as values.
        return gap == "," and len(found) > 1 and _short(reading, *found[-1]) and short
    if gap == ":":
        # `Spare pump: upper boathouse.`
        few = sum(t.content for t in reading.tokens[start:end]) <= _FEW
        ends = few and behind in {"", ".", ";"}
        return ends and told <= _FEW and not any(_is_verb(reading, t) for t in before[1:])
    if gap == "(":
        return behind == ")" and short
    return gap == "," and len(found) > 1 and _short(reading, *found[-1]) and short


def _is_listed(reading: Reading, start: int, end: int) -> bool:
    """Whether a clause of few words without a verb stands behind a comma."""
    gap = reading.text[reading.tokens[start - 1].end : reading.tokens[start].start].strip()
    return gap == "," and _short(reading, start, end)


def _gap_at(reading: Reading, start: int, end: int) -> int:
    """Where an *and* stands that opens a clause without its verb; 0 for nowhere."""
    joins = [at for at in range(start + 1, end - 1) if reading.has("joins", at)]
    if len(joins) != 1:
        return 0
    before, behind = reading.tokens[start : joins[0]], reading.tokens[joins[0] + 1 : end]
    few = 0 < sum(t.content for t in behind) <= 2
    told = any(_is_verb(reading, t) for t in before) and sum(t.content for t in before) > 1
    return joins[0] if few and told and not any(t.copula or t.role in MODAL for t in behind) else 0


def _is_verb(reading: Reading, token: Token) -> bool:
    plain = token.content and not token.nominal and not token.name
    return token.copula or token.role in MODAL or (plain and may_be_verb(token.root, reading.language))


def _short(reading: Reading, start: int, end: int) -> bool:
    """Whether a clause is of few words and without a verb."""
    tokens = reading.tokens[start:end]
    few = 0 < sum(t.content for t in tokens) <= 2
    return few and not any(t.copula or t.role in MODAL for t in tokens)


def _part(number: int, reading: Reading, start: int, end: int, at: int) -> _Part:
    tokens = [t for t in reading.tokens[start:end] if not t.hypothetical and not t.excepted]
    content = [t for t in tokens if t.content and not reading.has("breaks", t.place)]
    known = [t for t in tokens if t.copula or t.role in MODAL]
    gapped = bool(tokens) and tokens[0].clause != tokens[-1].clause and not known
    verbs = (
        []
        if gapped
        else [t for t in content if not t.nominal and not t.name and may_be_verb(t.root, reading.language)]
    )
    main = not reading.has("breaks", start) or bool(reading.has("sets_beside", start))
    long = sum(t.content for t in reading.tokens) > _LONG_SENTENCE
    links = frozenset(t.text for t in tokens if reading.has("preposition", t.place))
    return _Part(
        number,
        content,
        [*known, *verbs],
        at,
        main,
        long,
        links - _WEAK_LINKS,
        gapped,
        _leans(reading, start, end),
        reading.language == "en",
        start < end and reading.tokens[start].text in words(reading.language).sets["whereas"],
        bool(tokens) and ":" in reading.text[tokens[0].start : tokens[-1].end],
    )


def _leans(reading: Reading, start: int, end: int) -> bool:
    """Whether a clause stands for a noun that it leaves out: ``those in the park``, ``los del parque``."""
    sets, tokens = words(reading.language).sets, reading.tokens
    if any(t.text in sets["pro_noun"] for t in tokens[start:end]):
        return True
    return reading.language == "es" and any(
        t.text in sets["clitic"]
        and (reading.has("preposition", t.place + 1) or tokens[t.place + 1].role is Role.NEGATOR)
        for t in tokens[start : min(start + 3, end - 1)]
    )


def _side_by_side(one: _Part, other: _Part) -> bool:
    """Whether two are built alike: they share a verb or what they begin with, or the later leaves out its verb."""
    if not (one.main and other.main) or max(len(one.content), len(other.content)) > _LONG:
        return False
    if one.sentence == other.sentence and (one.long or abs(one.number - other.number) != 1):
        return False
    earlier, later = (one, other) if one.number < other.number else (other, one)
    if one.sentence == other.sentence and later.set_beside:
        return True
    if one.sentence == other.sentence and not later.verbs:
        return bool(earlier.links & later.links) or later.gapped
    if _share([t for t in one.verbs if not t.copula], other.verbs):
        return True
    if any(t.root == each.root for t in one.content[:2] for each in other.content[:2]):
        return True
    if _labels(one) and _labels(other):
        bare = max(len(one.content), len(other.content)) <= _FEW and not one.verbs and not other.verbs
        return bare or _share(one.content, other.content)
    both = one.verbs and other.verbs and one.sentence == other.sentence
    return bool(both) and (_share(one.verbs, other.verbs) or _are(one, other))


def _are(one: _Part, other: _Part) -> bool:
    """Whether both tell what something is, in whatever tense."""
    return all(any(t.copula for t in each.verbs) for each in (one, other))


def _labels(part: _Part) -> bool:
    return part.labelled and part.gapped and len(part.content) > 1


def _share(some: Sequence[Token], others: Sequence[Token]) -> bool:
    return any(alike(one, other) for one in some for other in others)


def _mixed(mine: Sequence[Token], claim: Reading, one: _Part, other: _Part) -> list[tuple[int, Difference]]:
    """The claim has a word of ``one`` alone, and of ``other`` alone, each for what the other part says else."""
    roots, other_roots = {_key(t) for t in one.content}, {_key(t) for t in other.content}
    known = roots | other_roots
    key, rest = _parted(_own(one, other, other_roots), mine, known)
    value, others = _parted(_own(other, one, roots), mine, known)
    if not key or not value or not _is_few(rest) or not _is_few(others):
        return []
    if _is_only_kind(mine, key, _head(one)) or _is_only_kind(mine, value, _head(other)):
        return []
    if any(_has(claim.tokens, t, known) for t in (*rest, *others) if not t.weak):
        return []
    # Built alike: who before what in both.
    last = -1 if one.sentence == other.sentence else 0
    if (key[0].place < rest[last].place) is not (others[0].place < value[last].place):
        return []
    said = [t for t in mine if any(_same(t, each, mine, known) for each in value)]
    met = [t for t in mine if any(_same(t, each, mine, known) for each in (*one.content, *other.content))]
    if any(sign_of(t.mode) <= 0 for t in (*met, *rest)):
        return []
    share = len(met) / len(mine)
    if share < _KNOWN:
        return []
    certainty = round(_STRENGTH * share**0.5, 3)
    difference = Difference(
        ATTRIBUTE, said[0].start, said[-1].end, rest[0].start, rest[-1].end, "", certainty
    )
    return [(one.sentence, difference)]


def _is_only_kind(mine: Sequence[Token], some: Sequence[Token], head: Token) -> bool:
    """Whether the claim has but another word for what a part speaks of: ``program`` for ``app`` tells of neither."""
    return list(some) == [head] and all(each.root != head.root for each in mine)


def _said_elsewhere(mine: Sequence[Token], one: _Part, other: _Part, theirs: Sequence[_Part]) -> bool:
    """Whether a third part has all that the claim mixes of two."""
    pair = {_key(t) for t in (*one.content, *other.content)}
    mixed = {_key(t) for t in mine} & pair
    return any(
        each is not one and each is not other and mixed <= {_key(t) for t in each.content} for each in theirs
    )


def _own(one: _Part, other: _Part, other_roots: AbstractSet[str]) -> list[Token]:
    """The words of one part that the other lacks; two verbs of one concept are shared, and so are the noun and the
    verb that the other leaves out."""
    later = other.number > one.number and other.sentence == one.sentence
    return [
        t
        for t in one.content
        if not (later and other.leans and t is _head(one))
        and not (later and not other.verbs and [t] == one.verbs[:1])
        and _key(t) not in other_roots
        and not (t in one.verbs and _share([t], other.verbs))
    ]


def _head(part: _Part) -> Token:
    """The noun that a part begins with: the last of words in a row, before its verb."""
    head = part.content[0]
    for token in part.content[1:] if part.english else ():
        if token.place != head.place + 1 or token in part.verbs:
            break
        head = token
    return head


def _is_few(tokens: Sequence[Token]) -> bool:
    return 0 < sum(not t.weak for t in tokens) <= _FEW


def _parted(
    tokens: Sequence[Token], mine: Sequence[Token], known: AbstractSet[str]
) -> tuple[list[Token], list[Token]]:
    """Those that the claim has, and the rest."""
    had = [t for t in tokens if _has(mine, t, known)]
    return had, [t for t in tokens if t not in had]


def _has(mine: Sequence[Token], token: Token, known: AbstractSet[str]) -> bool:
    return any(_same(each, token, mine, known) for each in mine)


def _same(said: Token, token: Token, mine: Sequence[Token], known: AbstractSet[str]) -> bool:
    """Whether a word of the claim names what one of the evidence names; what both texts tell apart are two."""
    if _key(said) == _key(token):
        return True
    if said.root == token.root or _key(said) in known or any(_key(each) == _key(token) for each in mine):
        return False
    return alike(said, token)


def _key(token: Token) -> str:
    """The root of a word, apart from that of its denial (``halogenated``, ``not halogenated``)."""
    return f"-{token.root}" if sign_of(token.mode) < 0 else token.root
