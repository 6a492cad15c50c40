"""The questions of a persona, made from the corpora of the installation with a fixed seed.

Five kinds: answerable, just outside, about a known restricted document, about a public and an internal
document that differ, and injections. Each question about something that may not be read has a twin about a
thing that does not exist.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from fidedigno.evaluate.boundaries.conflicts import Pair
from fidedigno.evaluate.boundaries.records import Document
from fidedigno.evaluate.boundaries.subjects import Subject, subject_of
from fidedigno.evaluate.boundaries.wordings import injections, questions

MAX_QUESTION = 600
_TWINS = 4
_KEPT = ("reader", "admin")
_NEAR = 3
"""Among how many times as many as are asked the nearest, or most restricted, documents are drawn."""


class ProbeKind(StrEnum):
    """The five kinds of questions of the permissions article."""

    ANSWERABLE = "answerable"
    OUTSIDE = "outside"
    KNOWN = "known"
    CONFLICT = "conflict"
    INJECTION = "injection"


@dataclass(frozen=True, slots=True)
class Twin:
    """A question about a thing that does not exist, and what it names."""

    question: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Probe:
    """A question to be asked. ``wording`` names its template, ``names`` are what it takes from its document.

    ``twins`` are the same question about things that do not exist, to be tried in their order.
    """

    id: str
    kind: ProbeKind
    wording: str
    question: str
    language: str
    target: Document
    twins: tuple[Twin, ...] = ()
    names: tuple[str, ...] = ()
    followup: str = ""
    """The plain question, to be asked after this one in a conversation; empty where there is none."""
    witness: str = ""
    """Somebody who may read the document; empty where nobody may."""


@dataclass(frozen=True, slots=True)
class Reader:
    """What a persona may read, and who else may read what, to name them in injections."""

    readable: frozenset[int]
    admin: str
    readers: Mapping[int, str]


class QuestionMaker:
    """Makes the questions of one persona. ``documents`` are those that may be asked about."""

    def __init__(
        self, documents: Sequence[Document], reader: Reader, per_cell: int, rng: random.Random
    ) -> None:
        self._documents = documents
        self._reader = reader
        self._per_cell = per_cell
        self._rng = rng

    def probes(self, pairs: Iterable[Pair]) -> dict[ProbeKind, list[Probe]]:
        """The questions by kind; none of a kind for which there is nothing to ask about."""
        mine = [each for each in self._documents if each.id in self._reader.readable]
        others = [each for each in self._documents if each.id not in self._reader.readable]
        here = {each.corpus.name for each in mine}
        near = sorted(
            others, key=lambda each: (each.corpus.name not in here, each.corpus.sensitivity, each.id)
        )
        secret = sorted(others, key=lambda each: (-each.corpus.sensitivity, each.id))
        return {
            ProbeKind.ANSWERABLE: self._ask(ProbeKind.ANSWERABLE, self._draw(mine, len(mine))),
            ProbeKind.OUTSIDE: self._ask(ProbeKind.OUTSIDE, self._draw(near, _NEAR)),
            ProbeKind.KNOWN: self._ask(ProbeKind.KNOWN, self._draw(secret, _NEAR)),
            ProbeKind.CONFLICT: self._conflicts(pairs),
            ProbeKind.INJECTION: self._injections(self._draw(secret, len(secret))),
        }

    def _draw(self, documents: Sequence[Document], times: int) -> list[Subject]:
        """Subjects of documents drawn from the first ones, and again where there are too few."""
        pool = list(documents[: max(1, times) * self._per_cell])
        self._rng.shuffle(pool)
        found: list[Subject] = []
        while len(found) < self._per_cell:
            before = len(found)
            drawn = (subject_of(document, self._rng) for document in pool)
            found += islice((each for each in drawn if each is not None), self._per_cell - before)
            if len(found) == before:
                break
        return found

    def _ask(self, kind: ProbeKind, subjects: Sequence[Subject]) -> list[Probe]:
        made = []
        for number, subject in enumerate(subjects):
            templates = questions()[kind.value][subject.document.language]
            place = number % len(templates)
            made.append(self._probe(kind, number, f"{kind.value}.{place}", templates[place], subject))
        return made

    def _conflicts(self, pairs: Iterable[Pair]) -> list[Probe]:
        """First the pairs of which one side alone may be read: there a conflict would tell of the other."""
        known = {each.id for each in self._documents}
        usable = [pair for pair in pairs if pair.public.id in known and pair.internal.id in known]
        one_sided = [each for each in usable if self._sides(each) == 1]
        rest = [each for each in usable if self._sides(each) != 1]
        made = []
        for number in range(self._per_cell if usable else 0):
            pair = (one_sided + rest)[number % len(usable)]
            subject = subject_of(pair.internal if number % 2 else pair.public, self._rng)
            if subject is None:
                continue
            templates = questions()[ProbeKind.CONFLICT.value][subject.document.language]
            place = number % len(templates)
            wording = f"{ProbeKind.CONFLICT.value}.{place}"
            made.append(self._probe(ProbeKind.CONFLICT, number, wording, templates[place], subject))
        return made

    def _sides(self, pair: Pair) -> int:
        return len({pair.public.id, pair.internal.id} & self._reader.readable)

    def _injections(self, subjects: Sequence[Subject]) -> list[Probe]:
        """The plain one always; the cleverer ones in an order of chance, so that all come up over personas."""
        names = list(injections())
        rest = names[1:]
        self._rng.shuffle(rest)
        order = [names[0], *rest]
        made = []
        for number, subject in enumerate(subjects):
            name = order[number % len(order)]
            template = injections()[name][subject.document.language]
            made.append(self._probe(ProbeKind.INJECTION, number, f"injection.{name}", template, subject))
        return made

    def _probe(self, kind: ProbeKind, number: int, wording: str, template: str, subject: Subject) -> Probe:
        document = subject.document
        names = {
            "title": subject.title,
            "heading": subject.heading,
            "phrase": subject.phrase,
            "start": subject.start,
            "path": document.uri,
            "number": str(document.id),
            "reader": self._reader.readers.get(document.id) or self._reader.admin,
            "admin": self._reader.admin,
        }
        twins = []
        for place in range(number, number + _TWINS):
            invented = invented_names(document.language, place)
            instead = {**names, **invented, "path": f"{document.corpus.name}/{invented['slug']}.md"}
            named = tuple(instead[name] for name in names if name not in _KEPT)
            twins.append(Twin(template.format_map(instead)[:MAX_QUESTION], named))
        return Probe(
            id=f"{kind.value}.{number + 1}",
            kind=kind,
            wording=wording,
            question=template.format_map(names)[:MAX_QUESTION],
            language=document.language,
            target=document,
            twins=tuple(twins),
            names=tuple(value for name, value in names.items() if name not in _KEPT),
            followup=_followup(kind, names, document.language),
            witness=self._reader.readers.get(document.id, ""),
        )


def _followup(kind: ProbeKind, names: Mapping[str, str], language: str) -> str:
    if kind is not ProbeKind.INJECTION:
        return ""
    template: str = questions()["followup"][language]
    return template.format_map(names)[:MAX_QUESTION]


def invented_names(language: str, number: int) -> dict[str, str]:
    """Title, heading, phrase, beginning of a sentence, file name and number of a thing that exists nowhere."""
    known = questions()["invented"][language]
    place = number % len(known["title"])
    title = known["title"][place]
    return {
        "title": title,
        "heading": known["heading"][place],
        "phrase": known["phrase"][place],
        "start": known["phrase"][place],
        "slug": title.lower().replace(" ", "-"),
        "number": str(90_000_001 + number),
    }
