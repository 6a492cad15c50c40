"""Numbers that were reckoned."""

from fidedigno.verify.values.derived import is_derived
from tests.verify.values.reading import codes, compare, one, values


def test_a_sum_and_a_difference_are_derived() -> None:
    evidence = values("It sold 10 cars, 20 cars, 5 cars.")
    assert is_derived(one("35 cars"), evidence)
    assert is_derived(one("30 cars"), evidence)
    assert is_derived(one("15 cars"), evidence)
    assert not is_derived(one("12 cars"), evidence)


def test_one_value_is_nothing_to_reckon_with() -> None:
    assert not is_derived(one("10 cars"), values("20 cars"))


def test_a_derived_number_is_missing_and_no_difference() -> None:
    for claim, evidence, language in (
        ("A total of 15 seats.", "There are 10 seats inside and 5 seats outside.", "en"),
        ("En total hay 15 plazas.", "Hay 10 plazas dentro y 5 plazas fuera.", "es"),
    ):
        found = compare(claim, evidence, language)
        assert codes(found) == []
        assert len(found.missing) == 1
