"""What kind of answer a question wants (a number, a date, a person, a place, steps), and who offers one.

A cue is a preference, never a requirement: many sentences answer without the expected form.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from fidedigno.ingest.analyse import fold


class Cue(StrEnum):
    """The kinds of answer that have a recognisable form."""

    NUMBER = "number"
    DATE = "date"
    PERSON = "person"
    PLACE = "place"
    STEPS = "steps"


class Wanted(NamedTuple):
    """The kind of answer wanted, if it shows, and the folded words that only say so."""

    cue: Cue | None
    words: frozenset[str]


_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_NUMBER_WORD = re.compile(
    r"\b(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cien(?:to)?s?|mil|"
    r"millon(?:es)?|mitad|tercio|ningun[oa]?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"fifteen|twenty|thirty|hundreds?|thousands?|millions?|billions?|half|third|quarter|once|twice|none)\b"
)
_DATE = re.compile(
    r"\b(?:1\d{3}|20\d\d|\d{1,2}[:h]\d\d|\d{1,2}[/-]\d{1,2}|enero|febrero|marzo|abril|mayo|junio|julio|agosto|"
    r"septiembre|octubre|noviembre|diciembre|january|february|march|april|june|july|august|september|october|"
    r"november|december|lunes|martes|miercoles|jueves|viernes|sabado|domingo|monday|tuesday|wednesday|thursday|"
    r"friday|saturday|sunday|siglo|century|decada|\d{2,4}s)\b"
)
_NAME = re.compile(r"(?<=[\w,;:] )[A-ZÁÉÍÓÚÑ][\w’'-]+|^[A-ZÁÉÍÓÚÑ][\w’'-]+(?= [A-ZÁÉÍÓÚÑ])")


@cache
def _table() -> dict[Cue, tuple[re.Pattern[str], frozenset[str]]]:
    data = yaml.safe_load(files("fidedigno.consolidate").joinpath("cues.yaml").read_text(encoding="utf-8"))
    return {
        Cue(name): (re.compile(str(entry["ask"]).strip()), frozenset(str(entry["words"]).split()))
        for name, entry in data.items()
    }


def wanted_by(question: str) -> Wanted:
    """Return what kind of answer ``question`` wants; ``cue`` is ``None`` where it does not show."""
    folded = fold(question)
    for cue, (ask, words) in _table().items():
        if ask.search(folded):
            return Wanted(cue, words)
    return Wanted(None, frozenset())


def offers(cue: Cue, text: str, question: str) -> bool:
    """Whether ``text`` has something of the wanted kind that the question did not already say.

    ``STEPS`` is a matter of shape (list items, code), judged by the writer: here it is never offered.
    """
    folded, asked = fold(text), fold(question)
    if cue is Cue.NUMBER:
        return _new(_FIGURE, folded, asked) or _new(_NUMBER_WORD, folded, asked)
    if cue is Cue.DATE:
        return _new(_DATE, folded, asked)
    if cue in (Cue.PERSON, Cue.PLACE):
        return any(fold(name) not in asked for name in _NAME.findall(text))
    return False


def _new(shape: re.Pattern[str], text: str, question: str) -> bool:
    known = set(shape.findall(question))
    return any(found not in known for found in shape.findall(text))
