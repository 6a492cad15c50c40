"""Who does what to whom, and which way: ``A acquired B`` against ``B acquired A``.

The parties on both sides of a verb are compared; a passive with its doer exchanges them (``B was acquired by A``).
It refuses where Spanish leaves the order open (relative clauses, an object named first) and where both do the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.data import LANGUAGES, refuse, word_groups
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.negation import LEAST
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.roots import root_of
from fidedigno.verify.statement import Difference

ROLES = "roles_differ"
_NAME = "roles.yaml"
_GROUPS = frozenset(
    {"symmetric", "by", "be", "relative", "object", "clitic", "from", "to", "than", "noun", "taken_up"}
)
_PARTY = 3
"""Words of content on each side of a verb that may be its party."""


class _Words(NamedTuple):
    symmetric: frozenset[str]
    sets: dict[str, frozenset[str]]


class Parties(NamedTuple):
    """The roots of who does something and of whom it is done to, with the stretch that tells it."""

    doer: tuple[str, ...]
    done_to: tuple[str, ...]
    start: int
    end: int


def differing_roles(pair: Pair) -> list[Difference]:
    """The verbs of the claim whose parties are exchanged in the evidence, and ways that go the other way."""
    found: list[Difference] = []
    for root, said in _distinct(pair.claim):
        for source in pair.evidence_roots.get(root, ()):
            if not source.content or source.hypothetical or source.excepted:
                continue
            if sign_of(said.mode) * sign_of(source.mode) <= 0:
                continue
            mine, their = parties_of(pair.claim, said), parties_of(pair.evidence, source)
            if mine is None or their is None or not _exchanged(mine, their):
                continue
            sure = pair.certainty(said, source, apart=False)
            found.append(Difference(ROLES, mine.start, mine.end, their.start, their.end, "", round(sure, 3)))
            break
    found += _ways(pair)
    return [each for each in found if each.certainty >= LEAST]


def _distinct(reading: Reading) -> Iterator[tuple[str, Token]]:
    for token in reading.tokens:
        if token.content and not token.name and not token.hypothetical and not token.excepted:
            yield token.root, token


def _exchanged(mine: Parties, their: Parties) -> bool:
    """Whether each party of one is on the other side in the other, and on its own side in neither."""
    doers, others = set(mine.doer), set(mine.done_to)
    their_doers, their_others = set(their.doer), set(their.done_to)
    apart = (doers - others, others - doers)
    crossed = apart[0] & (their_others - their_doers), apart[1] & (their_doers - their_others)
    nearest = next((root for root in mine.done_to if root not in doers), "")
    return bool(crossed[0]) and nearest in crossed[1] and not apart[0] & (their_doers - their_others)


def parties_of(reading: Reading, verb: Token) -> Parties | None:
    """The parties of a verb; None where they cannot be told."""
    words, clause = _words()[reading.language], reading.clause_of(verb)
    if verb.root in words.symmetric or _is_noun(reading, verb):
        return None
    left = [t for t in clause if t.place < verb.place]
    right = [t for t in clause if t.place > verb.place]
    if not any(t.content for t in left) or any(t.text in words.sets["relative"] for t in left[:2]):
        return None
    if _object_first(reading, left, words):
        return None
    before, behind = _nearest(reversed(left)), _nearest(right)
    if not before or not behind:
        return None
    compares = any(t.text in words.sets["than"] for t in right[:_PARTY])
    passive = not compares and any(t.text in words.sets["be"] for t in left[-3:])
    by = next((t.place for t in right if t.text in words.sets["by"]), None)
    doer, done_to = before, behind
    if passive:
        if by is None:
            return None
        doer, done_to = _nearest(t for t in right if t.place > by), before
    if not doer or not done_to:
        return None
    both = (*doer, *done_to)
    return Parties(
        tuple(t.root for t in doer),
        tuple(t.root for t in done_to),
        min(verb.start, *(t.start for t in both)),
        max(verb.end, *(t.end for t in both)),
    )


def _is_noun(reading: Reading, token: Token) -> bool:
    """Whether what seems a verb stands as a noun: behind an article or a preposition."""
    if token.text.endswith(tuple(_words()[reading.language].sets["noun"])):
        return not _compared(reading, token)
    if not token.nominal:
        return False
    before = reading.tokens[token.place - 1].text
    return before not in _words()[reading.language].sets["taken_up"]


def _compared(reading: Reading, token: Token) -> bool:
    """Whether a word is compared with something (``larger than``)."""
    behind = reading.tokens[token.place + 1 : token.place + 2]
    return any(each.text in _words()[reading.language].sets["than"] for each in behind)


def _object_first(reading: Reading, left: Sequence[Token], words: _Words) -> bool:
    """``A Pérez le ganó López``: the object stands first and is taken up again."""
    if reading.language != "es" or not left:
        return False
    opens = left[0].text in words.sets["object"] and not left[0].name
    return opens or any(t.text in words.sets["clitic"] and t.place == left[-1].place for t in left)


def _nearest(tokens: Iterator[Token] | Sequence[Token]) -> list[Token]:
    found: list[Token] = []
    for token in tokens:
        if token.content:
            found.append(token)
            if len(found) == _PARTY:
                break
    # Of `service A` it is the name that tells the party.
    return [token for token in found if token.name] or found


def _ways(pair: Pair) -> Iterator[Difference]:
    mine, their = list(ways_in(pair.claim)), list(ways_in(pair.evidence))
    for begin, end in mine:
        for other_begin, other_end in their:
            if begin.root == other_end.root and end.root == other_begin.root and begin.root != end.root:
                sure = pair.certainty(begin, other_begin, apart=False)
                yield Difference(
                    ROLES, begin.start, end.end, other_begin.start, other_end.end, "", round(sure, 3)
                )


def ways_in(reading: Reading) -> Iterator[tuple[Token, Token]]:
    """The pairs of ``from A to B``, ``de A a B``."""
    sets = _words()[reading.language].sets
    tokens = reading.tokens
    for place, token in enumerate(tokens[:-3]):
        if token.text not in sets["from"] or token.name:
            continue
        start, link = tokens[place + 1], tokens[place + 2]
        ahead = tokens[place + 3]
        if start.content and ahead.content and link.text in sets["to"] and not link.name:
            yield start, ahead


@cache
def _words() -> dict[str, _Words]:
    groups = word_groups(_NAME)
    if set(groups) != _GROUPS:
        raise refuse(_NAME, "the list of groups")
    return {
        language: _Words(
            frozenset(root_of(word, language) for word in groups["symmetric"][language]),
            {group: frozenset(groups[group][language]) for group in _GROUPS - {"symmetric"}},
        )
        for language in LANGUAGES
    }
