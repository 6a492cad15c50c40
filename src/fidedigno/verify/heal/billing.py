"""Billing periods: from ``per month ... billed monthly ... monthly subscription`` to those of another period.

The direction is settled first, from a sentence of the answer and the sentence of evidence that contradicts it; then
every word of billing by the old period is changed in one ordered pass, with the articles, the gender and the number
that its place asks for. A period that is not of billing (``a month of trial``, ``monthly report``, ``12 monthly
payments``) is left alone.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.verify.heal.billing_words import BillingWords, Period, billing_words

_WORD = re.compile(r"[^\W_]+")
_CLAUSE = re.compile(r"[.,;:!?\n\d]")
_COUNT = re.compile(r"\d\s*$")
_EACH = re.compile(r"(?:\s+(?:por|per|y|and|each|cada)\s+[^\W\d_]+){1,2}$|(?:\s+[^\W\d_]+)$")
_WINDOW = 48
"""Characters around a period in which its words of billing must stand."""
_NEAR = 4
"""Words before a period among which a verb of billing must be."""


class Direction(NamedTuple):
    """From which period to which."""

    old: str
    new: str


class PeriodEdit(NamedTuple):
    """``text[start:end]`` becomes ``replacement``."""

    start: int
    end: int
    replacement: str


class _Thing(NamedTuple):
    """A word beside a period, and where it begins."""

    start: int
    word: str


def direction(claim: str, evidence: str) -> Direction | None:
    """The one direction in which ``evidence`` bills otherwise than ``claim``; None where it is not clear."""
    said = set().union(*(periods_in(claim, language) for language in LANGUAGES))
    meant = set().union(*(periods_in(evidence, language) for language in LANGUAGES))
    if len(said) != 1 or len(meant) != 1 or said == meant:
        return None
    return Direction(said.pop(), meant.pop())


def periods_in(text: str, language: str) -> frozenset[str]:
    """The billing periods that a sentence names."""
    words, folded = billing_words(language), plain(text)
    return frozenset(
        name
        for name, pattern in words.period.items()
        if any(_is_billing(words, text, folded, match) for match in pattern.finditer(folded))
    )


def has_money(text: str) -> bool:
    """Whether a sentence names an amount of money."""
    folded = plain(text)
    return any(billing_words(language).money.search(folded) for language in LANGUAGES)


def period_edits(text: str, way: Direction, language: str) -> tuple[PeriodEdit, ...]:
    """The edits that take a text from one billing period to another, in order."""
    words, folded = billing_words(language), plain(text)
    found = []
    for match in words.period[way.old].finditer(folded):
        if _is_billing(words, text, folded, match):
            edit = _edit(words, text, folded, match, way)
            if edit is not None:
                found.append(edit)
    return tuple(found)


def _is_billing(words: BillingWords, text: str, folded: str, match: re.Match[str]) -> bool:
    before = folded[max(0, match.start() - _WINDOW) : match.start()]
    if match["slash"] or match["preposition"] == "a":
        return _ends_with_money(words, before)
    if match["payment"] or _ends_with_money(words, before):
        return True
    thing = _thing_beside(words, text, folded, match)
    if thing is not None:
        first = min(thing.start, match.start())
        return not _COUNT.search(folded[max(0, first - _WINDOW) : first])
    if match["adjective"] and "article" not in match.re.groupindex:
        return before.rstrip().endswith(words.manners)
    return _ends_with_verb(words, before)


def _ends_with_money(words: BillingWords, before: str) -> bool:
    """Whether an amount of money stands just before, but for ``per user`` or a word like ``only``."""
    bare = before.rstrip()
    return any(
        match.end() >= len(candidate.rstrip(" .,"))
        for candidate in (bare, _EACH.sub("", bare))
        for match in words.money.finditer(candidate)
    )


def _ends_with_verb(words: BillingWords, before: str) -> bool:
    """Whether a verb of billing is among the few words just before, with no number or end of clause behind it."""
    near = _WORD.findall(_CLAUSE.split(before)[-1])[-_NEAR:]
    return any(words.verbs.match(word) for word in near)


def _thing_beside(words: BillingWords, text: str, folded: str, match: re.Match[str]) -> _Thing | None:
    """What is billed: behind an English adjective, before a Spanish one, or before ``is`` and the adjective.

    Names (``monthly Pro plan``, ``plan Pro mensual``) may stand between.
    """
    begin = max(0, match.start() - _WINDOW)
    behind = _CLAUSE.split(folded[begin : match.start()])[-1]
    offset = match.start() - len(behind)
    nearest = [_Thing(offset + each.start(), each.group()) for each in _WORD.finditer(behind)][::-1]
    if nearest and nearest[0].word in words.between:
        return _first_thing(words, text, nearest[1:])
    if "article" in match.re.groupindex and not match["preposition"]:
        clause = _CLAUSE.split(folded[match.end() : match.end() + _WINDOW])[0]
        nearest = [_Thing(match.end() + each.start(), each.group()) for each in _WORD.finditer(clause)]
    elif match["adverb"]:
        return None
    return _first_thing(words, text, nearest)


def _first_thing(words: BillingWords, text: str, nearest: list[_Thing]) -> _Thing | None:
    for start, word in nearest[:3]:
        if word in words.things:
            return _Thing(start, word)
        if not text[start].isupper():
            return None
    return None


def _edit(
    words: BillingWords, text: str, folded: str, match: re.Match[str], way: Direction
) -> PeriodEdit | None:
    old, new = words.periods[way.old], words.periods[way.new]
    start, end = match.span()
    replacement: str | None
    if match["slash"]:
        start = match.start("slashed")
        short = bool(new.short) and match["slashed"] in old.short
        replacement = new.short[0] if short else new.noun[0]
    elif match["preposition"]:
        preposition = words.prepositions[" ".join(match["preposition"].split())][new.gender]
        replacement = f"{preposition} {new.noun[match['noun'] == plain(old.noun[1])]}"
    elif match["payment"]:
        replacement = new.payment[match["payment"] == plain(old.payment[1])] if new.payment else None
    elif "article" in match.re.groupindex:
        replacement = _english(_thing_beside(words, text, folded, match), match, new)
    else:
        replacement = _spanish(words, _thing_beside(words, text, folded, match), match, old, new)
    if replacement is None:
        return None
    return PeriodEdit(start, end, as_written(text[start:end], replacement))


def _english(thing: _Thing | None, match: re.Match[str], new: Period) -> str:
    """An adjective where something billed stands beside it, else an adverb; with its article."""
    if thing is None:
        return (match["article"] or "") + new.adverb[0]
    word = new.adjective[0]
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}" if match["article"] else word


def _spanish(
    words: BillingWords, thing: _Thing | None, match: re.Match[str], old: Period, new: Period
) -> str:
    if match["adverb"]:
        return new.adverb[0]
    many = match["adjective"] in {plain(word) for word in old.adjective[2:]}
    feminine = thing is not None and words.things[thing.word] == "f"
    feminine = feminine or match["adjective"] in _only_feminine(old)
    return new.adjective[(2 if many else 0) + (1 if feminine else 0)]


def _only_feminine(old: Period) -> frozenset[str]:
    return frozenset(plain(old.adjective[each]) for each in (1, 3)) - {
        plain(old.adjective[each]) for each in (0, 2)
    }


def as_written(original: str, replacement: str) -> str:
    """``replacement`` in the case of ``original``: ``MENSUAL`` gives ``ANUAL``, ``Monthly`` gives ``Annual``."""
    letters = [letter for letter in original if letter.isalpha()]
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return replacement.upper()
    if letters and letters[0].isupper():
        return replacement[0].upper() + replacement[1:]
    return replacement
