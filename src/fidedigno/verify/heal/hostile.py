"""Evidence is a stranger's text: sentences that give orders to a language model are never quoted.

A short list of bilingual markers finds them, tags and images that would be fetched when they are shown, and words
that mix alphabets to escape such lists. An honest sentence that is refused by it costs a quotation, nothing more.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.verify.heal.word_lists import any_of, in_both_languages

_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
_WORD = re.compile(r"\w+")
_LATIN = re.compile("[a-zA-Z]")
_LOOK_ALIKE = re.compile("[\u0370-\u03ff\u0400-\u04ff]")
_BETWEEN = r"\W{1,3}"
"""Between two words of one marker."""
_DISTANCE = 60
"""Characters that may stand between a word of undoing and the orders that it undoes."""


class _Markers(NamedTuple):
    undo: re.Pattern[str]
    orders: re.Pattern[str]
    phrases: re.Pattern[str]
    marks: tuple[str, ...]


def is_hostile(sentence: str) -> bool:
    """Whether a sentence of evidence speaks to a model, or would fetch something where it is shown."""
    read = _markers()
    shown = _HIDDEN.sub("", sentence)
    text = plain(unicodedata.normalize("NFKC", shown))
    if any(mark in text for mark in read.marks) or read.phrases.search(text):
        return True
    if any(read.orders.search(text, each.end(), each.end() + _DISTANCE) for each in read.undo.finditer(text)):
        return True
    if not _LOOK_ALIKE.search(shown):
        return False
    return any(_LATIN.search(word) and _LOOK_ALIKE.search(word) for word in _WORD.findall(shown))


@cache
def _markers() -> _Markers:
    text = files("fidedigno.verify.heal").joinpath("hostile.yaml").read_text(encoding="utf-8")
    return read_markers(yaml.safe_load(text))


def read_markers(data: object) -> _Markers:
    """Check and compile the markers.

    Raises:
        ConfigurationError: if a list is missing in a language, or is empty.
    """
    if not isinstance(data, dict):
        raise ConfigurationError("the markers of hostile text must map names to lists")
    undo, orders, phrases = (
        re.compile(rf"(?<!\w)(?:{any_of(in_both_languages(data, name), between=_BETWEEN)})(?!\w)")
        for name in ("undo", "orders", "phrases")
    )
    if not data.get("marks"):
        raise ConfigurationError("markers 'marks' must be a list of marks")
    return _Markers(undo, orders, phrases, tuple(str(mark) for mark in data["marks"]))
