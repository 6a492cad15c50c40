"""Where a sentence has one of a fact's cues: words of which a passage that states the fact has one.

A cue of function words alone (``hasta``, ``by``, ``until``) is compared as it is written. It is weak: it counts
only where no stronger cue of any fact stands in the sentence, because such words stand everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from fidedigno.consolidate.passages import Word
from fidedigno.consolidate.plain import plain
from fidedigno.ingest.analyse import LANGUAGES, terms_of_word, words_of

Phrase = tuple[frozenset[str], ...]
"""The content words of a cue, each by its stems."""
BEGINNINGS = frozenset({"desde", "from"})
"""A fact that has one of these among its cues is a beginning, any other instant an end."""


class Phrases(NamedTuple):
    """Cues, read: the phrases by the first stem that each may begin with, and the weak ones as written."""

    strong: Mapping[str, tuple[Phrase, ...]]
    weak: frozenset[str]

    @property
    def any(self) -> bool:
        """Whether there is a cue at all."""
        return bool(self.strong or self.weak)


class CueAt(NamedTuple):
    """A cue found at ``[start, end)``."""

    start: int
    end: int


def compile_cues(cues: Mapping[str, Sequence[str]]) -> Phrases:
    """Read cues as a pack writes them, a list for each language."""
    return _compiled(tuple((language, tuple(cues.get(language, ()))) for language in LANGUAGES))


@lru_cache(maxsize=1_024)
def _compiled(cues: tuple[tuple[str, tuple[str, ...]], ...]) -> Phrases:
    strong: dict[str, tuple[Phrase, ...]] = {}
    weak: set[str] = set()
    for language, texts in cues:
        for text in texts:
            stems = (frozenset(terms_of_word(word, language)) for word in words_of(text))
            phrase = tuple(terms for terms in stems if terms)
            only = plain(words_of(text)[0]) if len(words_of(text)) == 1 else ""
            if only and (not phrase or only in _data()["weak"]):
                weak.add(only)
                continue
            for first in phrase[0] if phrase else ():
                strong[first] = (*strong.get(first, ()), phrase)
    return Phrases(strong, frozenset(weak))


def find_cues(phrases: Phrases, words: Sequence[Word]) -> tuple[CueAt, ...]:
    """The strong cues in ``words``; function words inside a cue are passed over."""
    content = [word for word in words if word.terms]
    tables, found = _tables(), set()
    for number, word in enumerate(content):
        if word.text in tables.changes:
            continue
        for term in word.terms & phrases.strong.keys():
            for phrase in phrases.strong[term]:
                stretch = content[number : number + len(phrase)]
                if len(stretch) == len(phrase) and all(
                    not wanted.isdisjoint(each.terms) for wanted, each in zip(phrase, stretch, strict=True)
                ):
                    found.add(CueAt(word.start, _end(content, number + len(phrase) - 1, tables.modifiers)))
    return tuple(sorted(found))


def _end(content: Sequence[Word], last: int, modifiers: frozenset[str]) -> int:
    """Where a cue ends: behind the noun that it qualifies, where it is a modifier right before one."""
    word = content[last]
    following = content[last + 1] if last + 1 < len(content) else None
    if word.text in modifiers and following is not None and following.start - word.end == 1:
        return following.end
    return word.end


def find_weak_cues(phrases: Phrases, words: Sequence[Word]) -> tuple[CueAt, ...]:
    """The weak cues in ``words``."""
    return tuple(CueAt(word.start, word.end) for word in words if word.text in phrases.weak)


def without_covered(cues: Iterable[CueAt], others: Iterable[CueAt]) -> tuple[CueAt, ...]:
    """``cues`` less those inside a longer one of ``others``: ``plazo`` inside ``fuera de plazo``."""
    longer = tuple(others)
    return tuple(
        cue for cue in cues if not any(o.start <= cue.start and cue.end <= o.end and o != cue for o in longer)
    )


def change_before(words: Sequence[Word], start: int) -> int | None:
    """Where the last word of a change before ``start`` begins: ``se aplaza al 19``, ``moved to the 19th``."""
    changes = _tables().changes
    return max((word.start for word in words if word.text in changes and word.start < start), default=None)


class _Tables(NamedTuple):
    rival_events: Phrases
    modifiers: frozenset[str]
    changes: frozenset[str]


@cache
def _data() -> dict[str, Any]:
    text = files("fidedigno.consolidate").joinpath("cue_words.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.safe_load(text)
    return data


@cache
def _tables() -> _Tables:
    data = _data()
    changes = frozenset((*data["changes"]["es"], *data["changes"]["en"]))
    return _Tables(compile_cues(data["rival_events"]), frozenset(data["modifiers"]), changes)


def rival_events() -> Phrases:
    """Words of other events that dates in the same sentence often belong to (publication, opening ...)."""
    return _tables().rival_events
