"""A statement read once for all comparisons: its clauses, and how each thing in them is said.

A denial stays inside its clause. What stands behind a condition or an exception is not asserted. Only the first
words of an overlong statement are read, so that comparing two stays bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from fidedigno.consolidate.passages import words_in
from fidedigno.verify.polarity.amount_words import Amount, spans_in
from fidedigno.verify.polarity.clauses import MODAL, STRONG, Token, mark_operators, parts, tokens_of
from fidedigno.verify.polarity.concepts import concepts_of, may_be_verb
from fidedigno.verify.polarity.cutting import cut
from fidedigno.verify.polarity.data import LANGUAGES
from fidedigno.verify.polarity.lacking import (
    is_fronted,
    leave_denial_open,
    of_some_only,
    say_fronted,
    say_without,
)
from fidedigno.verify.polarity.modes import NEGATIVE, TURNING, Mode, after
from fidedigno.verify.polarity.operators import Operators, Role, operators
from fidedigno.verify.polarity.roots import root_of
from fidedigno.verify.statement import Statement

_Key = TypeVar("_Key", int, str)
MAX_WORDS = 250
"""How many words of a statement are read; a long sentence has eighty."""
_PASSED_ON = frozenset({Role.ENABLE, Role.DISABLE, Role.NEED, Role.FREE, Role.HAVE})


@dataclass(frozen=True, eq=False)
class Reading:
    """A statement, read. ``clauses`` are ranges of places in ``tokens``; ``asks`` tells a question."""

    language: str
    operators: Operators
    """Those of its language."""
    text: str
    tokens: tuple[Token, ...]
    texts: tuple[str, ...]
    """The tokens as folded words."""
    clauses: tuple[tuple[int, int], ...]
    asks: bool
    context: frozenset[str]
    before: frozenset[str] = frozenset()
    """What the sentence before tells of, where this one seems to go on about it."""
    before_concepts: frozenset[int] = frozenset()
    by_root: dict[str, tuple[Token, ...]] = field(default_factory=dict)
    by_concept: dict[int, tuple[Token, ...]] = field(default_factory=dict)
    prefixed: tuple[Token, ...] = ()
    """The adjectives that may have a denying prefix."""

    def clause_of(self, token: Token) -> tuple[Token, ...]:
        """The tokens of a token's clause."""
        start, end = self.clauses[token.clause]
        return self.tokens[start:end]

    def has(self, group: str, place: int) -> int:
        """How many words from ``place`` on make an operator's word or phrase of a set; 0 for none."""
        return self.operators.has(group, self.texts, place)


@lru_cache(maxsize=2_048)
def read(statement: Statement) -> Reading:
    """Read a statement, or take it from the readings kept."""
    text = statement.text
    known = statement.language if statement.language in LANGUAGES else "en"
    words = statement.words if known == statement.language else words_in(text, language=known)
    tokens = tokens_of(text, words[:MAX_WORDS], known)
    folded = [token.text for token in tokens]
    table = operators()[known]
    mark_operators(text, tokens, folded, table, known)
    for phrase, first in spans_in(folded, known):
        for token in tokens[first : first + len(phrase.words)]:
            token.content, token.amount = False, True
            hardly = phrase.amount is Amount.FEW and token.role is Role.NEGATOR
            if hardly or (token.role is Role.EXCEPTION and phrase.amount is Amount.NEARLY):
                # `Hardly ever` denies nothing, `with few exceptions` excepts nothing that is named.
                token.role = Role.LIGHT
    clauses = cut(text, tokens, folded, table, known)
    for number, (start, end) in enumerate(clauses):
        for token in tokens[start:end]:
            token.clause = number
    _say_modes(text, tokens, folded, clauses, table, known)
    asks = text.rstrip().endswith("?") or "¿" in text
    goes_on = bool(statement.before) and _goes_on(tokens, folded, table)
    told = _roots_in(statement.before, known) if goes_on else frozenset[str]()
    return Reading(
        known,
        table,
        text,
        tuple(tokens),
        tuple(folded),
        clauses,
        asks,
        _roots_in(statement.context, known),
        told,
        frozenset(each for root in told for each in concepts_of(root, known)),
        _grouped((token.root, token) for token in tokens),
        _grouped((each, token) for token in tokens if token.content for each in token.concepts),
        tuple(token for token in tokens if token.bare),
    )


def _grouped(found: Iterable[tuple[_Key, Token]]) -> dict[_Key, tuple[Token, ...]]:
    groups: dict[_Key, list[Token]] = {}
    for key, token in found:
        groups.setdefault(key, []).append(token)
    return {key: tuple(tokens) for key, tokens in groups.items()}


def _roots_in(text: str, language: str) -> frozenset[str]:
    return frozenset(
        root_of(text[word.start : word.end].casefold(), language)
        for word in words_in(text, language=language)[:MAX_WORDS]
        if word.terms
    )


def _goes_on(tokens: Sequence[Token], folded: Sequence[str], table: Operators) -> bool:
    """Whether a sentence has no subject of its own: it opens with a pronoun, a denial or a verb."""
    return bool(tokens) and (tokens[0].role is not None or bool(table.has("goes_on", folded, 0)))


