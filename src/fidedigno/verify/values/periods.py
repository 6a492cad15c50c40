"""How often, or for how long a price counts: ``al mes``, ``per month``, ``billed annually``, ``mensual``.

Forms that are said of a number only (``a month``, ``al día``) need one before them: ``estar al día`` is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.dates.lexicon import spaced
from fidedigno.verify.values.lexicon import LANGUAGES, alternatives, both, lexicon
from fidedigno.verify.values.value import Bound, Kind, Value

_REACH = 48
_BEFORE = 24
_TIMES = "time"
_SECONDS = {"seconds": Decimal(1), "months": Decimal(2_629_800)}
_STOP = re.compile(r"[.;!?\n|]\s")
_SLASH = re.compile(r"\s?/\s?")


class Form(NamedTuple):
    """One way to say a period."""

    period: str
    language: str
    name: str


class _Forms(NamedTuple):
    pattern: re.Pattern[str]
    every: re.Pattern[str]
    forms: dict[str, Form]
    counts: dict[str, int]
    only_after: frozenset[str]


@cache
def _forms() -> _Forms:
    data = lexicon().data
    forms: dict[str, Form] = {}
    for period, languages in data["periods"].items():
        for language in LANGUAGES:
            for name, words in languages[language].items():
                forms.setdefault(plain(words), Form(period, language, name))
    for period, languages in data["more_periods"].items():
        for language in LANGUAGES:
            for words in languages[language]:
                name = "short" if words.startswith("/") else "per"
                forms.setdefault(plain(words), Form(period, language, name))
    for words, periods in data["either"].items():
        forms[plain(words)] = Form(periods[0], "en" if words.endswith("ly") else "es", "adjective")
    slashed = [form[1:] for form in forms if form.startswith("/")]
    words = [form for form in forms if not form.startswith("/")]
    counts = {
        plain(each): number for language in LANGUAGES for each, number in data["counts"][language].items()
    }
    pattern = re.compile(
        rf"(?<!\w)(?:(?P<count>{alternatives(counts)})\s{{1,2}})?(?P<form>{alternatives(words)})(?!\w)"
        rf"|\s?/\s?{alternatives(slashed)}(?!\w)"
    )
    every = re.compile(
        rf"(?<!\w)(?:(?:{alternatives(counts)})\s)?{alternatives(both(data['every']))}\s(?:de\s)?$"
    )
    return _Forms(pattern, every, forms, counts, frozenset(data["only_after_numbers"]))


def find_periods(text: str, folded: str, ends: Sequence[int]) -> list[Value]:
    """The periods of a statement; ``ends`` are where its numbers end, in order."""
    known = _forms()
    found = []
    for match in known.pattern.finditer(folded):
        words = match["form"] or match[0]
        form = known.forms[_SLASH.sub("/", spaced(words))]
        start, end = match.span()
        if form.name in known.only_after and not match["count"] and not _after_a_number(folded, start, ends):
            continue
        count = known.counts[spaced(match["count"])] if match["count"] else 1
        unit = form.period if count == 1 else f"{count}/{form.period}"
        found.append(
            Value(
                start, end, Kind.PERIOD, text[start:end], unit=unit,
                named=form.name if count == 1 and not match["count"] else "",
                every=tuple(length / count for length in _lengths(words, form.period)),
                number_start=start, number_end=end, whole_start=start, whole_end=end,
            )
        )  # fmt: skip
    return found


def _lengths(words: str, period: str) -> tuple[Decimal, ...]:
    data = lexicon().data
    names = data["either"].get(words, [period])
    return tuple(Decimal(data["lengths"][name]) for name in names)


def with_frequency(folded: str, value: Value) -> Value:
    """A duration that tells how often (``every two weeks``), with its length; others as they are."""
    if value.kind is not Kind.DURATION or value.is_range or value.unit not in _SECONDS:
        return value
    match = _forms().every.search(folded[max(0, value.whole_start - _BEFORE) : value.whole_start])
    if match is None:
        return value
    start = max(0, value.whole_start - _BEFORE) + match.start()
    return value._replace(every=(value.low * _SECONDS[value.unit],), whole_start=start, article=False)


def times_a_period(folded: str, value: Value, period: Value) -> Value | None:
    """A number of times and the period right behind it as one frequency (``dos veces al año``)."""
    if value.named != _TIMES or value.is_range or value.low <= 0 or not period.every:
        return None
    if folded[value.end : period.start].strip() or value.bound is not Bound.NONE or value.approximate:
        return None
    return period._replace(
        start=value.start, number_start=value.start, whole_start=value.whole_start,
        unit=f"{value.low.normalize():f}/{period.unit}", named="",
        every=tuple(length / value.low for length in period.every),
    )  # fmt: skip


def _after_a_number(folded: str, start: int, ends: Sequence[int]) -> bool:
    near = [end for end in ends if start - _REACH <= end <= start]
    return bool(near) and not _STOP.search(folded, near[-1], start)


def period_in_words(period: str, name: str, language: str, written: str, *, adverb: bool = False) -> str:
    """The same form of another period (``mensualmente`` of a year is ``anualmente``); empty where it has none.

    ``written`` gives the case of the first letter. ``adverb`` says that an adjective stands without a noun, as
    in ``billed monthly``.
    """
    data = lexicon().data["periods"].get(period, {}).get(language)
    if data is None:
        return ""
    fallback = {
        "feminine": "adjective", "feminine_plural": "plural", "variant": "adverb", "latin": "per",
        "also": "each", "short": "slash",
    }  # fmt: skip
    if adverb and name == "adjective":
        name = "adverb" if "adverb" in data else name
    form = data.get(name) or data.get(fallback.get(name, "")) or data.get("adjective", "")
    return form[:1].upper() + form[1:] if written[:1].isupper() else str(form)
