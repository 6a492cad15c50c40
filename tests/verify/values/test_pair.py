"""What sort of values can differ."""

from fidedigno.verify.values.clauses import surroundings
from fidedigno.verify.values.pair import Pair, difference, of_one_sort
from tests.verify.values.reading import one, statement


def test_a_bare_number_may_leave_out_its_unit() -> None:
    assert of_one_sort(one("12 euros"), one("the other, 9"))
    assert of_one_sort(one("12 minutes"), one("14 minutes"))
    assert not of_one_sort(one("12 euros"), one("9 users"))
    assert not of_one_sort(one("Monday"), one("the other, 9"))


def test_a_difference_has_both_places_and_no_guess_among_several() -> None:
    claim, evidence = statement("It costs 12 euros."), statement("It costs 9 euros.")
    pair = Pair(claim, evidence, surroundings(claim), surroundings(evidence))
    found = difference(pair, 0, 0, "amount_differs", 0.9, unique=True)
    assert (claim.text[found.start : found.end], found.expected) == ("12 euros", "9 euros")
    assert difference(pair, 0, 0, "amount_differs", 0.9, unique=False).expected == ""
