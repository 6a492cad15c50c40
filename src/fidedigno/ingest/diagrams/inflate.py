"""Compressed parts of drawings, unpacked up to a limit and never further."""

from __future__ import annotations

import base64
import binascii
import zlib

from fidedigno.ingest.diagrams.diagram import broken, too_large

MAX_INFLATED_BYTES = 50_000_000
RAW = -15
ZLIB = 15


def inflate(data: bytes, form: int, limit: int = MAX_INFLATED_BYTES) -> bytes:
    """Unpack deflated data. ``form`` is :data:`RAW` or :data:`ZLIB`.

    Raises:
        DocumentFailedError: if it is damaged, or larger than ``limit`` bytes when unpacked.
    """
    unpacker = zlib.decompressobj(form)
    try:
        found = unpacker.decompress(data, limit + 1)
    except zlib.error:
        raise broken("a compressed part cannot be unpacked") from None
    if len(found) > limit:
        raise too_large("bytes when unpacked", limit)
    if not unpacker.eof:
        raise broken("a compressed part is cut off")
    return found


def unbase64(text: str | bytes) -> bytes:
    """Decode Base64, blanks allowed.

    Raises:
        DocumentFailedError: if it is not Base64.
    """
    bare = (text.encode("ascii", "replace") if isinstance(text, str) else text).translate(None, b" \t\r\n")
    try:
        return base64.b64decode(bare, validate=True)
    except (binascii.Error, ValueError):
        raise broken("a part is not Base64") from None
