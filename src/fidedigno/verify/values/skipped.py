"""Stretches whose figures say which, not how many: citations, list numbers, codes, addresses, telephones.

A mask over the statement comes out; whatever it covers is no value.
"""

from __future__ import annotations

import re

_URL = re.compile(r"(?:https?://|www\.)\S{1,2000}|[\w.+-]{1,64}@\w[\w.-]{1,255}", re.IGNORECASE)
_CITATION = re.compile(
    r"\[\^?\s{0,2}[0-9]{1,3}(?:\s{0,2}[,;–-]\s{0,2}\^?[0-9]{1,3}){0,20}\s{0,2}\]|【[^】\n]{1,40}】|\(\^[0-9]{1,3}\)"
)
_LIST_NUMBER = re.compile(r"(?m)^[ \t>*#-]{0,12}\(?[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}[.)\]](?=\s|\*|$)")
_HEADING_NUMBER = re.compile(r"(?m)^#{1,6}[ \t]{1,3}[0-9]{1,3}(?:\.[0-9]{1,3}){1,4}(?=\s)")
_TELEPHONE = re.compile(
    r"\+[0-9]{1,3}(?:[ ().-]{1,2}[0-9]{2,4}){2,6}(?![0-9])|(?<!\w)[0-9]{2,4}(?:-[0-9]{2,6}){2,5}(?!\w)"
)
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_ADDRESS = re.compile(rf"(?<![\w.]){_OCTET}(?:\.{_OCTET}){{3}}(?:[:/][0-9]{{1,5}})?(?![\w.]?[0-9])")
_KEYCAP = re.compile(r"[0-9#*]\ufe0f?\u20e3")
_ORDINAL = re.compile(r"[0-9]{1,4}(?:st|nd|rd|th|\.?(?:[ªº°](?![CFcf])|er|ra|do|to))(?!\w)", re.IGNORECASE)
_FRACTION = re.compile(r"(?<![\w/.])[0-9]{1,4}/[0-9]{1,4}(?:/[0-9]{1,4})*(?![\w/])")
_FIRST = (_URL, _CITATION, _LIST_NUMBER, _HEADING_NUMBER, _KEYCAP)
_LAST = (_TELEPHONE, _ADDRESS, _FRACTION, _ORDINAL)


class Mask:
    """Which characters of a statement are taken already."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)

    def take(self, start: int, end: int) -> None:
        """Nothing else is read in ``[start, end)``."""
        self._taken[start:end] = b"\1" * (end - start)

    def is_free(self, start: int, end: int) -> bool:
        """Whether no character of ``[start, end)`` is taken."""
        return self._taken.find(1, start, end) < 0


def mask_of(text: str) -> Mask:
    """What of a statement holds no values and no dates either."""
    mask = Mask(len(text))
    if any(digit in text for digit in "0123456789"):
        _take(mask, text, _FIRST)
    return mask


def mask_the_rest(text: str, mask: Mask) -> None:
    """Take telephones, addresses, fractions and ordinals too, once the dates are read."""
    _take(mask, text, _LAST)


def _take(mask: Mask, text: str, patterns: tuple[re.Pattern[str], ...]) -> None:
    for pattern in patterns:
        for match in pattern.finditer(text):
            mask.take(*match.span())
