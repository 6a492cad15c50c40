"""Looks through everything that came back for what its reader may not know.

References are exact: numbers of documents, ids of passages, paths. Words are recognised by their marks.
What the person wrote in the question is no news and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from fidedigno.evaluate.boundaries.canaries import Mark, MarkFinder, MarkKind, numbers_in, squeeze
from fidedigno.evaluate.boundaries.records import Document
from fidedigno.evaluate.boundaries.routes import CRASHED, Exchange

_HEX_ID = re.compile(r"[0-9a-f]{6,16}")
_HEX_IN_PROSE = re.compile(r"(?<![0-9A-Za-z])(?=[0-9]*[a-f])[0-9a-f]{6,16}(?![0-9A-Za-z])")
_REFERENCE = re.compile(r"([0-9a-f]{6,16})(?:[.:#-].*)?")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_GOES_ON = re.compile(r"[\w.-]")


class Leak(StrEnum):
    """How something that may not be known showed."""

    DOCUMENT = "document"
    """The number of a document."""
    PASSAGE = "passage"
    """The id of a passage, in an answer, a citation, the matrix or a record."""
    PATH = "path"
    TITLE = "title"
    PHRASE = "phrase"
    NUMBER = "number"
    CONFLICT = "conflict"
    """A conflict of which the person may not see both sides."""
    RECORD = "record"
    """The record of somebody else's answer was opened."""
    DIFFERENCE = "difference"
    """Refused otherwise than a question about a thing that does not exist."""
    CRASH = "crash"
    """An error that is not one of ours, which may tell apart what must not be told apart."""
    TIME = "time"
    RETRIEVED = "retrieved"
    """A disabled account was given something."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A leak, the document that it is of (0 where it is of none), and the form in which it showed."""

    leak: Leak
    document: int = 0
    form: str = ""


@dataclass(frozen=True)
class Judge:
    """Judges for somebody who may read ``readable`` and nothing else."""

    documents: Mapping[int, Document]
    readable: frozenset[int]
    marks: tuple[Mark, ...]
    passages: Mapping[int, int]
    """The document of each passage."""

    @cached_property
    def _finder(self) -> MarkFinder:
        """Of the marks that can only come from closed documents."""
        telling = (each for each in self.marks if each.speaks_against(self.readable))
        return MarkFinder(each for each in telling if self._is_closed(each.document))

    def examine(self, exchange: Exchange, asked: str) -> list[Finding]:
        """What is wrong with what came back to somebody who had written ``asked``."""
        found = dict.fromkeys(self._references(exchange.data))
        found |= dict.fromkeys(self._words(exchange, asked))
        found |= dict.fromkeys(self._conflicts(exchange))
        if exchange.outcome.startswith(CRASHED):
            found[Finding(Leak.CRASH, form=exchange.outcome)] = None
        return list(found)

    def cites_only_readable(self, exchange: Exchange) -> bool:
        """Whether something was stated, and every source of it may be read."""
        answer = exchange.answer
        if answer is None or not answer.claims:
            return False
        return all(card.document_id in self.readable or not card.document_id for card in answer.evidence)

    def _is_closed(self, document: int) -> bool:
        return document in self.documents and document not in self.readable

    def _references(self, data: Any) -> Iterator[Finding]:
        for name, value in walk(data):
            if name == "document_id" and isinstance(value, int) and self._is_closed(value):
                yield Finding(Leak.DOCUMENT, value)
            if not isinstance(value, str) or _INSTANT.match(value):
                continue
            whole = _REFERENCE.fullmatch(value)
            for number in {*_HEX_IN_PROSE.findall(value), *([whole[1]] if whole else ())}:
                document = self.passages.get(int(number, 16), 0)
                if self._is_closed(document):
                    yield Finding(Leak.PASSAGE, document)

    def _words(self, exchange: Exchange, asked: str) -> Iterator[Finding]:
        said = "\n".join((*texts_of(exchange.data), exchange.words))
        known, numbers = squeeze(asked), numbers_in(asked)
        for mark, form in self._finder.find(said).items():
            if mark.squeezed not in (numbers if mark.kind is MarkKind.NUMBER else known):
                yield Finding(Leak(mark.kind.value), mark.document, form)
        yield from self._paths(said, asked)

    def _paths(self, said: str, asked: str) -> Iterator[Finding]:
        if "/" not in said:
            return
        for document in self.documents.values():
            if document.id in self.readable or document.uri in asked:
                continue
            at = said.find(document.uri)
            while at >= 0:
                end = at + len(document.uri)
                if not _GOES_ON.match(said, end) or said[end : end + 2] in {".", ". ", ".\n"}:
                    yield Finding(Leak.PATH, document.id)
                    break
                at = said.find(document.uri, end)

    def _conflicts(self, exchange: Exchange) -> Iterator[Finding]:
        """A conflict that is told needs two sides, and both must be open to the person."""
        answer = exchange.answer
        for doubt in answer.uncertainty if answer is not None else ():
            if doubt.status != "conflicting":
                continue
            documents = {self._document_of(each) for each in doubt.evidence_ids}
            closed = [each for each in documents if each and self._is_closed(each)]
            row = answer.matrix.row(doubt.fact) if answer is not None else None
            within_one = row is not None and bool(row.statements and row.opposed)
            if closed or (len(doubt.evidence_ids) < 2 and not within_one):
                yield Finding(Leak.CONFLICT, closed[0] if closed else 0)

    def _document_of(self, evidence: str) -> int:
        head = evidence.split(".", 1)[0].split(":", 1)[0]
        try:
            return self.passages.get(int(head, 16), 0)
        except ValueError:
            return 0


def walk(data: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of plain data with the name of the field that holds it; names of fields too."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield "", key
            yield from walk(value, str(key))
    elif isinstance(data, list | tuple | set | frozenset):
        for value in data:
            yield from walk(value, name)
    else:
        yield name, data


def texts_of(data: Any) -> Iterable[str]:
    """The texts of plain data, without instants and lone ids, whose digits are no numbers of a document."""
    for _, value in walk(data):
        if isinstance(value, str) and not _INSTANT.match(value) and not _HEX_ID.fullmatch(value):
            yield value
