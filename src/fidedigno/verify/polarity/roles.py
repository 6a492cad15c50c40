"""Who does what to whom: ``A acquired B`` against ``B acquired A``, and which way something goes.

The parties of a verb are compared, whichever of its concept stands in the evidence. It refuses where they cannot
be told, and where both do the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.verify.polarity.clauses import MODAL, Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.lexicon import opposition, places_of
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.operators import Role
from fidedigno.verify.polarity.overlap import Pair, alike
from fidedigno.verify.polarity.parties import Parties, parties_of
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words
from fidedigno.verify.polarity.subjects import is_stressed
from fidedigno.verify.polarity.ways import ROLES, differing_ways
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

_SURE = 0.5
_NAMED, _STRESSED = 0.9, 0.8
"""What is taken off where two texts have another doer of the same thing."""


def differing_roles(pair: Pair) -> list[Weighed]:
    """The verbs of the claim whose parties are exchanged in the evidence, and ways that go the other way."""
    found: list[Weighed] = []
    for said in pair.claim.tokens:
        known = words(pair.claim.language).sets["needed"]
        modal = said.role in MODAL and (said.text in known or may_be_verb(said.root, pair.claim.language))
        if not (said.content or modal) or said.name or said.hypothetical or said.excepted:
            continue
        sources = [
            each
            for each in _predicates(pair, said)
            if not (each.hypothetical or each.excepted) and sign_of(said.mode) * sign_of(each.mode) >= 0
        ]
        mine = (
            parties_of(pair.claim, said.place) if sources and not _denied_behind(pair.claim, said) else None
        )
        if mine is not None:
            found += _weighed(pair, said, mine, sources)
    return [*found, *differing_ways(pair)]


def _denied_behind(reading: Reading, verb: Token) -> bool:
    """Whether a denial follows the verb: ``owes the owner nothing``."""
    return any(t.role is Role.NEGATOR and t.place > verb.place for t in reading.clause_of(verb))


def _predicates(pair: Pair, said: Token) -> Sequence[Token]:
    """The words of the evidence that may tell the same as a verb of the claim, modal ones too (``requires``)."""
    found = pair.in_evidence(said)
    places = {each.place for each in found}
    modal = [t for t in pair.evidence.tokens if t.role in MODAL and t.place not in places and alike(said, t)]
    return [*found, *modal]


def _weighed(pair: Pair, said: Token, mine: Parties, sources: Sequence[Token]) -> list[Weighed]:
    best: Weighed | None = None
    agreed = 0.0
    for source in sources:
        their = parties_of(pair.evidence, source.place)
        if (
            their is None
            or _denied_behind(pair.evidence, source)
            or are_converse(said, source, pair)
            or _turned_by_opposites(pair, said, source, mine, their)
        ):
            continue
        sure = pair.certainty(said, source, apart=False)
        crossed = turned(pair, mine, their)
        other = 0.0 if crossed else _done_by_another(pair, said, mine, their)
        if other:
            crossed, sure = True, sure * other
        if not crossed:
            # Both may do it to each other; what one clause says as the claim does settles it.
            straight = pair.meets(mine.doer, their.doer) and pair.meets(mine.done_to, their.done_to)
            same = pair.meets(mine.doer, their.doer)
            agreed = max(agreed, 1.0 if straight and sure >= _SURE else sure if same else 0.0)
        elif best is None or sure > best.sure:
            start, end = their.start, their.end
            difference = Difference(ROLES, mine.start, mine.end, start, end, "", round(sure, 3))
            best = Weighed(said.place, sure, 0.0, difference, source.place)
    if best is None:
        return [Weighed(said.place, 0.0, agreed)] if agreed else []
    return [best._replace(agreed=agreed)]


def _done_by_another(pair: Pair, said: Token, mine: Parties, their: Parties) -> float:
    """How surely the evidence has another doer of the same, where it has the claim's doer for something else.

    A doer that is stressed (*it was Lund who ...*) leaves no other.
    """
    if pair.meets(mine.doer, (*their.doer, *their.done_to)) or pair.meets(mine.done_to, their.doer):
        return 0.0
    if not pair.meets(mine.done_to[:1], their.done_to) or not pair.meets(mine.done_to, their.done_to[:1]):
        return 0.0
    if _goes_by_initials(pair, mine, their):
        return 0.0
    if not (_are_named(pair.claim, mine.doer) and _are_named(pair.evidence, their.doer)):
        return 0.0
    if is_stressed(pair.claim, said, mine.doer):
        return _STRESSED
    around = {t.place for t in (*their.doer, *their.done_to)}
    known = all(
        any(each.place not in around for each in pair.evidence.by_root.get(t.root, ())) for t in mine.doer
    )
    return _NAMED if known else 0.0


def _goes_by_initials(pair: Pair, mine: Parties, their: Parties) -> bool:
    """Whether the claim's doer stands in brackets right behind the evidence's: ``the Anglers' Association (AA)``."""
    last = max(their.doer, key=lambda token: token.place)
    behind = pair.evidence.tokens[last.place + 1 : last.place + 2]
    return any(
        "(" in pair.evidence.text[last.end : token.start] and pair.meets(mine.doer, [token])
        for token in behind
    )


def _are_named(reading: Reading, doer: Sequence[Token]) -> bool:
    """Whether names tell the doer, and not where it is from (``a janitor from Chicago``)."""
    by = words(reading.language).sets["by"]
    return all(
        t.name
        and not (
            t.place and reading.has("preposition", t.place - 1) and reading.tokens[t.place - 1].text not in by
        )
        for t in doer
    )


def are_converse(said: Token, source: Token, pair: Pair) -> bool:
    """Whether one gives and the other receives: which way it goes decides, not who is named first."""
    ours, theirs = words(pair.claim.language).roots, words(pair.evidence.language).roots
    gives, takes = said.root in ours["giving"], said.root in ours["receiving"]
    return (gives and source.root in theirs["receiving"]) or (takes and source.root in theirs["giving"])


def _turned_by_opposites(pair: Pair, said: Token, source: Token, mine: Parties, their: Parties) -> bool:
    """Whether two clauses have opposites that are no parties (``better than``, ``worse than``): those decide."""
    apart = _besides(pair.claim, said, mine), _besides(pair.evidence, source, their)
    return any(
        opposition(one.root, pair.claim.language, other.root, pair.evidence.language)
        for one in apart[0]
        if places_of(one.root, pair.claim.language)
        for other in apart[1]
    )


def _besides(reading: Reading, verb: Token, parties: Parties) -> list[Token]:
    """The words of a verb's clause that are no parties, or compare (``worse than``)."""
    named = {t.place for t in (*parties.doer, *parties.done_to)}
    than, tokens = words(reading.language).sets["than"], reading.tokens
    return [
        t
        for t in reading.clause_of(verb)
        if t.place not in named or (t.place + 1 < len(tokens) and tokens[t.place + 1].text in than)
    ]


def turned(pair: Pair, mine: Parties, their: Parties) -> bool:
    """Whether each party of one is on the other side in the other, and the doer on its own side in neither."""
    doers, others = apart(mine.doer, mine.done_to), apart(mine.done_to, mine.doer)
    their_doers, their_others = apart(their.doer, their.done_to), apart(their.done_to, their.doer)
    crossed = pair.meets(doers, their_others) and pair.meets(others, their_doers)
    return crossed and not pair.meets(doers, their_doers)


def apart(some: Sequence[Token], others: Sequence[Token]) -> list[Token]:
    """The words of one side that the other has not."""
    roots = {each.root for each in others}
    return [one for one in some if one.root not in roots]
