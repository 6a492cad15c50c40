"""Whether an account may be used: the marks that directories put on disabled, locked and expired ones.

A mark that cannot be understood counts as set.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from fidedigno.sources.ldap.entry import Entry

_NUMBER = re.compile(r"-?[0-9]{1,20}")
_DISABLED_BIT = 0x2
_NEVER = frozenset({0, 0x7FFF_FFFF_FFFF_FFFF})
_EPOCH_DIFFERENCE = 11_644_473_600  # seconds from 1601 to 1970
STANDING_ATTRIBUTES = (
    "userAccountControl",
    "accountExpires",
    "shadowExpire",
    "pwdAccountLockedTime",
    "nsAccountLock",
    "loginDisabled",
)


def is_active(entry: Entry, now: datetime) -> bool:
    """Whether no mark closes the account at ``now``."""
    return not (
        _disabled_in_active_directory(entry)
        or _expired_by_file_time(entry, now)
        or _expired_by_days(entry, now)
        or bool(entry.values.get("pwdaccountlockedtime"))
        or any(_is_set(entry, each) for each in ("nsAccountLock", "loginDisabled"))
    )


def _number(entry: Entry, attribute: str) -> tuple[bool, int | None]:
    """Whether the attribute is there, and its number where it is one."""
    if not entry.values.get(attribute.lower()):
        return False, None
    text = entry.one(attribute)
    return True, int(text) if text is not None and text.isascii() and _NUMBER.fullmatch(text) else None


def _disabled_in_active_directory(entry: Entry) -> bool:
    there, flags = _number(entry, "userAccountControl")
    return there and (flags is None or bool(flags & _DISABLED_BIT))


def _expired_by_file_time(entry: Entry, now: datetime) -> bool:
    there, moment = _number(entry, "accountExpires")
    if not there or moment in _NEVER:
        return False
    return moment is None or moment / 10_000_000 - _EPOCH_DIFFERENCE <= now.timestamp()


def _expired_by_days(entry: Entry, now: datetime) -> bool:
    """``shadowExpire``: days since 1970; a negative number is never, and 0 is read as expired."""
    there, days = _number(entry, "shadowExpire")
    today = (now.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)).days
    return there and (days is None or 0 <= days <= today)


def _is_set(entry: Entry, attribute: str) -> bool:
    values = entry.values.get(attribute.lower(), ())
    return any(each.strip().upper() != b"FALSE" for each in values)
