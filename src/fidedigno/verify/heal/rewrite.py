"""An answer written again from nothing but sentences of the evidence.

The sentences are those that share most with the question, weighed by how rare their words are in the evidence;
they are quoted whole, in the answer's language where there are such. The words before them follow from what the
evidence holds: figures, rules, or neither (hallucination detector article). Where no sentence shares a word with
the question there is nothing to write.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any

import yaml

from fidedigno.consolidate.passages import words_in
from fidedigno.consolidate.plain import plain
from fidedigno.verify.heal.changes import Change, ChangeKind
from fidedigno.verify.heal.quotes import MAX_QUOTED, Quote, Source, terms_in
from fidedigno.verify.heal.word_lists import any_of, in_both_languages
from fidedigno.verify.heal.wording import say
from fidedigno.verify.polarity.roots import root_of

MAX_SENTENCES = 3
"""Sentences that are quoted at most."""
_ENOUGH = 0.5
"""Share of the best sentence's weight that another must have to stand beside it."""
_FROM_HEADING = 0.5
"""What a word counts that stands in the heading over a sentence and not in it."""
_TERMINAL = re.compile(r"[.!?…:][\"'”’»)\]*_]*$")


@dataclass(frozen=True, slots=True)
class Rewriting:
    """The quotations of a rewritten answer, what stands before them and after.

    ``separators`` stand before each quotation; ``body`` is all of them joined, which is what is verified.
    """

    prefix: str
    quotes: tuple[Quote, ...]
    separators: tuple[str, ...]
    note: str = ""

    @property
    def body(self) -> str:
        """The quotations as they are shown."""
        return "".join(self.pieces)[len(self.separators[0]) :]

    @property
    def offset(self) -> int:
        """Where :attr:`body` begins in :attr:`text`."""
        return len(self.prefix) + len(self.separators[0])

    @property
    def pieces(self) -> tuple[str, ...]:
        """Each quotation with what stands before it."""
        shown = (shown_quote(each) for each in self.quotes)
        return tuple(before + quote for before, quote in zip(self.separators, shown, strict=True))

    def changes(self, answer: str, reason: str) -> tuple[Change, ...]:
        """The changes from ``answer`` to :attr:`text`: one for each quotation."""
        found = []
        for number, (quote, piece) in enumerate(zip(self.quotes, self.pieces, strict=True)):
            start, original = (len(answer), "") if number else (0, answer)
            text = piece if number else self.prefix + piece
            found.append(Change(ChangeKind.REWRITTEN, start, len(answer), original, text, reason, quote.span))
        if self.note:
            end = len(answer)
            found.append(Change(ChangeKind.NOTE, end, end, "", f"\n\n{self.note}", "note"))
        return tuple(found)


def shown_quote(quote: Quote) -> str:
    """A quotation on one line."""
    return " ".join(quote.text.split())


def choose(question: str, source: Source) -> tuple[Quote, ...]:
    """The sentences of the evidence for a question, in the order in which they stand; empty where none shares a word.

    Linear in the length of the passages.
    """
    quotes = [quote for passage in range(len(source.passages)) for quote in source.quotes(passage)]
    scored = _scored(question, quotes, terms_in)
    if not scored:
        # ``riego`` and ``regar`` have no stem in common.
        scored = _scored(question, quotes, partial(roots_in, language=source.language))
    same = [each for each in scored if source.language_of(quotes[each[1]]) == source.language]
    return _best(same or scored, quotes)


def roots_in(text: str, language: str) -> frozenset[str]:
    """The roots of the content words of a text: coarser than stems."""
    return frozenset(root_of(word.text, language) for word in words_in(text[:MAX_QUOTED]) if word.terms)


def _scored(
    question: str, quotes: Sequence[Quote], read: Callable[[str], frozenset[str]]
) -> list[tuple[float, int]]:
    """The weight and number of each sentence that shares something with the question."""
    wanted = read(question)
    terms = [read(quote.text) for quote in quotes]
    weights = _weights(terms, wanted)
    headings: dict[str, frozenset[str]] = {}
    scored: list[tuple[float, int]] = []
    for number, quote in enumerate(quotes):
        over = headings.setdefault(quote.over, read(quote.over)) - terms[number]
        here = sum(weights[term] for term in terms[number] & wanted)
        score = here + _FROM_HEADING * sum(weights.get(term, 0.0) for term in over & wanted)
        if score > 0:
            scored.append((score, number))
    return scored


def _weights(terms: Sequence[frozenset[str]], wanted: frozenset[str]) -> dict[str, float]:
    """How much each wanted word says: the rarer it is among the sentences, the more."""
    counts = Counter(term for each in terms for term in each & wanted)
    return {term: math.log(1 + len(terms) / (1 + counts[term])) + 0.1 for term in wanted}


def _best(scored: Sequence[tuple[float, int]], quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """The few best, each once, in the order in which they stand."""
    if not scored:
        return ()
    ranked = sorted(scored, key=lambda each: (-each[0], each[1]))
    chosen: dict[str, int] = {}
    for score, number in ranked:
        if score < _ENOUGH * ranked[0][0] or len(chosen) == MAX_SENTENCES:
            break
        chosen.setdefault(plain(shown_quote(quotes[number])).rstrip(".!?… "), number)
    return tuple(quotes[number] for number in sorted(chosen.values()))


def composed(quotes: Sequence[Quote], source: Source) -> Rewriting:
    """A rewritten answer of some quotations (at least one)."""
    prefix = say(_prefix("\n".join(each.text for each in source.passages)), source.language)
    listed = len(quotes) > 1 and not all(_TERMINAL.search(shown_quote(each)) for each in quotes)
    separators = ["\n\n- " if listed else " ", *["\n- " if listed else " " for _ in quotes[1:]]]
    foreign = any(source.language_of(each) != source.language for each in quotes)
    note = say("note.other_language", source.language) if foreign else ""
    return Rewriting(prefix, tuple(quotes), tuple(separators), note)


def _prefix(evidence: str) -> str:
    """The name of the words before: by figures first, then by rules, else the general ones."""
    data, policy = _kinds()
    folded = plain(evidence)
    if data.search(folded):
        return "prefix.data"
    return "prefix.policy" if policy.search(folded) else "prefix.source"


@cache
def _kinds() -> tuple[re.Pattern[str], re.Pattern[str]]:
    text = files("fidedigno.verify.heal").joinpath("evidence.yaml").read_text(encoding="utf-8")
    return read_kinds(yaml.safe_load(text))


def read_kinds(data: Any) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Check and compile the words by which evidence is told to hold figures, or rules.

    Raises:
        ConfigurationError: if a list is missing in a language.
    """
    units, rules = (
        any_of(map(plain, in_both_languages(data, name)), between=" ") for name in ("units", "rules")
    )
    figures = rf"[$€£]\s?\d|\d\s?[$€£%]|\d\s*(?:{units})(?!\w)"
    return re.compile(figures), re.compile(rf"(?<!\w)(?:{rules})(?!\w)")


def has_words(question: str) -> bool:
    """Whether a question names anything to look for."""
    return any(word.terms for word in words_in(question))
