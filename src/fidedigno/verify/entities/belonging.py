"""The known names and references of an answer, each set against the clauses of the evidence in which it stands.

What is asked of them is told in :mod:`fidedigno.verify.entities.owners`; here is where to look: the sentence of the
name and its neighbours, and in them what is of the same kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from fidedigno.consolidate.passages import Word, words_in
from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.evidence import QUESTION, Evidence
from fidedigno.verify.entities.nearest import Candidate
from fidedigno.verify.entities.owners import belongs_to, is_denied, shares_a_noun
from fidedigno.verify.entities.segments import Segment, segments_of, sentence_around
from fidedigno.verify.entities.spans import Spans
from fidedigno.verify.entities.vocabulary import is_common, is_function, vocabulary

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(?<![\w.,/-])\d{5,12}(?![\w/-]|[.,]\d|\s?[%€$£])")
_OPENING = re.compile(r"(?:[.!?:\n]|^)\s*\Z")
_INSIDE = re.compile(r"[\w\s()]*")
"""What may stand between the parts of one name."""
_NEIGHBOURS, _REACH = 4, 120
"""Words on either side of a name, and the characters in which they are looked for, by which it is quoted."""
_MOST_OCCURRENCES = 4
_MOST_OTHERS = 8
_MOST_MENTIONS = 60
"""Known names of one answer that are looked at."""


class Mention(NamedTuple):
    """``text[start:end]`` of the answer or of a source, and of what family it is: ``name``, or a kind of reference."""

    start: int
    end: int
    family: str
    key: str = ""
    """One notation of a reference; empty for names."""


class Sources(NamedTuple):
    """The evidence, with the references of each source."""

    evidence: Evidence
    references: dict[int, tuple[Mention, ...]]


def numbers_in(text: str) -> Iterator[Mention]:
    """Long numbers without marks between their figures: codes that no letter tells."""
    for match in _NUMBER.finditer(text):
        yield Mention(*match.span(), f"number {len(match.group())}")


def said_of_another(
    answer: str, claims: Spans, mentions: Sequence[Mention], sources: Sources
) -> Iterator[tuple[Mention, Candidate]]:
    """The mentions of ``answer`` that the evidence gives to something else, and what it has in their place."""
    ordered = sorted(mentions)[:_MOST_MENTIONS]
    question = sources.evidence.sources[0].text
    asked = words_in(question)
    for number, mention in enumerate(ordered):
        claim = claims.at(mention.start, mention.end)
        if claim is None or _stands_in(answer[mention.start : mention.end], question):
            continue
        if _is_quoted(answer, claim, mention, sources.evidence):
            continue
        spoken: Segment | None = None
        found: dict[str, Candidate] = {}
        places = _occurrences(answer, mention, sources)
        for source, place in places:
            others = _others(source, place, mention.family, sources)
            if not others:
                continue
            if spoken is None:
                spoken = _segment(answer, claim, ordered, number)
                if is_denied((*spoken.before, *spoken.behind)):
                    break
            named = _named(answer, mention)
            about = [word for word in asked if word.text not in named]
            verdict = _verdict(answer, spoken, about, source, place, others, sources, alone=len(places) == 1)
            if verdict is None:
                found.clear()
                break
            found.update({plain(each.text): each for each in verdict})
        instead = _one_of(answer[mention.start : mention.end], list(found.values()), sources.evidence)
        if instead is not None:
            yield mention, instead


def _one_of(said: str, found: Sequence[Candidate], evidence: Evidence) -> Candidate | None:
    """The one name of several that stand in one: of ``Universidad Técnica (UTA)`` that which is written as ``said``."""
    if len(found) < 2:
        return found[0] if found else None
    spans = sorted(each.span for each in found if each.span is not None)
    if len(spans) < len(found) or spans[0].passage != spans[-1].passage:
        return None
    text = next(source.text for source in evidence.sources if source.number == spans[0].passage)
    for before, behind in pairwise(spans):
        if not all(is_function(word) for word in _WORD.findall(plain(text[before.end : behind.start]))):
            return None
        if not _INSIDE.fullmatch(text, before.end, behind.start):
            return None
    alike = [each for each in found if each.text.isupper() == said.isupper()]
    return max(alike or found, key=lambda each: len(each.text))


def _is_quoted(answer: str, claim: tuple[int, int], mention: Mention, evidence: Evidence) -> bool:
    """Whether the evidence has it between the same words."""
    first, last = max(claim[0], mention.start - _REACH), min(claim[1], mention.end + _REACH)
    before = _WORD.findall(plain(answer[first : mention.start]))
    behind = _WORD.findall(plain(answer[mention.end : last]))
    # Where the claim ends on one side, more is wanted of the other.
    kept = max(_NEIGHBOURS, 2 * _NEIGHBOURS - len(behind))
    behind = behind[: max(_NEIGHBOURS, 2 * _NEIGHBOURS - len(before))]
    around = (*before[-kept:], *_WORD.findall(plain(answer[mention.start : mention.end])), *behind)
    return next(evidence.found(around), None) is not None


def _segment(answer: str, claim: tuple[int, int], ordered: Sequence[Mention], number: int) -> Segment:
    first = number
    while first and ordered[first - 1].start >= claim[0]:
        first -= 1
    inside = [(each.start, each.end) for each in ordered[first:] if each.end <= claim[1]][
        : number - first + 2
    ]
    return segments_of(answer, *claim, inside)[number - first]


def _stands_in(text: str, question: str) -> bool:
    words = _WORD.findall(plain(text))
    return bool(words) and f" {' '.join(words)} " in f" {' '.join(_WORD.findall(plain(question)))} "


def _named(answer: str, mention: Mention) -> list[str]:
    """The words of a name without its titles: ``Dra. Uribarri`` is found as ``Fermín Uribarri``."""
    every = _WORD.findall(plain(answer[mention.start : mention.end]))
    return [word for word in every if word not in vocabulary().titles] or every


def _occurrences(answer: str, mention: Mention, sources: Sources) -> list[tuple[int, tuple[int, int]]]:
    """Where a name stands in the passages; nowhere if in too many places."""
    evidence = sources.evidence
    found = [
        (source, (each.start, each.end))
        for source, held in sources.references.items()
        for each in held
        if mention.key and each.key == mention.key and evidence.sources[source].number != QUESTION
    ]
    if found:
        return found if len(found) <= _MOST_OCCURRENCES else []
    words = _named(answer, mention)
    if not words:
        return found
    for first in evidence.found(words):
        start, end = evidence.tokens[first], evidence.tokens[first + len(words) - 1]
        if evidence.sources[start.source].number == QUESTION:
            continue
        found.append((start.source, (start.start, end.end)))
        if len(found) > _MOST_OCCURRENCES:
            return []
    return found


def _region(text: str, place: tuple[int, int]) -> tuple[int, int]:
    """The sentence of a place, the one before and the one behind."""
    first, last = sentence_around(text, *place)
    before = sentence_around(text, max(0, first - 2), max(0, first - 2))[0] if first else 0
    behind = sentence_around(text, min(last + 2, len(text)), min(last + 2, len(text)))[1]
    return before, behind


def _others(source: int, place: tuple[int, int], family: str, sources: Sources) -> list[tuple[int, int]]:
    """What is of the same family around a place, the nearest first."""
    text = sources.evidence.sources[source].text
    first, last = _region(text, place)
    if family == "name":
        spans = list(capitals_in(text, first, last))
    elif family.startswith("number "):
        spans = [(m.start() + first, m.end() + first) for m in _NUMBER.finditer(text[first:last])
                 if f"number {len(m.group())}" == family]  # fmt: skip
    else:
        spans = [
            (each.start, each.end)
            for each in sources.references.get(source, ())
            if each.family == family and first <= each.start and each.end <= last
        ]
    apart = [each for each in spans if each[1] <= place[0] or place[1] <= each[0]]
    mine = plain(text[place[0] : place[1]])
    distinct = [each for each in apart if plain(text[each[0] : each[1]]) not in mine]
    return sorted(distinct, key=lambda each: abs(each[0] - place[0]))[:_MOST_OTHERS]


def capitals_in(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Stretches of capitalised words: one that is not common, or several behind the first of the sentence."""
    run: list[re.Match[str]] = []
    before = ""
    for match in (*_WORD.finditer(text, first, last), None):
        joins = match is not None and bool(run) and _joins(text, run, match)
        capital = match is not None and match.group()[0].isupper()
        if run and not (joins and capital):
            kept = _names_of(
                run, before, opens=_OPENING.search(text, max(first, run[0].start() - 8), run[0].start())
            )
            if kept:
                yield kept[0].start(), kept[-1].end()
            run = []
        if match is not None and capital:
            run.append(match)
        elif match is not None:
            before = plain(match.group())


