"""Words as keys by which two statements are said to speak of one thing: stems, near forms, words of one meaning.

Function words have no keys.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from fidedigno.consolidate.passages import Word
from fidedigno.verify.values.lexicon import lexicon

_GAP = re.compile(r"[\s-]{1,2}")
_NEAR = 6
"""Words that share so many first letters and are longer count as forms of one (``reembolso``, ``reembolsar``)."""
MAX_NOUNS = 3


@lru_cache(maxsize=65_536)
def keys_of(text: str, terms: frozenset[str]) -> frozenset[str]:
    """The keys of a word, given as it was folded and with its stems."""
    known = lexicon()
    if group := known.same.get(text):
        return frozenset({group}) | terms
    if not terms:
        return frozenset()
    return terms | {f"{text[:_NEAR]}~"} if len(text) > _NEAR else terms


def nouns_after(words: Sequence[Word], folded: str, end: int, *, skip_of: bool = False) -> frozenset[str]:
    """The keys of the words that follow a number and name what it counts."""
    found: set[str] = set()
    count, position = 0, end
    for word in words_from(words, end):
        if not _GAP.fullmatch(folded, position, word.start) or count == MAX_NOUNS:
            break
        position = word.end
        if skip_of and not count and word.text in {"de", "of"}:
            continue
        if not word.terms or word.text in lexicon().light:
            break
        found |= keys_of(word.text, word.terms)
        count += 1
    return frozenset(found)


def words_from(words: Sequence[Word], position: int) -> Sequence[Word]:
    """The few words from a position on (the words are in order)."""
    first = bisect_left(words, position, key=lambda word: word.start)
    return words[first : first + MAX_NOUNS + 2]
