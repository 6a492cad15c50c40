"""What the names of packs, facts, slots, states and classes may look like."""

from __future__ import annotations

import re

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
MAX_CHARACTERS = 64


def is_name(text: str) -> bool:
    """Whether ``text`` is lower-case ASCII words joined by single hyphens or underscores."""
    return len(text) <= MAX_CHARACTERS and _NAME.fullmatch(text) is not None
