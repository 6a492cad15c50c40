"""Whether the evidence has a reference: a paper, an address, an article, a code; and what it has instead.

Notations of the same thing are one; a more general form of what is there is known. A number is never taken for
another that is near.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property

from fidedigno.verify.entities.aliases import key_of
from fidedigno.verify.entities.articles import articles_in, has_article
from fidedigno.verify.entities.evidence import QUESTION, Evidence
from fidedigno.verify.entities.name import NameKind
from fidedigno.verify.entities.nearest import Candidate
from fidedigno.verify.entities.references import Reference, references_in
from fidedigno.verify.report import EvidenceSpan

_NUMBERED_LINE = re.compile(r"^[ \t#*]{0,8}(\d{1,4}(?:\.\d{1,3}){0,4})[.)º]?[ \t*]", re.MULTILINE)
_HASH = re.compile(r"[0-9a-f]{7,64}")
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_TELLING_DIGITS = 4
"""From so many on the number of a code tells it without its letters."""


class References:
    """The references of the evidence, read when first asked for."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    @cached_property
    def _all(self) -> tuple[tuple[int, Reference], ...]:
        sources = self._evidence.sources
        return tuple((source.number, each) for source in sources for each in references_in(source.text)[0])

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(each.key for _, each in self._all)

    @cached_property
    def _articles(self) -> frozenset[str]:
        """With all that begins each key: ``art. 25`` is named by ``art. 25.3``."""
        # They are read again: those inside a range (``5 to 8``) lie over the ones at its ends.
        found: set[str] = set()
        for source in self._evidence.sources:
            for each in articles_in(source.text):
                parts = each.key.split(".")
                found.update(".".join(parts[:count]) for count in range(1, len(parts) + 1))
        return frozenset(found)

    @cached_property
    def _numbered(self) -> frozenset[str]:
        return frozenset(
            match[1] for source in self._evidence.sources for match in _NUMBERED_LINE.finditer(source.text)
        )

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

    @cached_property
    def _words(self) -> list[str]:
        return sorted(self._evidence.positions)

    def knows(self, reference: Reference) -> bool:
        """Whether the evidence has it."""
        kind, _, value = reference.key.partition(":")
        if reference.name.kind is NameKind.ARTICLE:
            return self._has_article(reference.key, value)
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
        return has_article(key, self._articles, self._numbered, self._evidence.positions)

    def _stands(self, value: str) -> bool:
        """Whether its letters and figures stand somewhere in a row, whatever marks are between them."""
        words = _WORD.findall(value)
        return bool(words) and next(self._evidence.found(words), None) is not None

    def _has_code(self, code: str) -> bool:
        if _HASH.fullmatch(code) and any(letter.isdigit() for letter in code):
            at = bisect_left(self._words, code)
            return at < len(self._words) and self._words[at].startswith(code)
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


def _family(reference: Reference) -> tuple[str, str]:
    kind, _, value = reference.key.partition(":")
    if kind == "code":
        return kind, _DIGITS.sub("0", value) if _DIGITS.search(value) else value
    if kind == "url":
        return kind, value.partition("/")[0]
    if kind == "mail":
        return kind, value.partition("@")[2]
    return kind, ""
