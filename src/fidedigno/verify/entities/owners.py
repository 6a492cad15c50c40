"""A name or reference that the evidence has, but says of something else: *grain in Perth*, which has the potatoes.

Asked only where the evidence sets it beside another of its kind, in clauses with words of their own. Where the claim
shares one word with the clause of the name itself, or denies, or where the clause goes on about what stood before
(``it moved to ...``), nothing is said. What a verb alone tells is no proof either: a paraphrase has another verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.consolidate.passages import Word
from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.verify.entities.segments import Segment, alike, without
from fidedigno.verify.entities.vocabulary import vocabulary

_LISTS = ("articles", "prepositions", "pronouns", "denials", "anaphora")
_SHORT_ANSWER = 2
"""Words of its own that a claim may have to be read as no more than the answer to its question."""


@dataclass(frozen=True, slots=True)
class Small:
    """Folded small words of both languages; ``anaphora`` stand for the noun of the clause before."""

    articles: frozenset[str]
    prepositions: frozenset[str]
    pronouns: frozenset[str]
    denials: frozenset[str]
    anaphora: tuple[tuple[str, ...], ...]


def load(data: object, where: str) -> Small:
    """Check and fold the words.

    Raises:
        ConfigurationError: a list is missing; says which.
    """
    found: dict[str, list[str]] = {name: [] for name in _LISTS}
    for language in LANGUAGES:
        part = data.get(language) if isinstance(data, dict) else None
        for name in _LISTS:
            words = part.get(name) if isinstance(part, dict) else None
            if not isinstance(words, str):
                raise ConfigurationError(
                    f"{where}: {language}.{name} is no list of words", "write words with blanks between"
                )
            found[name] += plain(words).split("|") if name == "anaphora" else plain(words).split()
    sets = {name: frozenset(found[name]) for name in _LISTS if name != "anaphora"}
    return Small(**sets, anaphora=tuple(tuple(phrase.split()) for phrase in found["anaphora"]))


@cache
def small_words() -> Small:
    """The words of the file."""
    text = files("fidedigno.verify.entities").joinpath("owners.yaml").read_text(encoding="utf-8")
    return load(yaml.safe_load(text), "owners.yaml")


def is_denied(words: Sequence[Word]) -> bool:
    """Whether a clause says that something is not so."""
    denials = small_words().denials
    return any(word.text in denials or word.text.endswith(("n't", "n’t")) for word in words)


def belongs_to(claim: Segment, question: Sequence[Word], own: Segment, other: Segment) -> bool:
    """Whether ``claim`` says of the name what the evidence says of another.

    ``own`` is the clause of the name in the evidence, ``other`` that of another name; ``claim`` the clause of the
    answer in which the name stands.
    """
    mine, shared = _shared(claim, own, other)
    if shares_a_noun(claim, own, other) or (shared and not _other_figure(mine, own, other)):
        return False
    if _goes_on(own) or not own.content:
        return False
    telling = _contrasted(own, other)
    if not telling:
        return False
    told = [word for word in mine if any(alike(word, each) for each in telling)]
    return any(_is_noun(word, claim) for word in told) or _answers(mine, question, own, other, telling)


def shares_a_noun(claim: Segment, own: Segment, other: Segment) -> bool:
    """Whether the claim speaks of what the clause of the name itself does, and that of the other name does not."""
    return any(_is_noun(word, claim) for word in _shared(claim, own, other)[1])


def _shared(claim: Segment, own: Segment, other: Segment) -> tuple[list[Word], list[Word]]:
    """The claim's words that are no roles, and those of them that only ``own`` has."""
    roles = vocabulary().roles | vocabulary().titles
    mine = [word for word in claim.content if word.text not in roles]
    kept = without(_without_verb(own, other), other.content)
    return mine, [word for word in mine if any(alike(word, each) for each in kept)]


def _other_figure(mine: Sequence[Word], own: Segment, other: Segment) -> bool:
    """Whether a figure of the claim stands by the other name, and another one by its own: packs of 30 and of 60."""
    figures, own_figures, other_figures = (
        {word.text for word in words if word.text[0].isdigit()}
        for words in (mine, own.content, other.content)
    )
    return bool(own_figures - figures and figures & other_figures - own_figures)


