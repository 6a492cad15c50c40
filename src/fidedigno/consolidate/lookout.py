"""Which words deserve a second look, so that the rest of a passage costs next to nothing.

A sentence without a cue of any fact, of a rival event or of the asked activity's noun cannot change a verdict;
its words are never compared. A lookout is the same object for the same pack and activity, and remembers the
verdict on each word.
"""

from __future__ import annotations

import re
from enum import IntFlag
from functools import lru_cache

from fidedigno.consolidate.activity import Activity, read_activity
from fidedigno.consolidate.cue_words import compile_cues, rival_events
from fidedigno.consolidate.passages import read_word
from fidedigno.model import FactKind, Plan
from fidedigno.plan.pack import Pack

ACTIVITY = "activity"
"""The slot whose label a text must name, because one document is usually about several."""
_FOUND_IN_SENTENCES = frozenset({FactKind.INSTANT, FactKind.AMOUNT})
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


class Sight(IntFlag):
    """What a word may be."""

    NOTHING = 0
    CUE = 1
    NAME = 2


_EVERYTHING = int(Sight.CUE | Sight.NAME)


class Lookout:
    """Looks for the cues of a pack and the name of an activity; compared and hashed by identity.

    ``busy`` is false where no fact of the contract is looked for in sentences.
    """

    __slots__ = ("_names", "_prefix", "_stems", "_weak", "activity", "activity_value", "busy")

    def __init__(
        self,
        stems: frozenset[str],
        weak: frozenset[str],
        activity: Activity | None,
        activity_value: str,
        busy: bool,
    ) -> None:
        self.busy = busy
        self.activity = activity
        self.activity_value = activity_value
        self._stems, self._weak = stems, weak
        self._names = activity.noun.union(*activity.subject) if activity else frozenset[str]()
        self._prefix = activity.noun_text if activity else ""

    def sight(self, text: str, start: int, end: int, language: str | None) -> int:
        """What the words of ``text[start:end]`` may be, all together."""
        seen = 0
        for word in _WORD.findall(text, start, end):
            seen |= _seen(word, language, self)
            if seen == _EVERYTHING:
                break
        return seen

    def _look(self, word: str, language: str | None) -> int:
        folded, terms = read_word(word, language)
        seen = 0
        if folded in self._weak or not terms.isdisjoint(self._stems):
            seen = int(Sight.CUE)
        if not terms.isdisjoint(self._names) or (self._prefix and folded.startswith(self._prefix)):
            seen |= int(Sight.NAME)
        return seen


@lru_cache(maxsize=131_072)
def _seen(word: str, language: str | None, lookout: Lookout) -> int:
    return lookout._look(word, language)


def look_out(plan: Plan, pack: Pack) -> Lookout:
    """The lookout for a plan: its activity, where the label can be recognised, and the cues of the pack's facts
    of the kinds that its contract needs."""
    slot = plan.slots.get(ACTIVITY)
    activity = read_activity(slot.label or slot.value) if slot else None
    kinds = {fact.kind for fact in plan.contract.facts} & _FOUND_IN_SENTENCES
    phrases = [compile_cues(fact.cues) for fact in pack.facts.values() if fact.kind in kinds]
    if kinds:
        phrases.append(rival_events())
    stems = frozenset(term for each in phrases for term in each.strong)
    weak = frozenset(word for each in phrases for word in each.weak)
    return _lookout(stems, weak, activity, slot.value.strip().casefold() if slot else "", bool(kinds))


@lru_cache(maxsize=256)
def _lookout(
    stems: frozenset[str], weak: frozenset[str], activity: Activity | None, activity_value: str, busy: bool
) -> Lookout:
    return Lookout(stems, weak, activity, activity_value, busy)
