"""The planner: from a question to its evidence contract, or to the one thing that must be asked first.

It decides which facts are needed and never what the answer is. In doubt about the class it asks, or takes
the most restrictive class; it never invents a scope.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from fidedigno.dates import Direction, MentionRole, find_dates
from fidedigno.model import (
    Clarification,
    EvidenceContract,
    Moment,
    Plan,
    Question,
    Route,
    Slot,
    SlotOrigin,
)
from fidedigno.plan.classification import Classification
from fidedigno.plan.followups import Resumed, resume
from fidedigno.plan.pack import LANGUAGES, Pack
from fidedigno.plan.places import ACTIVITY, COURSE, GROUP, Place, Places
from fidedigno.plan.replies import complete, named_choice
from fidedigno.plan.slots import MAX_CHOICES, Filled, fill_slots

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fidedigno.language_model import LanguageModel

CLASS = "class"
"""What a clarification is about when the class is in doubt."""
DATE = "date"
"""What a clarification is about when a date has two readings."""
ALWAYS_KNOWN = frozenset({"timezone", "date"})
"""Slots that never need to be asked for: the course has a timezone, and a question without a date means now."""
PLACE_SLOTS = frozenset({COURSE, ACTIVITY, GROUP})
WORTH_ASKING = 0.15
"""The least probability of a class that is offered as a choice."""
BY_MODEL = "language_model"
"""What a plan says of who chose its class, where it was not the classifier."""


class Classifies(Protocol):
    """What the planner needs of a classifier."""

    def classify(
        self, question: str, language: str | None = None, *, vector: NDArray[np.float32] | None = None
    ) -> Classification:
        """The classes of a question, the most probable first."""
        ...


@dataclass(frozen=True, slots=True)
class _Chosen:
    name: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    clarification: Clarification | None = None
    restricted: bool = False
    chosen_by: str = "classifier"


class Planner:
    """Plans questions by one pack. Where a class is in doubt, ``model`` is asked before the person is."""

    def __init__(self, pack: Pack, classifier: Classifies, model: LanguageModel | None = None) -> None:
        self.pack = pack
        self.classifier = classifier
        self.model = model

    def resume(self, question: Question, places: Places) -> Resumed:
        """The question with what it inherits from its conversation."""
        resumed = resume(question, places)
        if resumed.question_class or not question.conversation:
            return resumed
        return complete(question, resumed, self.pack)

    def plan(
        self,
        question: Question,
        places: Places,
        *,
        timezone: str = "UTC",
        vector: NDArray[np.float32] | None = None,
    ) -> Plan:
        """Plan a question as a person who sees ``places`` asks it.

        Args:
            question: with its context and conversation.
            places: courses, activities and groups that the person may see.
            timezone: of dates where no course says its own.
            vector: the question's vector, where it is at hand already; of its own words, not of a
                follow-up's.
        """
        resumed = self.resume(question, places)
        language = _language(question)
        filled = fill_slots(question.text, places, conversation=resumed.slots, context=question.context)
        zone = _timezone(filled, places) or timezone
        as_of, asked, doubtful = _moments(question, resumed, zone, language)
        given = filled.slots.get(ACTIVITY)
        remembered = given is not None and given.origin in {SlotOrigin.CONVERSATION, SlotOrigin.CONTEXT}
        named = filled.spoken & {ACTIVITY} | ({DATE} if asked is not None or remembered else set())
        chosen = self._choose(question, resumed, language, vector, named)
        contract = self.pack.contract(chosen.name)
        slots = {**filled.slots, **self._chosen_values(contract.slots, filled, question, resumed, language)}
        slots = {n: slot for n, slot in slots.items() if _is_meant(slot, contract)}
        needed = self._needed(contract, slots)
        clarification = chosen.clarification or self._missing(needed, filled, language)
        if doubtful and DATE in self.pack.slots and contract.route.answers:
            clarification = clarification or Clarification(DATE)
        return Plan(
            pack=self.pack.name,
            pack_version=self.pack.version,
            contract=contract,
            confidence=chosen.confidence,
            as_of=as_of,
            timezone=zone,
            slots=slots,
            search_text=resumed.text,
            language=language,
            alternatives=chosen.alternatives,
            asked_moment=asked,
            clarification=clarification,
            unfilled=tuple(name for name in needed if not self._can_ask(name, filled)),
            restricted=chosen.restricted,
            chosen_by=chosen.chosen_by,
        )

    def _needed(self, contract: EvidenceContract, slots: Mapping[str, Slot]) -> tuple[str, ...]:
        """The slots that are missing. A class that only quotes documents can do without: where a slot
        would change what they say, consolidation finds it out and asks."""
        if not contract.route.reads_state:
            return ()
        return tuple(name for name in contract.slots if name not in slots and name not in ALWAYS_KNOWN)

    def _can_ask(self, name: str, filled: Filled) -> bool:
        return name in filled.open or (bool(self.pack.slots[name].choices) and name not in PLACE_SLOTS)

    def _missing(self, needed: Sequence[str], filled: Filled, language: str) -> Clarification | None:
        """The first slot that is missing and that a reply could fill."""
        for name in needed:
            if name in filled.open:
                return Clarification(name, _labels(filled.open[name]))
            if self._can_ask(name, filled):
                choices = self.pack.slots[name].choices.values()
                return Clarification(name, tuple(each.label[language] for each in choices))
        return None

    def _chosen_values(
        self, names: Sequence[str], filled: Filled, question: Question, resumed: Resumed, language: str
    ) -> dict[str, Slot]:
        """Slots whose values the pack itself knows: of the question's own words, or inherited with its class."""
        chosen = {}
        for name in names:
            if name in filled.slots:
                continue
            choices = self.pack.slots[name].choices
            for text in dict.fromkeys((question.text, resumed.text)):
                if (value := named_choice(text, choices)) is not None:
                    chosen[name] = Slot(name, value, SlotOrigin.QUESTION, choices[value].label[language])
                    break
            inherited = resumed.slots.get(name, "") if resumed.question_class else ""
            if name not in chosen and inherited in choices:
                label = choices[inherited].label[language]
                chosen[name] = Slot(name, inherited, SlotOrigin.CONVERSATION, label)
        return chosen

    def _choose(
        self,
        question: Question,
        resumed: Resumed,
        language: str,
        vector: NDArray[np.float32] | None,
        named: AbstractSet[str],
    ) -> _Chosen:
        if resumed.question_class in self.pack.classes:
            return _Chosen(resumed.question_class, 1.0, ())
        own = resumed.text == question.text
        found = self.classifier.classify(resumed.text, language, vector=vector if own else None)
        best, probability = found.ranked[0]
        others = tuple(found.ranked[1:4])
        if found.confident:
            return _Chosen(best, probability, others)
        likely = [best, *(name for name, p in others if p >= WORTH_ASKING)]
        possible = self._possible(likely, named)
        name = self._by_model(resumed.text, language, possible)
        if name is not None:
            rest = tuple(pair for pair in found.ranked[:4] if pair[0] != name)
            return _Chosen(name, dict(found.ranked)[name], rest, chosen_by=BY_MODEL)
        return self._in_doubt(possible, dict(found.ranked), others, language)

    def _by_model(self, text: str, language: str, possible: Sequence[str]) -> str | None:
        """The class that a language model chooses, where there is one and it may."""
        if self.model is None:
            return None
        from fidedigno.plan.ask_model import choose_class

        return choose_class(self.model, text, language, [self.pack.classes[each] for each in possible])

    def _possible(self, likely: Sequence[str], named: AbstractSet[str]) -> list[str]:
        """The likely classes of which the contract can be filled. In a question that names neither an activity
        nor a day, classes about an activity give way to those that only quote documents, if there is one."""
        contracts = {name: self.pack.contract(name) for name in likely}
        documents = [n for n in likely if contracts[n].route is Route.PASSAGES]
        if named or not documents:
            return list(likely)
        about_activity = {
            n for n in likely if contracts[n].route.reads_state and ACTIVITY in contracts[n].slots
        }
        return [name for name in likely if name not in about_activity]

    def _in_doubt(
        self,
        likely: Sequence[str],
        probability: Mapping[str, float],
        others: tuple[tuple[str, float], ...],
        language: str,
    ) -> _Chosen:
        """Among classes that only quote documents, the most demanding; otherwise the person is asked."""
        classes = [self.pack.classes[name] for name in likely]
        most = max(classes, key=lambda each: each.restrictive)
        chosen = _Chosen(most.name, probability[most.name], others, restricted=True)
        if all(each.route in {Route.PASSAGES, Route.OUT_OF_SCOPE} for each in classes):
            documents = [each for each in classes if each.route is Route.PASSAGES] or classes
            most = max(documents, key=lambda each: each.restrictive)
            return _Chosen(most.name, probability[most.name], others, restricted=True)
        asked = [each for each in classes if each.route is not Route.OUT_OF_SCOPE]
        if len(asked) < 2:
            return chosen
        labels = tuple(each.label.get(language, each.label["en"]) for each in asked[:MAX_CHOICES])
        return _Chosen(most.name, probability[most.name], others, Clarification(CLASS, labels), True)