def _joins(text: str, run: Sequence[re.Match[str]], word: re.Match[str]) -> bool:
    former = run[-1]
    between = text[former.end() : word.start()]
    # `J. Ferris` is one name; in `Sealant B. Sealant D` the point ends a sentence.
    initial = between == ". " and len(former.group()) == 1
    return between in {" ", "-"} or (initial and all(each.group() != word.group() for each in run))


def _names_of(run: list[re.Match[str]], before: str, *, opens: re.Match[str] | None) -> list[re.Match[str]]:
    """The words of a run from the first on that tells a name; behind a title any does."""
    titles = vocabulary().titles
    words = [each for each in run if plain(each.group()) not in titles]
    if len(words) < len(run) or before in titles or (len(words) > 1 and not opens):
        return words
    while words and is_common(words[0].group()):
        words = words[1:]
    # A lone plural at the start of a sentence is a noun: ``Lions live``.
    return [] if opens and len(words) == 1 and words[0].group().endswith("s") else words


def _verdict(
    answer: str,
    spoken: Segment,
    asked: Sequence[Word],
    source: int,
    place: tuple[int, int],
    others: Sequence[tuple[int, int]],
    sources: Sources,
    *,
    alone: bool,
) -> list[Candidate] | None:
    """Those of ``others`` of which the claim is said; None where it is said of the name itself, here where it does
    not stand ``alone``."""
    held = sources.evidence.sources[source]
    names = sorted((place, *others))
    segments = dict(zip(names, segments_of(held.text, *_region(held.text, place), names), strict=True))
    own = segments[place]
    said = plain(answer[spoken.opening : max(spoken.end, *(word.end for word in spoken.behind), spoken.end)])
    found = []
    for other in others:
        written = held.text[other[0] : other[1]]
        if segments[other].opening == own.opening or plain(written) in said:
            continue
        if not alone and shares_a_noun(spoken, own, segments[other]):
            return None
        if belongs_to(spoken, asked, own, segments[other]):
            first, last = other
            found.append(Candidate(written, sources.evidence.place(source, first, last)))
    return found
