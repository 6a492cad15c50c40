"""The words of a statement with their roots, concepts and operators.

Where its clauses begin is for :mod:`fidedigno.verify.polarity.cutting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fidedigno.consolidate.passages import Word
from fidedigno.verify.polarity.concepts import concepts_of, phrase_at
from fidedigno.verify.polarity.lexicon import places_of
from fidedigno.verify.polarity.modes import Mode
from fidedigno.verify.polarity.operators import Operators, Role
from fidedigno.verify.polarity.roots import root_of

STRONG = frozenset(".;:!?()[]—–\n¿¡|")
"""Marks behind which a clause begins afresh."""
MARKS = STRONG | {","}
"""Marks that end a clause and what is supposed or excepted in it."""
_JOINING = "–"
"""Between two words without blanks it joins them: ``Lugo–Ourense``."""
_NEAR = 3
_FEWEST_LETTERS = 4
_PARTICLE = 2
"""Words of a verb with its particle."""
VERBS = frozenset({Role.NEGATOR, Role.MUST, Role.NEED, Role.ENABLE, Role.DISABLE, Role.HAVE, Role.REVERSE})
"""The operators that stand with a verb or are one."""
MODAL = VERBS - {Role.NEGATOR}


def parts(gap: str, marks: frozenset[str] = MARKS) -> bool:
    """Whether what stands between two words parts their clauses."""
    return gap != _JOINING and any(mark in marks for mark in gap)


@dataclass(slots=True)
class Token:
    """A word at ``[start, end)``: what it is, in which clause, and how it is said.

    ``focus``: it is what a denial or a modal is about. ``inherited``: a subject that gets its mode from what is
    said of it (``cancellation is not allowed``). ``nominal``: it stands behind an article or a preposition.
    """

    place: int
    start: int
    end: int
    text: str
    root: str
    content: bool
    name: bool
    role: Role | None = None
    clause: int = 0
    mode: Mode = Mode.PLAIN
    focus: bool = False
    inherited: bool = False
    nominal: bool = False
    hypothetical: bool = False
    excepted: bool = False
    limited: bool = False
    copula: bool = False
    idiom: bool = False
    until: Mode | None = None
    """How it is said up to a limit (``not until``), where its mode is left open."""
    resumes: bool = False
    """The main clause goes on here behind an exception."""
    weak: bool = False
    """It says little of what is meant (``part``, ``make``)."""
    amount: bool = False
    """It is of a quantifier."""
    joined: bool = False
    """It belongs to the phrase that the word before it begins."""
    bare: tuple[str, ...] = ()
    """The roots that an adjective may have without its denying prefix."""
    concepts: frozenset[int] = frozenset()
    """What it may stand for; that of a phrase (``take over``) is with its first word."""
    without: bool = False
    """It stands behind ``without``."""
    held: Mode | None = None
    """How it is said together with what is behind ``without``, where its mode is left open."""
    under: Mode = Mode.PLAIN
    """Its mode before it turned anything itself; for any word that is no operator the same as its mode."""


def tokens_of(text: str, words: Sequence[Word], language: str) -> list[Token]:
    """The words as tokens; names are told by a capital inside the sentence, a digit, or by being a letter."""
    letters = sum(word.end - word.start == 1 and text[word.start].isupper() for word in words)
    found: list[Token] = []
    fresh = True
    for place, word in enumerate(words):
        raw = text[word.start : word.end]
        if place and not fresh:
            fresh = any(mark in ".!?\n" for mark in text[words[place - 1].end : word.start])
        letter = len(raw) == 1 and raw.isupper() and (letters > 1 or not fresh) and word.text != "i"
        name = letter or any(c.isdigit() for c in raw) or (raw[:1].isupper() and not fresh)
        name = name or (raw[:1].isupper() and _title_follows(text, words, place))
        root = _root(raw.casefold(), word.text, language)
        found.append(
            Token(
                place,
                word.start,
                word.end,
                word.text.replace("’", "'"),
                root,
                bool(word.terms) or letter,
                name,
                concepts=concepts_of(root, language),
            )
        )
        fresh = False
    _join_phrases(found, language)
    return found


def _title_follows(text: str, words: Sequence[Word], place: int) -> bool:
    """Whether the next word has a capital too: ``Kite Ltd``, even at the beginning of a sentence."""
    if place + 1 >= len(words) or not words[place].terms:
        return False
    gap = text[words[place].end : words[place + 1].start]
    return gap == " " and text[words[place + 1].start].isupper() and bool(words[place + 1].terms)


def _join_phrases(tokens: Sequence[Token], language: str) -> None:
    """``take over`` is one word with its own concepts; the words behind its first are no content."""
    roots = [token.root for token in tokens]
    place = 0
    while place < len(tokens):
        found = phrase_at(roots, place, language)
        if found is None:
            place += 1
            continue
        phrase, places = found
        inside = phrase_at(roots, place + 1, language) if len(phrase.roots) == _PARTICLE else None
        if inside is not None and len(inside[0].roots) > _PARTICLE:
            # `Taken on an empty stomach` is not `taken on`.
            place += 1
            continue
        tokens[place].root = "+".join(phrase.roots)
        tokens[place].concepts = concepts_of(tokens[place].root, language) | phrase.concepts
        tokens[place].content, tokens[place].joined = True, False
        for each in places[1:]:
            tokens[each].content, tokens[each].joined = False, True
        # What stands between a verb and its particle is read on its own.
        place = places[-1] if places[1] == place + 1 else place + 1


def _root(raw: str, folded: str, language: str) -> str:
    """The root as it is written, or that without accents where the pairs of opposites know it only so."""
    root = root_of(raw, language)
    if raw == folded or places_of(root, language):
        return root
    without = root_of(folded, language)
    return without if places_of(without, language) else root


def mark_operators(
    text: str, tokens: Sequence[Token], folded: Sequence[str], table: Operators, language: str
) -> None:
    """Mark the operators, which are no content, and what stands behind articles."""
    place = 0
    while place < len(tokens):
        part = tokens[place].joined or (tokens[place].name and len(folded[place]) == 1)
        found = None if part else table.at(folded, place)
        raw = text[tokens[place].start : tokens[place].end]
        if found and found.role in MODAL and tokens[place].name and not raw.isupper():
            # The month of May, a firm called Need.
            found = None
        if found and found.role in MODAL and _is_noun(text, tokens, folded, place, table):
            found = None
        if found and found.role is Role.CONDITION and raw.casefold() == "sí":
            found = None
        if found and table.has("attitude", folded, place) > found.length:
            # `Denied having`, but `denied access`
            found = None
        if found and table.has("before_ing", folded, place) and not _ends_in_ing(folded, place + 1):
            found = None
        if found and found.role is Role.FREE and place and _is_counted(folded, place, table):
            # `The volunteers`, no more an option.
            found = None
        for token in tokens[place : place + (found.length if found else 0)]:
            token.role, token.content = found.role if found else None, False
        if table.has("denies_attribute", folded, place) and _is_attribute(text, tokens, place, table):
            tokens[place].role = Role.LOCAL
        token = tokens[place]
        token.bare = _without_prefix(token, table, language)
        token.copula = bool(table.has("copula", folded, place))
        if table.has("vague", folded, place):
            token.content = False
        token.weak = bool(table.has("weak", folded, place))
        for each in tokens[place : place + table.has("idiom", folded, place)]:
            each.idiom = True
        token.nominal = place > 0 and _determined(text, tokens[place - 1], folded, table)
        place += found.length if found else 1
    _mark_exceptions(tokens, folded, table)


def _is_attribute(text: str, tokens: Sequence[Token], place: int, table: Operators) -> bool:
    """Whether a participle that is denied stands right behind its noun: ``residuos no clasificados``."""
    if not place or place + 1 >= len(tokens) or parts(text[tokens[place - 1].end : tokens[place].start]):
        return False
    before, behind = tokens[place - 1], tokens[place + 1]
    return before.content and not before.copula and behind.text.endswith(table.endings("attribute"))


def _without_prefix(token: Token, table: Operators, language: str) -> tuple[str, ...]:
    if not token.content or not token.text.endswith(table.endings("adjective")):
        return ()
    return tuple(
        root_of(token.text[len(prefix) :], language)
        for prefix in table.endings("prefix")
        if token.text.startswith(prefix) and len(token.text) - len(prefix) >= _FEWEST_LETTERS
    )


def _determined(text: str, before: Token, folded: Sequence[str], table: Operators) -> bool:
    """Whether the word behind one is a noun or its adjective; ``está`` is no article, ``esta`` may be."""
    if before.text.endswith(("'s", "s'")):
        return True
    if before.name:
        return False
    raw = text[before.start : before.end].casefold()
    accented = before.copula and raw != before.text
    return bool(table.has("determiner", folded, before.place)) and not accented


def _mark_exceptions(tokens: Sequence[Token], folded: Sequence[str], table: Operators) -> None:
    """``All but the last``, ``todos menos los becarios``: behind a word for all, these except."""
    for token in tokens:
        # `No, but it has`
        answers = token.place == 1 and table.has("denies", folded, 0)
        if table.has("excepting", folded, token.place) and not token.name and not answers:
            near = tokens[max(0, token.place - _NEAR) : token.place]
            if any(table.has("universal", folded, t.place) for t in near) and not any(
                t.copula or t.role in MODAL for t in near
            ):
                token.role, token.content = Role.EXCEPTION, False


def _is_counted(folded: Sequence[str], place: int, table: Operators) -> bool:
    before = folded[place - 1]
    return bool(table.has("determiner", folded, place - 1) or table.has("count", folded, place - 1)) or (
        before.isdecimal()
    )


def _ends_in_ing(folded: Sequence[str], place: int) -> bool:
    return place < len(folded) and folded[place].endswith("ing")


def _is_noun(text: str, tokens: Sequence[Token], folded: Sequence[str], place: int, table: Operators) -> bool:
    """Whether what may be a verb stands as a noun: ``a charge``, ``includes support``, ``phone support.``"""
    if (
        place + 1 < len(tokens)
        and table.has("noun", folded, place)
        and table.has("copula", folded, place + 1)
    ):
        return True
    if not place:
        return False
    before = tokens[place - 1]
    if table.has("article", folded, place - 1):
        return True
    if not table.has("noun", folded, place):
        return False
    if place + 1 == len(tokens):
        return before.role is Role.HAVE or before.content
    behind = text[tokens[place].end : tokens[place + 1].start]
    ends = any(mark in MARKS for mark in behind) or bool(table.has("joins", folded, place + 1))
    return before.role is Role.HAVE or (before.content and ends)
