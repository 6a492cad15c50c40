"""What each card says of each required fact, at the exact place where it says it.

State and rule cards say it in their ``values``. Passages say it in a sentence that has a cue of the fact and a
value of its kind, and is about the asked activity; where a card declares what it ``supports``, it speaks of
those facts alone, and a sentence needs no cue. Facts in words are stated by the sentences that were quoted and
found sufficient elsewhere (:func:`~fidedigno.consolidate.assess`); nothing here judges that again. Whether a
statement counts is decided later: here nothing is weighed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from fidedigno.consolidate.amounts import canonical_amount
from fidedigno.consolidate.cue_words import Phrases, compile_cues, find_cues
from fidedigno.consolidate.features import Support
from fidedigno.consolidate.negation import find_denials
from fidedigno.consolidate.passages import words_in
from fidedigno.consolidate.readings import Reading
from fidedigno.consolidate.statements_dates import canonical_instant
from fidedigno.consolidate.values import Asked, amounts_stated, instants_stated
from fidedigno.model import Evidence, EvidenceKind, FactKind, Statement
from fidedigno.plan.pack import FactDefinition, Pack

NONE = "none"
"""The value of a live fact that has none: no extension, no attempt."""
MAX_STATEMENTS = 8
"""How many different statements of one fact are taken from one card: a text with more contradicts itself."""
_WITH_VALUES = frozenset({EvidenceKind.STATE, EvidenceKind.RULE, EvidenceKind.RELATION})


@dataclass(frozen=True, slots=True)
class TextSupport:
    """The verdict of :func:`~fidedigno.consolidate.assess` and the sentences it was given."""

    sufficient: bool = False
    quotes: tuple[Support, ...] = ()


NO_SUPPORT = TextSupport()


class Looked(NamedTuple):
    """A fact that is looked for: its definition, its cues and those of the facts it may be mixed up with."""

    definition: FactDefinition
    cues: Phrases
    rivals: tuple[Phrases, ...]


def look_for(definition: FactDefinition, pack: Pack) -> Looked:
    """Prepare a fact of a pack to be looked for."""
    rivals = tuple(
        compile_cues(other.cues)
        for other in pack.facts.values()
        if other.kind is definition.kind and other.name != definition.name
    )
    return Looked(definition, compile_cues(definition.cues), rivals)


def find_statements(
    reading: Reading, looked: Looked, timezone: str, support: TextSupport = NO_SUPPORT
) -> tuple[Statement, ...]:
    """What one card says of one fact, in the order of its text; what it says twice is taken once."""
    said: dict[tuple[str, ...], Statement] = {}
    for statement in _statements(reading, looked, timezone, support):
        text = statement.text if statement.kind is FactKind.TEXT else ""
        said.setdefault((statement.value, text, str(statement.negated)), statement)
        if len(said) == MAX_STATEMENTS:
            break
    return tuple(said.values())


def _statements(reading: Reading, looked: Looked, timezone: str, support: TextSupport) -> Iterable[Statement]:
    card, definition = reading.card, looked.definition
    if card.kind in _WITH_VALUES and (card.kind is EvidenceKind.STATE or definition.name in card.values):
        return _from_values(card, definition)
    declared = definition.name in card.supports
    if card.supports and not declared:
        return ()
    if definition.kind is FactKind.TEXT:
        return _from_quotes(card, looked, support)
    asked = Asked(definition.name, looked.cues, looked.rivals, timezone, declared)
    if definition.kind is FactKind.INSTANT:
        return instants_stated(reading, asked)
    return amounts_stated(reading, asked) if definition.kind is FactKind.AMOUNT else ()


def _from_values(card: Evidence, definition: FactDefinition) -> Iterable[Statement]:
    """The value that a live system gives, if it is of the fact's kind; a value not understood is none."""
    written = card.values.get(definition.name, "").strip()
    if not written:
        return
    value, known = written, True
    if definition.kind is FactKind.INSTANT and written != NONE:
        instant = canonical_instant(written, card.timezone)
        if instant is None:
            return
        value, known = instant
    elif definition.kind is FactKind.AMOUNT and written != NONE:
        value = canonical_amount(written, card.language)
    elif definition.kind is FactKind.STATE and definition.states and written not in definition.states:
        return
    yield Statement(
        definition.name,
        definition.kind,
        value,
        card.content,
        card.id,
        0,
        len(card.content),
        timezone_known=known,
    )


def _from_quotes(card: Evidence, looked: Looked, support: TextSupport) -> Iterable[Statement]:
    """The quoted sentences of this card. A fact that has cues is stated by a quote with one of them."""
    if not support.sufficient:
        return
    titles = " ".join((*card.locator.section[-1:], card.title))
    for quote in dict.fromkeys(each.text for each in support.quotes if each.evidence_id == card.id):
        start = card.content.find(quote) if quote else -1
        if start < 0:
            continue
        declared = looked.definition.name in card.supports
        words = words_in(quote, language=card.language) + words_in(titles, language=card.language)
        if looked.cues.any and not declared and not find_cues(looked.cues, words):
            continue
        yield Statement(
            looked.definition.name,
            FactKind.TEXT,
            "",
            quote,
            card.id,
            start,
            start + len(quote),
            negated=bool(find_denials(quote)),
        )