def _say_modes(
    text: str,
    tokens: Sequence[Token],
    folded: Sequence[str],
    clauses: Sequence[tuple[int, int]],
    table: Operators,
    language: str,
) -> None:
    hypothetical = excepted = False
    last, view = Mode.PLAIN, False
    told: list[Mode] = []
    """What each clause ends with that has no verb of its own."""
    for number, (start, end) in enumerate(clauses):
        gap = text[tokens[start - 1].end : tokens[start].start] if number else "."
        if parts(gap):
            hypothetical = excepted = False
        if tokens[start].resumes:
            hypothetical = excepted = False
        fresh = parts(gap, STRONG)
        hypothetical = hypothetical or tokens[start].role is Role.CONDITION
        fronted = is_fronted(tokens, start, end)
        hypothetical = hypothetical or fronted
        excepted = excepted or (
            tokens[start].role is Role.EXCEPTION and not table.has("count", folded, start + 1)
        )
        mode = Mode.PLAIN
        dependent = tokens[start].role is None and bool(table.has("that", folded, start))
        own = any(t.role in TURNING or t.copula for t in tokens[start:end])
        listed = last in NEGATIVE and not own and not table.has("breaks", folded, start)
        if not fresh and ((dependent and (view or last in NEGATIVE)) or listed):
            true = dependent and any(
                table.has("truth", folded, place) for place in range(max(0, start - 2), start)
            )
            mode = Mode.DENIED if true and last in NEGATIVE else Mode.UNKNOWN
        if tokens[start].resumes and number > 1 and told[-2] in NEGATIVE and not fresh:
            # `Nobody who is registered | has to pay`
            mode = told[-2]
        last, view = _say_clause(tokens[start:end], folded, table, language, mode)
        told.append(Mode.UNKNOWN if any(t.copula or t.role in MODAL for t in tokens[start:end]) else last)
        if (not number or not parts(gap)) and of_some_only(tokens, folded, start, table):
            leave_denial_open(tokens[start:end])
        for token in tokens[start:end]:
            token.hypothetical, token.excepted = hypothetical, excepted
            # `It is not true that ...` is about all that follows.
            token.focus = token.focus or (mode is Mode.DENIED and token.content)
    if clauses and is_fronted(tokens, *clauses[0]):
        say_fronted(tokens, clauses)


def _say_clause(
    tokens: Sequence[Token], folded: Sequence[str], table: Operators, language: str, mode: Mode
) -> tuple[Mode, bool]:
    """Give each word of a clause its mode; what the clause ends with, and whether it tells a view."""
    begin, focus, local, view, joined = mode, False, False, False, False
    held: Mode | None = None
    prepositional = attribute = False
    before: Token | None = None
    for token in tokens:
        role = token.role
        if held is not None and not local and (token.copula or role in TURNING):
            # `Claims without a receipt | are refused`
            mode, held = held, None
        begins = role is not None and (
            before is None or before.role is not role or bool(table.at(folded, token.place))
        )
        token.under = mode if begins or before is None else before.under
        before = token
        if role is Role.LOCAL:
            local = True
            prepositional = prepositional or bool(table.has("without", folded, token.place))
            attribute = bool(table.has("denies_attribute", folded, token.place))
        elif role in TURNING and role is not None and begins:
            changed = after(mode, role, language)
            focus = focus or changed is not mode or role is not Role.HAVE
            if token is tokens[0] and table.has("neither", folded, token.place):
                focus = False
            mode, joined = changed, False
        elif table.has("attitude", folded, token.place):
            view, mode, token.content = True, Mode.UNKNOWN, token.content
        elif mode is not begin and table.has("joins", folded, token.place):
            joined = True
        token.mode = Mode.UNKNOWN if joined else mode
        if token.content:
            token.focus, focus = focus and not joined, focus and token.weak
            if local:
                held = mode if held is None else held
                say_without(tokens, token, held)
                token.without = prepositional
                local = token.weak or bool(table.has("holding", folded, token.place))
                mode = held if attribute else Mode.UNKNOWN
        if role is None:
            token.under = token.mode
    if tokens[0].role is Role.NEGATOR:
        _focus_on_verb(tokens, language)
    _bound(tokens, folded, table)
    _pass_on(tokens, folded, table, mode)
    return mode, view


def _focus_on_verb(tokens: Sequence[Token], language: str) -> None:
    """``Neither the chairs nor the lamps are insured``: what is said of none is denied."""
    for before, token in pairwise(tokens):
        verb = token.content and not token.nominal and may_be_verb(token.root, language)
        if token.content and (before.copula or verb) and token.mode in NEGATIVE:
            token.focus = True
            return


def _bound(tokens: Sequence[Token], folded: Sequence[str], table: Operators) -> None:
    """``Not until``, ``not all`` deny less than they seem to; ``not after`` only sets a limit."""
    denied = next((t.place for t in tokens if t.mode in NEGATIVE), None)
    if denied is None:
        return
    for token in tokens:
        if token.role in TURNING:
            continue
        if token.place > denied and table.has("until", folded, token.place):
            limit = bool(table.has("up_to", folded, token.place))
            for each in tokens:
                each.until = each.mode if limit else None
                each.mode = Mode.UNKNOWN if each.mode in NEGATIVE else each.mode
                each.under = Mode.UNKNOWN if each.under in NEGATIVE else each.under
            return
        if table.has("limits", folded, token.place):
            for each in tokens:
                each.limited = each.limited or each.mode in NEGATIVE


def _pass_on(tokens: Sequence[Token], folded: Sequence[str], table: Operators, mode: Mode) -> None:
    """``Cancellation is not allowed`` says of the cancellation what ``not allowed`` says."""
    turning = [t for t in tokens if t.role in TURNING]
    if not turning or turning[-1].role not in _PASSED_ON or mode is Mode.UNKNOWN:
        return
    last = turning[-1]
    behind = [t for t in tokens if t.place > last.place]
    if any(t.content for t in behind) and not table.has("preposition", folded, last.place + 1):
        return
    for token in tokens:
        if token.place >= turning[0].place:
            break
        if token.content:
            token.mode, token.inherited, token.focus = mode, True, True
