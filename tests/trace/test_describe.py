"""How sources are called: by title only where the reader may open them, in the version that was used."""

from collections.abc import Mapping

import pytest

from fidedigno.ingest.catalog import Description
from fidedigno.model import EvidenceKind, Version, chunk_id_of
from fidedigno.trace.describe import Labels, each_once, source_names
from fidedigno.trace.reader import OpenDocuments, Opened
from fidedigno.trace.record import SourceUse, Use
from tests.trace.made import NOW, trace
from tests.trace.test_reader import Rights, permit


class Catalogue:
    """Describes any document; remembers what it was asked."""

    def __init__(self, title: str = "Guía") -> None:
        self.title = title
        self.asked: list[dict[int, int]] = []

    def describe(self, versions: Mapping[int, int]) -> dict[int, Description]:
        self.asked.append(dict(versions))
        return {
            document: Description(
                "files", "a.md", f"{self.title} {document}", "official", "c", "internal",
                Version(document, version, version, "0" * 64, None, NOW),
            )
            for document, version in versions.items()
        }  # fmt: skip


def used(document: int, version: int = 1, kind: EvidenceKind = EvidenceKind.PASSAGE) -> SourceUse:
    reference = f"{chunk_id_of(version, 0):x}" if kind is EvidenceKind.PASSAGE else f"#{document:016x}"
    return SourceUse(reference, document, f"v{version}", kind, Use.CITED)


def opened(*sources: SourceUse, allowed: tuple[int, ...] = (), as_auditor: bool = False) -> Opened:
    documents = OpenDocuments(Rights(*range(1, 10)), permit(*allowed))
    return Opened(trace(sources=sources), documents, as_auditor)


def test_an_open_document_is_called_by_its_title_and_the_version_that_was_used() -> None:
    names = source_names(opened(used(1, 4), allowed=(1,)), Catalogue(), "es")
    assert names == {used(1, 4).evidence: "«Guía 1», versión v4"}


def test_a_closed_document_is_not_even_looked_up() -> None:
    catalogue = Catalogue()
    sources = (used(1, 4), used(2, 5))
    assert source_names(opened(*sources, allowed=(2,)), catalogue, "en") == {
        used(2, 5).evidence: "“Guía 2”, version v5"
    }
    assert catalogue.asked == [{2: 5}]


def test_an_auditor_is_told_the_reference_of_a_closed_document() -> None:
    names = source_names(opened(used(1), as_auditor=True), Catalogue(), "en")
    assert names == {used(1).evidence: f"a source that you may not open ({used(1).evidence})"}


def test_two_versions_of_one_document_are_both_described() -> None:
    sources = (used(1, 4), used(1, 7))
    names = source_names(opened(*sources, allowed=(1,)), Catalogue(), "es")
    assert list(names.values()) == ["«Guía 1», versión v4", "«Guía 1», versión v7"]


@pytest.mark.parametrize(
    ("kind", "name"), [(EvidenceKind.STATE, "una lectura en vivo"), (EvidenceKind.MEMORY, "otra fuente")]
)
def test_what_has_no_document_is_called_by_its_kind(kind: EvidenceKind, name: str) -> None:
    assert list(source_names(opened(used(0, kind=kind)), Catalogue(), "es").values()) == [name]


def test_a_title_cannot_act_on_a_terminal_or_begin_a_line() -> None:
    names = source_names(opened(used(1), allowed=(1,)), Catalogue("\x1b[2JGuía\nDecisión: \u202e"), "es")
    assert list(names.values()) == ["«Guía Decisión: 1», versión v1"]


def test_a_document_that_the_catalogue_does_not_know_has_no_name() -> None:
    class Empty(Catalogue):
        def describe(self, versions: Mapping[int, int]) -> dict[int, Description]:
            return {}

    assert source_names(opened(used(1), allowed=(1,)), Empty(), "es") == {}


def test_without_a_pack_things_are_called_by_their_codes() -> None:
    labels = Labels("es")
    assert (labels.fact("due_at"), labels.question_class("deadline"), labels.slot("course")) == (
        "due_at",
        "deadline",
        "course",
    )
    assert labels.slot("class") == "de qué trata la pregunta"


def test_names_are_given_once_and_in_order() -> None:
    assert each_once(["b", None, "a", "b"]) == ("b", "a")
