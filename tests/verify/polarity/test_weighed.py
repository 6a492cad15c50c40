from fidedigno.verify.polarity.weighed import Weighed, stands
from fidedigno.verify.statement import Difference
from tests.verify.polarity.comparing import standing

DIFFERENCE = Difference("x", 0, 1, 0, 1, "", 0.8)


def test_a_difference_stands_until_something_agrees_more_surely() -> None:
    assert stands(Weighed(0, 0.8, 0.0, DIFFERENCE), 0.7)
    assert not stands(Weighed(0, 0.8, 0.0, DIFFERENCE), 0.9)


def test_only_differences_are_left() -> None:
    found = [Weighed(0, 0.8, 0.0, DIFFERENCE), Weighed(1, 0.0, 0.5), Weighed(2, 0.5, 0.6, DIFFERENCE)]
    assert standing(found) == [DIFFERENCE]
