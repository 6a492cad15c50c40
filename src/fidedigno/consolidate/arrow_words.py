"""The words by which questions name arrows, and how names are compared: from the data file beside this module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

import yaml

from fidedigno.ingest.analyse import fold

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TOKEN = re.compile(r"[^\W_]+")


class VerbFamily(StrEnum):
    """What a verb says of an arrow."""

    CONSUME = "consume"
    PUBLISH = "publish"
    CALL = "call"
    DEPEND = "depend"


@dataclass(frozen=True, slots=True)
class ArrowWords:
    """The lists of the data file, both languages together."""

    verbs: tuple[tuple[str, VerbFamily], ...]
    prepositions: frozenset[str]
    articles: frozenset[str]
    things: frozenset[str]
    generic: frozenset[str]

    def family(self, word: str) -> VerbFamily | None:
        """The family of a folded word; ``None`` if it is no such verb."""
        # A mark is put behind the word, so that a stem may demand that the word ends.
        return next((family for stem, family in self.verbs if f"{word}$".startswith(stem)), None)

    def family_of(self, label: str) -> VerbFamily | None:
        """The family of the first such verb in the label of an arrow."""
        return next((found for token in tokens(label) if (found := self.family(token))), None)


@cache
def arrow_words() -> ArrowWords:
    """The shipped lists."""
    data = yaml.safe_load(files("fidedigno.consolidate").joinpath("arrow_words.yaml").read_text("utf-8"))

    def both(name: str) -> tuple[str, ...]:
        return (*data[name]["es"], *data[name]["en"])

    verbs = [(stem, family) for family in VerbFamily for stem in both(family.value)]
    return ArrowWords(
        tuple(sorted(verbs, key=lambda pair: -len(pair[0]))),
        frozenset(both("prepositions")),
        frozenset(both("articles")),
        frozenset(both("things")),
        frozenset(both("generic")),
    )


@lru_cache(maxsize=65_536)
def tokens(text: str) -> tuple[str, ...]:
    """Folded words; names in camel case are parted: ``OrderCreated`` gives ``order``, ``created``."""
    return tuple(fold(part) for word in _TOKEN.findall(text) for part in _CAMEL.split(word) if part)


def whole_words(text: str) -> tuple[frozenset[int], frozenset[int]]:
    """Among the numbers of :func:`tokens`, where words begin as they are written, and behind which they end."""
    starts, ends, at = set(), set(), 0
    for word in _TOKEN.findall(text):
        starts.add(at)
        at += sum(bool(part) for part in _CAMEL.split(word))
        ends.add(at)
    return frozenset(starts), frozenset(ends)


@lru_cache(maxsize=65_536)
def name_forms(label: str) -> tuple[str, ...]:
    """How people may write the label of a node, without blanks: whole, then without what is generic in it."""
    words = tokens(label)
    whole = "".join(words)
    bare = "".join(word for word in words if word not in arrow_words().generic)
    return (whole, bare) if bare and bare != whole else (whole,)
