import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.heal.word_lists import any_of, in_both_languages


def test_the_longest_word_is_tried_first() -> None:
    assert any_of(["a", "a la", "al"]) == r"a\s+la|al|a"


def test_what_may_stand_for_a_blank_is_said() -> None:
    assert any_of(["a la", "a.b"], between=" ") == r"a la|a\.b"


def test_the_words_of_both_languages_are_one_list() -> None:
    assert in_both_languages({"x": {"es": ["uno"], "en": ["one", 2]}}, "x") == ("uno", "one", "2")


@pytest.mark.parametrize(
    "data", [None, {}, {"x": {"es": ["uno"]}}, {"x": {"es": [], "en": ["one"]}}, {"x": ["uno", "one"]}]
)
def test_words_that_a_language_lacks_are_an_error(data: object) -> None:
    with pytest.raises(ConfigurationError, match="'x'"):
        in_both_languages(data, "x")
