"""The data file: every language says everything, and a word means one thing."""

import re
from collections.abc import Iterator

import pytest

from fidedigno.dates.fold import fold
from fidedigno.dates.lexicon import alternatives, lexicon
from fidedigno.dates.local_time import zone_of


def words_of(node: object) -> Iterator[object]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield key
            yield from words_of(value)
    elif isinstance(node, list):
        for each in node:
            yield from words_of(each)
    else:
        yield node


def test_no_word_was_taken_for_a_truth_value() -> None:
    # YAML reads a bare "on", "no" or "yes" as one.
    assert not [each for each in words_of(lexicon().data) if isinstance(each, bool) or each is None]


def test_every_language_names_twelve_months_and_seven_weekdays() -> None:
    for months, weekdays in lexicon().names.values():
        assert (len(set(months)), len(set(weekdays))) == (12, 7)
    assert lexicon().names.keys() == lexicon().written.keys() == {"es", "en"}


@pytest.mark.parametrize(
    "key", ["months", "weekdays", "month_abbreviations", "weekday_abbreviations", "numbers"]
)
def test_what_is_listed_by_language_is_listed_for_each(key: str) -> None:
    assert set(lexicon().data[key]) == {"es", "en"}


def test_a_word_of_both_languages_has_one_meaning() -> None:
    data = lexicon().data
    for key in ("month_abbreviations", "weekday_abbreviations", "numbers"):
        spanish, english = ({fold(str(w)): n for w, n in data[key][each].items()} for each in ("es", "en"))
        assert {word: n for word, n in spanish.items() if english.get(word, n) != n} == {}


def test_every_zone_exists() -> None:
    names = [*lexicon().zones.values(), *(zone for zone, _ in lexicon().zone_abbreviations.values())]
    assert all(zone_of(name).key == name for name in names)


def test_the_longest_alternative_is_tried_first_whatever_blanks_stand_between() -> None:
    pattern = re.compile(alternatives(["de", "del día", "de la"]))
    match = pattern.match("del  dia 13")
    assert match is not None
    assert match[0] == "del  dia"
