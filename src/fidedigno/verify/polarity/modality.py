"""Which ways of saying a thing exclude each other: required and left free, allowed and forbidden.

That a thing is allowed and that it is required do not exclude each other, so that is a weak sign; that it is
allowed and that it is not required agree.
"""

from __future__ import annotations

from typing import NamedTuple

from fidedigno.verify.polarity.modes import NEGATIVE, OBLIGED, POSITIVE, Mode

NEGATION = "negation_differs"
MODALITY = "modality_differs"

_WEAK = 0.4


class Clash(NamedTuple):
    """What differs, as a code, and how far the two exclude each other, in (0, 1]."""

    code: str
    strength: float


def clash_of(one: Mode, other: Mode) -> Clash | None:
    """How two modes of one thing exclude each other; None where they do not, whichever is first."""
    if Mode.UNKNOWN in {one, other}:
        return None
    for mine, their in ((one, other), (other, one)):
        if mine is Mode.FREE and their in OBLIGED:
            return Clash(MODALITY, 1.0)
        if mine is Mode.FREE and their is Mode.FORBIDDEN:
            return Clash(MODALITY, _WEAK)
        if mine in NEGATIVE and their in POSITIVE:
            return Clash(NEGATION, 0.8 if {mine, their} == {Mode.DENIED, Mode.ALLOWED} else 1.0)
        if mine is Mode.ALLOWED and their in OBLIGED:
            return Clash(MODALITY, _WEAK)
    return None


def agree(one: Mode, other: Mode) -> bool:
    """Whether two modes say one thing of their subject."""
    return Mode.UNKNOWN not in {one, other} and clash_of(one, other) is None
