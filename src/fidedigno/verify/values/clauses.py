"""What stands near each value of a statement: the words of its clause or its row, and of the header over it.

A clause without a value of its own goes with the neighbour that it is tied to more closely (``Pro: $10``,
``$10 (Pro)``). Which words belong to a value is all that is said here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from fidedigno.consolidate.passages import Word, words_in
from fidedigno.verify.statement import Statement
from fidedigno.verify.values.find import MAX_CHARACTERS, find_values
from fidedigno.verify.values.implied import with_implied
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.nouns import keys_of
from fidedigno.verify.values.skipped import mask_of
from fidedigno.verify.values.value import Kind, Value

_BOUNDARY = re.compile(
    r"(?P<strong>[;|\n\t]|[.!?](?=\s))|(?P<weak>,(?![0-9])|(?<!\w)(?:y|e|o|and|or|but|pero|mientras(?: que)?"
    r"|while|whereas|frente a|versus|vs)(?!\w))|(?P<open>[(:—])|(?P<close>\))"
)
_LISTED = re.compile(r"[\s,;/]{0,3}(?:(?:y|e|o|and|or)\s{1,2})?")
_DENIED = re.compile(
    r"(?<!\w)(?:(?:los|las|el|la|quienes|quien|que|si)\sno\s(?:son\s|es\s|sea\s|sean\s)?(?=\w)"
    r"|non-(?=\w)|(?:who|are|is|you're|they're)\snot\s(?=\w))"
)
_WHEN = frozenset({Kind.PERIOD, Kind.DATE, Kind.WEEKDAY, Kind.ORDINAL})
"""Values that say when or which of another one: a clause with no others goes with its neighbour."""
_LETTER = re.compile(r"(?<=[^\W\d_]{2} )[A-Z](?![\w.’'])")
DENIED = "¬"
"""The key of a word that names whoever is not what follows (``non-members``, ``los no socios``)."""
_TIE = {"strong": 3, "weak": 1, "close": 1, "open": 0}
_EDGE = 4
_SENTENCE_END = '.!?:\n|•-*#"“«¿¡('


class Content(NamedTuple):
    """A content word that belongs to no value; ``clause`` numbers where it stands."""

    start: int
    keys: frozenset[str]
    is_name: bool
    clause: int = 0
    length: int = 1


class Surroundings(NamedTuple):
    """A statement's values with the words around them.

    ``owned`` holds, by value, the keys of the words that go with it; ``clause_of`` the group of clauses it
    stands in. ``keys`` are those of all words and of what is
    counted, ``keys_of_words`` those of the words alone, ``context`` those of what stands over the statement.
    """

    values: tuple[Value, ...]
    words: tuple[Content, ...]
    owned: tuple[frozenset[str], ...]
    clause_of: tuple[int, ...]
    keys: frozenset[str]
    keys_of_words: frozenset[str]
    context: frozenset[str]
    plain_words: frozenset[str]
    """All words, folded."""

    in_lists: frozenset[int]
    """The values that stand in a list of values alone (``$10 and $5``), whose subjects are elsewhere."""


@lru_cache(maxsize=2_048)
def told(statement: Statement) -> Surroundings:
    """:func:`surroundings` of a sentence of evidence, with the values that it implies."""
    values = find_values(statement)
    more = with_implied(statement, values, find_values)
    return surroundings(statement) if more == values else _divided(statement, more)


@lru_cache(maxsize=2_048)
def surroundings(statement: Statement) -> Surroundings:
    """Read a statement's values and divide its words among them."""
    return _divided(statement, find_values(statement))


