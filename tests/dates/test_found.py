from fidedigno.dates.found import blocked
from tests.dates.reading import scan_of


def test_the_word_before_is_the_one_that_only_blanks_part_from_here() -> None:
    scan = scan_of("Hasta  el lunes")
    assert scan.word_before(10) == ("el", 7)
    assert scan.word_before(7) == ("hasta", 0)
    assert scan_of("hasta, lunes").word_before(7) == ("", 6)
    assert scan.word_before(0) == ("", 0)
    assert scan.over_words(10, frozenset({"el"})) == 7
    assert scan.over_words(10, frozenset({"la"})) == 10


def test_what_is_blocked_is_no_day_and_takes_no_hour() -> None:
    assert not blocked(1, 2).possible
    assert not blocked(1, 2).one_day
