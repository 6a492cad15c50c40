"""The list of markers, and where a text has one of them."""

from importlib.resources import files

import pytest
import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.verify.markers import (
    LANGUAGES,
    MarkerKind,
    find_markers,
    parse_markers,
    tokens_of,
)

NOTHING = {"assertive": [], "hedging": [], "neutral": [], "homographs": [], "lowercase": []}


def found(text: str, language: str = "es") -> list[tuple[str, str]]:
    tokens = tokens_of(plain(text))
    return [
        (text[tokens[each.first].start : tokens[each.last - 1].end], each.kind.value)
        for each in find_markers(text, tokens, language)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [MarkerKind.ASSERTIVE, MarkerKind.HEDGING])
def test_each_language_has_sixty_markers_of_each_kind_or_more(language: str, kind: MarkerKind) -> None:
    text = files("fidedigno.verify").joinpath("confidence.yaml").read_text(encoding="utf-8")
    assert len(yaml.safe_load(text)[language][kind.value]) >= 60


def test_words_are_read_with_their_places_and_what_is_between_them() -> None:
    text = plain("Está  claro.\n\nNo—lo «sé»")
    assert [(text[each.start : each.end], each.joined) for each in tokens_of(text)] == [
        ("esta", False),
        ("claro", True),
        ("no", False),
        ("lo", False),
        ("se", False),
    ]


def test_the_longest_marker_at_a_word_counts_and_none_overlaps_it() -> None:
    assert found("Sin duda alguna, y sin duda.") == [
        ("Sin duda alguna", "assertive"),
        ("sin duda", "assertive"),
    ]
    assert found("No cabe la menor duda.") == [("No cabe la menor duda", "assertive")]


def test_a_marker_does_not_run_across_a_sentence_or_a_paragraph() -> None:
    assert found("Sin. Duda.") == []
    assert found("tal\n\nvez") == []
    assert found("tal\nvez") == [("tal\nvez", "hedging")]
    assert found("It is. Really. Clear that") == []


def test_a_gap_is_up_to_two_words_of_one_sentence() -> None:
    assert found("Estoy seguro de eso") == [("Estoy seguro de", "assertive")]
    assert found("Estoy muy muy seguro de eso") == [("Estoy muy muy seguro de", "assertive")]
    assert ("Estoy", "assertive") not in found("Estoy aquí hoy muy cerca, seguro de eso")


def test_a_marker_that_must_be_spelled_so_is_not_another_word_without_its_accent() -> None:
    assert found("Creo que abre a las nueve.") == [("Creo", "hedging")]
    assert found("La empresa creó el fondo.") == []
    assert found("El portavoz aseguró que abre.") == []
    assert found("Dudo que abra") == [("Dudo", "hedging")]
    assert found("Dudó un instante") == []


def test_a_homograph_is_read_only_among_words_of_its_own_language() -> None:
    assert found("Los costes eventuales de la obra", "en") == [("eventuales", "hedging")]
    assert found("The eventual cost of the work", "es") == []
    assert found("eventual", "es") == [("eventual", "hedging")]
    assert found("eventual", "en") == []


def test_a_month_is_no_marker() -> None:
    assert found("In May this may be late.", "en") == [("this may", "hedging")]
    assert found("This May be ready.", "en") == []


@pytest.mark.parametrize(
    "text",
    [
        "El seguro que cubre el viaje es aparte.",
        "Make sure that the form is signed.",
        "No dude en escribirnos.",
        "Si tiene alguna duda, escriba.",
        "Once you are in, the actual library is red; sin embargo, son pasos simples.",
        "Es un caso real y el total es ideal.",
        "A sure-footed pan is quite exit, come here.",
        "The list appears on page two.",
    ],
)
def test_words_that_only_look_like_markers_count_for_nothing(text: str) -> None:
    for language in LANGUAGES:
        assert all(kind == "neutral" for _, kind in found(text, language))


def test_a_list_of_ones_own_is_read() -> None:
    markers = parse_markers({"es": {**NOTHING, "assertive": ["fij*|=sé bien", "claro"]}, "en": NOTHING})
    assert [row.kind for row in markers.starting("fijisimo")] == [MarkerKind.ASSERTIVE]
    assert [row.kind for row in markers.starting("se")] == [MarkerKind.ASSERTIVE]
    assert list(markers.starting("fi")) == []
    assert markers.lengths == (3,)


@pytest.mark.parametrize("row", [".. claro", "claro ..", "", "muy a|", "=", "*"])
def test_a_row_that_cannot_be_read_is_refused(row: str) -> None:
    with pytest.raises(ConfigurationError):
        parse_markers({"es": {**NOTHING, "hedging": [row]}, "en": NOTHING})


def test_a_row_that_is_there_twice_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="twice"):
        parse_markers({"es": {**NOTHING, "hedging": ["creo"], "assertive": ["creo"]}, "en": NOTHING})
