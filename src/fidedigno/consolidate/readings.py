"""A card read once for all facts: its sentences, their words, and whether each is about the asked activity.

The nearest context that names an activity decides: the sentence, the sentence before it in the paragraph, the
lead-in of the list, the heading, the section path from the deepest, the title, and last the card's own scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fidedigno.consolidate.activity import Activity, Mention, mentions_of, read_activity
from fidedigno.consolidate.passages import Sentence, Word, sentences_of, words_in
from fidedigno.ingest.sentences import UnitKind
from fidedigno.model import Evidence, Plan

ACTIVITY = "activity"
"""The slot whose label a text must name, because one document is usually about several."""


class ReadSentence(NamedTuple):
    """A sentence with its words.

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


def asked_activity(plan: Plan) -> Activity | None:
    """The activity that the plan is about, where its label can be recognised in a text."""
    slot = plan.slots.get(ACTIVITY)
    return read_activity(slot.label or slot.value) if slot else None


def read_card(card: Evidence, plan: Plan) -> Reading:
    """Read a card against a plan."""
    activity = asked_activity(plan)
    return Reading(card, tuple(_sentences(card, activity, plan)), activity is not None)


def _sentences(card: Evidence, activity: Activity | None, plan: Plan) -> Iterator[ReadSentence]:
    content, language = card.content, card.language
    base = _about_whole(card, activity, plan)
    deepest = card.locator.section[-1:]
    section_words = tuple(word for title in deepest for word in words_in(title, language=language))
    stretches: dict[tuple[int, int], tuple[Word, ...]] = {}
    carried: tuple[int, bool] | None = None
    for place in sentences_of(content):
        words = tuple(words_in(content, place.start, place.end, language))
        mentions = mentions_of(activity, content, words) if activity else ()
        about = carried[1] if carried and carried[0] == place.block and place.kind is UnitKind.PROSE else None
        above = []
        for span in (place.lead, place.heading):
            if span is not None and span not in stretches:
                stretches[span] = tuple(words_in(content, *span, language))
            above.append(stretches[span] if span is not None else ())
            if about is None and activity and span is not None:
                about = _named(mentions_of(activity, content, stretches[span]))
        if mentions:
            carried = (place.block, mentions[-1].ours)
        lead, over = above[0], above[1] or section_words
        about = base if about is None else about
        yield ReadSentence(place, content[place.start : place.end], words, mentions, about, lead, over)


def _about_whole(card: Evidence, activity: Activity | None, plan: Plan) -> bool | None:
    """What section path, title and scope say; the deepest that names an activity decides."""
    if activity is None:
        return None
    for title in (*reversed(card.locator.section), card.title):
        about = _named(mentions_of(activity, title, words_in(title, language=card.language)))
        if about is not None:
            return about
    declared = card.scope.get(ACTIVITY, "").strip().casefold()
    return True if declared and declared == (plan.slot(ACTIVITY) or "").strip().casefold() else None


def _named(mentions: tuple[Mention, ...]) -> bool | None:
    """What a heading names; one that names ours and another one is about both."""
    return any(mention.ours for mention in mentions) if mentions else None