def _divided(statement: Statement, values: tuple[Value, ...]) -> Surroundings:
    folded = statement.folded[:MAX_CHARACTERS]
    clauses = _clauses(folded, values)
    starts = [start for start, _ in clauses]
    groups = [group for _, group in clauses]

    def group_at(place: int) -> int:
        return groups[bisect_right(starts, place) - 1]

    words = tuple(each._replace(clause=group_at(each.start)) for each in _contents(statement, folded, values))
    marks = tuple((key, group_at(value.start)) for value in values if (key := mark_of(value)))
    clause_of = tuple(group_at(value.start) for value in values)
    near: dict[int, set[str]] = {}
    for word in words:
        near.setdefault(word.clause, set()).update(word.keys)
    owned = tuple(
        frozenset(near.get(clause, ()))
        | frozenset(key for key, group in marks if group == clause and key != mark_of(value))
        | value.nouns
        for value, clause in zip(values, clause_of, strict=True)
    )
    if "|" in statement.text or "\t" in statement.text:
        owned = _with_headers(statement, values, owned, words)
    all_keys = frozenset(key for word in words for key in word.keys)
    return Surroundings(
        values,
        words,
        owned,
        clause_of,
        all_keys.union(*(value.nouns for value in values)),
        all_keys,
        frozenset(
            key for word in words_in(statement.context, language=statement.language) for key in _keys(word)
        ),
        frozenset(word.text for word in _words(statement)),
        _in_lists(folded, values),
    )


def _contents(statement: Statement, folded: str, values: tuple[Value, ...]) -> list[Content]:
    """The content words outside the values in order, with letters that are names and words for whoever is not."""
    text = statement.text[:MAX_CHARACTERS]
    mask = mask_of(text)
    outside = _outside(_words(statement), values)
    found = [
        Content(word.start, keys, _is_name(statement.text, word), length=word.end - word.start)
        for word in outside
        if (keys := _keys(word)) and mask.is_free(word.start, word.end)
    ]
    others = lexicon().others
    places = [match.start() for match in _DENIED.finditer(folded)]
    places += [word.start for word in outside if word.text in others]
    found += [Content(place, frozenset({DENIED}), False) for place in places]
    found += [
        Content(match.start(), frozenset({f"letter:{match[0]}"}), True) for match in _LETTER.finditer(text)
    ]
    return sorted(found, key=lambda each: each.start)


def _in_lists(folded: str, values: tuple[Value, ...]) -> frozenset[int]:
    """The values that nothing but "and" or a comma parts from another of their kind."""
    found: set[int] = set()
    for number, (one, other) in enumerate(pairwise(values)):
        told_apart = one.nouns and other.nouns and not one.nouns & other.nouns
        if (
            one.kind is other.kind
            and not told_apart
            and _LISTED.fullmatch(folded, one.whole_end, max(one.whole_end, other.whole_start))
        ):
            found |= {number, number + 1}
    return frozenset(found)


def raw_clauses(statement: Statement, words: Sequence[Content]) -> list[list[Content]]:
    """Words parted at the marks and conjunctions between clauses; a part with one word stays with what is before."""
    folded = statement.folded
    found: list[list[Content]] = [[]]
    edges = iter([match.start() for match in _BOUNDARY.finditer(folded[:MAX_CHARACTERS])])
    edge = next(edges, len(folded))
    for place, word in enumerate(words):
        crossed = False
        while edge < word.start:
            crossed, edge = True, next(edges, len(folded))
        alone = place + 1 == len(words) or words[place + 1].start > edge
        if crossed and found[-1] and not alone:
            found.append([])
        found[-1].append(word)
    return found


def mark_of(value: Value) -> str:
    """A key for a value that may tell what another one is about: a year, a period; empty for others."""
    if value.kind is Kind.PERIOD:
        return f"per:{value.unit}"
    if value.kind is Kind.WEEKDAY:
        return f"weekday:{value.parts}"
    if value.kind is not Kind.DATE:
        return ""
    span = (*value.years, *value.months)
    return f"date:{value.parts}{span}" if span else f"date:{value.parts}"


def _words(statement: Statement) -> tuple[Word, ...]:
    if len(statement.text) <= MAX_CHARACTERS:
        return statement.words
    return tuple(word for word in statement.words if word.start < MAX_CHARACTERS)


