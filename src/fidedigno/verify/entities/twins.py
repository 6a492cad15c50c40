"""A titled phrase of the answer that the evidence has with one other word: *Hedgerow Removal Scheme* for *Renewal*.

Its words are common, so that capitals alone tell no name; that the evidence writes the same phrase with one word
changed does. Phrases of one word, and words that the evidence has elsewhere, tell nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fidedigno.verify.entities.aliases import aliases
from fidedigno.verify.entities.capitals import Capital
from fidedigno.verify.entities.evidence import Evidence, forms
from fidedigno.verify.entities.name import NameKind
from fidedigno.verify.entities.nearest import Candidate
from fidedigno.verify.entities.vocabulary import is_function, vocabulary

_WORD = re.compile(r"[^\W_]+")
_MOST_PLACES = 60
_LEAST_SHARED = 3
"""Letters of the word that both phrases have: initials tell nothing."""


def phrase_of(words: Sequence[Capital]) -> tuple[Capital, ...]:
    """The words of a run from its first to its last capital that is no function word and no title."""
    titles = vocabulary().titles
    content = [
        at
        for at, word in enumerate(words)
        if word.capital and not is_function(word.folded) and word.folded.rstrip(".") not in titles
    ]
    return tuple(words[content[0] : content[-1] + 1]) if len(content) > 1 else ()


def kind_of_phrase(phrase: Sequence[Capital]) -> NameKind:
    """What a titled phrase is of, by its words."""
    told = vocabulary()
    words = {word.folded for word in phrase}
    if words & told.organisations:
        return NameKind.ORGANISATION
    return NameKind.PLACE if words & told.places else NameKind.NAME


def twin_of(phrase: Sequence[Capital], evidence: Evidence) -> Candidate | None:
    """The phrase that the evidence has instead of ``phrase``; none where it has this one."""
    parts = [(part, word.capital) for word in phrase for part in _WORD.findall(word.folded)]
    words = [part for part, _ in parts]
    content = [at for at, (part, capital) in enumerate(parts) if capital and not is_function(part)]
    if len(content) < 2 or "".join(words) in evidence.runs or next(evidence.found(words), None) is not None:
        return None
    unknown = [at for at in content if not evidence.has(words[at])]
    if len(unknown) != 1:
        return None
    changed = unknown[0]
    anchors = [at for at in content if at != changed and len(words[at]) >= _LEAST_SHARED]
    if not anchors:
        return None
    anchor = min(anchors, key=lambda at: len(evidence.positions.get(words[at], ())))
    for place in evidence.positions.get(words[anchor], ())[:_MOST_PLACES]:
        first = place - anchor
        if _stands(words, changed, first, evidence) and not _is_same(
            words[changed], first + changed, evidence
        ):
            start, end = evidence.tokens[first], evidence.tokens[first + len(words) - 1]
            text = evidence.sources[start.source].text[start.start : end.end]
            return Candidate(text, evidence.span(first, first + len(words) - 1))
    return None


def _stands(words: Sequence[str], changed: int, first: int, evidence: Evidence) -> bool:
    """Whether the phrase stands at ``first`` with another word, all of it in capitals as names are."""
    for at, word in enumerate(words):
        token = evidence.tokens.get(first + at)
        if token is None or not evidence.sources[token.source].cased:
            return False
        if at != changed and token.folded != word:
            return False
        if (at == changed or not is_function(word)) and not evidence.written(first + at)[0].isupper():
            return False
        if at and not _joined(evidence, first + at - 1, first + at):
            return False
    return not is_function(evidence.tokens[first + changed].folded)


def _joined(evidence: Evidence, before: int, after: int) -> bool:
    one, other = evidence.tokens[before], evidence.tokens[after]
    between = evidence.sources[one.source].text[one.end : other.start]
    return between.strip(" \u00a0") in {"", "-", "'", "’"}


def _is_same(word: str, place: int, evidence: Evidence) -> bool:
    """Whether both words are one in another form: number, gender, or another language's."""
    other = evidence.tokens[place].folded
    if other in forms(word) or word in forms(other):
        return True
    if len(word) == len(other) and word[:-1] == other[:-1] and {word[-1], other[-1]} <= set("aoe"):
        return True
    alias = aliases().by_form.get(word)
    return alias is not None and aliases().by_form.get(other) is alias
