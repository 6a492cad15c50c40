"""Text chunks of PNG files."""

import zlib

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.diagrams.png import SIGNATURE, png_texts


def chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def picture(*chunks: bytes) -> bytes:
    return SIGNATURE + chunk(b"IHDR", b"\0" * 13) + b"".join(chunks) + chunk(b"IEND", b"")


def test_all_three_kinds_of_text_are_read() -> None:
    content = picture(
        chunk(b"tEXt", b"a\0uno"),
        chunk(b"zTXt", b"b\0\0" + zlib.compress(b"dos")),
        chunk(b"iTXt", b"c\0\x01\0es\0c\0" + zlib.compress("trés".encode())),
        chunk(b"iTXt", b"d\0\0\0\0\0cuatro"),
        chunk(b"zTXt", b"broken\0\0xx"),
    )
    expected = [("a", b"uno"), ("b", b"dos"), ("c", "trés".encode()), ("d", b"cuatro")]
    assert list(png_texts(content)) == expected


@given(st.binary(max_size=200))
def test_anything_is_read_without_an_error(data: bytes) -> None:
    assert len(list(png_texts(SIGNATURE + data))) <= len(data)
    assert list(png_texts(data)) == []
