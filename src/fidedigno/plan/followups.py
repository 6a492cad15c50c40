"""Follow-up questions: what they leave out is taken from the conversation.

"¿Y la práctica 2?" asks about another activity what was asked before; "bases de datos" answers a
clarifying question. Words decide, from the data file beside this; nothing is added that no turn said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.dates import find_dates
from fidedigno.ingest.analyse import fold, words_of
from fidedigno.model import MAX_QUESTION_CHARACTERS, Question, Turn
from fidedigno.plan.mentions import find_mentions
from fidedigno.plan.places import Places

LONGEST_REMNANT = 3
"""A turn with at most so many words besides the places that it names leaves the asking to the last one."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A question with what it inherits. ``question_class`` is empty where it asks by itself."""

    text: str
    question_class: str = ""
    slots: Mapping[str, str] = field(default_factory=dict)


def resume(question: Question, places: Places) -> Resumed:
    """Resolve ``question`` against the earlier turns of its conversation.

    Scope of earlier turns is always inherited (the question's own mention goes before it). The class and
    the words are inherited only by a question that does not ask by itself.
    """
    if not question.conversation:
        return Resumed(question.text)
    slots: dict[str, str] = {}
    for turn in question.conversation:
        slots.update(turn.slots)
    last = question.conversation[-1]
    if not _leans_on(question, places):
        return Resumed(question.text, slots=slots)
    return Resumed(_spliced(last, question.text, places), last.question_class, slots)


def asks(text: str) -> bool:
    """Whether a text has a word of those with which one asks by oneself."""
    return any(fold(word) in _words()["asking"] for word in words_of(text))


def _leans_on(question: Question, places: Places) -> bool:
    """Whether a text does not ask by itself: it opens like a continuation, or it is hardly more than the
    name of a place or a date."""
    text = question.text
    folded = " ".join(fold(word) for word in words_of(text))
    opened = any(folded == opener or folded.startswith(f"{opener} ") for opener in _words()["openers"])
    named = [(each.start, each.end) for each in find_mentions(text, places.all)]
    named += [(each.start, each.end) for each in find_dates(text, reference=question.moment, timezone="UTC")]
    covered = {n for start, end in named for n in range(start, end)}
    left = "".join(" " if n in covered else c for n, c in enumerate(text))
    few = len(words_of(left)) <= LONGEST_REMNANT
    if opened:
        return few or not asks(left)
    return bool(named) and few and not asks(left)


def _spliced(last: Turn, text: str, places: Places) -> str:
    """The last question with the places of this one in the stead of its own, and this one behind it."""
    named = {each.place.slot: text[each.start : each.end] for each in find_mentions(text, places.all)}
    spliced = last.question
    for mention in reversed(find_mentions(last.question, places.all)):
        if mention.place.slot in named:
            spliced = spliced[: mention.start] + named[mention.place.slot] + spliced[mention.end :]
    return joined(spliced, text)


def joined(before: str, text: str) -> str:
    """A question with what continues it. What would be too long for a question is not cut in two: first the
    continuation is left out, whose places stand in it already, and last what was before."""
    whole = f"{before} {text}"
    return next(each for each in (whole, before, text) if len(each) <= MAX_QUESTION_CHARACTERS)


@cache
def _words() -> Mapping[str, frozenset[str]]:
    data = yaml.safe_load(files("fidedigno.plan").joinpath("followups.yaml").read_text(encoding="utf-8"))
    return {
        key: frozenset(fold(each) for words in value.values() for each in words)
        for key, value in data.items()
    }
