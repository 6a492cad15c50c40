"""All names and references of a text, by their shape or, for the names, by a model.

Without a model, capitals tell them. With one, its names count, and of those read by capitals only what is sure by
itself: titled people, corporate suffixes, world-wide names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fidedigno.verify.entities.aliases import aliases, key_of
from fidedigno.verify.entities.capitals import Run, runs_in
from fidedigno.verify.entities.kinds import names_of
from fidedigno.verify.entities.layout import Layout, cover, layout_of
from fidedigno.verify.entities.name import Name, NameReader
from fidedigno.verify.entities.references import Reference, references_in
from fidedigno.verify.entities.vocabulary import is_common, is_function, vocabulary

_SURE = 0.85


class Reading(NamedTuple):
    """What was read of a text. ``skipped`` marks code, headings and the like, a byte a character."""

    names: tuple[Name, ...]
    references: tuple[Reference, ...]
    layout: Layout
    runs: tuple[Run, ...] = ()
    """The runs of capitalised words, whether or not they are names."""


def read(text: str, reader: NameReader | None = None) -> Reading:
    """Read ``text``; by ``reader`` where one is given."""
    layout = layout_of(text)
    references, taken = references_in(text, layout.skipped)
    runs = tuple(runs_in(text, layout, taken))
    names = tuple(names_of(text, runs))
    if reader is not None and layout.read:
        names = _with_model(text, reader.names(text), names, taken, layout)
    return Reading(names, tuple(references), layout, runs)


def read_names(text: str, language: str, names: NameReader | None = None) -> tuple[Name, ...]:
    """The names and references of ``text``, in order, none over another, with offsets into it.

    ``language`` is that of the text; without a model both languages are read alike. ``names`` is a model's
    reader. Source: hallucination detector article, entities.
    """
    del language
    found = read(text, names)
    every = (*found.names, *(each.name for each in found.references))
    return tuple(sorted(every, key=lambda each: each.start))


def _with_model(
    text: str, told: Iterable[Name], by_shape: tuple[Name, ...], taken: bytearray, layout: Layout
) -> tuple[Name, ...]:
    marks = bytearray(taken)
    kept: list[Name] = []
    for name in told:
        trimmed = _trimmed(text, name)
        inside = trimmed is not None and 0 <= trimmed.start < trimmed.end <= len(text)
        if trimmed is None or not inside or any(marks[trimmed.start : trimmed.end]):
            continue
        if not layout.skipped[trimmed.start]:
            kept.append(_as_titled(trimmed, by_shape))
            cover(marks, kept[-1].start, kept[-1].end)
    for name in by_shape:
        if name.certainty >= _SURE and not any(marks[name.start : name.end]):
            kept.append(name)
    return tuple(sorted(kept, key=lambda each: each.start))


def _as_titled(name: Name, by_shape: tuple[Name, ...]) -> Name:
    """A model leaves ``Dr.`` out of the name; the whole, where capitals read it around the same words."""
    around = (each for each in by_shape if each.start <= name.start and name.end <= each.end)
    whole = next((each for each in around if each.certainty >= _SURE), None)
    return name if whole is None else Name(whole.start, whole.end, whole.text, whole.kind, name.certainty)


def _trimmed(text: str, name: Name) -> Name | None:
    """Without article and possessive around it; none where no word of it tells a name."""
    words = text[name.start : name.end].split()
    start, end = name.start, name.end
    while words and is_function(words[0].lower()):
        start += len(words[0])
        start += len(text[start:end]) - len(text[start:end].lstrip())
        words = words[1:]
    for owned in ("'s", "’s"):
        end -= len(owned) if text[start:end].endswith(owned) else 0
    if not words or start >= end or not _tells(text[start:end]):
        return None
    return Name(start, end, text[start:end], name.kind, name.certainty)


def _tells(text: str) -> bool:
    words = text.split()
    if key_of(text) in aliases().by_form:
        return True
    if not any(word[:1].isupper() for word in words) or key_of(text) in aliases().people:
        return False
    common = [is_common(word) or word in vocabulary().acronyms for word in words]
    headed = any(word.lower() in vocabulary().organisations for word in words)
    return not all(common) or (headed and len(words) >= 3)
