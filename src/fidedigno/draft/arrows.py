"""Claims from the arrows of diagrams: each arrow that answers the question, as one line, with its place.

A question such as ``¿Qué servicios consumen OrderCreated?`` has as many answers as there are arrows; the sentences
that fit its words best are not they.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fidedigno.consolidate.arrows import answering
from fidedigno.consolidate.features import Support
from fidedigno.draft.draft import Draft, DraftClaim
from fidedigno.gather.candidate import Candidate
from fidedigno.model import Evidence, Question
from fidedigno.model.relation import Relation

MAX_ARROWS = 40
"""More arrows at one node are no answer that somebody reads: then the usual sentences are quoted."""


def write_arrows(question: Question, candidates: Sequence[Candidate]) -> Draft:
    """The draft of the arrows that answer, by passages from best to worst; empty where the question is not about
    arrows, or the passages hold none that answers."""
    cards = [each.evidence for each in candidates if each.evidence.relations]
    owners = [(relation, card) for card in cards for relation in card.relations]
    if not owners:
        return Draft()
    found = {id(each) for each in answering(question.text, [relation for relation, _ in owners])}
    claims: dict[str, DraftClaim] = {}
    for rank, (relation, card) in enumerate(owners):
        if id(relation) in found and relation.text in card.content:
            claims.setdefault(
                relation.text, DraftClaim(relation.text, at_arrow(card, relation), 1 / (1 + rank))
            )
    if not 0 < len(claims) <= MAX_ARROWS:
        return Draft()
    support = tuple(Support(each.text, each.evidence.id.partition(":")[0]) for each in claims.values())
    return Draft(tuple(claims.values()), support)


def at_arrow(card: Evidence, relation: Relation) -> Evidence:
    """The card whose locator points at an arrow, with an id of its own."""
    at = card.content.find(relation.text)
    locator = replace(card.locator, start=relation.start, end=relation.end)
    return replace(card, id=f"{card.id}:{at}-{at + len(relation.text)}", locator=locator)
