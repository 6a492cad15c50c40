"""Replies to a clarifying question: "la nota", "el plazo", "the whole course" complete the question before.

Only whole names and cues of the pack count, and only in a turn that is hardly more than them.
"""

from __future__ import annotations

from collections.abc import Mapping

from fidedigno.ingest.analyse import fold, words_of
from fidedigno.model import Question
from fidedigno.plan.followups import Resumed, asks, joined
from fidedigno.plan.pack import Pack, SlotChoice

LONGEST_REPLY = 5
"""Words of a reply. A longer turn asks by itself."""


def complete(question: Question, resumed: Resumed, pack: Pack) -> Resumed:
    """``resumed``, or where its text only answers what was asked back, the last question with that answer.

    A class is completed by its label, and a slot by one of the choices that the pack has for it, where the last
    turn lacks it.
    """
    if len(words_of(question.text)) > LONGEST_REPLY or asks(question.text):
        return resumed
    last = question.conversation[-1]
    whole = joined(last.question, question.text)
    if not last.question_class:
        named = [
            each.name
            for each in pack.classes.values()
            if any(_words(label) == _words(question.text) for label in each.label.values())
        ]
        return Resumed(whole, named[0], resumed.slots) if len(named) == 1 else resumed
    if last.question_class not in pack.classes:
        return resumed
    filled = dict(last.slots)
    for name in pack.classes[last.question_class].slots:
        if name not in filled and named_choice(question.text, pack.slots[name].choices) is not None:
            return Resumed(whole, last.question_class, resumed.slots)
    return resumed


def named_choice(text: str, choices: Mapping[str, SlotChoice]) -> str | None:
    """The one choice that ``text`` names by its label or has a cue of; ``None`` where there is none or several."""
    words = _words(text)
    meant = [
        value
        for value, choice in choices.items()
        if any(
            _words(cue) in words
            for cue in (*choice.label.values(), *(each for cues in choice.cues.values() for each in cues))
        )
    ]
    return meant[0] if len(meant) == 1 else None


def _words(text: str) -> str:
    """The folded words with a blank around each, so that whole words are found."""
    return f" {' '.join(fold(word) for word in words_of(text))} "
