import pytest

from fidedigno.plan.names import MAX_CHARACTERS, is_name


@pytest.mark.parametrize("text", ["a", "due-date", "missing_work", "step2-b"])
def test_lower_case_words_joined_are_names(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize(
    "text", ["", "A", "a b", "2a", "-a", "a-", "a--b", "../a", "añada", "a\n", "a" * (MAX_CHARACTERS + 1)]
)
def test_anything_else_is_none(text: str) -> None:
    assert not is_name(text)
