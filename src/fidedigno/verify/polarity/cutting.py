"""Where the clauses of a statement begin: behind marks, before conjunctions, and before *and* with a verb of its own.

A condition or an exception without a comma behind it ends where the main clause goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.verify.polarity.clauses import MODAL, VERBS, Token, parts
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.operators import Operators, Role

_AHEAD = 6
_NEAR = 3
_FINITE = frozenset({Role.MUST, Role.NEED, Role.ENABLE})
_TOLD = 3
"""Words of content that a condition has before a main clause can follow it without a comma."""


def cut(
    text: str, tokens: Sequence[Token], folded: Sequence[str], table: Operators, language: str
) -> tuple[tuple[int, int], ...]:
    """The clauses as ranges of places."""
    starts = [0]
    for place in range(1, len(tokens)):
        token, before = tokens[place], tokens[place - 1]
        gap = text[before.end : token.start]
        inside = token.role is not None and token.role is before.role and not gap.strip()
        whole = _inside_number(gap, before, token) or _is_initial(text, before, gap, token)
        if parts(gap) and not whole:
            starts.append(place)
        elif inside and not _begins(token, folded, table):
            continue
        elif (
            token.role in {Role.CONDITION, Role.EXCEPTION}
            or (
                token.role is None
                and table.has("breaks", folded, place)
                and not _compares(folded, place, table)
                and not _points(language, folded, place, table)
            )
            or (
                token.role is None
                and table.has("joins", folded, place)
                and _may_be_over(tokens[starts[-1] : place])
                and _has_verb(text, tokens, folded, place, table, language)
            )
        ):
            starts.append(place)
            if token.role is Role.EXCEPTION and not _tells(tokens[starts[-2] : place]):
                resumed = _resumes(tokens, place, table)
                if resumed:
                    tokens[resumed].resumes = True
        elif (
            len(starts) == 1
            and tokens[0].role is Role.LOCAL
            and token.role is Role.NEGATOR
            and any(t.content for t in tokens[:place])
        ):
            # `Sin casco | no se entra`
            starts.append(place)
            token.resumes = True
        elif token.resumes or (
            tokens[starts[-1]].role is Role.CONDITION
            and _asserts_again(tokens[starts[-1] : place], folded, place, table)
        ):
            starts.append(place)
            token.resumes = True
        elif table.has("relative", folded, starts[-1]) and _is_main_verb(tokens, starts[-1], place, table):
            starts.append(_with_what_turns(tokens, starts[-1], place))
            tokens[starts[-1]].resumes = True
    ends = [*starts[1:], len(tokens)]
    return tuple((start, end) for start, end in zip(starts, ends, strict=True) if end > start)


def _inside_number(gap: str, before: Token, token: Token) -> bool:
    """Whether a mark parts the figures of one number or hour: ``6.1``, ``1,200``, ``9:30``."""
    return len(gap) == 1 and before.text[-1:].isdigit() and token.text[:1].isdigit()


def _is_initial(text: str, before: Token, gap: str, token: Token) -> bool:
    """Whether the point is of an initial: ``J. T. Ferris``."""
    one = before.end - before.start == 1 and text[before.start].isupper() and before.start > 0
    return one and gap.strip() == "." and text[token.start].isupper()


def _begins(token: Token, folded: Sequence[str], table: Operators) -> bool:
    """Whether an operator begins here, and not the one before goes on."""
    found = table.at(folded, token.place)
    return found is not None and found.role is token.role


def _tells(tokens: Sequence[Token]) -> bool:
    """Whether a verb that is known as one stands among words."""
    return any(t.copula or t.role in MODAL for t in tokens)


def _is_main_verb(tokens: Sequence[Token], start: int, place: int, table: Operators) -> bool:
    """Whether a clause about a word is over, and its verb comes: ``those who are not members | must pay``."""
    token, first = tokens[place], tokens[start + 1]
    if not (token.copula or token.role in _FINITE) or not any(t.content for t in tokens[start + 1 : place]):
        return False
    if token.copula and not any(t.content for t in tokens[:start]) and _names_next(tokens, place, table):
        # `Quien avisó al concejal fue la secretaria`: one clause, with its doer last.
        return False
    # `The room that the guests use` has a subject of its own, and so has what is said: `says that dogs are`.
    if first.name or table.has("determiner", [first.text], 0) or table.has("opens", [first.text], 0):
        return first.role is Role.NEGATOR
    return not _links(tokens[place - 1], table) or tokens[place - 1].role is Role.LIGHT


def _names_next(tokens: Sequence[Token], place: int, table: Operators) -> bool:
    """Whether a name or an article follows."""
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    return following is not None and bool(following.name or table.has("determiner", [following.text], 0))


def _with_what_turns(tokens: Sequence[Token], start: int, place: int) -> int:
    """Where a verb begins with the denial and the pronouns before it: ``no se | pueden``."""
    while place > start + 1 and tokens[place - 1].role in {Role.NEGATOR, Role.LIGHT}:
        place -= 1
    return place


def _asserts_again(before: Sequence[Token], folded: Sequence[str], place: int, table: Operators) -> bool:
    """Whether a condition without a comma is over: ``when the cache is full | the plugin loads``."""
    if not before[-1].content or not table.has("opens", folded, place):
        return False
    told = sum(token.content for token in before)
    return (told >= 1 and _tells(before)) or told >= _TOLD


def _links(token: Token, table: Operators) -> bool:
    """Whether a word is an article or a preposition."""
    return bool(table.has("determiner", [token.text], 0) or table.has("preposition", [token.text], 0))


def _resumes(tokens: Sequence[Token], place: int, table: Operators) -> int:
    """Where an exception in the subject ends and its verb comes: ``all but one | were paid``; 0 for nowhere."""
    named = False
    for token in tokens[place + 1 :]:
        if token.role is Role.EXCEPTION:
            continue
        verb = token.content and not token.nominal and tokens[token.place - 1].role is None
        if named and (_tells([token]) or (verb and not _links(tokens[token.place - 1], table))):
            return token.place
        named = named or token.content or not _links(token, table)
    return 0


def _compares(folded: Sequence[str], place: int, table: Operators) -> bool:
    """Whether a word is the *than* of a comparison: ``más grande que``."""
    near = range(max(0, place - _NEAR), place)
    return bool(table.has("than", folded, place)) and any(table.has("comparing", folded, at) for at in near)


def _points(language: str, folded: Sequence[str], place: int, table: Operators) -> bool:
    """Whether *that* is an article: ``of that size``."""
    if language != "en" or not table.has("that", folded, place):
        return False
    return bool(table.has("preposition", folded, place - 1))


def _may_be_over(tokens: Sequence[Token]) -> bool:
    """Whether a clause tells enough to end before *and*: ``members and guests may`` is one."""
    return _tells(tokens) or sum(token.content for token in tokens) > 1


def _has_verb(
    text: str, tokens: Sequence[Token], folded: Sequence[str], place: int, table: Operators, language: str
) -> bool:
    """Whether a verb of its own follows soon behind *and*."""
    for before, token in zip(tokens[place:], tokens[place + 1 : place + 1 + _AHEAD], strict=False):
        if parts(text[before.end : token.start]):
            return False
        if token.copula or token.role in VERBS or table.has("reflexive", folded, token.place):
            return True
        own = (before.content and not token.nominal) or before.amount
        own = own and before.place > place and token.content
        if own and may_be_verb(token.root, language) and not token.text.endswith(table.endings("participle")):
            return True
    return False
