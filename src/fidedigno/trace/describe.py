"""How the things that a record names are called for one reader: sources, facts, classes, slots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from fidedigno.deliver import for_terminal
from fidedigno.ingest.catalog import Description
from fidedigno.model import EvidenceKind
from fidedigno.model.document import CHUNK_ORDINAL_BITS
from fidedigno.trace.plain import chunk_of
from fidedigno.trace.reader import Opened
from fidedigno.trace.record import SourceUse
from fidedigno.trace.wording import say

if TYPE_CHECKING:
    from fidedigno.plan.pack import Pack


class Describes(Protocol):
    """The part of the catalogue that an explanation needs."""

    def describe(self, versions: Mapping[int, int]) -> Mapping[int, Description]:
        """Describe documents by id, in the version that ``versions`` gives for each."""
        ...


def source_names(opened: Opened, catalog: Describes, language: str) -> dict[str, str]:
    """What each card of a record is called, by its reference; a stretch of a passage also by the passage's.

    A card that may not be named to this reader has no entry. Only open documents are looked up, and each
    only in the version that the record names.
    """
    sources = opened.trace.sources
    opened.documents.ask_about({each.document for each in sources if each.document})
    allowed = {each.document for each in sources if each.document and each.document in opened.documents}
    described = _described([each for each in sources if each.document in allowed], catalog)
    names = {}
    for each in sources:
        name = _name(each, described.get(each.evidence), language, as_auditor=opened.as_auditor)
        if name is not None:
            names[each.evidence] = name
            # Facts rest on passages, and sources are the stretches of them that were shown.
            names.setdefault(chunk_of(each.evidence) or each.evidence, name)
    return names


def _name(source: SourceUse, found: Description | None, language: str, *, as_auditor: bool) -> str | None:
    if found is not None:
        title = " ".join(for_terminal(found.title).split())
        version = " ".join(for_terminal(found.version.display).split())
        return say("document", language, title=title, version=version)
    if source.document:
        return say("closed_document", language, reference=source.evidence) if as_auditor else None
    return say("live_reading" if source.kind is EvidenceKind.STATE else "other_card", language)


def _described(sources: list[SourceUse], catalog: Describes) -> dict[str, Description]:
    """Descriptions by reference. The catalogue takes one version of a document at a time."""
    waiting = {
        (each.document, version) for each in sources if (version := _version_of(each.evidence)) is not None
    }
    found: dict[tuple[int, int], Description] = {}
    while waiting:
        turn = dict(sorted(waiting))
        found |= {(document, turn[document]): each for document, each in catalog.describe(turn).items()}
        waiting -= set(turn.items())
    return {
        each.evidence: found[each.document, version]
        for each in sources
        if (version := _version_of(each.evidence)) is not None and (each.document, version) in found
    }


def _version_of(reference: str) -> int | None:
    """The version of a passage, which stands in its id (:func:`~fidedigno.model.chunk_id_of`)."""
    chunk = chunk_of(reference)
    return None if chunk is None else int(chunk, 16) >> CHUNK_ORDINAL_BITS


@dataclass(frozen=True, slots=True)
class Labels:
    """Names of classes, facts and slots: those of the pack, else their codes."""

    language: str
    pack: Pack | None = None

    def question_class(self, name: str) -> str:
        """The name of a class of questions."""
        found = self.pack.classes.get(name) if self.pack else None
        return found.label.get(self.language, name) if found else name

    def fact(self, name: str) -> str:
        """The name of a fact."""
        found = self.pack.facts.get(name) if self.pack else None
        return found.label.get(self.language, name) if found else name

    def slot(self, name: str) -> str:
        """The name of a part of the scope, or of the class itself."""
        if name == "class":
            return say("name.class", self.language)
        found = self.pack.slots.get(name) if self.pack else None
        return found.label.get(self.language, name) if found else name


def each_once(names: Iterable[str | None]) -> tuple[str, ...]:
    """Those that have a name, in order, each once."""
    return tuple(dict.fromkeys(name for name in names if name is not None))
