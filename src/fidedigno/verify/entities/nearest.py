"""What the evidence has in place of a name that it knows in part only: ``James Morrison`` for ``James Harrison``.

Nothing where there is more than one candidate: a guess is no correction.
"""

from __future__ import annotations

from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.name import Name, NameKind
from fidedigno.verify.entities.vocabulary import is_common, vocabulary
from fidedigno.verify.report import EvidenceSpan

_MOST_PLACES = 100
_LONGEST = 6
_MOST_CANDIDATES = 8


class Candidate(NamedTuple):
    """A name of the evidence; ``span`` is None where it stands in the question."""

    text: str
    span: EvidenceSpan | None


class Nearest:
    """Looks for candidates in one evidence; each shared word is looked up once."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._by_word: dict[tuple[str, bool], dict[str, Candidate]] = {}

    def name(self, name: Name, shared: tuple[str, ...]) -> Candidate | None:
        """The one name of the evidence that shares a distinctive word with ``name``."""
        titled = plain(name.text).split()[0].rstrip(".") in vocabulary().titles
        found: dict[str, Candidate] = {}
        for word in shared:
            if len(word) > 1 and not is_common(word):
                candidates = self._with_word(word, titled).items()
                found.update((key, each) for key, each in candidates if _is_of_kind(each, name))
        if len(found) > _MOST_CANDIDATES:
            return None
        longest = [key for key in found if not any(key != other and key in other for other in found)]
        return found[longest[0]] if len(longest) == 1 else None

    def _with_word(self, word: str, titled: bool) -> dict[str, Candidate]:
        if (word, titled) not in self._by_word:
            places = self._evidence.positions.get(word, ())[:_MOST_PLACES]
            around = (_around(place, self._evidence, titled) for place in places)
            found: dict[str, Candidate] = {}
            for each in around:
                if each is not None:
                    found.setdefault(_key(each), each)
            self._by_word[word, titled] = found
        return self._by_word[word, titled]


def _around(place: int, evidence: Evidence, titled: bool) -> Candidate | None:
    """The run of capitalised words around a place."""
    if not evidence.sources[evidence.tokens[place].source].cased or not evidence.written(place)[0].isupper():
        return None
    first = last = place
    told = vocabulary()
    while last - place < _LONGEST and (after := evidence.neighbour(last, 1)) is not None:
        last = after
    while place - first < _LONGEST and (before := evidence.neighbour(first, -1)) is not None:
        if is_common(evidence.written(before)) or evidence.tokens[before].folded in told.titles:
            break
        first = before
    while last > place and is_common(evidence.written(last)):
        last -= 1
    if titled:
        first = _with_title(first, evidence)
    start, end = evidence.tokens[first], evidence.tokens[last]
    return Candidate(evidence.sources[start.source].text[start.start : end.end], evidence.span(first, last))


def _with_title(first: int, evidence: Evidence) -> int:
    """Over ``Dr.`` in front of a name."""
    before = evidence.tokens.get(first - 1)
    if before is None or before.folded not in vocabulary().titles:
        return first
    here = evidence.tokens[first]
    between = evidence.sources[here.source].text[before.end : here.start]
    return first - 1 if between.strip(" .\u00a0") == "" else first


def _is_of_kind(candidate: Candidate, name: Name) -> bool:
    """People are answered with whole names, and nothing with itself."""
    words = [word for word in plain(candidate.text).split() if word.rstrip(".") not in vocabulary().titles]
    if _key(candidate) == plain(name.text):
        return False
    return name.kind is not NameKind.PERSON or len(words) >= 2 or words[0] == plain(name.text).split()[-1]


def _key(candidate: Candidate) -> str:
    told = vocabulary().titles
    return " ".join(word for word in plain(candidate.text).split() if word.rstrip(".") not in told)
