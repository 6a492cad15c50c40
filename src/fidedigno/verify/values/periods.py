"""How often, or for how long a price counts: ``al mes``, ``per month``, ``billed annually``, ``mensual``.

Forms that are said of a number only (``a month``, ``al día``) need one before them: ``estar al día`` is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.values.lexicon import LANGUAGES, alternatives, lexicon
from fidedigno.verify.values.value import Kind, Value

_REACH = 48
_STOP = re.compile(r"[.;!?\n|]\s")
_SLASH = re.compile(r"\s?/\s?")


class Form(NamedTuple):
    """One way to say a period."""

    period: str
    language: str
    name: str


class _Forms(NamedTuple):
    pattern: re.Pattern[str]
    forms: dict[str, Form]
    only_after: frozenset[str]


@cache
def _forms() -> _Forms:
    data = lexicon().data
    forms: dict[str, Form] = {}
    for period, languages in data["periods"].items():
        for language in LANGUAGES:
            for name, words in languages[language].items():
                forms.setdefault(plain(words), Form(period, language, name))
    for period, shorts in data["more_periods"].items():
        for short in shorts:
            forms.setdefault(short, Form(period, "en", "short"))
    slashed = [form[1:] for form in forms if form.startswith("/")]
    words = [form for form in forms if not form.startswith("/")]
    pattern = re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)|\s?/\s?{alternatives(slashed)}(?!\w)")
    return _Forms(pattern, forms, frozenset(data["only_after_numbers"]))


def find_periods(text: str, folded: str, ends: Sequence[int]) -> list[Value]:
    """The periods of a statement; ``ends`` are where its numbers end, in order."""
    known = _forms()
    found = []
    for match in known.pattern.finditer(folded):
        form = known.forms[_SLASH.sub("/", " ".join(match[0].split()))]
        start, end = match.span()
        if form.name in known.only_after and not _after_a_number(folded, start, ends):
            continue
        found.append(
            Value(
                start, end, Kind.PERIOD, text[start:end], unit=form.period, named=form.name,
                number_start=start, number_end=end, whole_start=start, whole_end=end,
            )
        )  # fmt: skip
    return found


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
