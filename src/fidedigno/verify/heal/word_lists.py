"""Lists of words in Spanish and English from the data files of this package, as parts of regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES


def any_of(words: Iterable[str], between: str = r"\s+") -> str:
    """A regular expression for any of the words, the longest first; ``between`` stands for a blank in one."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", between) for word in ordered)


def in_both_languages(data: Any, name: str) -> tuple[str, ...]:
    """The words that ``data`` lists under ``name`` for each language.

    Raises:
        ConfigurationError: if a language lacks them.
    """
    lists = data.get(name) if isinstance(data, dict) else None
    if not isinstance(lists, dict) or set(lists) != set(LANGUAGES) or not all(lists.values()):
        raise ConfigurationError(f"the words {name!r} must be given in exactly: {', '.join(LANGUAGES)}")
    return tuple(str(word) for each in lists.values() for word in each)
