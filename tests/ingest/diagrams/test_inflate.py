"""Unpacking with a limit."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.inflate import RAW, ZLIB, inflate, unbase64


def packed(data: bytes, form: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, form)
    return packer.compress(data) + packer.flush()


@given(st.binary(max_size=300), st.sampled_from([RAW, ZLIB]))
def test_what_was_packed_comes_back(data: bytes, form: int) -> None:
    assert inflate(packed(data, form), form) == data
    assert unbase64(base64.encodebytes(data)) == data


def test_a_bomb_stops_at_the_limit() -> None:
    bomb = packed(b"0" * 10_000_000, RAW)
    with pytest.raises(DocumentFailedError, match="1,000 bytes"):
        inflate(bomb, RAW, 1_000)


@pytest.mark.parametrize("data", [b"", b"nonsense", packed(b"hello" * 50, ZLIB)[:-6]])
def test_damage_is_told(data: bytes) -> None:
    with pytest.raises(DocumentFailedError):
        inflate(data, ZLIB)


@pytest.mark.parametrize("text", ["ñ", "a", "!!!!"])
def test_what_is_not_base64_is_refused(text: str) -> None:
    with pytest.raises(DocumentFailedError):
        unbase64(text)
