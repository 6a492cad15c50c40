"""Numbers of a table of contents and what they are called: *5.1 Filling, 5.2 Descaling, 5.3 Storage*.

A reference to ``section 5.2`` is known by its entry. Where the claim has the title of another entry and not its own,
the number is another's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import MappingProxyType

from fidedigno.consolidate.passages import Word, words_in
from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.nearest import Candidate
from fidedigno.verify.entities.segments import alike
from fidedigno.verify.entities.spans import Spans

_ENTRY = re.compile(
    r"(?:^|[\n,;:·|–—-])\s*(?P<number>\d{1,3}(?:\.\d{1,3}){1,4})\.?\s+(?P<title>[^\W\d_a-zñáéíóú][^\W\d_]{3,}[^,;:|\n.]{0,60})"
)
_FEWEST = 2
"""One number with a word behind it is no table."""
_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){1,4}(?![\w%]|\.\d)")


@lru_cache(maxsize=256)
def entries_in(text: str) -> MappingProxyType[str, tuple[int, int]]:
    """The numbers of a table of contents, each with the place of its title."""
    found = {match["number"]: match.span("title") for match in _ENTRY.finditer(text)}
    return MappingProxyType(found if len(found) >= _FEWEST else {})


def misnumbered(answer: str, claims: Spans, evidence: Evidence) -> Iterator[tuple[int, int, Candidate]]:
    """The numbers of ``answer`` that stand by the title of another entry, with the number that it has."""
    for match in _NUMBER.finditer(answer):
        claim = claims.at(*match.span())
        if claim is None:
            continue
        said = [word for word in words_in(answer[slice(*claim)]) if word.terms]
        for place, source in enumerate(evidence.sources):
            entries = entries_in(source.text)
            if match.group() not in entries or _is_of(said, source.text, entries[match.group()]):
                continue
            others = [number for number, title in entries.items() if _is_of(said, source.text, title)]
            mentioned = [number for number in others if number in answer[slice(*claim)]]
            if len(others) == 1 and not mentioned:
                start = entries[others[0]][0]
                first = source.text.rfind(others[0], 0, start)
                yield (
                    *match.span(),
                    Candidate(others[0], evidence.place(place, first, first + len(others[0]))),
                )


def _is_of(said: Sequence[Word], text: str, title: tuple[int, int]) -> bool:
    """Whether all words of a title are among those said."""
    words = [word for word in words_in(text[slice(*title)]) if word.terms]
    return bool(words) and all(any(alike(each, word) for each in said) for word in words)
