"""Globs over POSIX paths: ``*`` stays in one folder, ``**`` spans folders, a bare name matches anywhere."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=1024)
def _pattern(glob: str) -> re.Pattern[str]:
    anchored = "/" in glob.rstrip("/")
    parts = [part for part in glob.strip("/").split("/") if part]
    *folders, last = parts or [""]
    body = "".join(
        "(?:[^/]+/)*" if part == "**" else _segment(part) + "/" for part in _without_repeats(folders)
    )
    body += ".+" if last == "**" else _segment(last)
    # A glob that names a folder also covers what is inside it.
    return re.compile(("" if anchored else "(?:.*/)?") + body + "(?:/.*)?", re.DOTALL)


def _without_repeats(parts: list[str]) -> list[str]:
    return [part for i, part in enumerate(parts) if part != "**" or parts[i - 1 : i] != ["**"]]


def _segment(part: str) -> str:
    """The pattern of one folder or file name.

    Between two stars the first place that fits is as good as any later one, so each is matched
    atomically: many stars do not multiply the time.
    """
    first, *middle = (
        "".join("[^/]" if character == "?" else re.escape(character) for character in fixed)
        for fixed in re.sub(r"\*+", "*", part).split("*")
    )
    if not middle:
        return first
    *between, end = middle
    return first + "".join(f"(?>[^/]*?{fixed})" for fixed in between) + f"[^/]*{end}"


def matches_any(path: str, globs: tuple[str, ...]) -> bool:
    """Whether one of the globs matches ``path`` or a folder above it."""
    return any(_pattern(glob).fullmatch(path) is not None for glob in globs)
