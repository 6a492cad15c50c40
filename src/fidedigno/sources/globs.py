"""Globs over POSIX paths: ``*`` stays in one folder, ``**`` spans folders, a bare name matches anywhere."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=1024)
def _pattern(glob: str) -> re.Pattern[str]:
    anchored = "/" in glob.rstrip("/")
    parts = glob.strip("/").split("/")
    pieces: list[str] = []
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        if part == "**":
            if not pieces or pieces[-1] != "**":
                pieces.append("**")
        else:
            words = re.sub(r"\*+", "*", part)
            body = "".join({"*": "[^/]*", "?": "[^/]"}.get(c, re.escape(c)) for c in words)
            pieces.append(body + ("" if last else "/"))
    body = "".join(
        "(?:[^/]+/)*" if piece == "**" and i < len(pieces) - 1 else piece for i, piece in enumerate(pieces)
    )
    body = body.replace("**", ".*") if pieces[-1] == "**" else body
    # A glob that names a folder also covers what is inside it.
    return re.compile(("" if anchored else "(?:.*/)?") + body + "(?:/.*)?", re.DOTALL)


def matches_any(path: str, globs: tuple[str, ...]) -> bool:
    """Whether one of the globs matches ``path`` or a folder above it."""
    return any(_pattern(glob).fullmatch(path) is not None for glob in globs)
