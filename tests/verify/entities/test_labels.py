from __future__ import annotations

import pytest

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.verify.entities.labels import labelled_in, load


def keys(text: str) -> set[str]:
    return {each.key for each in labelled_in(text, plain(text))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Table 4 and figure 12", {"table:4", "figure:12"}),
        ("la tabla 4 y la figura 12", {"table:4", "figure:12"}),
        ("Part IV, Title 3", {"part:4", "title:3"}),
        ("form N9", {"form:n.9"}),
        ("el modelo 303", {"form:303"}),
        ("aula B-214, room B-214", {"room:b.214"}),
        ("regla 13 bis", {"rule:13"}),
        ("disposición adicional tercera", {"disposition:adicional.3"}),
        ("la sentencia 31/2010", {"verdict:31.2010"}),
    ],
)
def test_a_label_and_a_number_have_one_notation(text: str, expected: set[str]) -> None:
    assert keys(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "form 3 groups",
        "the most part 12",
        "schedule 2 visits",
        "party 5",
        "parte i",
        "tabla",
    ],
)
def test_common_words_before_a_figure_are_no_labels(text: str) -> None:
    assert keys(text) == set()


def test_places_are_those_of_label_and_number() -> None:
    text = "Véase la tabla 4."
    (found,) = labelled_in(text, plain(text))
    assert text[found.start : found.end] == "tabla 4"


def test_a_missing_language_is_named() -> None:
    with pytest.raises(ConfigurationError, match="en lacks"):
        load({"es": {"labels": {}, "written": "", "dispositions": "", "ordinals": ""}}, "x.yaml")
