"""From bytes to text: byte order marks, UTF-8, and the one older encoding still met in such files."""

from __future__ import annotations

import codecs
import re

from fidedigno.errors import DocumentFailedError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27})
MAX_CONTROL_SHARE = 0.02
"""Above this share of control bytes a file is binary, whatever its name says."""

_SURROGATES = re.compile("[\ud800-\udfff]")


def decode_text(content: bytes, *, name: str) -> str:
    """Decode a text file. The byte order mark is dropped; line ends stay as they are.

    Bytes that are not UTF-8 are read as Windows-1252, which covers Latin-1 Spanish and English text;
    its five undefined bytes become U+FFFD. NUL characters become U+FFFD, so that offsets do not move.

    Raises:
        DocumentFailedError: if the file is empty, blank or binary.
    """
    if not content.strip():
        raise DocumentFailedError(f"{name}: the file is empty", "Remove it, or add its content.")
    text = _decode(content, name)
    if not text.strip():
        raise DocumentFailedError(
            f"{name}: the file holds only blank space", "Remove it, or add its content."
        )
    return _SURROGATES.sub("\ufffd", text.replace("\x00", "\ufffd"))


def _decode(content: bytes, name: str) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, errors="replace")
    sample = content[:65_536]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if controls > MAX_CONTROL_SHARE * len(sample):
        raise DocumentFailedError(
            f"{name}: the name says text but the content is binary",
            "Give the file the extension of its real kind.",
        )
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
