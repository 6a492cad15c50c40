"""A text as the rules see it, for the tests of single rules."""

from fidedigno.dates.fold import fold
from fidedigno.dates.found import Scan
from fidedigno.dates.mention import Direction
from tests.dates.table import REFERENCE


def scan_of(text: str, *, direction: Direction = Direction.FUTURE, day_first_sure: bool = True) -> Scan:
    return Scan(text, fold(text), REFERENCE.date(), REFERENCE, direction, day_first_sure)