def _without_verb(own: Segment, other: Segment) -> list[Word]:
    """The content words of ``own`` but for the verb that ``other`` leaves out."""
    found: list[Word] = []
    for before, words, theirs in ((True, own.before, other.before), (False, own.behind, other.behind)):
        left_out = sum(bool(word.terms) for word in words) > sum(bool(word.terms) for word in theirs) > 0
        found += _shortened(words, before=before) if left_out else [word for word in words if word.terms]
    return found


def _shortened(words: Sequence[Word], *, before: bool) -> list[Word]:
    """The content words of a side without its verb: the nearest to the name behind no article or preposition."""
    small = small_words().articles | small_words().prepositions
    verbs = [
        at
        for at, word in enumerate(words)
        if word.terms and not (at and words[at - 1].text in small) and not (before and at == 0)
    ]
    verb = (verbs[-1] if before else verbs[0]) if verbs else None
    return [word for at, word in enumerate(words) if word.terms and at != verb]


def _answers(
    mine: Sequence[Word], question: Sequence[Word], own: Segment, other: Segment, telling: Sequence[Word]
) -> bool:
    """A claim with nothing of its own is what its question asked for."""
    unknown = without(without(without(mine, question), own.content), other.content)
    if len(unknown) >= _SHORT_ANSWER:
        return False
    kept = without(_without_verb(own, other), other.content)
    if any(alike(word, each) for each in kept for word in question):
        return False
    whole = Segment(tuple(question), (), 0, 0, 0, strong=True)
    content = [word for word in question if word.terms]
    if 2 * len(without(content, other.content)) >= len(content) + (not mine):
        return False
    told = [word for word in content if any(alike(word, each) for each in telling)]
    return any(
        _is_noun(word, whole) or (word is question[-1] and not _has_verb_ending(word)) for word in told
    )


def _contrasted(own: Segment, other: Segment) -> list[Word]:
    """The words of ``other`` in whose place ``own`` has others."""
    found: list[Word] = []
    for here, there in ((own.before, other.before), (own.behind, other.behind)):
        found += _contrasted_side(own, other, here, there)
    cross = len(own.content) > 1 and own.strong
    if not found and cross and without(own.content, other.content):
        found = without(other.content, own.content)
    return found


def _contrasted_side(own: Segment, other: Segment, here: Sequence[Word], there: Sequence[Word]) -> list[Word]:
    first = here is own.before
    mine = [word for word in here if word.terms]
    theirs = [word for word in there if word.terms]
    if not without(mine, other.content):
        return []
    stands = first and _stands_for_noun(here)
    if len(mine) + stands < len(theirs):
        # A verb that is left out is that of the clause before.
        theirs = _shortened(there, before=first)
    return without(theirs[1:] if stands else theirs, own.content)


def _stands_for_noun(words: Sequence[Word]) -> bool:
    texts = tuple(word.text for word in words[:4])
    return any(
        texts[at : at + len(each)] == each for each in small_words().anaphora for at in range(len(texts) - 1)
    )


def _goes_on(segment: Segment) -> bool:
    """Whether the clause speaks of what stood before it: by a pronoun, or without a subject of its own."""
    small = small_words()
    words = (*segment.before, *segment.behind)
    if any(word.text in small.pronouns for word in words):
        return True
    if not any(word.terms for word in segment.before):
        return False
    first = next(at for at, word in enumerate(segment.before) if word.terms)
    if first and segment.before[first - 1].text in small.articles | small.prepositions:
        return False
    return first > 0 or _is_verb_like(segment.before)


def _is_verb_like(words: Sequence[Word]) -> bool:
    """Whether a clause that begins with a bare word begins with its verb, as far as its ending tells."""
    return sum(bool(word.terms) for word in words) == 1 and _has_verb_ending(words[0])


def _has_verb_ending(word: Word) -> bool:
    return word.text.endswith(("ed", "ing", "aba", "aban", "ado", "ada", "ido", "ida", "o"))


def _is_noun(word: Word, segment: Segment) -> bool:
    """Whether a word of a clause is what it speaks of: the first of it, or behind an article or preposition."""
    small = small_words()
    for words, opens in ((segment.before, True), (segment.behind, False)):
        for at, each in enumerate(words):
            if each.start == word.start:
                if at == 0:
                    return opens
                small_before = small.articles | small.prepositions
                if words[at - 1].text in small_before:
                    return True
                # The second word of two: ``the seed bank``.
                return bool(words[at - 1].terms) and (at > 1 and words[at - 2].text in small_before)
    return False
