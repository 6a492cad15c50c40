"""Runs of capitalised words: ``Universidad de Salamanca``, ``J. K. Rowling``, ``Acme, Inc.``.

What a run is, or whether it is any name, is told by :mod:`fidedigno.verify.entities.kinds`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.layout import Layout
from fidedigno.verify.entities.vocabulary import is_common, is_function, vocabulary

_TOKEN = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:['’&·-][^\W_]+)*")
_OWNED = re.compile(r"['’][sS]\Z")
_CONTRACTED = re.compile(r"['’](?:s|re|ve|ll|d|m|t)\Z", re.IGNORECASE)
_MIXED = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]{2,}")
_LOWER_PART = re.compile(r"[-&·](?=[a-zà-ÿ])")
_BLANK = re.compile(r"[ \u00a0\u202f]{1,3}\Z")
_DOT_BLANK = re.compile(r"\.[ \u00a0\u202f]{0,2}\Z")
_COMMA_BLANK = re.compile(r",[ \u00a0]\Z")
_OPENS = re.compile(r"[!?:|\n\t\"“«(—–•>…¡¿]")
_LONGEST = 14
"""Tokens of a run; what is longer is no name."""
_OF = frozenset({"of", "de", "del", "for", "para", "la", "las", "los", "the", "el"})
_IN_PEOPLE = frozenset({"de", "del", "la", "las", "los"})
_IN_ANY = frozenset({"von", "van", "der", "den", "di", "da", "du", "bin", "ibn", "ter", "zu", "dos", "das"})
_ABBREVIATED = frozenset({"ee", "st", "mt", "sta", "sto", "no"})


class Capital(NamedTuple):
    """``text[start:end]``, ``folded``. ``initial``: its capital may come from its place alone.

    ``ends`` that no word after it belongs to the same name (a possessive, a cut compound).
    """

    start: int
    end: int
    text: str
    folded: str
    initial: bool
    capital: bool
    ends: bool
    gap: str

    @property
    def mixed(self) -> bool:
        """Whether its capitals are inside: ``PaymentService``, ``iPhone``."""
        return _MIXED.search(self.text) is not None

    @property
    def acronym(self) -> bool:
        """``NATO``, ``U.N.``, ``COVID``: two letters or more and all of them capitals."""
        return self.text.isupper() and sum(map(str.isalpha, self.text)) >= 2


class Run(NamedTuple):
    """Neighbouring words that may be one name; ``before`` is the word in front of it, folded."""

    words: tuple[Capital, ...]
    before: str
    after: str


def runs_in(text: str, layout: Layout, taken: bytearray) -> Iterator[Run]:
    """The runs of ``text`` in order; ``taken`` marks what other readers have read."""
    for unit in layout.read:
        tokens = list(_tokens(text, unit.start, unit.end, layout.skipped, taken))
        at = 0
        while at < len(tokens):
            if not tokens[at].capital:
                at += 1
                continue
            size = _extent(tokens, at)
            before = tokens[at - 1].folded if at and _near(tokens[at].gap) else ""
            following = tokens[at + size] if at + size < len(tokens) else None
            after = following.folded if following is not None and _near(following.gap) else ""
            yield Run(tuple(tokens[at : at + size]), before, after)
            at += size


def _near(gap: str) -> bool:
    return bool(_BLANK.match(gap) or _DOT_BLANK.match(gap))


def _tokens(text: str, start: int, end: int, skipped: bytearray, taken: bytearray) -> Iterator[Capital]:
    last, first = start, True
    for match in _TOKEN.finditer(text, start, end):
        begin, stop = match.span()
        if skipped[begin] or taken[begin]:
            first = first and bool(skipped[begin])
            last = begin
            continue
        word = match.group()
        gap = text[last:begin]
        owned = _OWNED.search(word)
        lower = _LOWER_PART.search(word)
        cut = owned.start() if owned else lower.start() if lower and word[0].isupper() else len(word)
        kept = word[:cut]
        capital = (kept[0].isupper() or _MIXED.search(kept) is not None) and not _is_contraction(word)
        initial = first or _OPENS.search(gap) is not None
        yield Capital(begin, begin + cut, kept, plain(kept), initial, capital, cut < len(word), gap)
        # The mark of a list item (``1.``, ``b)``) is no word of its sentence.
        marks = first and (word.isdigit() or len(word) == 1) and text[stop : stop + 1] in {".", ")"}
        last, first = stop, marks


def _is_contraction(word: str) -> bool:
    """``It's``, ``Don't``, ``I'm``: no names."""
    match = _CONTRACTED.search(word)
    if match is None:
        return False
    base = plain(word[: match.start()])
    return len(base) == 1 or (base.endswith("n") and word[-1] in "tT") or is_function(base)


def _extent(tokens: list[Capital], at: int) -> int:
    """How many tokens from ``at`` on make one run."""
    size = 1
    while at + size < len(tokens) and size < _LONGEST and not tokens[at + size - 1].ends:
        following = tokens[at + size]
        if following.capital and _joins(tokens[at + size - 1], following):
            size += 1
            continue
        step = _over_particles(tokens, at, size)
        if not step:
            break
        size += step
    return size


def _joins(before: Capital, following: Capital) -> bool:
    gap = following.gap
    if _BLANK.match(gap):
        return True
    told = vocabulary()
    if _DOT_BLANK.match(gap):
        abbreviated = len(before.folded) == 1 or before.folded in told.titles or before.folded in _ABBREVIATED
        return abbreviated and not following.initial
    return _COMMA_BLANK.match(gap) is not None and following.folded in told.corporate


def _over_particles(tokens: list[Capital], at: int, size: int) -> int:
    """The tokens up to the next capitalised one over ``of the``, ``de la``, ``von``; 0 where they part names."""
    told = vocabulary()
    end = at + size
    stop = end
    while (
        stop < len(tokens) and stop - end < 3 and not tokens[stop].capital and _BLANK.match(tokens[stop].gap)
    ):
        if tokens[stop].folded not in told.particles and tokens[stop].folded not in told.joining:
            return 0
        stop += 1
    if stop == end or stop >= len(tokens) or not tokens[stop].capital or not _BLANK.match(tokens[stop].gap):
        return 0
    between = {token.folded for token in tokens[end:stop]}
    if between <= _IN_ANY:
        return stop - end + 1
    first = next((token for token in tokens[at:end] if not is_function(token.folded)), tokens[at])
    heads = told.organisations | told.places
    if between & told.joining and tokens[stop].folded in heads:
        return 0
    if first.folded in heads:
        return stop - end + 1
    if between <= _OF and any(token.folded in heads for token in tokens[at:end]):
        return stop - end + 1
    is_person = first.folded in told.given_names or first.folded in told.titles
    alone = between <= {"de", "del"} and is_common(tokens[stop].text)
    starts_other = tokens[stop].folded in told.given_names or alone
    if is_person and between <= _IN_PEOPLE | _IN_ANY and not starts_other:
        return stop - end + 1
    return 0
