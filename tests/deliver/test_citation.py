"""Citations in words."""

from dataclasses import replace

import pytest

from fidedigno.deliver.citation import citation
from fidedigno.model import Locator
from tests.fakes.cards import card


@pytest.mark.parametrize("language", ["es", "en", "fr"])
def test_a_citation_names_title_section_page_version_date_and_place(language: str) -> None:
    found = replace(
        card(), locator=Locator("curso/guia.pdf", ("Guía", "Entregas", "Plazos"), page=3, start=1, end=9)
    )
    text = citation(found, language)
    assert text.startswith("Guía · Entregas › Plazos · ")
    assert "3" in text
    assert "v1" in text
    assert "2026-01-02" in text
    assert text.endswith(" (curso/guia.pdf)")


def test_what_a_source_does_not_have_is_not_named() -> None:
    text = citation(replace(card(), locator=Locator("curso/a.md", ("Guía",))), "es")
    assert text.count(" · ") == 2
    assert "›" not in text


def test_the_two_languages_use_their_own_words() -> None:
    assert citation(card(), "es") != citation(card(), "en")
    assert citation(card(), "fr") == citation(card(), "en")


@pytest.mark.parametrize(
    ("confidence", "language", "words"),
    [
        (0.97, "es", "leído de una imagen ·"),
        (0.97, "en", "read from an image ·"),
        (0.71, "es", "leído de una imagen; puede tener errores ·"),
        (0.71, "en", "read from an image; may contain errors ·"),
    ],
)
def test_what_was_read_from_an_image_is_said_to_be_and_doubts_too(
    confidence: float, language: str, words: str
) -> None:
    scanned = Locator("curso/acta.pdf", page=2, confidence=confidence)
    assert words in citation(replace(card(), locator=scanned), language)
