"""Whether two sentences about the same thing contradict each other, by amounts, dates and denials.

Two sentences speak of the same thing where most content words of the shorter are in the other, and the numbers
that name things (``práctica 1``) are the same. Sentences in different languages share too few words and are
never compared: the verdict is then that no contradiction is known.
"""

from __future__ import annotations

from typing import NamedTuple

from fidedigno.consolidate.amounts import find_amounts, measure, same_amount
from fidedigno.consolidate.negation import find_denials, is_denied
from fidedigno.consolidate.passages import Word, words_in
from fidedigno.consolidate.said import Said
from fidedigno.consolidate.statements_dates import agree, find_instants
from fidedigno.model import ConflictKind

SAME_THING = 0.6
"""Share of the shorter sentence's content words that the other must have."""
FEWEST_SHARED = 2


class _Read(NamedTuple):
    amounts: tuple[str, ...]
    instants: tuple[str, ...]
    names: frozenset[str]
    """Numbers that are neither amounts nor dates."""
    affirmed: tuple[frozenset[str], ...]
    denied: tuple[frozenset[str], ...]
    governed: tuple[frozenset[str], ...]
    """The first content word behind each denial: what is denied."""


def texts_differ(one: Said, other: Said, timezone: str) -> ConflictKind | None:
    """In what two sentences differ; ``None`` where they agree or are about different things.

    Sentences of one document are never set against each other: what reads like a contradiction inside one
    text is a distinction that its author makes.
    """
    read = _read_both(one, other, timezone)
    if read is None:
        return None
    first, second = read
    if _denies(first, second) or _denies(second, first):
        return ConflictKind.NEGATION
    if _opposed_amounts(first.amounts, second.amounts):
        return ConflictKind.AMOUNT
    if len(first.instants) == len(second.instants) == 1 and not agree(
        first.instants[0], second.instants[0], timezone
    ):
        return ConflictKind.INSTANT
    return None


def comparable(one: Said, other: Said, timezone: str) -> bool:
    """Whether two sentences are of different documents and about the same thing."""
    return _read_both(one, other, timezone) is not None


def _read_both(one: Said, other: Said, timezone: str) -> tuple[_Read, _Read] | None:
    """Both as read, where they can be set against each other."""
    if one.card.document_id == other.card.document_id and one.card.document_id:
        return None
    first, second = _read(one, timezone), _read(other, timezone)
    if first.names != second.names and first.names and second.names:
        return None
    return (first, second) if _same_thing(first, second) else None


def _same_thing(one: _Read, other: _Read) -> bool:
    first, second = (*one.affirmed, *one.denied), (*other.affirmed, *other.denied)
    shorter, longer = sorted((first, second), key=len)
    known = frozenset().union(*longer)
    shared = sum(not terms.isdisjoint(known) for terms in shorter)
    return shared >= FEWEST_SHARED and shared >= SAME_THING * len(shorter)


def _denies(one: _Read, other: _Read) -> bool:
    """Whether what ``one`` denies, ``other`` affirms."""
    affirmed = frozenset().union(*other.affirmed)
    return any(not terms.isdisjoint(affirmed) for terms in one.governed)


def _opposed_amounts(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether each has one amount of a dimension and the two are not the same."""
    for amount in first:
        measured = measure(amount)
        mine = [a for a in first if (m := measure(a)) and measured and m.dimension == measured.dimension]
        theirs = [a for a in second if (m := measure(a)) and measured and m.dimension == measured.dimension]
        if len(mine) == len(theirs) == 1 and not same_amount(mine[0], theirs[0]):
            return True
    return False


def _read(said: Said, timezone: str) -> _Read:
    text, card = said.statement.text, said.card
    instants = find_instants(text, card, timezone)
    amounts = find_amounts(text, card.language)
    denials = find_denials(text)
    spans = [(i.start, i.end) for i in instants] + [(a.start, a.end) for a in amounts]
    words = [w for w in words_in(text, language=card.language) if not _inside(w, spans)]
    content = [word for word in words if word.terms and not word.text.isdigit()]
    content = [w for w in content if not any(d.start <= w.start < d.end for d in denials)]
    governed = [next((w for w in content if d.end <= w.start < d.limit), None) for d in denials]
    return _Read(
        tuple(each.value for each in amounts),
        tuple(each.value for each in instants),
        frozenset(word.text for word in words if word.text.isdigit()),
        tuple(word.terms for word in content if not is_denied(denials, word.start)),
        tuple(word.terms for word in content if is_denied(denials, word.start)),
        tuple(word.terms for word in governed if word is not None),
    )


def _inside(word: Word, spans: list[tuple[int, int]]) -> bool:
    return any(start <= word.start < end for start, end in spans)
