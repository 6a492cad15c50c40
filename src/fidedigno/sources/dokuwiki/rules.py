"""The rules of a wiki: its file ``acl.auth.php``, and what they come to for one account and one page.

The wiki looks for rules of the page itself, then of its namespace, then of each namespace above, up to ``*``.
The first of these places that has a rule for the person, any of their groups, or ``@ALL`` decides: the
highest level of those rules. Places farther away do not count then, be they wider or narrower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fidedigno.sources.dokuwiki.accounts import Account, encoded

READ = 1
HIGHEST = 16

Place = Mapping[str, int]
"""The levels that rules of one place give, by subject (``@group`` or login, encoded)."""

_BLANK = re.compile(r"[ \t]+")
_COMMENT = re.compile(r"#.*$")
_RULE = re.compile(r"[^ \t]+[ \t]+")
_LEVEL = re.compile(r"[0-9]{1,4}")
_TRIMMED = " \t\n\r\0\x0b"


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules that hold for all, by place; and lines with wildcards, which become rules for each person."""

    fixed: Mapping[str, Place]
    wild: tuple[tuple[str, str], ...] = ()

    def own(self, account: Account) -> dict[str, dict[str, int]]:
        """What the lines with wildcards become while ``account`` is the one who asks."""
        places: dict[str, dict[str, int]] = {}
        for place, rest in self.wild:
            for each in _filled(place, rest, account):
                _add(places, *each)
        return places

    def level(self, account: Account, page: str, own: Mapping[str, Place] | None = None) -> int:
        """The level of an account on a page, or on a namespace (``ns:*``); 0 is none.

        ``own`` is what :meth:`own` said, where it is at hand.
        """
        mine = self.own(account) if own is None else own
        subjects = account.subjects
        for place in places_of(page):
            levels = [
                level
                for rules in (self.fixed.get(place, {}), mine.get(place, {}))
                for subject, level in rules.items()
                if subject in subjects
            ]
            if levels:
                return max(levels)
        return 0


def places_of(page: str) -> list[str]:
    """Where rules for a page may be, nearest first: ``a:b:c``, ``a:b:*``, ``a:*``, ``*``."""
    above = page.split(":")[:-1]
    spaces = [":".join(above[:count]) + ":*" for count in range(len(above), 0, -1)]
    return list(dict.fromkeys((page, *spaces, "*")))


def parse_rules(text: str) -> Rules:
    """Read the lines of the file. A level that is no number gives none, and so closes its place."""
    fixed: dict[str, dict[str, int]] = {}
    wild: list[tuple[str, str]] = []
    for raw in text.split("\n"):
        line = raw.strip(_TRIMMED)
        if not line or line.startswith("#"):
            continue
        place, _, rest = _BLANK.sub("\t", line).partition("\t")
        if "%USER%" in line or "%GROUP%" in line:
            wild.append((place, rest))
        else:
            _add(fixed, place, rest)
    return Rules(fixed, tuple(wild))


def _filled(place: str, rest: str, account: Account) -> Iterable[tuple[str, str]]:
    login = encoded(account.login)
    place, rest = place.replace("%USER%", account.login), rest.replace("%USER%", login)
    if "%GROUP%" not in place and "%GROUP%" not in rest:
        return [(place, rest)]
    return [
        (place.replace("%GROUP%", group), rest.replace("%GROUP%", f"@{encoded(group)}"))
        for group in account.groups
    ]


def _add(places: dict[str, dict[str, int]], place: str, rest: str) -> None:
    if not _RULE.match(rest):
        return  # the wiki does not take it for a rule either
    parts = _COMMENT.sub("", rest).split("\t")
    given = parts[1] if len(parts) > 1 else ""
    level = min(int(given), HIGHEST) if _LEVEL.fullmatch(given) else 0
    rules = places.setdefault(place, {})
    rules[parts[0]] = max(rules.get(parts[0], 0), level)
