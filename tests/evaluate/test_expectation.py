"""Whether an answer shows what was expected of it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.evaluate import DocumentRef, Expectation
from fidedigno.evaluate.expectation import cited_documents, names_document, same_value
from fidedigno.model import Decision, FactKind, Locator
from tests.evaluate.made import Scene, silent
from tests.fakes.cards import card

SCENE = Scene()
ANSWER = SCENE.run.answer


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"decisions": frozenset({Decision.ABSTAIN})}, "decided answer"),
        ({"any_document": ("x.md", "y.md")}, "does not cite the document"),
        ({"documents": (DocumentRef("x.md"),)}, "does not cite x.md"),
        ({"documents": (DocumentRef("guia-2026.md", "Bibliografía"),)}, "does not cite guia-2026.md"),
        ({"says": ("jueves",)}, "does not say «jueves»"),
        ({"never_says": ("LA  práctica",)}, "says «LA  práctica»"),
        ({"never": ("guia-2026.md",)}, "cites bd/guia-2026.md"),
        ({"forbidden": ("bd/guia-2026.md",)}, "cites bd/guia-2026.md"),
        ({"language": "en"}, "is in 'es'"),
    ],
)
def test_each_difference_is_told_once(changes: dict[str, object], difference: str) -> None:
    assert replace(SCENE.expected, **changes).differences(ANSWER) == (difference,)  # type: ignore[arg-type]


def test_nothing_expected_is_never_missed() -> None:
    assert Expectation().differences(silent(SCENE.run).answer) == ()


def test_the_message_of_a_refusal_counts_as_said() -> None:
    assert Expectation(says=("no consta",)).differences(silent(SCENE.run).answer) == ()


def test_a_document_is_named_from_a_folder_on() -> None:
    assert names_document("course/notices/b.md", "notices/b.md")
    assert names_document("course/b.md", "course/b.md")
    assert not names_document("course/ab.md", "b.md")
    assert not names_document("b.md", "course/b.md")


def test_a_section_is_found_by_words_of_any_heading_on_its_path() -> None:
    found = card(1, locator=Locator("c/a.md", ("Parte II", "Entregas y  plazos")))
    assert DocumentRef("a.md", "plazos").matches(found)
    assert DocumentRef("a.md", "PARTE ii").matches(found)
    assert not DocumentRef("a.md", "Notas").matches(found)
    assert not DocumentRef("b.md").matches(found)


def test_cited_documents_are_told_once_in_order() -> None:
    cards = [card(n, locator=Locator(uri)) for n, uri in enumerate(["b", "a", "b"], start=1)]
    assert cited_documents(cards) == ("b", "a")


@given(st.datetimes(), st.timezones(), st.timezones())
def test_one_instant_in_two_timezones_is_the_same(moment: object, one: object, other: object) -> None:
    instant = moment.replace(tzinfo=one)  # type: ignore[attr-defined]
    try:
        elsewhere = instant.astimezone(other)
        texts = instant.isoformat(), elsewhere.isoformat()
    except OverflowError:
        return
    same = instant.utcoffset().total_seconds() % 60 == 0 == elsewhere.utcoffset().total_seconds() % 60
    if same and elsewhere == instant:
        assert same_value(FactKind.INSTANT, *texts)


@pytest.mark.parametrize(
    ("kind", "one", "other", "same"),
    [
        (FactKind.INSTANT, "2026-11-13T23:59:00", "2026-11-13T23:59:00+01:00", False),
        (FactKind.INSTANT, "2026-11-13T23:59:00", "2026-11-13T23:59:00", True),
        (FactKind.INSTANT, "someday", "someday", True),
        (FactKind.INSTANT, "someday", "2026-11-13T23:59:00", False),
        (FactKind.AMOUNT, "25  %", "25 %", True),
        (FactKind.AMOUNT, "25 %", "2.5 %", False),
        (FactKind.STATE, "Open", "open", True),
    ],
)
def test_values_are_compared_by_their_kind(kind: FactKind, one: str, other: str, same: bool) -> None:
    assert same_value(kind, one, other) is same