def _is_meant(slot: Slot, contract: EvidenceContract) -> bool:
    """Whether a slot belongs to the question: an activity that is only the only one there is narrows nothing
    that is not about an activity."""
    return slot.name != ACTIVITY or slot.origin is not SlotOrigin.ONLY_CHOICE or ACTIVITY in contract.slots


def ask_for(slot: str, plan: Plan, places: Places) -> Clarification:
    """The clarification of a slot that consolidation found to be missing."""
    within = {name: filled.value for name, filled in plan.slots.items()}
    return Clarification(slot, _labels(places.of(slot, within)))


def _timezone(filled: Filled, places: Places) -> str:
    course = filled.slots.get(COURSE)
    place = places.find(COURSE, course.value) if course else None
    return place.timezone if place else ""


def _language(question: Question) -> str:
    """The language of the answer; of one that there is no wording in, English."""
    code = (question.language or LANGUAGES[0]).casefold()[:2]
    return code if code in LANGUAGES else "en"


def _moments(
    question: Question, resumed: Resumed, timezone: str, language: str
) -> tuple[datetime, Moment | None, bool]:
    """The moment at which evidence must be in force, the time that the question is about, and whether one of
    them has a second reading. A follow-up that names none is about that of the question it continues."""
    now = question.moment
    for text in dict.fromkeys((question.text, resumed.text)):
        mentions = find_dates(
            text, reference=now, timezone=timezone, language=language, direction=Direction.FUTURE
        )
        if not mentions:
            continue
        past = [each for each in mentions if each.role is MentionRole.AS_OF]
        about = [each for each in mentions if each.role is not MentionRole.AS_OF]
        moment = past[-1].moment if past else None
        as_of = now if moment is None else moment.start if moment.exact else _last_minute(moment)
        doubtful = any(each.ambiguous for each in (*past[-1:], *about[:1]))
        return as_of, about[0].moment if about else None, doubtful
    return now, None, False


def _last_minute(moment: Moment) -> datetime:
    """As an instant: a day on which the clock changes is not 24 hours long."""
    return (moment.end.astimezone(UTC) - timedelta(minutes=1)).astimezone(moment.end.tzinfo)


def _labels(places: Sequence[Place]) -> tuple[str, ...]:
    labels = tuple(dict.fromkeys(place.label for place in places))
    return labels if len(labels) <= MAX_CHOICES else ()


def slot_values(slots: Mapping[str, Slot]) -> tuple[tuple[str, str], ...]:
    """The scope of a plan as the next turn inherits it."""
    return tuple(sorted((name, slot.value) for name, slot in slots.items()))
