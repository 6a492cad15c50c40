"""Versions."""

import pytest

from fidedigno.verify.values.skipped import mask_of
from fidedigno.verify.values.versions import find_versions
from tests.verify.values.reading import statement


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("version 3.11", (3, 11)),
        ("versión 2", (2,)),
        ("v2.4.1", (2, 4, 1)),
        ("it is 2.4.1 now", (2, 4, 1)),
        ("needs Python 3.11 or later", (3, 11)),
        ("Release 10 is out", (10,)),
    ],
)
def test_a_version_is_its_numbers(text: str, parts: tuple[int, ...]) -> None:
    (value,) = find_versions(text, statement(text).folded, mask_of(text))
    assert value.parts == parts


@pytest.mark.parametrize(
    "text", ["it costs 3.11", "Average 7.5 %", "Height 3.5 m", "Section 3.2", "10,5 years", "1.000.000 users"]
)
def test_other_figures_are_no_version(text: str) -> None:
    assert find_versions(text, statement(text).folded, mask_of(text)) == []
