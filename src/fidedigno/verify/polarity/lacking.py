"""What is said to be done without something, and what is denied of some that are not told.

*Never done without X* requires X, and leaves open whether it is done. *Those who have not paid* denies nothing of
all.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.modes import NEGATIVE, TURNING, Mode
from fidedigno.verify.polarity.operators import Operators, Role

_BEHIND_WITHOUT = {
    Mode.ALLOWED: Mode.FREE,
    Mode.REQUIRED: Mode.FORBIDDEN,
    Mode.NEEDED: Mode.FORBIDDEN,
    Mode.UNKNOWN: Mode.UNKNOWN,
}
"""How what is behind ``without`` is said, by how it stands before; else it is denied."""


def is_fronted(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether ``without X`` opens a sentence that goes on: what it tells then is a condition."""
    if start or tokens[0].role is not Role.LOCAL:
        return False
    return end < len(tokens) or any(t.copula or t.role in TURNING for t in tokens[start:end])


def say_fronted(tokens: Sequence[Token], clauses: Sequence[tuple[int, int]]) -> None:
    """``Without a pass, you cannot enter`` requires the pass; ``you can enter`` leaves it free."""
    start, end = clauses[min(1, len(clauses) - 1)]
    told = {t.mode for t in tokens[start:end] if t.content and t.focus and not t.without}
    mode = Mode.UNKNOWN
    if told and told <= NEGATIVE:
        mode = Mode.NEEDED
    elif told == {Mode.ALLOWED}:
        mode = Mode.FREE
    for token in tokens[slice(*clauses[0])]:
        if token.without:
            token.mode = mode


def of_some_only(tokens: Sequence[Token], folded: Sequence[str], start: int, table: Operators) -> bool:
    """Whether a clause tells which of many are meant: ``those who have not paid``."""
    if not table.has("relative", folded, start):
        return False
    if not start:
        return bool(table.has("any_of_them", folded, start))
    head = tokens[start - 1]
    near = range(max(0, start - 2), start)
    if any(table.has("any_of_them", folded, place) for place in near):
        return True
    return head.content and head.text.endswith("s") and not head.name and not head.role


def leave_denial_open(tokens: Sequence[Token]) -> None:
    """Take back what a clause denies: nothing is told of all."""
    for token in tokens:
        if token.mode in NEGATIVE:
            token.mode = token.under = Mode.UNKNOWN


def say_without(tokens: Sequence[Token], token: Token, mode: Mode) -> None:
    """``Never restarted without approval`` requires the approval, and leaves open whether it is restarted."""
    token.focus = True
    if mode not in NEGATIVE:
        token.mode = _BEHIND_WITHOUT.get(mode, Mode.DENIED)
        return
    before = [t for t in tokens if t.place < token.place]
    turning = [t for t in before if t.role in TURNING]
    last = turning[-1] if turning else None
    done = last is not None and last.role is not Role.HAVE
    verb = last is not None and any(t.content and t.place > last.place for t in before)
    token.mode = Mode.NEEDED if done and verb else Mode.HAVE
    for each in before:
        if not each.without and each.mode in NEGATIVE:
            each.held, each.mode = each.mode, Mode.UNKNOWN
