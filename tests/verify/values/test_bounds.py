"""Words of limit and approximation around a value."""

import pytest

from fidedigno.consolidate.plain import plain
from fidedigno.verify.values.bounds import around
from fidedigno.verify.values.value import Bound
from tests.verify.values.reading import codes, compare


def read(text: str) -> tuple[Bound, bool, str]:
    folded = plain(text)
    start = folded.index("5")
    found = around(folded, start, start + 1)
    return found.bound, found.approximate, text[found.start : found.end]


@pytest.mark.parametrize(
    ("text", "bound", "whole"),
    [
        ("at least 5 of them", Bound.AT_LEAST, "at least 5"),
        ("at least the 5 of them", Bound.AT_LEAST, "at least the 5"),
        ("5 or more of them", Bound.AT_LEAST, "5 or more"),
        ("5+ of them", Bound.AT_LEAST, "5+"),
        ("more than 5", Bound.MORE_THAN, "more than 5"),
        ("no more than 5", Bound.AT_MOST, "no more than 5"),
        ("up to 5", Bound.AT_MOST, "up to 5"),
        ("5, maximum", Bound.AT_MOST, "5, maximum"),
        ("less than 5", Bound.LESS_THAN, "less than 5"),
        ("within 5", Bound.WITHIN, "within 5"),
        ("after 5", Bound.AFTER, "after 5"),
        ("≥ 5", Bound.AT_LEAST, "≥ 5"),
        ("al menos 5", Bound.AT_LEAST, "al menos 5"),
        ("5 como mínimo", Bound.AT_LEAST, "5 como mínimo"),
        ("un mínimo de 5", Bound.AT_LEAST, "un mínimo de 5"),
        ("más de 5", Bound.MORE_THAN, "más de 5"),
        ("no más de 5", Bound.AT_MOST, "no más de 5"),
        ("hasta 5", Bound.AT_MOST, "hasta 5"),
        ("Máximo: 5", Bound.AT_MOST, "Máximo: 5"),
        ("no puede superar los 5", Bound.AT_MOST, "no puede superar los 5"),
        ("menos de 5", Bound.LESS_THAN, "menos de 5"),
        ("there are 5 here", Bound.NONE, "5"),
        ("they ask for at least. 5 come", Bound.NONE, "5"),
    ],
)
def test_a_limit_is_read_with_its_words(text: str, bound: Bound, whole: str) -> None:
    assert read(text) == (bound, False, whole)


@pytest.mark.parametrize(
    "text", ["about 5", "roughly 5", "5 or so", "unos 5", "casi 5", "aprox. 5", "alrededor de 5"]
)
def test_an_approximation_is_read(text: str) -> None:
    assert read(text)[:2] == (Bound.NONE, True)


def test_an_approximate_limit_is_both() -> None:
    assert read("at most about 5")[:2] == (Bound.AT_MOST, True)


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "found"),
    [
        ("It weighs exactly 40 kilos.", "It weighs around 40 kilos.", "en", ["bound_differs"]),
        ("It weighs 40 kilos on the nose.", "It weighs roughly 40 kilos.", "en", ["bound_differs"]),
        ("It weighs exactly 40 kilos.", "It weighs at least 40 kilos.", "en", ["bound_differs"]),
        ("It weighs 40 kilos or more.", "It weighs exactly 40 kilos.", "en", ["bound_differs"]),
        ("It weighs 40 kilos, neither more nor less.", "It weighs exactly 40 kilos.", "en", []),
        ("It weighs exactly 40 kilos.", "It weighs 40 kilos.", "en", []),
        ("It weighs about 40 kilos.", "It weighs exactly 40 kilos.", "en", []),
        ("Pesa exactamente 40 kilos.", "Pesa unos 40 kilos.", "es", ["bound_differs"]),
        ("Pesa 40 kilos justos.", "Pesa 40 kilos, más o menos.", "es", ["bound_differs"]),
        ("Pesa 40 kilos o más.", "Pesa exactamente 40 kilos.", "es", ["bound_differs"]),
        ("Pesa 40 kilos, ni más ni menos.", "Pesa 40 kilos exactos.", "es", []),
        ("Pesa 40 kilos, a ojo.", "Pesa del orden de 40 kilos.", "es", []),
        ("It is for those who have turned 12.", "It is for those under 12.", "en", ["bound_differs"]),
        ("It is for those who have not yet turned 12.", "It is for those under 12.", "en", []),
        ("Es para quienes tengan 12 años cumplidos.", "Es para menores de 12 años.", "es", ["bound_differs"]),
        ("Es para quienes aún no han cumplido 12 años.", "Es para menores de 12 años.", "es", []),
    ],
)
def test_what_is_exact_and_what_is_not(claim: str, evidence: str, language: str, found: list[str]) -> None:
    assert codes(compare(claim, evidence, language)) == found
