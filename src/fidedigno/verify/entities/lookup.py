"""Whether the evidence has a reference: a paper, an address, an article, a code; and what it has instead.

Notations of the same thing are one; a more general form of what is there is known. A number is never taken for
another that is near.
"""

from __future__ import annotations

import re
from functools import cached_property

from fidedigno.verify.entities.aliases import key_of
from fidedigno.verify.entities.articles import has_article
from fidedigno.verify.entities.belonging import Mention
from fidedigno.verify.entities.contents import entries_in
from fidedigno.verify.entities.evidence import QUESTION, Evidence
from fidedigno.verify.entities.name import NameKind
from fidedigno.verify.entities.nearest import Candidate
from fidedigno.verify.entities.references import LABEL, STANDARD, Reference
from fidedigno.verify.report import EvidenceSpan

_NUMBERED_LINE = re.compile(r"^[ \t#*]{0,8}(\d{1,4}(?:\.\d{1,3}){0,4})[.)º]?[ \t*]", re.MULTILINE)
_HASH = re.compile(r"[0-9a-f]{7,64}")
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_FIGURE = re.compile(r"(?<![\w.,])(?:\d{1,4}(?:\.\d{1,3}){0,3}|[ivx]{1,5})(?![\w%€$£])")
_BEHIND = 120
"""Characters behind a label in which a figure may be another of its kind."""
_TELLING_LABEL = 3
"""Figures from which the number of a label tells by itself."""
_TELLING_DIGITS = 4
"""From so many on the number of a code tells it without its letters."""


