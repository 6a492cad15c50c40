"""What of a passage can be quoted as a claim, and with which lead-in.

A heading alone, a question, a bare link or image, and a lead-in without what it leads to are no claims.
A sentence that leans on the one before it is quoted with it; a list or code is quoted with its lead-in, a
table row after its header row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple

import yaml

from fidedigno.ingest.analyse import fold
from fidedigno.ingest.sentences import Unit, UnitKind, units

MAX_WHOLE_BLOCK = 600
"""A list or code block up to this many characters is quoted whole; a longer one by its best part."""
MAX_JOINED = 600
MIN_WORDS = 3
_BARE_LINK = re.compile(
    r"[<\[(!*_\s]*(?:\[[^\]]*\]\()?(?:https?://|www\.|mailto:|/|\.{0,2}/)\S*[\s>\])*_.]*", re.IGNORECASE
)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)|image::\S+|<!--.*-->|\{\{.*\}\}|\[[^\]]*\]", re.DOTALL)
_BULLET = re.compile(r"(?:[-*+•·‣]+|>+|#{1,6}|\.{1,5}|\*{2,5})\s+(?:\[[ xX]\]\s+)?")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


class Quotable(NamedTuple):
    """A stretch that can stand as a claim, as ``[start, end)`` offsets into its passage.

    ``lead`` is the stretch to quote before it (a header row, the lead-in of a long list), if any.
    """

    start: int
    end: int
    kind: UnitKind
    lead: tuple[int, int] | None = None


@cache
def _opener() -> re.Pattern[str]:
    data = yaml.safe_load(files("fidedigno.draft").joinpath("openers.yaml").read_text(encoding="utf-8"))
    words = "|".join(str(data[language]).replace("| ", "|") for language in ("es", "en"))
    return re.compile(rf"\W*(?:{words})\b")


def quotables(text: str) -> list[Quotable]:
    """Return what can be quoted of ``text``, in order; stretches may overlap, claims must not."""
    blocks = [list(block) for _, block in groupby(units(text), key=lambda unit: unit.block)]
    found: list[Quotable] = []
    for number, block in enumerate(blocks):
        before = blocks[number - 1][-1] if number else None
        lead = before if before is not None and _leads_in(text, before) else None
        if block[0].kind is UnitKind.PROSE:
            found.extend(_prose(text, block))
        elif block[0].kind is UnitKind.ROW:
            found.extend(_rows(text, block))
        elif block[0].kind in (UnitKind.ITEM, UnitKind.CODE):
            found.extend(_listed(text, block, lead))
        elif block[0].kind is UnitKind.LOG:
            found.extend(Quotable(unit.start, unit.end, unit.kind) for unit in block)
    return [each for each in found if each.end > each.start]


def strip_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out Markdown's marks at the two ends, so that what remains is still an exact slice."""
    bullet = _BULLET.match(text, start, end)
    if bullet:
        start = bullet.end()
    for mark in ("**", "__", "*", "_", "`"):
        inner = text[start + len(mark) : end - len(mark)]
        if (
            text.startswith(mark, start, end)
            and text.endswith(mark, start, end)
            and inner
            and mark not in inner
        ):
            return start + len(mark), end - len(mark)
    return start, end


def _leads_in(text: str, unit: Unit) -> bool:
    return unit.kind in (UnitKind.PROSE, UnitKind.ITEM) and text[unit.start : unit.end].rstrip(
        "*_ "
    ).endswith(":")


def _can_claim(text: str) -> bool:
    bare = text.strip().rstrip("*_`\"'”») ")
    if bare.endswith(("?", ":")) or _BARE_LINK.fullmatch(text) or not _LETTERS.search(_IMAGE.sub("", text)):
        return False
    return len(text.split()) >= MIN_WORDS


def _prose(text: str, block: Sequence[Unit]) -> list[Quotable]:
    found = []
    for number, unit in enumerate(block):
        start, first = unit.start, number
        while first and _leans(text, block[first]) and unit.end - block[first - 1].start <= MAX_JOINED:
            first -= 1
            start = block[first].start
        if _can_claim(text[unit.start : unit.end]):
            found.append(Quotable(*strip_marks(text, start, unit.end), unit.kind))
    return found


def _leans(text: str, unit: Unit) -> bool:
    return _opener().match(fold(text[unit.start : unit.start + 40])) is not None


def _rows(text: str, block: Sequence[Unit]) -> list[Quotable]:
    """Each row behind the header; a run of one row, or one without a rule, has no header."""
    header = block[0] if len(block) > 1 else None
    if header is not None and not _is_rule(text[header.end : block[1].start]):
        header = None
    lead = (header.start, header.end) if header is not None else None
    return [
        Quotable(row.start, row.end, row.kind, lead)
        for row in block
        if row is not header and _cells(text[row.start : row.end]) > 1
    ]


def _cells(row: str) -> int:
    """How many cells of a row say something; a row of one is a heading inside the table."""
    return sum(
        bool(_LETTERS.search(cell) or any(c.isdigit() for c in cell)) for cell in re.split(r"[|\t]", row)
    )


def _is_rule(between: str) -> bool:
    return bool(set(between) & set("-=")) or between.count("\n") > 1


def _listed(text: str, block: Sequence[Unit], lead: Unit | None) -> list[Quotable]:
    """A short list or code block whole, with its lead-in; a long one item by item."""
    start = lead.start if lead is not None else block[0].start
    end = block[-1].end
    kind = block[0].kind
    whole = end - start <= MAX_WHOLE_BLOCK and (lead is not None or kind is UnitKind.CODE)
    if whole:
        return [Quotable(start, end, kind)]
    before = (lead.start, lead.end) if lead is not None else None
    return [
        Quotable(*strip_marks(text, unit.start, unit.end), kind, before)
        for unit in block
        if kind is UnitKind.CODE or _can_claim(text[unit.start : unit.end])
    ]
