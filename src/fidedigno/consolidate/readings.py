"""A card read once for all facts: its sentences, their words, and whether each is about the asked activity.

The nearest context that names an activity decides: the sentence, the sentence before it in the paragraph, the
lead-in of the list, the heading, the section path from the deepest, the title, and last the card's own scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fidedigno.consolidate.activity import Mention, mentions_of
from fidedigno.consolidate.lookout import ACTIVITY, Lookout, Sight
from fidedigno.consolidate.passages import Sentence, Word, sentences_of, words_in
from fidedigno.ingest.sentences import UnitKind
from fidedigno.model import Evidence, EvidenceKind


class ReadSentence(NamedTuple):
    """A sentence with its words, which are left out where none of them is a cue.

    ``mentions`` are the activities that it names itself. ``about`` is what its context says: true for the
    asked activity, false for another, ``None`` where nothing names any. ``lead`` are the words of its lead-in
    or header row, ``over`` those of its heading or the deepest section.
    """

    place: Sentence
    text: str
    words: tuple[Word, ...]
    mentions: tuple[Mention, ...]
    about: bool | None
    lead: tuple[Word, ...]
    over: tuple[Word, ...]


class Reading(NamedTuple):
    """A card and its sentences; ``asks_activity`` tells whether the plan has an activity to look for."""

    card: Evidence
    sentences: tuple[ReadSentence, ...]
    asks_activity: bool


class _Context(NamedTuple):
    """Words that stand over sentences, and which activity they name."""

    words: tuple[Word, ...]
    about: bool | None


_NOTHING = _Context((), None)


def read_card(card: Evidence, lookout: Lookout) -> Reading:
    """Read a card. A live reading has values and no sentences; without a value to look for, none is cut."""
    is_text = card.kind is not EvidenceKind.STATE and lookout.busy
    sentences = tuple(_sentences(card, lookout)) if is_text else ()
    return Reading(card, sentences, lookout.activity is not None)


def _sentences(card: Evidence, lookout: Lookout) -> Iterator[ReadSentence]:
    content, language = card.content, card.language
    base = _about_whole(card, lookout)
    section = _context("".join(card.locator.section[-1:]), card, lookout)
    contexts: dict[tuple[int, int] | None, _Context] = {None: _NOTHING}
    carried: tuple[int, bool] | None = None
    for place in sentences_of(content):
        for span in (place.lead, place.heading):
            if span is not None and span not in contexts:
                contexts[span] = _context(content, card, lookout, *span)
        lead, heading = contexts[place.lead], contexts[place.heading]
        before = (
            carried[1] if carried and carried[0] == place.block and place.kind is UnitKind.PROSE else None
        )
        seen = lookout.sight(content, place.start, place.end, language)
        words = tuple(words_in(content, place.start, place.end, language)) if seen else ()
        mentions = _mentions(lookout, content, words) if seen & Sight.NAME else ()
        if mentions:
            carried = (place.block, mentions[-1].ours)
        about = next((each for each in (before, lead.about, heading.about, base) if each is not None), None)
        over = heading.words or section.words
        yield ReadSentence(place, content[place.start : place.end], words, mentions, about, lead.words, over)


def _context(text: str, card: Evidence, lookout: Lookout, start: int = 0, end: int | None = None) -> _Context:
    words = tuple(words_in(text, start, end, card.language))
    return _Context(words, _named(_mentions(lookout, text, words)))


def _mentions(lookout: Lookout, text: str, words: tuple[Word, ...]) -> tuple[Mention, ...]:
    return mentions_of(lookout.activity, text, words) if lookout.activity else ()


def _about_whole(card: Evidence, lookout: Lookout) -> bool | None:
    """What section path, title and scope say; the deepest that names an activity decides."""
    if lookout.activity is None:
        return None
    for title in (*reversed(card.locator.section), card.title):
        about = _context(title, card, lookout).about
        if about is not None:
            return about
    declared = card.scope.get(ACTIVITY, "").strip().casefold()
    return True if declared and declared == lookout.activity_value else None


def _named(mentions: tuple[Mention, ...]) -> bool | None:
    """What a heading names; one that names ours and another one is about both."""
    return any(mention.ours for mention in mentions) if mentions else None
