"""An answer verified while it is being written: the claims of each sentence as soon as it is complete.

A sentence is judged by itself; the report at the end is that of the whole answer, which is the one to keep.
What is written beyond the characters that an inspection reads is not judged, and in ``hold`` not given out.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from enum import StrEnum
from typing import NamedTuple

from fidedigno.ingest.sentence_stream import Sentence, SentenceReader
from fidedigno.model.verdict import Support
from fidedigno.verify.inspector import AsyncInspector, Inspector
from fidedigno.verify.passage import Passage, as_passages
from fidedigno.verify.report import Check, CheckedClaim, Report


class OnContradiction(StrEnum):
    """What is done with a sentence that contradicts the evidence: give it out marked, or hold it back."""

    MARK = "mark"
    HOLD = "hold"


class CheckedSentence(NamedTuple):
    """A sentence with the space before it, and its claims; empty where it is held back.

    With nothing held back, the sentences in order are the answer.
    """

    sentence: str
    claims: tuple[CheckedClaim, ...]

    @property
    def contradicted(self) -> bool:
        """Whether one of its claims contradicts the evidence."""
        return any(map(contradicts, self.claims))


def contradicts(claim: CheckedClaim) -> bool:
    """Whether a claim contradicts its evidence."""
    return claim.support is Support.CONTRADICTED or any(
        each.check is Check.CONTRADICTION for each in claim.findings
    )


class _Written:
    """What was written so far: as much as an inspection reads, and its sentences with the space before them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._reader = SentenceReader()
        self._pieces: list[str] = []
        self._length = 0
        self._open = ""
        self._base = 0

    def take(self, piece: str) -> list[tuple[str, Sentence]]:
        """Take a piece; the sentences that it completes."""
        if self._length <= self._limit:
            # One character more than is read, so that the report says that there was more.
            kept = piece[: self._limit + 1 - self._length]
            self._pieces.append(kept)
            self._length += len(kept)
        self._open += piece
        return [self._with_space(each) for each in self._reader.feed(piece)]

    def close(self) -> list[tuple[str, Sentence]]:
        """The sentences that were open."""
        return [self._with_space(each) for each in self._reader.close()]

    def rest(self) -> str:
        """What stands behind the last sentence."""
        return self._open

    def text(self) -> str:
        """What is inspected at the end."""
        return "".join(self._pieces)

    def is_read(self, sentence: Sentence) -> bool:
        """Whether a sentence is within what is read."""
        return sentence.end <= self._limit

    def _with_space(self, sentence: Sentence) -> tuple[str, Sentence]:
        cut = sentence.end - self._base
        given, self._open, self._base = self._open[:cut], self._open[cut:], sentence.end
        return given, sentence


class StreamingInspection:
    """Inspects an answer that arrives in pieces.

    Args:
        verifier: what inspects.
        question: what was asked.
        passages: the evidence.
    """

    def __init__(self, verifier: Inspector, question: str, passages: Sequence[str | Passage]) -> None:
        self._verifier = verifier
        self._question = question
        self._passages = as_passages(passages)
        self._written = _Written(verifier.settings.max_answer_characters)

    def feed(self, chunk: str) -> tuple[CheckedClaim, ...]:
        """Take the next piece: the claims of the sentences that it completes, with places in the whole answer.

        Raises:
            ValueError: if it was finished before.
        """
        return self._claims(self._written.take(chunk))

    def finish(self) -> Report:
        """The report of the whole answer, as an inspection of it at once gives it."""
        self._written.close()
        return self._verifier.inspect(self._question, self._passages, self._written.text())

    def _claims(self, sentences: list[tuple[str, Sentence]]) -> tuple[CheckedClaim, ...]:
        found: list[CheckedClaim] = []
        for _, sentence in sentences:
            if self._written.is_read(sentence):
                report = self._verifier.preview(self._question, self._passages, sentence.text)
                found += [each.moved(sentence.start) for each in report.claims]
        return tuple(found)


async def averify_stream(
    verifier: AsyncInspector,
    question: str,
    passages: Sequence[str | Passage],
    chunks: AsyncIterable[str],
    *,
    on_contradiction: OnContradiction | str = OnContradiction.MARK,
    finished: Callable[[Report], None] | None = None,
) -> AsyncIterator[CheckedSentence]:
    """Give out an answer sentence by sentence, each with its claims.

    Args:
        verifier: what inspects.
        question: what was asked.
        passages: the evidence.
        chunks: the answer, in pieces.
        on_contradiction: ``mark`` gives out a sentence that contradicts the evidence, with its claims; ``hold``
            gives out its claims alone.
        finished: is given the report of the whole answer, as it was written.

    Raises:
        ValueError: if ``on_contradiction`` is neither.
    """
    holds = OnContradiction(on_contradiction) is OnContradiction.HOLD
    evidence = as_passages(passages)
    written = _Written(verifier.settings.max_answer_characters)

    async def checked(text: str, sentence: Sentence) -> CheckedSentence:
        if not written.is_read(sentence):
            return CheckedSentence("" if holds else text, ())
        report = await asyncio.to_thread(verifier.preview, question, evidence, sentence.text)
        result = CheckedSentence(text, tuple(each.moved(sentence.start) for each in report.claims))
        return CheckedSentence("", result.claims) if holds and result.contradicted else result

    async with AsyncExitStack() as stack:
        close = getattr(chunks, "aclose", None)
        if close is not None:
            stack.push_async_callback(close)
        async for chunk in chunks:
            for text, sentence in written.take(chunk):
                yield await checked(text, sentence)
    for text, sentence in written.close():
        yield await checked(text, sentence)
    if written.rest():
        yield CheckedSentence(written.rest(), ())
    report = await verifier.ainspect(question, evidence, written.text())
    if finished is not None:
        finished(report)
