"""What ought to happen with a question, and whether the answer shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from fidedigno.model import Answer, Decision, Evidence, FactKind, FactStatus


@dataclass(frozen=True, slots=True)
class DocumentRef:
    """A document by its path (or the end of it), and where in it: words of a heading, empty for anywhere."""

    document: str
    section: str = ""

    def matches(self, card: Evidence) -> bool:
        """Whether a card is of this document and section."""
        if not names_document(card.locator.uri, self.document):
            return False
        wanted = _words(self.section)
        return not wanted or any(wanted in _words(each) for each in card.locator.section)


@dataclass(frozen=True, slots=True)
class ExpectedFact:
    """What ought to be known of a fact. ``value`` is canonical, as on a card; empty: any."""

    value: str = ""
    status: FactStatus = FactStatus.COVERED


def _slots() -> Mapping[str, str]:
    return MappingProxyType({})


def _facts() -> Mapping[str, ExpectedFact]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Expectation:
    """What ought to happen. Whatever is empty is not looked at.

    ``decisions``: one of them. ``any_document``: one of them is cited. ``documents``: all are cited.
    ``never``: may not be cited (another edition, another group). ``forbidden``: this person may not read it, so
    that it may not even be gathered. ``says`` and ``never_says`` are looked for in the text of the answer,
    without regard to capitals.
    """

    decisions: frozenset[Decision] = frozenset()
    question_class: str = ""
    slots: Mapping[str, str] = field(default_factory=_slots)
    facts: Mapping[str, ExpectedFact] = field(default_factory=_facts)
    any_document: tuple[str, ...] = ()
    documents: tuple[DocumentRef, ...] = ()
    says: tuple[str, ...] = ()
    never_says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    language: str = ""

    def differences(self, answer: Answer) -> tuple[str, ...]:
        """How a delivered answer differs from this, in short sentences; empty when it does not.

        Only what a reader sees is looked at; :func:`~fidedigno.evaluate.attribution.attribute` says which
        part of the system is the cause.
        """
        found: list[str] = []
        cited = cited_documents(answer.evidence)
        if self.decisions and answer.decision not in self.decisions:
            found.append(f"decided {answer.decision.value}")
        if self.any_document and not any(_is_one_of(uri, self.any_document) for uri in cited):
            found.append("does not cite the document")
        for each in self.documents:
            if not any(each.matches(card) for card in answer.evidence):
                found.append(f"does not cite {each.document}")
        text = _words("\n".join(read_by_people(answer)))
        found += [f"does not say «{words}»" for words in self.says if _words(words) not in text]
        found += [f"says «{words}»" for words in self.never_says if _words(words) in text]
        if self.language and answer.language != self.language:
            found.append(f"is in {answer.language!r}")
        return (*found, *self.violations(answer))

    def violations(self, answer: Answer) -> tuple[str, ...]:
        """Documents that the answer cites and never may."""
        barred = (*self.never, *self.forbidden)
        return tuple(f"cites {uri}" for uri in cited_documents(answer.evidence) if _is_one_of(uri, barred))


def read_by_people(answer: Answer) -> tuple[str, ...]:
    """Everything in an answer that a reader sees in words, citations aside."""
    doubts = (doubt.message for doubt in answer.uncertainty)
    return (answer.text, answer.message, *doubts, answer.next_action)


def cited_documents(cards: Iterable[Evidence]) -> tuple[str, ...]:
    """The documents of cards, first cited first, each once."""
    return tuple(dict.fromkeys(card.locator.uri for card in cards))


def names_document(uri: str, document: str) -> bool:
    """Whether ``document`` is the path ``uri`` or the end of it, from a folder on.

    >>> names_document("course/notices/b.md", "notices/b.md"), names_document("course/ab.md", "b.md")
    (True, False)
    """
    return uri == document or uri.endswith(f"/{document}")


def same_value(kind: FactKind, one: str, other: str) -> bool:
    """Whether two canonical values say the same: instants as instants, other values as words.

    >>> same_value(FactKind.INSTANT, "2026-11-13T23:59:00+01:00", "2026-11-13T22:59:00+00:00")
    True
    """
    if kind is FactKind.INSTANT:
        try:
            first, second = datetime.fromisoformat(one), datetime.fromisoformat(other)
        except ValueError:
            return one == other
        # An instant without timezone is never the same as one with it: which hour it means is not known.
        return (first.tzinfo is None) == (second.tzinfo is None) and first == second
    return _words(one) == _words(other)


def _is_one_of(uri: str, documents: Iterable[str]) -> bool:
    return any(names_document(uri, each) for each in documents)


def _words(text: str) -> str:
    return " ".join(text.casefold().split())