def _keys(word: Word) -> frozenset[str]:
    return frozenset() if word.text in lexicon().light else keys_of(word.text, word.terms)


def _outside(words: tuple[Word, ...], values: tuple[Value, ...]) -> list[Word]:
    """The words that belong to no value, its limit or rate."""
    found, index = [], 0
    for word in words:
        while index < len(values) and values[index].whole_end <= word.start:
            index += 1
        if index == len(values) or word.end <= values[index].whole_start:
            found.append(word)
    return found


def _is_name(text: str, word: Word) -> bool:
    """Whether a word is written as a name: a capital inside a sentence, or letters with figures or capitals."""
    written = text[word.start : word.end]
    if not written[0].isupper():
        return not written.isdigit() and any(letter.isdigit() or letter.isupper() for letter in written)
    if len(written) > 1 and any(map(str.isupper, written[1:])):
        return True
    before = text[max(0, word.start - 3) : word.start].rstrip()
    return bool(before) and before[-1] not in _SENTENCE_END


def _clauses(folded: str, values: tuple[Value, ...]) -> list[tuple[int, int]]:
    """Where each clause begins, and the group it belongs to."""
    starts, ties = [0], [_EDGE]
    index = 0
    for match in _BOUNDARY.finditer(folded):
        while index < len(values) and values[index].end <= match.start():
            index += 1
        if index < len(values) and values[index].start <= match.start() < values[index].end:
            continue
        starts.append(match.end())
        ties.append(_TIE[match.lastgroup or "weak"])
    told = [value for value in values if value.kind not in _WHEN]
    holders = {bisect_right(starts, value.start) - 1 for value in told or values}
    groups = list(range(len(starts)))
    ties.append(_EDGE)
    for number in range(len(starts) - 1, -1, -1):
        if number not in holders and number + 1 < len(starts) and ties[number + 1] <= ties[number]:
            groups[number] = groups[number + 1]
    for number in range(1, len(starts)):
        if number not in holders and groups[number] == number:
            groups[number] = groups[number - 1]
    return list(zip(starts, groups, strict=True))


def _with_headers(
    statement: Statement,
    values: tuple[Value, ...],
    owned: tuple[frozenset[str], ...],
    words: tuple[Content, ...],
) -> tuple[frozenset[str], ...]:
    """In a row: a value has the words of its own cell, of the first one, and of the header over it."""
    mark = "|" if "|" in statement.text else "\t"
    row = statement.text
    edges = [0, *(match.end() for match in re.finditer(re.escape(mark), row))]
    if row.lstrip().startswith(mark):
        edges = edges[1:]
    header = _header(statement, mark, len(edges))
    found = []
    for value in values:
        cell = max(0, bisect_right(edges, value.start) - 1)
        stop = edges[cell + 1] if cell + 1 < len(edges) else len(row) + 1
        second = edges[1] if len(edges) > 1 else len(row)
        near = (word for word in words if edges[cell] <= word.start < stop or edges[0] <= word.start < second)
        keys = frozenset(key for word in near for key in word.keys)
        found.append(keys | value.nouns | (header[cell] if cell < len(header) else frozenset()))
    return tuple(found) if values else owned


def _header(statement: Statement, mark: str, cells: int) -> list[frozenset[str]]:
    for line in reversed(statement.context.split("\n")):
        parts = line.strip().strip(mark).split(mark)
        if len(parts) > 1 and len(parts) in {cells, cells - 1}:
            return [_cell_keys(part, statement.language) for part in parts]
    return []


def _cell_keys(text: str, language: str) -> frozenset[str]:
    words = words_in(text, language=language)
    marks = (mark_of(value) for value in find_values(Statement.of(text.strip(), language)))
    return frozenset(key for word in words for key in _keys(word)) | frozenset(mark for mark in marks if mark)
