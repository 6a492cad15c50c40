"""Fractions of a statement: ``two thirds``, ``la quinta parte``, ``half of``, ``one in five``, ``¾``.

Ordinals (``the fifth time``, ``el quinto piso``) and things (``un cuarto de baño``) are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from fidedigno.dates.lexicon import spaced
from fidedigno.verify.values.lexicon import NumberWords, alternatives, both, lexicon, numbers_of
from fidedigno.verify.values.skipped import Mask

_HALF = Decimal("0.5")
_LARGEST = 100
"""``one in 2020`` is no share."""
_SAFE = ("parte", "partes", "tercio", "tercios")
_CHEAP = re.compile(r"[½¼¾⅓⅔⅕⅛]")
_PLACES = 6
_BARE = re.compile(
    r"(?:(?<=,\s)|(?<=and\s)|(?<=while\s)|(?<=but\s)|(?<=\sy\s))"
    r"(?:half|la\smitad|an?\s(?P<part>[a-z]{4,8}))(?=\s(?!of\s|an?\s|del?\s)[a-z])"
)


class Fraction(NamedTuple):
    """A fraction at ``[start, end)``."""

    start: int
    end: int
    value: Decimal


class _Patterns(NamedTuple):
    parts: re.Pattern[str]
    halves: re.Pattern[str]
    shares: re.Pattern[str]
    behind: re.Pattern[str]
    signs: re.Pattern[str]
    nth: re.Pattern[str]
    of_so_many: re.Pattern[str]
    denominators: dict[str, int]
    nths: dict[str, int]


@cache
def _patterns() -> _Patterns:
    data = lexicon().data
    denominators, nths = numbers_of(data["denominators"]), numbers_of(data["every_nth"])
    small = [
        word
        for words in lexicon().words.values()
        for word, number in words.numbers.items()
        if number <= _LARGEST
    ]
    number = rf"(?:{alternatives(small)}|[0-9]{{1,3}})"
    units = alternatives(lexicon().unit_of)
    spans = alternatives(
        word for word, name in lexicon().unit_of.items() if lexicon().units[name].base in lexicon().durations
    )
    return _Patterns(
        re.compile(
            rf"(?<![\w.,])(?P<count>{number}|las?)[\s-](?P<part>{alternatives(denominators)})(?![\w])"
        ),
        re.compile(rf"(?<!\w){alternatives(both(data['half_of']))}(?!\w)"),
        re.compile(
            rf"(?<![\w.,])(?P<count>{number})\s(?:{alternatives(both(data['shares']))})\s(?P<whole>{number})(?![\w.,]\w)(?P<noun>\s(?!{spans}(?!\w))[^\W\d_])?"
        ),
        re.compile(
            rf"\s(?:{alternatives(both(data['of_a_whole']))}(?!\w)|(?:de|of)\s(?:un\s|una\s|an?\s)?{units}(?!\w))"
        ),
        re.compile("(?:(?<=[0-9])|(?<![0-9]))[" + "".join(data["signs"]) + "]"),
        re.compile(
            rf"(?<!\w)(?P<nth>{alternatives(nths)})"
            rf"(?=\s(?!{alternatives(both(data['not_shared']))}s?(?!\w))[^\W\d_]{{3}})"
        ),
        re.compile(r"(?:^|[.;:]\s)(?:de|of)\s(?P<all>[^,.;:]{3,60}),(?P<told>[^.;]*)"),
        denominators,
        nths,
    )


def find_fractions(text: str, folded: str, known: NumberWords, mask: Mask) -> Iterator[Fraction]:
    """The fractions of a statement, in no order; they are taken from the mask."""
    patterns = _patterns()
    for found in (
        *_signs(text, patterns),
        *_parts(folded, patterns, known),
        *_of_many(folded, patterns, known),
        *_nth(folded, patterns),
        *_of_so_many(folded, patterns),
    ):
        if mask.is_free(found.start, found.end):
            mask.take(found.start, found.end)
            yield found


def _signs(text: str, patterns: _Patterns) -> Iterator[Fraction]:
    if not _CHEAP.search(text):
        return
    signs = lexicon().data["signs"]
    for match in patterns.signs.finditer(text):
        if match.start() and text[match.start() - 1].isdigit():
            continue
        yield Fraction(match.start(), match.end(), Decimal(signs[match[0]]))


def _parts(folded: str, patterns: _Patterns, known: NumberWords) -> Iterator[Fraction]:
    for match in patterns.parts.finditer(folded):
        part = spaced(match["part"])
        count = Decimal(1) if match["count"] in {"la", "las"} else _number(match["count"], known)
        sure = part.endswith(_SAFE) or (
            count is not None and count > 1 and part.endswith("s") and part != "quarters"
        )
        behind = patterns.behind.match(folded, match.end())
        of_a = behind is not None or (part.startswith("quarter") and folded.startswith(" of", match.end()))
        if count is None or not (sure or of_a) or count >= patterns.denominators[part]:
            continue
        if match["count"] in {"la", "las"} and not part.endswith(("parte", "partes")):
            continue
        yield Fraction(*match.span(), round(count / patterns.denominators[part], _PLACES))


def _nth(folded: str, patterns: _Patterns) -> Iterator[Fraction]:
    """``every second volunteer``."""
    for match in patterns.nth.finditer(folded):
        yield Fraction(*match.span(), round(1 / Decimal(patterns.nths[spaced(match["nth"])]), _PLACES))


def _of_so_many(folded: str, patterns: _Patterns) -> Iterator[Fraction]:
    """``of our forty members, half sing and a quarter play``: shares without what they are shares of."""
    for group in patterns.of_so_many.finditer(folded):
        for match in _BARE.finditer(folded, group.start("told"), group.end("told")):
            part = patterns.denominators.get(match["part"] or "")
            if match["part"] is None or part:
                yield Fraction(*match.span(), round(1 / Decimal(part), _PLACES) if part else _HALF)


def _of_many(folded: str, patterns: _Patterns, known: NumberWords) -> Iterator[Fraction]:
    for match in patterns.halves.finditer(folded):
        # What is halved is not part of the number.
        last = match[0].split()[-1]
        stop = match.end() - (len(last) + 1 if last not in {"half"} else 0)
        yield Fraction(match.start(), stop, _HALF)
    for match in patterns.shares.finditer(folded):
        count, whole = _number(match["count"], known), _number(match["whole"], known)
        if count is None or whole is None or not 0 < count < whole <= _LARGEST:
            continue
        if " in " in match[0] and (match["whole"].isdigit() != match["count"].isdigit() or not match["noun"]):
            continue
        yield Fraction(match.start(), match.end("whole"), round(count / whole, _PLACES))


def _number(written: str, known: NumberWords) -> Decimal | None:
    if written.isdecimal():
        return Decimal(written)
    for words in (known, *lexicon().words.values()):
        if written in words.numbers:
            return Decimal(words.numbers[written])
    return None
