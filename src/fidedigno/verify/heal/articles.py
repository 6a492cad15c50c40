"""The English article before a value that was changed: ``a 14-day trial`` becomes ``an 8-day trial``."""

from __future__ import annotations

import re

_ARTICLE = re.compile(r"(?<!\w)(?P<article>[aA]n?)(?P<space>[ \t]+)$")
_AN = re.compile(r"(?:8|1[18](?:(?=\D)|$|(?=,?\d{3}(?!\d)))|[aeio]|u(?!ni|se|su|k\b))", re.IGNORECASE)
_A = re.compile(r"(?:one|once|eu)", re.IGNORECASE)
_WINDOW = 8


def adapted_article(answer: str, start: int, replacement: str) -> tuple[int, int, str] | None:
    """The article before ``start`` as ``replacement`` asks for it, with its place; None where it is right."""
    begin = max(0, start - _WINDOW)
    found = _ARTICLE.search(answer[begin:start])
    if found is None or not replacement[:1].isalnum():
        return None
    wanted = "an" if _AN.match(replacement) and not _A.match(replacement) else "a"
    if found["article"].lower() == wanted:
        return None
    place = begin + found.start("article")
    written = wanted.capitalize() if found["article"][0] == "A" else wanted
    return place, place + len(found["article"]), written
