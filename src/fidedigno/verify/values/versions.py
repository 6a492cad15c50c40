"""Versions: ``version 3.11``, ``v2.4.1``, ``Python 3.11``; compared number by number, never as figures."""

from __future__ import annotations

import re
from functools import cache

from fidedigno.verify.values.lexicon import alternatives, lexicon
from fidedigno.verify.values.skipped import Mask
from fidedigno.verify.values.value import Kind, Value

_MANY = re.compile(r"(?<![\w.,/:-])v?[0-9]{1,5}(?:\.[0-9]{1,5}){2,5}(?![\w]|[.,/-][0-9])")
_NAMED = re.compile(r"(?<=[^\W\d_] )[0-9]{1,3}\.[0-9]{1,3}(?![\w%]|[.,/][0-9]|\s?[%€$£])")
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_NUMBERS = re.compile(r"[0-9]{1,9}")


@cache
def _worded() -> re.Pattern[str]:
    words = alternatives(lexicon().version_words)
    return re.compile(
        rf"(?<!\w){words}\.?\s?v?(?P<number>[0-9]{{1,5}}(?:\.[0-9]{{1,5}}){{0,5}})(?![\w]|[.,][0-9])"
    )


def find_versions(text: str, folded: str, mask: Mask) -> list[Value]:
    """The versions that a statement names; they are taken from the mask."""
    found = []
    for match in _worded().finditer(folded):
        found += _value(text, *match.span("number"), mask)
    for match in _MANY.finditer(folded):
        if not _THOUSANDS.fullmatch(match[0]):
            found += _value(text, *match.span(), mask)
    for match in _NAMED.finditer(text):
        if not _THOUSANDS.fullmatch(match[0]) and _is_of_a_name(text, folded, match):
            found += _value(text, *match.span(), mask)
    return sorted(found, key=lambda value: value.start)


def _is_of_a_name(text: str, folded: str, match: re.Match[str]) -> bool:
    """Whether a capitalised word stands before, and no unit after."""
    start = match.start() - 1
    while start and text[start - 1].isalnum():
        start -= 1
        if match.start() - start > 40:
            return False
    unit = lexicon().unit_pattern.match(folded, match.end()) or lexicon().currency_after.match(
        folded, match.end()
    )
    return (
        text[start].isupper() and unit is None and folded[start : match.start() - 1] not in lexicon().labels
    )


def _value(text: str, start: int, end: int, mask: Mask) -> list[Value]:
    if not mask.is_free(start, end):
        return []
    mask.take(start, end)
    written = text[start:end]
    parts = tuple(int(number) for number in _NUMBERS.findall(written))
    return [
        Value(
            start, end, Kind.VERSION, written, parts=parts,
            number_start=start, number_end=end, whole_start=start, whole_end=end,
        )
    ]  # fmt: skip
