"""Whole sentences of the evidence that may be put before a reader.

A quotation is a whole sentence or list item of a passage, word for word. Rows of tables, headings, code and logs
are not prose and are never put in the place of a sentence; nothing that speaks to a language model is, nor what
follows it in the same paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from fidedigno.consolidate.passages import sentences_of, words_in
from fidedigno.ingest.language import Language, language_named, language_of
from fidedigno.ingest.sentences import UnitKind
from fidedigno.verify.heal.hostile import is_hostile
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import EvidenceSpan

MAX_QUOTED = 600
"""A longer sentence is not quoted."""
_MARKER = re.compile(r"(?:[-*+•·‣]|\d{1,3}[.)]|[a-z][.)]|\*{2,5}|\.{1,5}|>)\s+")
_WORD = re.compile(r"[^\W_]")


class Quote(NamedTuple):
    """``passages[passage].text[start:end]``, which is ``text``; ``over`` is the heading and lead-in above it."""

    passage: int
    start: int
    end: int
    text: str
    kind: UnitKind
    over: str = ""

    @property
    def span(self) -> EvidenceSpan:
        """The quotation as evidence."""
        return EvidenceSpan(self.passage, self.start, self.end, self.text)


class Source:
    """The passages, cut into what may be quoted of them when it is first asked for."""

    def __init__(self, passages: Sequence[Passage], language: str) -> None:
        self.passages = passages
        self.language = language
        self._read: dict[int, tuple[Quote, ...]] = {}
        self._languages: dict[int, Language] = {}
        self._figures: dict[frozenset[str], set[frozenset[str]]] | None = None

    def quotes(self, passage: int) -> tuple[Quote, ...]:
        """The sentences, items and rows of a passage, in order, without any hostile one."""
        if passage not in self._read:
            self._read[passage] = tuple(_quotes(self.passages[passage].text, passage))
        return self._read[passage]

    def language_of(self, quote: Quote) -> str:
        """The language of a sentence: that which its passage declares, else the one that its words show."""
        named = language_named(self.passages[quote.passage].language)
        if named:
            return named
        if quote.passage not in self._languages:
            text = self.passages[quote.passage].text
            self._languages[quote.passage] = language_of(text, prior=language_named(self.language))
        return language_of(quote.text, prior=self._languages[quote.passage])

    def aligned(self, span: EvidenceSpan | None, claim: str) -> Quote | None:
        """The quotable sentence at ``span``; of several, the one that shares most words with the claim."""
        if span is None or not 0 <= span.passage < len(self.passages):
            return None
        quotes = self.quotes(span.passage)
        first = bisect_right(quotes, span.start, key=lambda quote: quote.end)
        touched = [each for each in quotes[first:] if each.start < span.end]
        if len(touched) < 2:
            return touched[0] if touched else None
        wanted = terms_in(claim)
        return max(touched, key=lambda quote: (len(wanted & terms_in(quote.text)), -quote.start))

    def replacing(self, span: EvidenceSpan | None, claim: str) -> Quote | None:
        """The sentence at ``span`` where it may stand for a sentence of the answer: prose, same language."""
        quote = self.aligned(span, claim)
        if quote is None or quote.kind not in {UnitKind.PROSE, UnitKind.ITEM}:
            return None
        return quote if self.language_of(quote) == self.language else None

    def is_disputed(self, quote: Quote) -> bool:
        """Whether another sentence says the same with other figures: neither may be put in as the one that holds."""
        if self._figures is None:
            self._figures = {}
            for passage in range(len(self.passages)):
                for each in self.quotes(passage):
                    words, figures = _apart(each.text)
                    self._figures.setdefault(words, set()).add(figures)
        return len(self._figures.get(_apart(quote.text)[0], ())) > 1

    def widened(self, span: EvidenceSpan | None, claim: str) -> EvidenceSpan | None:
        """The whole sentence around ``span``, for a reader; ``span`` itself where there is none."""
        quote = self.aligned(span, claim)
        if span is None or quote is None or not (quote.start <= span.start and span.end <= quote.end):
            return span
        return quote.span

    def is_trusted(self, span: EvidenceSpan | None) -> bool:
        """Whether the line that ``span`` stands in gives no orders to a model."""
        if span is None or not 0 <= span.passage < len(self.passages):
            return False
        text = self.passages[span.passage].text
        begin = max(text.rfind("\n", 0, span.start) + 1, span.start - MAX_QUOTED)
        end = text.find("\n", span.end, span.end + MAX_QUOTED)
        return not is_hostile(text[begin : end if end >= 0 else span.end + MAX_QUOTED])


def _apart(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of a sentence, and its figures."""
    terms = terms_in(text)
    figures = frozenset(term for term in terms if term[0].isdigit())
    return terms - figures, figures


def terms_in(text: str) -> frozenset[str]:
    """The stems of a text, in both languages."""
    return frozenset(term for word in words_in(text[:MAX_QUOTED]) for term in word.terms)


def _quotes(text: str, passage: int) -> list[Quote]:
    found = []
    tainted = -1
    for sentence in sentences_of(text):
        start, end = sentence.start, sentence.end
        marker = _MARKER.match(text, start, end)
        start = marker.end() if marker and sentence.kind is not UnitKind.CODE else start
        if sentence.kind is UnitKind.ROW:
            start, end = _inside(text, start, end)
        words = text[start:end]
        if is_hostile(words):
            tainted = sentence.block
        quotable = sentence.kind in {UnitKind.PROSE, UnitKind.ITEM, UnitKind.ROW}
        if not quotable or sentence.block == tainted or end - start > MAX_QUOTED or not _WORD.search(words):
            continue
        over = " ".join(text[slice(*each)] for each in (sentence.heading, sentence.lead) if each)
        found.append(Quote(passage, start, end, words, sentence.kind, over))
    return found


def _inside(text: str, start: int, end: int) -> tuple[int, int]:
    """A row without the lines at its sides."""
    while start < end and text[start] in "| \t":
        start += 1
    while end > start and text[end - 1] in "| \t":
        end -= 1
    return start, end
