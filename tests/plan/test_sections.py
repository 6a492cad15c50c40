import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.strict_yaml import read_yaml
from fidedigno.plan.sections import MAX_SHOWN, Problems, Section, nearest

TEXT = """\
word: hello
empty: ''
nested:
  list:
    - one
    - two
    - two
flag: yes
"""


def section() -> tuple[Section, Problems]:
    problems = Problems()
    return Section("some.yaml", read_yaml(TEXT), problems, text=TEXT), problems


def test_what_is_right_is_read_without_a_problem() -> None:
    read, problems = section()
    assert read.word("word") == "hello"
    assert read.truth("flag", default=False) is True
    assert read.truth("absent", default=True) is True
    assert read.whole("absent", 7, 9) == 7
    problems.raise_if_any()


def test_an_item_of_a_list_is_told_with_a_line_of_its_own() -> None:
    read, problems = section()
    assert read.section("nested").words("list") == ("one", "two")
    assert problems.found == ["some.yaml:6: list: 'two' is given twice"]


def test_an_empty_word_and_a_mapping_in_its_place_are_problems() -> None:
    read, problems = section()
    assert read.word("empty") == read.word("nested") == ""
    assert problems.found == ["some.yaml:2: 'empty' must be a text", "some.yaml:3: 'nested' must be a text"]


def test_a_hint_names_the_nearest_word_or_all_of_them() -> None:
    assert nearest("sumbission", ("grade", "submission")) == "did you mean 'submission'?"
    assert nearest("zzz", ("grade", "submission")) == "one of: grade, submission"


def test_of_very_many_problems_the_first_are_shown_and_the_rest_counted() -> None:
    problems = Problems()
    for line in range(MAX_SHOWN + 5):
        problems.add("f.yaml", line, "wrong")
    with pytest.raises(ConfigurationError) as caught:
        problems.raise_if_any()
    assert caught.value.message.count("wrong") == MAX_SHOWN
    assert caught.value.message.endswith("and 5 more")