class References:
    """The references of the evidence, read when first asked for."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    @cached_property
    def _all(self) -> tuple[tuple[int, Reference], ...]:
        held = zip(self._evidence.sources, self._evidence.indexes, strict=True)
        return tuple((source.number, each) for source, index in held for each in index.references)

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(each.key for _, each in self._all)

    @cached_property
    def _articles(self) -> frozenset[str]:
        """With all that begins each key: ``art. 25`` is named by ``art. 25.3``."""
        # They are read again: those inside a range (``5 to 8``) lie over the ones at its ends.
        found: set[str] = set()
        for index in self._evidence.indexes:
            for each in index.articles:
                parts = each.key.split(".")
                found.update(".".join(parts[:count]) for count in range(1, len(parts) + 1))
        return frozenset(found)

    @cached_property
    def _numbered(self) -> frozenset[str]:
        return frozenset(
            match[1] for source in self._evidence.sources for match in _NUMBERED_LINE.finditer(source.text)
        ).union(*(entries_in(source.text) for source in self._evidence.sources))

    @cached_property
    def _above(self) -> frozenset[str]:
        """Every address over one that is there: the host, and each folder."""
        found: set[str] = set()
        for key in self._keys:
            if key.startswith("url:"):
                parts = re.split(r"[/?]", key, maxsplit=12)
                found.update("/".join(parts[:count]) for count in range(1, len(parts) + 1))
            elif key.startswith("mail:"):
                found.add("url:" + key.partition("@")[2])
        return frozenset(found)

    @cached_property
    def _families(self) -> dict[tuple[str, str], dict[str, tuple[int, Reference]]]:
        families: dict[tuple[str, str], dict[str, tuple[int, Reference]]] = {}
        for number, each in self._all:
            families.setdefault(_family(each), {})[each.key] = (number, each)
        return families

    def knows(self, reference: Reference) -> bool:
        """Whether the evidence has it."""
        kind, _, value = reference.key.partition(":")
        if reference.name.kind is NameKind.ARTICLE:
            return self._has_article(reference.key, value)
        if kind == LABEL:
            return self._has_labelled(value)
        if kind == STANDARD:
            return self._has_standard(value)
        if key_of(value) in self._evidence.runs and kind not in {"url", "mail"}:
            return True
        if reference.key in self._keys:
            return True
        if kind == "url":
            return reference.key in self._above
        return (kind == "code" and self._has_code(value)) or self._stands(value)

    def _has_article(self, key: str, value: str) -> bool:
        if key.startswith("law:"):
            return key in self._keys or self._stands(value)
        kind, _, number = key.partition(":")
        return number in self._behind.get(kind, ()) or has_article(
            key, self._articles, self._numbered, self._evidence.positions
        )

    @cached_property
    def _labels(self) -> dict[str, set[str]]:
        """The numbers of each label, and the figures that stand shortly behind one: *table 4 and the other, 6*."""
        found: dict[str, set[str]] = {}
        for index in self._evidence.indexes:
            for each in index.labelled:
                kind, _, number = each.key.partition(":")
                numbers = found.setdefault(kind, set())
                numbers.add(number)
                numbers.update(_FIGURE.findall(index.folded, each.end, each.end + _BEHIND))
        return found

    @cached_property
    def _behind(self) -> dict[str, set[str]]:
        """Figures shortly behind an article: *article 37 ...; that of feeding, in 41*."""
        found: dict[str, set[str]] = {}
        for index in self._evidence.indexes:
            for each in index.articles:
                kind = each.key.partition(":")[0]
                figures = _FIGURE.findall(index.folded, each.end, each.end + _BEHIND)
                found.setdefault(kind, set()).update(figures)
        return found

    def _has_labelled(self, value: str) -> bool:
        """Not where the evidence has others of the label and not this one; a long number must stand somewhere."""
        kind, _, number = value.partition(".")
        if number in self._labels.get(kind, ()):
            return True
        figures = _DIGITS.findall(number)
        told = any(letter.isalpha() for letter in number) or len("".join(figures)) >= _TELLING_LABEL
        if told and self._stands(number):
            return True
        return kind not in self._labels and not (figures and told)

    def _has_standard(self, value: str) -> bool:
        """Whether its number stands somewhere; a year behind a colon may be missing."""
        body, _, number = value.partition(" ")
        return self._stands(number.partition(":")[0]) or self._stands(f"{body}{number}")

    def _stands(self, value: str) -> bool:
        """Whether its letters and figures stand somewhere in a row, whatever marks are between them."""
        words = _WORD.findall(value)
        return bool(words) and next(self._evidence.found(words), None) is not None

    def _has_code(self, code: str) -> bool:
        if _HASH.fullmatch(code) and any(letter.isdigit() for letter in code):
            return self._evidence.has_beginning(code)
        if code.startswith("v") and code[1:2].isdigit():
            return self._stands(code[1:])
        digits = _DIGITS.findall(code)
        if len(digits) != 1 or len(digits[0]) < _TELLING_DIGITS:
            return False
        return any(self._stands_alone(place) for place in self._evidence.positions.get(digits[0], ())[:200])

    def _stands_alone(self, place: int) -> bool:
        """Whether a number is no part of another code: ``10482`` in ``order 10482``, not in ``INV-10482``."""
        token = self._evidence.tokens[place]
        text = self._evidence.sources[token.source].text
        return (
            text[token.start - 1 : token.start] not in set("-_/.") and text[token.end : token.end + 1] != "-"
        )

    @cached_property
    def mentions(self) -> dict[int, tuple[Mention, ...]]:
        """Where they stand, for each source, by its place among the sources."""
        return {
            place: tuple(
                Mention(each.name.start, each.name.end, family_of(each), each.key)
                for each in index.references
            )
            for place, index in enumerate(self._evidence.indexes)
        }

    def nearest(self, reference: Reference) -> Candidate | None:
        """The one reference of its family that the evidence has instead: same kind, letters, host or mail domain.

        Of articles none: that another is there does not make it the one that was meant.
        """
        if reference.name.kind is NameKind.ARTICLE:
            return None
        found = self._families.get(_family(reference), {})
        if len(found) != 1:
            return None
        number, each = next(iter(found.values()))
        name = each.name
        span = None if number == QUESTION else EvidenceSpan(number, name.start, name.end, name.text)
        return Candidate(name.text, span)


def family_of(reference: Reference) -> str:
    """What a reference may be confused with: another address, article, code, or number of the same label."""
    kind, _, value = reference.key.partition(":")
    return f"{kind} {value.partition('.')[0]}" if kind == LABEL else kind


def _family(reference: Reference) -> tuple[str, str]:
    kind, _, value = reference.key.partition(":")
    if kind == "code":
        return kind, _DIGITS.sub("0", value) if _DIGITS.search(value) else value
    if kind == LABEL:
        return kind, value.partition(".")[0]
    if kind == STANDARD:
        return kind, value.partition(" ")[0]
    if kind == "url":
        return kind, value.partition("/")[0]
    if kind == "mail":
        return kind, value.partition("@")[2]
    return kind, ""
