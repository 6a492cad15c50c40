"""Answers from arrows: which nodes have an arrow from a node, or to it, and which of them fit a question's verb.

Pure: relations of permitted passages come in, those that answer go out. An arrow without heads answers nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fidedigno.consolidate.arrow_question import ArrowQuestion, Role, read_arrow_question
from fidedigno.consolidate.arrow_words import VerbFamily, arrow_words
from fidedigno.model.relation import Direction, Relation


def arrows_from(relations: Iterable[Relation], names: Iterable[str]) -> list[Relation]:
    """The arrows that lead out of a node of one of these labels."""
    wanted = frozenset(names)
    return [
        each
        for each in relations
        if (each.source in wanted and each.direction is not Direction.NONE)
        or (each.target in wanted and each.direction is Direction.BOTH)
    ]


def arrows_to(relations: Iterable[Relation], names: Iterable[str]) -> list[Relation]:
    """The arrows that lead to a node of one of these labels."""
    wanted = frozenset(names)
    return [
        each
        for each in relations
        if (each.target in wanted and each.direction is not Direction.NONE)
        or (each.source in wanted and each.direction is Direction.BOTH)
    ]


def answering(question: str, relations: Sequence[Relation]) -> tuple[Relation, ...]:
    """The arrows that answer a question, in the order given; none if it is not about arrows.

    ``who consumes X`` is answered by arrows out of X, as events flow, or by arrows to X that say so themselves;
    ``who publishes X`` by arrows to X that do not say something else; ``who calls X`` and ``who depends on X`` by
    arrows to X; and the same turned around for what X itself consumes, publishes, calls or depends on. Replies in
    sequences of messages count for none.
    """
    drawn = [each for each in relations if not each.reply]
    asked = read_arrow_question(question, {end for each in drawn for end in (each.source, each.target)})
    if asked is None:
        return ()
    if asked.role is not Role.OPEN:
        return tuple(_fitting(asked, asked.role, drawn))
    # Which of the two is asked cannot be told: only what an arrow says by its own verb decides.
    readings = [
        [each for each in _fitting(asked, role, drawn) if _family(each) is asked.family]
        for role in (Role.SUBJECT, Role.OBJECT)
    ]
    told = [found for found in readings if found]
    if len(told) == 1:
        return tuple(told[0])
    touching = {id(each): each for each in (*arrows_from(drawn, asked.names), *arrows_to(drawn, asked.names))}
    return tuple(each for each in drawn if id(each) in touching)


def _family(relation: Relation) -> VerbFamily | None:
    return arrow_words().family_of(relation.label)


def _fitting(asked: ArrowQuestion, role: Role, relations: Sequence[Relation]) -> list[Relation]:
    drawing = _Drawing(relations, asked.names)
    if asked.family is VerbFamily.CONSUME:
        return drawing.consumed(role)
    if asked.family is VerbFamily.PUBLISH:
        found = drawing.towards(role, (VerbFamily.PUBLISH,))
        # Of all that leaves a node, what it publishes is what says so, where anything does.
        saying = [each for each in found if _family(each) is VerbFamily.PUBLISH]
        return saying if saying and role is Role.SUBJECT else found
    if asked.family is VerbFamily.DEPEND:
        if role is Role.OBJECT and drawing.is_event:
            return drawing.consumed(role)
        needed = drawing.towards(role, (VerbFamily.CALL, VerbFamily.DEPEND))
        return drawing.in_order(needed, drawing.consumed_events() if role is Role.SUBJECT else ())
    # An event calls nobody; an arrow out of it is how it reaches those who wait for it.
    found = drawing.towards(role, (VerbFamily.CALL, VerbFamily.DEPEND))
    return [
        each for each in found if _family(each) is VerbFamily.CALL or each.source not in drawing.published
    ]


class _Drawing:
    """The arrows of a drawing as they lie around the named node. What is published is an event."""

    def __init__(self, relations: Sequence[Relation], names: frozenset[str]) -> None:
        self._all = relations
        self._into, self._out = arrows_to(relations, names), arrows_from(relations, names)
        self.published = {each.target for each in relations if _family(each) is VerbFamily.PUBLISH}
        self.is_event = bool(self.published & names)

    def in_order(self, *parts: Iterable[Relation]) -> list[Relation]:
        """The arrows of the parts as they stand in the drawing, each once."""
        wanted = {id(each) for part in parts for each in part}
        return [each for each in self._all if id(each) in wanted]

    def towards(self, role: Role, families: Sequence[VerbFamily]) -> list[Relation]:
        """Arrows to the node, or out of it, whose verb is of the families, or that say nothing else by a verb."""
        return _own_or_unnamed(self._into if role is Role.OBJECT else self._out, families)

    def consumed(self, role: Role) -> list[Relation]:
        """Who consumes the node, or what it consumes.

        Drawings differ: ``event → consumer`` as the event flows, or ``consumer → event``, which then says so and is
        read as a sentence. Where both are met, what is published tells which end is the event.
        """
        along, against = (self._out, self._into) if role is Role.OBJECT else (self._into, self._out)
        flowing = _own_or_unnamed(along, (VerbFamily.CONSUME,))
        saying = [
            each
            for each in against
            if _family(each) is VerbFamily.CONSUME and each.source not in self.published
        ]
        if saying and not (role is Role.OBJECT and self.is_event):
            flowing = [each for each in flowing if each.source in self.published]
        told = [e for e in flowing if e.source in self.published or _family(e) is VerbFamily.CONSUME]
        if role is Role.SUBJECT and told:
            flowing = told
        return self.in_order(flowing, saying)

    def consumed_events(self) -> list[Relation]:
        """Those of what the node consumes whose other end is an event."""
        return [each for each in self.consumed(Role.SUBJECT) if {each.source, each.target} & self.published]


def _own_or_unnamed(found: Sequence[Relation], families: Sequence[VerbFamily]) -> list[Relation]:
    return [each for each in found if (family := _family(each)) is None or family in families]
