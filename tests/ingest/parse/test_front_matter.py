import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.front_matter import NONE, read_front_matter


@pytest.mark.parametrize(
    ("text", "metadata"),
    [
        ("---\na: 1\n---\nrest", {"a": "1"}),
        ("---\r\na: 1\r\n...\r\nrest", {"a": "1"}),
        ("+++\na = 1\n+++\nrest", {"a": 1}),
        ("---\n# remark\n'a': [x, y]\n---\nrest", {"a": ["x", "y"]}),
        ("---\n---\nrest", {}),
    ],
)
def test_a_block_of_keys_is_split_from_the_text(text: str, metadata: dict[str, object]) -> None:
    found = read_front_matter(text, name="a.md")
    assert found.metadata == metadata
    assert text[found.end :] == "rest"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "text",
        "a: 1\n---\n",
        "---\n\nA thematic break.\n\n---\n",
        "----\na: 1\n----\n",
        " ---\na: 1\n---\n",
    ],
)
def test_a_line_that_opens_no_block_of_keys_is_text(text: str) -> None:
    assert read_front_matter(text, name="a.md") == NONE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\na: 1\na: 2\n---\n", "line 3: .*given twice"),
        ("---\nacl: *x\n---\n", "line 2: .*aliases"),
        ('---\na: "\\UFFFFFFFF"\n---\n', "invalid Unicode|number"),
        ("+++\na = \n+++\n", "not valid TOML"),
        (f"+++\na = {'9' * 5000}\n+++\n", "not valid TOML"),
        ("+++\na = 2026-99-99\n+++\n", "not valid TOML"),
        ("+++\na = 1\n", "never closed"),
    ],
)
def test_keys_that_cannot_be_read_are_an_error_because_they_may_guard_the_document(
    text: str, said: str
) -> None:
    with pytest.raises(DocumentFailedError, match=said) as caught:
        read_front_matter(text, name="a.md")
    assert caught.value.hint
