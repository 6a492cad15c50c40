import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.polarity.data import by_first_word, word_groups, words_by_language


def test_every_file_of_groups_is_read() -> None:
    for name in ("operators.yaml", "quantifiers.yaml", "roles.yaml", "inflection.yaml"):
        assert word_groups(name)


@pytest.mark.parametrize(
    "value",
    [
        None,
        {"es": ["no"]},
        {"es": [False], "en": ["no"]},
        {"es": ["según"], "en": ["a"]},
        {"es": "no", "en": ["no"]},
    ],
)
def test_a_group_that_is_no_folded_words_is_refused(value: object) -> None:
    with pytest.raises(ConfigurationError):
        words_by_language("some.yaml", value, "group")


def test_longer_phrases_are_tried_first_and_equal_ones_as_they_came() -> None:
    phrases = [("not",), ("not", "yet"), ("no",), ("not", "all")]
    found = by_first_word(phrases, tuple)
    assert found == {"not": (("not", "yet"), ("not", "all"), ("not",)), "no": (("no",),)}
