import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.decode import decode_text

WORDS = "Práctica: ¿cuándo?\r\n"


@pytest.mark.parametrize(
    "content",
    [
        WORDS.encode(),
        codecs.BOM_UTF8 + WORDS.encode(),
        codecs.BOM_UTF16_LE + WORDS.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + WORDS.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + WORDS.encode("utf-32-le"),
        codecs.BOM_UTF32_BE + WORDS.encode("utf-32-be"),
        WORDS.encode("cp1252"),
    ],
    ids=["utf-8", "utf-8 mark", "utf-16 le", "utf-16 be", "utf-32 le", "utf-32 be", "windows-1252"],
)
def test_each_encoding_gives_the_same_words_and_line_ends(content: bytes) -> None:
    assert decode_text(content, name="a.txt") == WORDS


def test_what_means_no_character_keeps_its_place() -> None:
    assert decode_text(b"a" * 200 + b"\x00b", name="a.txt")[200:] == "\ufffdb"
    assert decode_text(b"\x81\xe9", name="a.txt") == "\ufffd\u00e9"


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "empty"), (b" \n\t", "empty"), ("\u3000".encode(), "blank"), (bytes(range(32)) * 9, "binary")],
)
def test_nothing_to_read_is_a_clear_error(content: bytes, said: str) -> None:
    with pytest.raises(DocumentFailedError, match=said):
        decode_text(content, name="a.txt")


@given(st.binary(min_size=1, max_size=60))
def test_whatever_is_decoded_can_be_written_again(content: bytes) -> None:
    try:
        text = decode_text(content, name="a.txt")
    except DocumentFailedError:
        return
    assert text.strip()
    assert "\x00" not in text
    assert text.encode("utf-8").decode("utf-8") == text
