"""The accounts of a wiki: its file ``users.auth.php``, read as the wiki itself reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote_plus

_COMMENT = re.compile(r"#.*$")
_COLON = re.compile(r"(?<![^\\]\\):")
_CLEAN = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?")
_ENCODED = re.compile(r"[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]")


@dataclass(frozen=True, slots=True)
class Account:
    """An account. ``subjects`` are the names under which rules of the wiki can mean it, ``@ALL`` included."""

    login: str
    display: str = field(repr=False)
    email: str = field(repr=False)
    groups: tuple[str, ...]

    @property
    def subjects(self) -> frozenset[str]:
        """As they are written in rules."""
        named = {f"@{encoded(group)}" for group in self.groups}
        return frozenset({"@ALL", encoded(self.login), *named})


@dataclass(frozen=True, slots=True)
class Accounts:
    """All accounts by login. ``left_out`` counts those that could not be understood: they hold nothing."""

    by_login: dict[str, Account]
    left_out: int = 0


def encoded(name: str) -> str:
    """A name as rules write it: ASCII characters other than letters and digits as ``%xx``."""
    return _ENCODED.sub(lambda found: f"%{ord(found[0]):x}", name)


def is_clean(name: str) -> bool:
    """Whether the wiki compares a name as it stands.

    It changes others (case, accents, signs) by rules of its own settings; who is meant then is not known.
    """
    return _CLEAN.fullmatch(name) is not None and not re.search(r"__|--|\.\.", name)


def parse_accounts(text: str) -> Accounts:
    """Read ``login:hash:name:address:groups`` lines; later lines replace earlier ones, as in the wiki.

    An account with one group that is not understood is left out whole: that group might take rights away.
    """
    found: dict[str, Account] = {}
    broken: set[str] = set()
    odd = 0
    for raw in text.split("\n"):
        line = _COMMENT.sub("", raw).strip(" \t\n\r\0\x0b")
        if not line:
            continue
        row = [_unescaped(part) for part in _COLON.split(line, 4)]
        login = row[0]
        if not is_clean(login):
            odd += 1
            continue
        groups = tuple(each for each in row[4].split(",") if each) if len(row) == 5 else None
        if groups is None or not all(map(is_clean, groups)):
            found.pop(login, None)
            broken.add(login)
            continue
        broken.discard(login)
        found[login] = Account(login, unquote_plus(row[2]), row[3].strip(), groups)
    return Accounts(found, odd + len(broken))


def _unescaped(text: str) -> str:
    return text.replace("\\:", ":").replace("\\\\", "\\")
