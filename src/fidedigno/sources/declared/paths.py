"""Where a value lies in an answer: ``properties.owner``, or as a JSON pointer ``/properties/owner``.

A path names keys, and places of lists by number. It is looked up and nothing else: no wildcard, no function.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

MOST_STEPS = 20


class Missing(Enum):
    """The one value that no answer can hold."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING


def steps_of(path: str) -> tuple[str, ...]:
    """The steps of a path.

    Raises:
        ValueError: if it is empty, too long, or has an empty step or a wrong escape.
    """
    if path.startswith("/"):
        raw = path[1:].split("/")
        if any("~" in step.replace("~0", "").replace("~1", "") for step in raw):
            raise ValueError("a pointer has an escape that is neither ~0 nor ~1")
        steps = [step.replace("~1", "/").replace("~0", "~") for step in raw]
    else:
        steps = path.split(".")
    if not 0 < len(steps) <= MOST_STEPS or not all(steps) or len(path) > 500:
        raise ValueError("a path names one to twenty keys")
    return tuple(steps)


def value_at(answer: object, path: str) -> object:
    """The value at a path; :data:`MISSING` where a step is not there, which is not the same as ``null``."""
    found = answer
    for step in steps_of(path):
        if isinstance(found, dict) and step in found:
            found = found[step]
        elif isinstance(found, list) and step.isascii() and step.isdigit() and int(step[:9]) < len(found):
            found = found[int(step[:9])]
        else:
            return MISSING
    return found


def id_of(value: object) -> str | None:
    """An id: a text that can be written down, or a whole number; ``None`` for what is neither."""
    if isinstance(value, str) and value and len(value) <= 10_000:
        return value if not any("\ud800" <= each <= "\udfff" for each in value) else None
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    return None
