"""From whom to whom something goes: *A sends B the file*, *B gets the file from A*, *from A to B*.

Two ways that go opposite ways between the same two differ, whichever verbs tell them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.overlap import Pair, alike
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words
from fidedigno.verify.polarity.subjects import PARTY, is_relative, is_stressed, nearest, subject_of
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

ROLES = "roles_differ"
_FAR = 8
_ONE_END = 0.8
"""Only one end is told by a word that both have."""


class Way(NamedTuple):
    """Where something comes from and where it goes; ``said`` tells how, ``skip`` are the places of the verb."""

    source: tuple[Token, ...]
    goal: tuple[Token, ...]
    said: Token
    skip: frozenset[int]


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
            same = alike(mine.said, their.said)
            skip, skipped = (frozenset[int](), frozenset[int]()) if same else (mine.skip, their.skip)
            sure = pair.likeness(mine.said, their.said, skip, skipped)
            share = _crossed(pair, mine, their)
            crossed, sure = share > 0, sure * (share or 1.0)
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


def _crossed(pair: Pair, mine: Way, their: Way) -> float:
    """How surely each end of one is the other end in the other; an end may go by a name that the evidence lacks, and
    who is stressed (*it is the broker who ...*) leaves no other."""
    stressed = is_stressed(pair.claim, mine.said, mine.source)
    if stressed and pair.meets(mine.goal, their.goal) and not pair.meets(mine.source, their.source):
        return _ONE_END
    starts, ends = pair.meets(mine.source, their.goal), pair.meets(mine.goal, their.source)
    if starts and ends:
        return 1.0
    if pair.meets(mine.source, their.source) or pair.meets(mine.goal, their.goal):
        return 0.0
    other = mine.goal if starts else mine.source
    return _ONE_END if starts != ends and not any(pair.in_evidence(t) for t in other) else 0.0


def settled_by_way(pair: Pair) -> frozenset[int]:
    """The places of the claim's verbs of a way that the evidence has in the same direction."""
    theirs = ways_in(pair.evidence)
    return frozenset(
        mine.said.place
        for mine in (ways_in(pair.claim) if theirs else ())
        if any(
            pair.meets(mine.source, their.source)
            and pair.meets(mine.goal, their.goal)
            and sign_of(mine.said.mode) * sign_of(their.said.mode) > 0
            for their in theirs
        )
        and not any(alike(mine.said, their.said) and _crossed(pair, mine, their) == 1 for their in theirs)
    )


@lru_cache(maxsize=4_096)
def ways_in(reading: Reading) -> list[Way]:
    """The ways that a statement tells."""
    found = [_apart(way) for way in (*_of_verbs(reading), *_between(reading))]
    return [way for way in found if way.source and way.goal]


def _apart(way: Way) -> Way:
    """Without what both ends share: ``from the old server to the new server``."""
    both = {t.root for t in way.source} & {t.root for t in way.goal}
    source, goal = (tuple(t for t in end if t.root not in both) for end in (way.source, way.goal))
    return Way(source, goal, way.said, way.skip)


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
        if 0 < len(source) <= 2 and (reading.language == "en" or link.place - source[-1].place == 1):
            yield Way(tuple(source), tuple(goal), source[0], _verbs(reading, token))


def _verbs(reading: Reading, token: Token) -> frozenset[int]:
    """The places of the clause's verbs before a word."""
    return frozenset(
        t.place
        for t in reading.clause_of(token)
        if t.place < token.place and t.content and not t.nominal and may_be_verb(t.root, reading.language)
    )


def _of_verbs(reading: Reading) -> Iterator[Way]:
    known = words(reading.language)
    for verb in reading.tokens:
        told = [group for group in ("giving", "receiving", "either") if verb.root in known.roots[group]]
        if not told or verb.hypothetical or verb.excepted:
            continue
        clause = reading.clause_of(verb)
        left = [t for t in clause if t.place < verb.place]
        right = [t for t in clause if t.place > verb.place]
        giving = told[0] == "giving"
        if told[0] == "either":
            giving = bool(_behind(right, known.sets["to"]))
            if not giving and not _behind(right, known.sets["from"]):
                continue
        if any(t.text in known.sets["relative"] for t in left[:2]) and any(t.content for t in left):
            continue
        subject = subject_of(reading, verb, left) if is_relative(reading, left) else nearest(reversed(left))
        passive = any(t.text in known.sets["be"] or t.text == "se" for t in left[-3:])
        come = _behind(right, known.sets["from"])
        if giving:
            to = _behind(right, known.sets["to"], last=True)
            if to and reading.language == "en" and not to[0].nominal and may_be_verb(to[0].root, "en"):
                to = []
            source = (_behind(right, known.sets["by"]) or come) if passive else subject
            bare = nearest(right)[:1] if reading.language == "en" else []
            goal = to or (subject if passive else bare)
            if left and left[-1].text in known.sets["clitic"] and left[0].text in known.sets["object"]:
                source, goal = nearest(right), subject
            yield Way(tuple(source), tuple(goal), verb, frozenset({verb.place}))
        elif not passive:
            if not come and reading.language == "es":
                come = _behind(right, known.sets["object"])
            yield Way(tuple(come), tuple(subject), verb, frozenset({verb.place}))


def _behind(tokens: Sequence[Token], links: frozenset[str], *, last: bool = False) -> list[Token]:
    """The noun behind the first or last of some prepositions, up to the next one."""
    places = [t.place for t in tokens if t.text in links and not t.name]
    place = places[-1 if last else 0] if places else None
    found: list[Token] = []
    for token in tokens:
        if place is None or token.place <= place:
            continue
        if found and not token.content:
            break
        found += [token] if token.content and not token.text.isdigit() else []
    # `To his nephew Tom`: either word tells the party.
    return found[:PARTY] if nearest(found) else []
