"""A word or phrase whose capitals alone tell no name, in the place of a name of the evidence.

*Novak found the comet* begins a sentence, and the words of *the Salvation Army* are common. They count as names where
the evidence knows none of their words, a sentence of it says the same of a name, and the answer leaves that name out.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.consolidate.passages import Word, words_in
from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.belonging import capitals_in
from fidedigno.verify.entities.capitals import Capital, Run
from fidedigno.verify.entities.evidence import QUESTION, Evidence, forms
from fidedigno.verify.entities.kinds import is_distinctive
from fidedigno.verify.entities.nearest import Candidate
from fidedigno.verify.entities.segments import alike, sentence_around, without
from fidedigno.verify.entities.twins import phrase_of

_LEAST_SHARE = 0.6
"""Share of the claim's other words that the sentence of the evidence must have."""
_MOST_PLACES = 8
_SHORTEST = 4


def can_stand_for_a_name(run: Run) -> tuple[Capital, ...]:
    """The words of a run that may be one: a lone uncommon word, or a phrase in capitals; else none."""
    words = run.words
    if len(words) == 1 and words[0].initial:
        word = words[0]
        plural = word.folded.endswith("s") and not word.folded.endswith("ss")
        return words if is_distinctive(word) and len(word.folded) >= _SHORTEST and not plural else ()
    phrase = phrase_of(words)
    return phrase if len(phrase) > 1 and not phrase[0].initial else ()


def name_instead(
    answer: str, claim: tuple[int, int], words: Sequence[Capital], evidence: Evidence
) -> Candidate | None:
    """The name of which the evidence says what the claim says of ``words``."""
    if any(evidence.has(word.folded) or has_family(word.folded, evidence) for word in words if word.capital):
        return None
    start, end = words[0].start, words[-1].end
    rest = [
        word
        for word in words_in(answer, *claim)
        if word.terms and not (word.start < end and start < word.end)
    ]
    behind = next((word for word in rest if word.start == end + 1), None)
    if len(rest) < 2 or behind is None:
        return None
    said = plain(answer[slice(*claim)])
    for source, first, last in _sentences(rest, evidence):
        text = evidence.sources[source].text
        held = words_in(text, first, last)
        missing = without(rest, held)
        if 1 - len(missing) / len(rest) < _LEAST_SHARE or not any(alike(behind, each) for each in held):
            continue
        for begin, stop in capitals_in(text, first, last):
            name = plain(text[begin:stop])
            if name.replace(" ", "").isalpha() and not any(each in said for each in name.split()):
                return Candidate(text[begin:stop], evidence.place(source, begin, stop))
    return None


def _sentences(words: Sequence[Word], evidence: Evidence) -> list[tuple[int, int, int]]:
    """The sentences of the passages that have one of the words, each once."""
    found: dict[tuple[int, int, int], None] = {}
    for word in words:
        for place in evidence.places(word.text)[:_MOST_PLACES]:
            token = evidence.tokens[place]
            source = evidence.sources[token.source]
            if source.number != QUESTION and source.cased:
                found[token.source, *sentence_around(source.text, token.start, token.end)] = None
    return list(found)[:_MOST_PLACES]


def has_family(folded: str, evidence: Evidence) -> bool:
    """Whether the evidence has a word that begins alike: ``rehearses`` for ``rehearsals``."""
    return evidence.has_beginning(folded[: max(5, len(folded) * 3 // 5)]) or any(
        form in evidence.positions for form in forms(folded)
    )
