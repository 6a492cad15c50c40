"""The entities check: what an answer names, cites or quotes that its evidence does not have.

It says that a name is not in the evidence, never that it does not exist. Names of the question are known.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.belonging import Mention, Sources, numbers_in, said_of_another
from fidedigno.verify.entities.citations import citations_in
from fidedigno.verify.entities.contents import misnumbered
from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.known import standing_of
from fidedigno.verify.entities.lookup import References, family_of
from fidedigno.verify.entities.name import Name, NameKind, NameReader
from fidedigno.verify.entities.nearest import Candidate, Nearest
from fidedigno.verify.entities.phrases import phrases_instead
from fidedigno.verify.entities.places import Place, finding_at
from fidedigno.verify.entities.quotations import Quotation, quotations_in
from fidedigno.verify.entities.read import Reading, read
from fidedigno.verify.entities.slots import has_family
from fidedigno.verify.entities.spans import Spans
from fidedigno.verify.entities.twins import phrase_of
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Check, Finding, Span

_TELLING = frozenset({NameKind.PERSON, NameKind.PLACE, NameKind.PRODUCT})
"""Kinds that are the same in a translation, or whose other forms are known."""
ATTRIBUTE = "attribute_differs"
"""The code of what the evidence has, but of something else."""
_ANSWERED = 0.9
_UNSURE = 0.6
"""Up to here a name may be a word of which the evidence has another form: ``Rehearsals are`` for ``rehearses``."""
_FAR_QUOTATION = 0.6
_LONG_QUOTATION = 6


_LETTER = re.compile(r" (?:[A-Z]|\d{1,3})(?![\w'’.,]\w|\w)")


class EntitySignals(NamedTuple):
    """Counts for one claim: features of whoever judges it."""

    names_known: int = 0
    names_unknown: int = 0
    references_known: int = 0
    references_unknown: int = 0
    quotations_verbatim: int = 0
    quotations_differing: int = 0
    citations_inside: int = 0
    citations_outside: int = 0


class Examined(NamedTuple):
    """The findings in the order of the answer, and the signals of each claim in the order of the claims."""

    findings: tuple[Finding, ...]
    signals: tuple[EntitySignals, ...]


class _Unknown(NamedTuple):
    """A name that the evidence does not know: what it has instead, and how sure that is."""

    instead: Candidate | None
    certainty: float


def examine(
    answer: str,
    question: str,
    passages: Sequence[Passage],
    claims: Sequence[tuple[int, int]] = (),
    *,
    language: str,
    names: NameReader | None = None,
    owners: bool = True,
) -> Examined:
    """Read the answer once and give both the findings and the signals.

    ``claims`` are ``[start, end)`` in the answer. Names outside every claim are not judged (a greeting claims
    nothing); without claims all are. References, quotations and citations are judged everywhere. Without ``owners``
    it is not asked whether the evidence has a known name of something else.
    """
    evidence = Evidence.of(question, passages)
    reading = read(answer, names)
    references = References(evidence)
    found = [
        *_names(answer, reading, evidence, claims, language),
        *_references(answer, reading, references),
        *_quotations(answer, reading, evidence, language),
        *_citations(answer, passages, reading),
    ]
    if not evidence.languages or language in evidence.languages:
        found += phrases_instead(answer, reading, evidence, claims, found)
        if owners:
            found += _attributed(answer, reading, evidence, references, claims, found)
    found.sort(key=lambda each: (each.start, each.end))
    findings = tuple(each.finding for each in found if each.finding is not None)
    return Examined(findings, tuple(_counted(found, *claim) for claim in claims))


def find_unknown(
    answer: str,
    question: str,
    passages: Sequence[Passage],
    claims: Sequence[tuple[int, int]],
    *,
    language: str,
    names: NameReader | None = None,
) -> tuple[Finding, ...]:
    """What the answer names, cites or quotes that neither the passages nor the question have.

    Codes: ``unknown_<kind>`` (:class:`NameKind`), ``quotation_differs``, ``citation_out_of_range``. ``expected``
    is what the evidence has instead, where that is one thing. Source: hallucination detector article, check 4.
    """
    return examine(answer, question, passages, claims, language=language, names=names).findings


def entity_signals(
    answer: str,
    question: str,
    passages: Sequence[Passage],
    claims: Sequence[tuple[int, int]],
    *,
    language: str,
    names: NameReader | None = None,
) -> tuple[EntitySignals, ...]:
    """The counts for each claim, in the order of the claims."""
    return examine(answer, question, passages, claims, language=language, names=names).signals


def _names(
    answer: str, reading: Reading, evidence: Evidence, claims: Sequence[tuple[int, int]], language: str
) -> Iterator[Place]:
    nearest = Nearest(evidence)
    translated = bool(evidence.languages) and language not in evidence.languages
    inside = sorted(claims)
    at = 0
    judged: dict[tuple[str, NameKind], _Unknown | None] = {}
    for name in reading.names:
        while at < len(inside) and inside[at][1] <= name.start:
            at += 1
        if inside and (at == len(inside) or inside[at][0] >= name.end):
            continue
        if translated and name.kind not in _TELLING:
            continue
        if (name.text, name.kind) not in judged:
            judged[name.text, name.kind] = _judged(name, evidence, nearest, translated)
        unknown = judged[name.text, name.kind]
        finding = None
        if unknown is not None:
            certainty = min(unknown.certainty, name.certainty)
            code = f"unknown_{name.kind.value}"
            finding = finding_at(answer, name.start, name.end, code, unknown.instead, certainty)
        yield Place(name.start, name.end, "names_unknown" if finding else "names_known", finding)


def _attributed(
    answer: str,
    reading: Reading,
    evidence: Evidence,
    references: References,
    claims: Sequence[tuple[int, int]],
    found: Sequence[Place],
) -> list[Place]:
    """Names and references that are known, but that the evidence has of something else."""
    unknown = Spans((each.start, each.end) for each in found if each.finding is not None)
    mentions = [
        Mention(each.start, _with_letter(answer, each), "name")
        for each in found
        if each.group == "names_known"
    ]
    names = Spans((each.start, each.end) for each in mentions)
    for run in reading.runs:
        phrase = phrase_of(run.words)
        if phrase and not names.touch(phrase[0].start, phrase[-1].end):
            mentions.append(Mention(phrase[0].start, phrase[-1].end, "name"))
    mentions += [
        Mention(each.name.start, each.name.end, family_of(each), each.key)
        for each in reading.references
        if not reading.layout.skipped[each.name.start]
    ]
    taken = Spans((each.start, each.end) for each in mentions)
    mentions += [each for each in numbers_in(answer) if not taken.touch(each.start, each.end)]
    known = [each for each in mentions if not unknown.touch(each.start, each.end)]
    if not known:
        return []
    sources = Sources(evidence, references.mentions if reading.references else {})
    spans = Spans(claims or [(0, len(answer))])
    return _of_others(answer, spans, known, sources)


def _with_letter(answer: str, name: Place) -> int:
    """Where a name ends with the letter or number that tells it from its like: ``Verdanol D``."""
    match = _LETTER.match(answer, name.end)
    return match.end() if match else name.end


def _of_others(answer: str, spans: Spans, known: Sequence[Mention], sources: Sources) -> list[Place]:
    numbered = [
        Place(start, end, "", finding_at(answer, start, end, ATTRIBUTE, instead, _ANSWERED))
        for start, end, instead in misnumbered(answer, spans, sources.evidence)
    ]
    return numbered + [
        Place(
            mention.start,
            mention.end,
            "",
            finding_at(answer, mention.start, mention.end, ATTRIBUTE, instead, _ANSWERED),
        )
        for mention, instead in said_of_another(answer, spans, known, sources)
    ]


def _judged(name: Name, evidence: Evidence, nearest: Nearest, translated: bool) -> _Unknown | None:
    """None where the evidence knows the name."""
    standing = standing_of(name, evidence, translated)
    if standing.known or (name.certainty <= _UNSURE and has_family(plain(name.text), evidence)):
        return None
    return _Unknown(nearest.name(name, standing.shared) if standing.shared else None, standing.certainty)


def _references(answer: str, reading: Reading, references: References) -> Iterator[Place]:
    for each in reading.references:
        name = each.name
        if references.knows(each):
            yield Place(name.start, name.end, "references_known", None)
            continue
        instead = references.nearest(each)
        code = f"unknown_{name.kind.value}"
        finding = finding_at(answer, name.start, name.end, code, instead, _ANSWERED)
        yield Place(name.start, name.end, "references_unknown", finding)


def _quotations(answer: str, reading: Reading, evidence: Evidence, language: str) -> Iterator[Place]:
    if evidence.languages and language not in evidence.languages:
        return
    for each in quotations_in(answer, evidence, reading.layout.skipped):
        finding = None if each.verbatim else _differs(answer, each)
        group = "quotations_verbatim" if each.verbatim else "quotations_differing"
        yield Place(each.start, each.end, group, finding)


def _differs(answer: str, quotation: Quotation) -> Finding:
    sure = quotation.near is not None or quotation.words >= _LONG_QUOTATION
    return Finding(
        Check.ENTITIES,
        "quotation_differs",
        Span(quotation.start, quotation.end, answer[quotation.start : quotation.end]),
        quotation.near,
        quotation.near.text if quotation.near else "",
        _ANSWERED if sure else _FAR_QUOTATION,
    )


def _citations(answer: str, passages: Sequence[Passage], reading: Reading) -> Iterator[Place]:
    for each in citations_in(answer, passages, reading.layout.skipped):
        if each.inside:
            yield Place(each.start, each.end, "citations_inside", None)
            continue
        span = Span(each.start, each.end, answer[each.start : each.end])
        yield Place(
            each.start, each.end, "citations_outside", Finding(Check.ENTITIES, "citation_out_of_range", span)
        )


def _counted(found: list[Place], start: int, end: int) -> EntitySignals:
    counts: dict[str, int] = {}
    for each in found[bisect_left(found, start, key=lambda place: place.start) :]:
        if each.start >= end:
            break
        counts[each.group] = counts.get(each.group, 0) + 1
    counts.pop("", None)
    return EntitySignals(**counts)
