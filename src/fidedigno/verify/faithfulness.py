"""How far the evidence carries each claim: alignment, comparison and features, before anything is judged.

A claim that cites passages is held against those alone: the cited passage itself must carry it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fidedigno.consolidate.passages import Word
from fidedigno.errors import ConfigurationError
from fidedigno.verify.align import MOST_WINDOWS, Aligned
from fidedigno.verify.claims import ClaimText, bare_text
from fidedigno.verify.combiner import CLAIM, SEMANTIC
from fidedigno.verify.contradiction import Compared, Faced, find_contradictions, stands_in
from fidedigno.verify.entities import EntitySignals, NameReader, examine
from fidedigno.verify.features import measure
from fidedigno.verify.prepared import Prepared, View
from fidedigno.verify.report import EvidenceSpan, Finding
from fidedigno.verify.semantic import NOT_NEAR, Head, Nearness, Vectors
from fidedigno.verify.statement import Statement
from fidedigno.verify.values import Value, find_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_FOREIGN = 100
"""Sentences of another language among which the nearest is looked for."""
_VALUE_CODES = frozenset(
    {
        "number_differs", "amount_differs", "percentage_differs", "date_differs", "time_differs",
        "weekday_differs", "duration_differs", "period_differs", "bound_differs", "range_differs",
        "version_differs", "attribute_differs",
    }
)  # fmt: skip
FEW_SENTENCES = 12
"""Sentences of evidence up to which it is asked whether a name belongs to something else: among more of them nearness
does not tell what belongs to what (on long public pages, as many faithful answers were accused as unfaithful ones)."""


@dataclass(slots=True)
class Measured:
    """A claim with all that was measured of it.

    ``verbatim``: it is a sentence of the evidence, word for word. ``foreign``: some of that evidence is in another
    language. ``passages`` are the places of those that it was held against.
    """

    claim: ClaimText
    statement: Statement
    aligned: Aligned
    faced: tuple[Faced, ...]
    compared: Compared
    verbatim: bool
    foreign: bool = False
    passages: frozenset[int] = frozenset()
    features: tuple[float, ...] = ()
    nearness: Nearness = NOT_NEAR
    entities: EntitySignals = field(default_factory=EntitySignals)

    @property
    def evidence(self) -> tuple[EvidenceSpan, ...]:
        """Its best sentences, the best first."""
        return tuple(each.place for each in self.faced)

    def measured(self, *, semantic: bool) -> tuple[float, ...]:
        """All features, in the order of the combiner."""
        value, polarity = _strongest(self.compared.findings)
        compared = (
            value,
            polarity,
            float(len(self.compared.agreed)),
            float(len(self.compared.missing)),
            float(self.entities.names_known),
            float(self.entities.names_unknown),
            float(self.entities.references_known),
            float(self.entities.references_unknown),
            float(self.entities.quotations_differing),
        )
        named = (*self.features, *compared)
        return (*named, *self.nearness) if semantic else named


def signals(measured: Sequence[float]) -> Mapping[str, float]:
    """The features of a claim, as :meth:`Measured.measured` gave them, by name."""
    names = CLAIM if len(measured) == len(CLAIM) else (*CLAIM, *SEMANTIC)
    return dict(zip(names, measured, strict=True))


def _strongest(findings: Iterable[Finding]) -> tuple[float, float]:
    value = polarity = 0.0
    for each in findings:
        if each.code in _VALUE_CODES:
            value = max(value, each.certainty)
        else:
            polarity = max(polarity, each.certainty)
    return value, polarity


def measure_answer(
    prepared: Prepared, names: NameReader | None = None
) -> tuple[list[Measured], tuple[Finding, ...]]:
    """Measure every claim by words alone; and what names and references came to."""
    measured = [measure_claim(prepared, claim) for claim in prepared.statements]
    return measured, add_entities(prepared, measured, names)


def measure_claim(prepared: Prepared, claim: ClaimText, passages: Collection[int] | None = None) -> Measured:
    """Align one claim with the evidence, compare it with its best sentences and measure it.

    ``passages`` are the places of those that it is held against; where none are named, those that it cites, and all
    where it cites none.
    """
    view = prepared.view(prepared.cited(claim) if passages is None else passages)
    text = bare_text(prepared.answer, claim)
    statement = Statement.of(text, prepared.language)
    aligned = view.text.align(statement.words)
    values = find_values(statement)
    weight = _weight_of_values(statement, values)
    faced = tuple(
        Faced(
            view.text.span(window.line), prepared.sentence(window.line, view), min(1.0, window.share * weight)
        )
        for window in aligned.windows
    )
    beside = _beside(prepared, view, aligned) if values else ()
    compared = find_contradictions(statement, claim.start, (*faced, *beside))
    open_words = _open_words(statement, compared)
    if len(open_words) < len(statement.words):
        aligned = view.text.align(open_words)
    features = measure(text, open_words, aligned, view.words, prepared.question_terms)
    verbatim = any(stands_in(statement, each.statement) for each in faced)
    foreign = prepared.is_foreign(view)
    return Measured(claim, statement, aligned, faced, compared, verbatim, foreign, view.passages, features)


def _weight_of_values(statement: Statement, values: Sequence[Value]) -> float:
    """By how much a claim's words count for more without those of its values, which may stand there otherwise."""
    if not values:
        return 1.0
    words = [word for word in statement.words if word.terms]
    outside = sum(
        not any(value.start <= word.start and word.end <= value.whole_end for value in values)
        for word in words
    )
    return len(words) / max(1, outside)


