"""Relations that can be told from either end: *A employs B*, *B works for A*, *B is employed by A*.

Whichever words tell it, the parties of a relation are first and second; a claim that has them the other way round
says another thing, however alike its words are. Where the same relation holds the same way round, no other
comparison of the two verbs is to be made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.data import LANGUAGES, by_first_word, word_groups
from fidedigno.verify.polarity.modality import NEGATION
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.parties import is_noun, is_passive
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words
from fidedigno.verify.polarity.roots import root_of
from fidedigno.verify.polarity.subjects import nearest, objects_of, stressed_behind, subject_of
from fidedigno.verify.polarity.ways import ROLES
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

_NAME = "relations.yaml"
_BACK = ".back"
_HOLE, _BE = "_", "be"
_WHOLE = {"del": "de", "al": "a"}
_BETWEEN = 4
"""Words that may stand between a noun and its *be*, or in the hole of a phrase."""


class _Phrase(NamedTuple):
    """How a relation is told; ``hole`` is how many of its words stand before the other party, 0 for none."""

    roots: tuple[str, ...]
    links: frozenset[str]
    hole: int
    noun: bool
    relation: str
    back: bool


class Relation(NamedTuple):
    """What is told: the relation, its parties, the word that tells it and the places of its phrase."""

    name: str
    first: tuple[Token, ...]
    second: tuple[Token, ...]
    said: Token
    skip: frozenset[int]


@cache
def _phrases() -> dict[str, dict[str, tuple[_Phrase, ...]]]:
    found: dict[str, list[_Phrase]] = {language: [] for language in LANGUAGES}
    for group, listed in word_groups(_NAME).items():
        for language, texts in listed.items():
            found[language] += [_phrase(text, group, language) for text in texts]
    return {language: by_first_word(each, lambda phrase: phrase.roots) for language, each in found.items()}


def _phrase(text: str, group: str, language: str) -> _Phrase:
    told, _, links = text.partition(" / ")
    parts = told.split()
    noun = parts[0] == _BE
    parts = parts[noun:]
    hole = parts.index(_HOLE) if _HOLE in parts else 0
    roots = tuple(root_of(part, language) for part in parts if part != _HOLE)
    back = group.endswith(_BACK)
    return _Phrase(roots, frozenset(links.split()), hole, noun, group.removesuffix(_BACK), back)


def differing_relations(pair: Pair) -> list[Weighed]:
    """The relations of the claim whose parties the evidence has the other way round."""
    found: list[Weighed] = []
    theirs = relations_in(pair.evidence)
    if not theirs:
        return found
    for mine in relations_in(pair.claim):
        best: Weighed | None = None
        agreed = 0.0
        for their in theirs:
            if their.name != mine.name:
                continue
            sure = pair.likeness(mine.said, their.said, mine.skip, their.skip)
            signs = sign_of(mine.said.mode) * sign_of(their.said.mode)
            straight = _straight(pair, mine, their)
            if straight and signs >= 0:
                agreed = max(agreed, sure)
            elif signs and (
                _denied(pair, mine, their) if straight else signs > 0 and _crossed(pair, mine, their)
            ):
                start, end = _span(mine)
                code = NEGATION if straight else ROLES
                difference = Difference(code, start, end, *_span(their), "", round(sure, 3))
                weighed = Weighed(mine.said.place, sure, 0.0, difference, their.said.place)
                best = weighed if best is None or sure > best.sure else best
        found.append(best._replace(agreed=agreed) if best else Weighed(mine.said.place, 0.0, agreed))
    return found


def settled_by_relation(pair: Pair) -> frozenset[int]:
    """The places of the claim whose relation the evidence has the same way round: its verbs differ in nothing."""
    theirs = relations_in(pair.evidence)
    return frozenset(
        place
        for mine in (relations_in(pair.claim) if theirs else ())
        if any(
            their.name == mine.name
            and sign_of(mine.said.mode) * sign_of(their.said.mode) > 0
            and _straight(pair, mine, their)
            for their in theirs
        )
        for place in mine.skip
    )


def _straight(pair: Pair, mine: Relation, their: Relation) -> bool:
    return pair.meets(mine.first, their.first) and pair.meets(mine.second, their.second)


def _denied(pair: Pair, mine: Relation, their: Relation) -> bool:
    """Whether one of two verbs denies what the other tells; of one verb that is compared elsewhere."""
    ours = (*mine.first, *mine.second)
    met = sum(pair.meets([each], (*their.first, *their.second)) for each in ours)
    return mine.said.root != their.said.root and 2 * met > len(ours)


def _crossed(pair: Pair, mine: Relation, their: Relation) -> bool:
    met = pair.meets(mine.first, their.second) and pair.meets(mine.second, their.first)
    return met and not pair.meets(mine.first, their.first) and not pair.meets(mine.second, their.second)


def _span(relation: Relation) -> tuple[int, int]:
    inside = [
        t for t in (*relation.first, *relation.second, relation.said) if t.clause == relation.said.clause
    ]
    return min(t.start for t in inside), max(t.end for t in inside)


@lru_cache(maxsize=4_096)
def relations_in(reading: Reading) -> tuple[Relation, ...]:
    """The relations that a statement tells; without what both of its parties share."""
    found: list[Relation] = []
    for relation in _told(reading):
        both = {t.root for t in relation.first} & {t.root for t in relation.second}
        first = tuple(t for t in relation.first if t.root not in both)
        second = tuple(t for t in relation.second if t.root not in both)
        if first and second:
            found.append(relation._replace(first=first, second=second))
    return tuple(found)


def _told(reading: Reading) -> Iterator[Relation]:
    known = _phrases()[reading.language]
    taken: set[int] = set()
    for token in reading.tokens:
        if token.hypothetical or token.excepted or token.name or token.place in taken:
            continue
        seen: set[str] = set()
        for phrase in known.get(token.root.partition("+")[0], ()):
            if phrase.relation in seen:
                continue
            relation = _relation(reading, token, phrase)
            if relation is not None:
                seen.add(phrase.relation)
                # In `makes calls to` the second word tells nothing more.
                taken.update(relation.skip)
                yield relation


def _relation(reading: Reading, token: Token, phrase: _Phrase) -> Relation | None:
    clause = reading.clause_of(token)
    left = [t for t in clause if t.place < token.place]
    ahead = [t for t in clause if t.place >= token.place]
    places, hole = _matched(ahead, phrase)
    if not places or (not phrase.noun and token.nominal and is_noun(reading, token)):
        return None
    right = [t for t in ahead if t.place > places[-1]]
    if phrase.noun:
        left = _before_be(left, reading.language)
        if not left:
            return None
    subject = subject_of(reading, token, left)
    swapped = False
    if hole:
        other = nearest(hole)
    elif phrase.links:
        link = next((t.place for t in right[: _BETWEEN + 1] if _leads(t, phrase)), None)
        # The link may be a part of the phrase itself: `come before`.
        if link is None and _leads(reading.tokens[places[-1]], phrase):
            link = places[-1]
        if link is None:
            return None
        other = objects_of(reading, [t for t in right if t.place > link])
        if not subject and reading.language == "es":
            # `Presentó la denuncia el árbitro contra ...`
            subject = nearest(t for t in right if t.place < link)
    elif not phrase.noun and is_passive(reading, token):
        other, swapped = _agent(reading, right, phrase), True
    else:
        subject, other = _active(reading, left, right, subject)
    if not subject or not other:
        return None
    first, second = (other, subject) if phrase.back is not swapped else (subject, other)
    return Relation(phrase.relation, tuple(first), tuple(second), token, frozenset(places))


def _active(
    reading: Reading, left: Sequence[Token], right: Sequence[Token], subject: list[Token]
) -> tuple[list[Token], list[Token]]:
    """The parties of a plain verb; a Spanish object before it may be taken up again (``la provocó una válvula``)."""
    stressed = stressed_behind(reading, left, right)
    if stressed:
        return stressed
    behind = objects_of(reading, right)
    clitic = words("es").sets["clitic"]
    taken = reading.language == "es" and left and left[-1].text in clitic and right
    if taken and right[0].text not in words("es").sets["object"]:
        return behind, subject
    return subject, behind


def _agent(reading: Reading, right: Sequence[Token], phrase: _Phrase) -> list[Token]:
    links = set(words(reading.language).sets["by"])
    if phrase.relation == "replaces":
        links |= words(reading.language).sets["with"]
    by = next((t.place for t in right if t.text in links and not t.name), None)
    return objects_of(reading, [t for t in right if t.place > by]) if by is not None else []


def _matched(ahead: Sequence[Token], phrase: _Phrase) -> tuple[list[int], list[Token]]:
    """The places of a phrase that begins with the first token, and what stands in its hole."""
    places: list[int] = []
    hole: list[Token] = []
    at = 0
    for number, root in enumerate(phrase.roots):
        if phrase.hole and number == phrase.hole:
            start = at
            while at < len(ahead) and at - start <= _BETWEEN and not _is(ahead[at], root):
                hole.append(ahead[at])
                at += 1
        if at >= len(ahead) or not _is(ahead[at], root):
            return [], []
        places.append(ahead[at].place)
        at += 1
    return places, hole


def _leads(token: Token, phrase: _Phrase) -> bool:
    return _WHOLE.get(token.text, token.text) in phrase.links and not token.name


def _is(token: Token, root: str) -> bool:
    return token.root.partition("+")[0] == root


def _before_be(left: Sequence[Token], language: str) -> list[Token]:
    """What stands before the *be* of a noun or a place (``stands north of``); nothing where there is none near."""
    standing, be = words(language).roots["standing"], words(language).sets["be"]
    at = next(
        (
            at
            for at in reversed(range(len(left)))
            if left[at].copula or left[at].text in be or left[at].root in standing
        ),
        None,
    )
    if at is None or len(left) - at > _BETWEEN:
        return []
    return list(left[:at])
