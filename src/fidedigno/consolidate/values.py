"""Which date or amount of a sentence belongs to the fact that is looked for.

A sentence often has several: ``se publica el 1 de octubre y se entrega el 12``. Each value goes to the activity
named before it and to the nearest cue, of this fact or of another. In a table the column decides. Values that
still differ are all stated: it is for the comparison to declare that a text contradicts itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from fidedigno.consolidate.amounts import Amount, find_amounts
from fidedigno.consolidate.cue_words import (
    BEGINNINGS,
    CueAt,
    Phrases,
    change_before,
    find_cues,
    find_weak_cues,
    rival_events,
    without_covered,
)
from fidedigno.consolidate.negation import denies_directly, find_denials, is_denied
from fidedigno.consolidate.passages import cells
from fidedigno.consolidate.plain import plain
from fidedigno.consolidate.readings import Reading, ReadSentence
from fidedigno.consolidate.statements_dates import Found, find_instants
from fidedigno.ingest.sentences import UnitKind
from fidedigno.model import FactKind, Statement

_BREAK = re.compile(r"[,;:()]|\b(?:y|e|pero|and|but)\b")
_BREAK_COSTS = 15
_BEHIND_COSTS = 5
"""A cue before its value is likelier than one behind it."""
Value = TypeVar("Value", Found, Amount)


class Asked(NamedTuple):
    """The fact looked for in passages: its cues, those of its rivals, and the timezone to fall back to.

    ``declared``: the card's owner says that it establishes this fact.
    """

    fact: str
    cues: Phrases
    rivals: tuple[Phrases, ...]
    timezone: str
    declared: bool = False

    @property
    def is_beginning(self) -> bool:
        """Whether the fact is when something begins."""
        return not BEGINNINGS.isdisjoint(self.cues.weak)


class _Cues(NamedTuple):
    """The cues of a sentence. ``borrowed``: the fact's cue stands over the sentence and not in it."""

    own: tuple[CueAt, ...]
    rivals: tuple[CueAt, ...]
    borrowed: bool = False


def instants_stated(reading: Reading, asked: Asked) -> Iterator[Statement]:
    """The instants that a passage states for a fact."""

    def find(sentence: ReadSentence) -> Sequence[Found]:
        return find_instants(sentence.text, reading.card, asked.timezone, beginning=asked.is_beginning)

    def choose(values: Sequence[Found], _: ReadSentence, __: _Cues) -> Sequence[Found]:
        wanted, other = ("from", "until") if asked.is_beginning else ("until", "from")
        possible = [each for each in values if each.role not in (other, "as_of")]
        return [each for each in possible if each.role == wanted] or possible

    return _stated(reading, asked, FactKind.INSTANT, find, choose)


def amounts_stated(reading: Reading, asked: Asked) -> Iterator[Statement]:
    """The amounts that a passage states for a fact, and the sentences that deny there is one."""

    def find(sentence: ReadSentence) -> Sequence[Amount]:
        return find_amounts(sentence.text, reading.card.language)

    def choose(values: Sequence[Amount], sentence: ReadSentence, cues: _Cues) -> Sequence[Amount]:
        if not cues.own or not values:
            return values
        text, offset = sentence.text, sentence.place.start
        return [min(values, key=lambda v: (min(_distance(text, offset, v, c) for c in cues.own), v.start))]

    yield from _stated(reading, asked, FactKind.AMOUNT, find, choose)
    yield from _denied(reading, asked)


def _stated(
    reading: Reading,
    asked: Asked,
    kind: FactKind,
    find: Callable[[ReadSentence], Sequence[Value]],
    choose: Callable[[Sequence[Value], ReadSentence, _Cues], Sequence[Value]],
) -> Iterator[Statement]:
    def read(sentences: Iterable[tuple[ReadSentence, _Cues]]) -> Iterator[Statement]:
        for sentence, cues in sentences:
            values = _of_column(reading.card.content, sentence, asked, find(sentence))
            values = [each for each in values if _is_ours(each, sentence, reading)]
            values = [each for each in values if _nearest_is_own(each, sentence, cues)]
            values = choose(_as_changed(values, sentence), sentence, cues)
            denials = find_denials(sentence.text) if values else ()
            for value in values:
                yield _statement(asked, kind, sentence, reading, value, is_denied(denials, value.start))

    speaking, silent = _by_cue(reading, asked)
    said = list(read(speaking))
    # What its owner declared to establish the fact needs no cue, where nothing in it has one and a value.
    yield from said if said or not asked.declared else read(silent)


def _statement(
    asked: Asked,
    kind: FactKind,
    sentence: ReadSentence,
    reading: Reading,
    value: Found | Amount | None,
    negated: bool,
) -> Statement:
    return Statement(
        asked.fact,
        kind,
        value.value if value else "",
        sentence.text,
        reading.card.id,
        sentence.place.start,
        sentence.place.end,
        negated=negated,
        timezone_known=value.timezone_known if isinstance(value, Found) else True,
    )


