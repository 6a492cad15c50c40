"""How ids of other systems become part of a name in the directory.

Names are compared without case there, and ids of other systems with it: an id that is not small letters and
digits becomes a hash, so that two ids never share a name.
"""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[a-z0-9][a-z0-9:_.-]{0,127}")


def plain_id(text: str) -> str:
    """The id itself where it is harmless, otherwise ``~`` and a hash of it."""
    if _PLAIN.fullmatch(text):
        return text
    return "~" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
