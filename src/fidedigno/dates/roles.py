"""What the words before and after a date make of it: a beginning, an end, or the moment asked about."""

from __future__ import annotations

import re
from functools import cache

from fidedigno.dates.found import Scan
from fidedigno.dates.lexicon import alternatives, lexicon

MAX_WORDS = 5
_WORD = re.compile(r"[a-z]+")
_STOP = re.compile(r"[.;!?\0)]")


@cache
def _onwards() -> re.Pattern[str]:
    return re.compile(rf",?\s{{1,3}}{alternatives(lexicon().data['onwards'])}(?!\w)")


def role_before(scan: Scan, start: int) -> str | None:
    """Return the role that the words just before ``start`` give, if any."""
    before = scan.before(start, 40)
    cut = max((stop.end() for stop in _STOP.finditer(before)), default=0)
    return role_of(before[cut:])


def role_of(words_before: str) -> str | None:
    """Return the role of a stretch's last words."""
    words = _WORD.findall(words_before)[-MAX_WORDS - 2 :]
    known = lexicon().roles
    while words:
        for length in range(min(MAX_WORDS, len(words)), 0, -1):
            if role := known.get(tuple(words[-length:])):
                return role
        if words.pop() not in lexicon().sets["fillers"]:
            return None
    return None


def role_after(scan: Scan, end: int) -> str | None:
    """Return the role that the words just after ``end`` give ("onwards")."""
    return "from" if _onwards().match(scan.folded, end) else None