def _beside(prepared: Prepared, view: View, aligned: Aligned) -> Iterable[Faced]:
    """The sentences beside a claim's best ones: they may have its values, though none of its words."""
    lines, known = view.text.lines, {window.line for window in aligned.windows}
    for window in aligned.windows:
        for line in (window.line - 1, window.line + 1):
            if line in known or not 0 <= line < len(lines):
                continue
            known.add(line)
            if lines[line].passage == lines[window.line].passage:
                yield Faced(view.text.span(line), prepared.sentence(line, view), 0.0)


def _open_words(statement: Statement, compared: Compared) -> Sequence[Word]:
    """The claim's words without those of values that the evidence has: ``14 days`` stands there as ``two weeks``."""
    settled = compared.agreed
    return [
        word
        for word in statement.words
        if not any(start <= word.start and word.end <= end for start, end in settled)
    ]


def add_nearness(
    prepared: Prepared,
    measured: Sequence[Measured],
    vectors: Vectors,
    head: Head,
    given: Mapping[str, NDArray[np.float32]] | None = None,
) -> None:
    """Compare the vectors of all claims with those of their best sentences, in one call of the embedder.

    Where some evidence is in another language, words do not find the best sentence: vectors do. ``given`` are
    vectors of retrieval by text; those of whole passages are known from the passages themselves.

    Raises:
        ConfigurationError: if the embedder gives no vectors that can be used; its own errors are passed on.
    """
    across = {at: _foreign_lines(prepared, each) for at, each in enumerate(measured) if each.foreign}
    texts = [each.statement.text for each in measured]
    texts += [each.faced[0].place.text for each in measured if each.faced]
    texts += [line.text for lines in across.values() for line, _ in lines]
    own = {each.text.strip(): each.vector for each in prepared.given if each.vector is not None}
    ready = {**own, **(given or {})}
    _check_given(ready, texts)
    known = vectors.of(texts, ready) if texts else {}
    for at, each in enumerate(measured):
        if at in across:
            _face_nearest(each, across[at], known)
        if each.faced:
            sentence, claim = known[each.faced[0].place.text], known[each.statement.text]
            each.nearness = head.nearness(sentence, claim)


def _foreign_lines(prepared: Prepared, measured: Measured) -> list[tuple[EvidenceSpan, Statement]]:
    """The sentences in another language that a claim is held against."""
    view = prepared.view(measured.passages)
    foreign = [
        line
        for line, each in enumerate(view.text.lines)
        if prepared.passages[each.passage].language != prepared.language
    ]
    return [(view.text.span(line), prepared.sentence(line, view)) for line in foreign[:MOST_FOREIGN]]


def _face_nearest(
    measured: Measured,
    lines: Sequence[tuple[EvidenceSpan, Statement]],
    known: Mapping[str, NDArray[np.float32]],
) -> None:
    """Put the sentence of another language first that is nearest to the claim, if it is nearer than the best."""
    claim = known[measured.statement.text]
    best = float(known[measured.faced[0].place.text] @ claim) if measured.faced else 0.0
    nearest, statement = max(lines, key=lambda each: float(known[each[0].text] @ claim), default=(None, None))
    if nearest is None or statement is None or float(known[nearest.text] @ claim) <= best:
        return
    faced = Faced(nearest, statement, float(known[nearest.text] @ claim))
    measured.faced = (faced, *(each for each in measured.faced if each.place != nearest))[:MOST_WINDOWS]
    measured.compared = find_contradictions(measured.statement, measured.claim.start, measured.faced)


def _check_given(given: Mapping[str, NDArray[np.float32]], texts: Sequence[str]) -> None:
    import numpy as np

    if not all(np.isfinite(given[text]).all() for text in texts if text in given):
        raise ConfigurationError(
            "a vector that was given with the passages holds what is no number",
            "give vectors of the verifier's own embedder, or none",
        )


def add_entities(
    prepared: Prepared, measured: Sequence[Measured], names: NameReader | None = None
) -> tuple[Finding, ...]:
    """Read names, references and quotations once: the counts go to the claims, the findings come back."""
    examined = examine(
        prepared.answer,
        prepared.question,
        prepared.passages,
        [(each.claim.start, each.claim.end) for each in measured],
        language=prepared.language,
        names=names,
        owners=len(prepared.evidence.lines) <= FEW_SENTENCES,
    )
    for each, counts in zip(measured, examined.signals, strict=True):
        each.entities = counts
    return tuple(each for each in examined.findings if not _is_agreed(each, measured))


def _is_agreed(finding: Finding, measured: Sequence[Measured]) -> bool:
    """Whether a finding lies in a value that the evidence has in another form (``Saturdays``, at weekends)."""
    start, end = finding.answer.start, finding.answer.end
    return any(
        each.claim.start + first <= start and end <= each.claim.start + last
        for each in measured
        for first, last in each.compared.agreed
    )
