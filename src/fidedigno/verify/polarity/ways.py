"""From whom to whom something goes: *A sends B the file*, *B gets the file from A*, *from A to B*.

Two ways that go opposite ways between the same two differ, whichever verbs tell them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.parties import nearest, words
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

ROLES = "roles_differ"
_FAR = 8


class Way(NamedTuple):
    """Where something comes from and where it goes; ``said`` tells how."""

    source: tuple[Token, ...]
    goal: tuple[Token, ...]
    said: Token


def differing_ways(pair: Pair) -> list[Weighed]:
    """The ways of the claim that go the other way in the evidence."""
    found: list[Weighed] = []
    theirs = ways_in(pair.evidence)
    if not theirs:
        return found
    for mine in ways_in(pair.claim):
        best: Weighed | None = None
        agreed = 0.0
        for their in theirs:
            sure = pair.certainty(mine.said, their.said, apart=False)
            crossed = pair.meets(mine.source, their.goal) and pair.meets(mine.goal, their.source)
            straight = pair.meets(mine.source, their.source) and pair.meets(mine.goal, their.goal)
            if straight:
                agreed = max(agreed, sure)
            elif crossed and sign_of(mine.said.mode) * sign_of(their.said.mode) > 0:
                both, others = (*mine.source, *mine.goal), (*their.source, *their.goal)
                start, end = min(t.start for t in both), max(t.end for t in both)
                first, last = min(t.start for t in others), max(t.end for t in others)
                difference = Difference(ROLES, start, end, first, last, "", round(sure, 3))
                weighed = Weighed(mine.said.place, sure, 0.0, difference, their.said.place)
                best = weighed if best is None or sure > best.sure else best
        found.append(best._replace(agreed=agreed) if best else Weighed(mine.said.place, 0.0, agreed))
    return found


def ways_in(reading: Reading) -> list[Way]:
    """The ways that a statement tells."""
    return [
        way
        for way in (*_of_verbs(reading), *_between(reading))
        if way.source and way.goal and {t.root for t in way.source}.isdisjoint(t.root for t in way.goal)
    ]


def _between(reading: Reading) -> Iterator[Way]:
    """``from A to B``, ``de A a B``."""
    sets = words(reading.language).sets
    for token in reading.tokens:
        if token.text not in sets["from"] or token.name:
            continue
        clause = [t for t in reading.clause_of(token) if token.place < t.place <= token.place + _FAR]
        link = next((t for t in clause if t.text in sets["to"] and not t.name), None)
        if link is None or any(t.copula for t in clause if t.place < link.place):
            continue
        source = [t for t in clause if t.place < link.place and t.content]
        goal = nearest(t for t in clause if t.place > link.place)[:2]
        if 0 < len(source) <= 2 and (reading.language == "en" or _adjoin(reading, source[-1], link)):
            yield Way(tuple(source), tuple(goal), source[0])


def _adjoin(reading: Reading, one: Token, other: Token) -> bool:
    return other.place - one.place == 1


def _of_verbs(reading: Reading) -> Iterator[Way]:
    known = words(reading.language)
    for verb in reading.tokens:
        giving = verb.root in known.roots["giving"]
        if not (giving or verb.root in known.roots["receiving"]) or verb.hypothetical or verb.excepted:
            continue
        clause = reading.clause_of(verb)
        left = [t for t in clause if t.place < verb.place]
        right = [t for t in clause if t.place > verb.place]
        if any(t.text in known.sets["relative"] for t in left[:2]):
            continue
        subject = nearest(reversed(left))
        passive = any(t.text in known.sets["be"] or t.text == "se" for t in left[-3:])
        come = _behind(right, known.sets["from"])
        if giving:
            to = _behind(right, known.sets["to"])
            source = (_behind(right, known.sets["by"]) or come) if passive else subject
            goal = to or (subject if passive else nearest(right)[:1])
            if left and left[-1].text in known.sets["clitic"] and left[0].text in known.sets["object"]:
                source, goal = nearest(right), subject
            yield Way(tuple(source), tuple(goal), verb)
        elif not passive:
            if not come and reading.language == "es":
                come = _behind(right, known.sets["object"])
            yield Way(tuple(come), tuple(subject), verb)


def _behind(tokens: Sequence[Token], links: frozenset[str]) -> list[Token]:
    """The noun behind the first of some prepositions, up to the next one."""
    place = next((t.place for t in tokens if t.text in links and not t.name), None)
    found: list[Token] = []
    for token in tokens:
        if place is None or token.place <= place:
            continue
        if found and not token.content:
            break
        found += [token] if token.content and not token.text.isdigit() else []
    return nearest(found)