def _by_cue(
    reading: Reading, asked: Asked
) -> tuple[list[tuple[ReadSentence, _Cues]], list[tuple[ReadSentence, _Cues]]]:
    """The sentences about the activity that have a cue, and those that have neither one nor a rival."""
    possible = [
        (sentence, _cues_of(sentence, asked))
        for sentence in reading.sentences
        if _may_be_ours(sentence, reading, asked)
    ]
    speaking = [each for each in possible if each[1].own or each[1].borrowed]
    return speaking, [each for each in possible if each not in speaking and not each[1].rivals]


def _may_be_ours(sentence: ReadSentence, reading: Reading, asked: Asked) -> bool:
    if not reading.asks_activity:
        return True
    if sentence.mentions:
        return any(mention.ours for mention in sentence.mentions)
    return asked.declared if sentence.about is None else sentence.about


def _is_ours(value: Value, sentence: ReadSentence, reading: Reading) -> bool:
    """Whether the activity named last before the value, or first after it, is the asked one."""
    if not reading.asks_activity or not sentence.mentions:
        return True
    at = sentence.place.start + value.start
    before = [mention for mention in sentence.mentions if mention.start <= at]
    return (before[-1] if before else sentence.mentions[0]).ours


def _as_changed(values: Sequence[Value], sentence: ReadSentence) -> Sequence[Value]:
    """Only the values behind the last word of a change: ``era el 9, pero se aplaza al 12``."""
    if len(values) < 2:
        return values
    offset = sentence.place.start
    changed = change_before(sentence.words, offset + values[-1].start)
    return values if changed is None else [each for each in values if offset + each.start > changed]


def _cues_of(sentence: ReadSentence, asked: Asked) -> _Cues:
    own = find_cues(asked.cues, sentence.words)
    others = [cue for rival in (*asked.rivals, rival_events()) for cue in find_cues(rival, sentence.words)]
    rivals = tuple(cue for cue in without_covered(others, own) if cue not in own)
    own = without_covered(own, others)
    if own or rivals:
        return _Cues(own, rivals)
    weak = find_weak_cues(asked.cues, sentence.words)
    if weak:
        return _Cues(weak, tuple(c for rival in asked.rivals for c in find_weak_cues(rival, sentence.words)))
    return _Cues((), (), borrowed=_stands_over(asked, sentence))


def _stands_over(asked: Asked, sentence: ReadSentence) -> bool:
    return bool(find_cues(asked.cues, sentence.lead) or find_cues(asked.cues, sentence.over))


def _nearest_is_own(value: Value, sentence: ReadSentence, cues: _Cues) -> bool:
    """Whether no cue of another fact is nearer to the value than one of this fact."""
    if not cues.own or not cues.rivals:
        return True
    text, offset = sentence.text, sentence.place.start
    own = min(_distance(text, offset, value, cue) for cue in cues.own)
    return own <= min(_distance(text, offset, value, cue) for cue in cues.rivals)


def _distance(text: str, offset: int, value: Value, cue: CueAt) -> int:
    """Characters between a cue and a value; clauses in between and a cue behind the value cost more."""
    start, end = cue.start - offset, cue.end - offset
    before = end <= value.start
    between = text[end : value.start] if before else text[value.end : start]
    breaks = len(_BREAK.findall(plain(between)))
    return len(between) + breaks * _BREAK_COSTS + (0 if before else _BEHIND_COSTS)


def _of_column(
    content: str, sentence: ReadSentence, asked: Asked, values: Sequence[Value]
) -> Sequence[Value]:
    """The values in the columns whose header has a cue, where the table has such a column."""
    place = sentence.place
    if place.kind is not UnitKind.ROW or place.lead is None:
        return values
    header = [
        any(start <= cue.start < end for cue in find_cues(asked.cues, sentence.lead))
        for start, end in cells(content, *place.lead)
    ]
    if not any(header):
        return values
    columns = [
        span for span, wanted in zip(cells(content, place.start, place.end), header, strict=False) if wanted
    ]
    return [
        value for value in values if any(start <= place.start + value.start < end for start, end in columns)
    ]


def _denied(reading: Reading, asked: Asked) -> Iterator[Statement]:
    """Sentences that deny the fact itself: ``sin penalización``, ``there is no penalty``."""
    speaking, _ = _by_cue(reading, asked)
    for sentence, cues in speaking:
        if not cues.own or find_amounts(sentence.text, reading.card.language):
            continue
        denials = find_denials(sentence.text)
        offset = sentence.place.start
        if any(denies_directly(denials, sentence.text, cue.start - offset) for cue in cues.own):
            yield _statement(asked, FactKind.AMOUNT, sentence, reading, None, True)
