"""How a thing is said: asserted, denied, allowed, forbidden, required, left free; and how operators change that.

``Must`` denied forbids, ``have to`` denied leaves free; what is forbidden and denied is allowed. Where a rule
cannot tell, the mode is unknown and nothing is concluded from it.
"""

from __future__ import annotations

from enum import StrEnum

from fidedigno.verify.polarity.operators import Role


class Mode(StrEnum):
    """How something is said of a subject."""

    PLAIN = "plain"
    HAVE = "have"
    """Said to exist, to belong or to apply."""
    ALLOWED = "allowed"
    REQUIRED = "required"
    """By ``must``: denied, it forbids."""
    NEEDED = "needed"
    """By ``have to``: denied, it leaves free."""
    FREE = "free"
    DENIED = "denied"
    FORBIDDEN = "forbidden"
    UNKNOWN = "unknown"


_UNKNOWN = Mode.UNKNOWN
_STEPS: dict[Role, dict[Mode, Mode]] = {
    Role.NEGATOR: {
        Mode.PLAIN: Mode.DENIED,
        Mode.HAVE: Mode.DENIED,
        Mode.ALLOWED: Mode.FORBIDDEN,
        Mode.REQUIRED: Mode.FORBIDDEN,
        Mode.NEEDED: Mode.FREE,
    },
    Role.REVERSE: {
        Mode.PLAIN: Mode.DENIED,
        Mode.HAVE: Mode.DENIED,
        Mode.DENIED: Mode.HAVE,
        Mode.FORBIDDEN: Mode.REQUIRED,
        Mode.REQUIRED: Mode.FORBIDDEN,
        Mode.ALLOWED: _UNKNOWN,
        Mode.NEEDED: _UNKNOWN,
        Mode.FREE: _UNKNOWN,
    },
    Role.MUST: {Mode.PLAIN: Mode.REQUIRED, Mode.HAVE: Mode.REQUIRED, Mode.DENIED: Mode.FORBIDDEN},
    Role.NEED: {
        Mode.PLAIN: Mode.NEEDED,
        Mode.HAVE: Mode.NEEDED,
        Mode.DENIED: Mode.FREE,
        Mode.ALLOWED: _UNKNOWN,
        Mode.FORBIDDEN: _UNKNOWN,
    },
    Role.FREE: {
        Mode.PLAIN: Mode.FREE,
        Mode.HAVE: Mode.FREE,
        Mode.DENIED: Mode.NEEDED,
        Mode.ALLOWED: _UNKNOWN,
        Mode.REQUIRED: _UNKNOWN,
        Mode.FORBIDDEN: _UNKNOWN,
    },
    Role.ENABLE: {Mode.PLAIN: Mode.ALLOWED, Mode.HAVE: Mode.ALLOWED, Mode.DENIED: Mode.FORBIDDEN},
    Role.DISABLE: {
        Mode.PLAIN: Mode.FORBIDDEN,
        Mode.HAVE: Mode.FORBIDDEN,
        Mode.REQUIRED: Mode.FORBIDDEN,
        Mode.DENIED: Mode.ALLOWED,
        Mode.FORBIDDEN: Mode.ALLOWED,
        Mode.ALLOWED: _UNKNOWN,
        Mode.NEEDED: _UNKNOWN,
        Mode.FREE: _UNKNOWN,
    },
    Role.HAVE: {Mode.PLAIN: Mode.HAVE},
}

NEGATIVE = frozenset({Mode.DENIED, Mode.FORBIDDEN})
POSITIVE = frozenset({Mode.PLAIN, Mode.HAVE, Mode.ALLOWED, Mode.REQUIRED, Mode.NEEDED})
OBLIGED = frozenset({Mode.REQUIRED, Mode.NEEDED})
GOVERNED = frozenset({Mode.HAVE, Mode.ALLOWED, Mode.REQUIRED, Mode.NEEDED})
"""Said with a word of its own to be so, not just named."""
TURNING = frozenset(_STEPS)
"""The operators that change a mode."""

_INVERTED = {
    Mode.PLAIN: Mode.DENIED,
    Mode.HAVE: Mode.DENIED,
    Mode.DENIED: Mode.HAVE,
}


def after(mode: Mode, role: Role, language: str) -> Mode:
    """The mode behind an operator; in Spanish ``puede no`` leaves open what English ``may not`` forbids."""
    if language == "es" and role is Role.NEGATOR and mode in {Mode.ALLOWED, Mode.NEEDED}:
        return _UNKNOWN
    return _STEPS[role].get(mode, mode)


def inverted(mode: Mode) -> Mode:
    """The mode of a word without its denying prefix; a modal one is unknown."""
    return _INVERTED.get(mode, _UNKNOWN)


def sign_of(mode: Mode) -> int:
    """1 for what is so or may be so, -1 for what is not or may not be, 0 where that is open."""
    return 1 if mode in POSITIVE else -1 if mode in NEGATIVE else 0
