"""The text chunks of a PNG, in which drawing programs keep the drawing itself. Pixels are not read.

Source: the PNG specification, W3C, chapter 11.3.3 (textual information).
"""

from __future__ import annotations

from collections.abc import Iterator

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.inflate import ZLIB, inflate

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_CHUNKS = 100_000
_KINDS = frozenset((b"tEXt", b"zTXt", b"iTXt"))


def png_texts(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Keyword and text of every text chunk, unpacked; a damaged chunk is passed over."""
    if not content.startswith(SIGNATURE):
        return
    at = len(SIGNATURE)
    for _ in range(MAX_CHUNKS):
        if at + 8 > len(content):
            return
        size = int.from_bytes(content[at : at + 4], "big")
        kind, data = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        at += 12 + size
        if kind == b"IEND":
            return
        if kind not in _KINDS:
            continue
        keyword, parted, text = data.partition(b"\0")
        if not parted:
            continue
        try:
            yield keyword.decode("latin-1"), _text(kind, text)
        except DocumentFailedError:
            continue


def _text(kind: bytes, data: bytes) -> bytes:
    if kind == b"tEXt":
        return data
    if kind == b"zTXt":
        return inflate(data[1:], ZLIB)
    compressed = data[:1] == b"\x01"
    text = data[2:].split(b"\0", 2)[-1]
    return inflate(text, ZLIB) if compressed else text
