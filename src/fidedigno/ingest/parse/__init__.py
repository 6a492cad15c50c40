"""Parsers: the bytes of one file come in, a text with its blocks goes out.

One small file a format, all behind the :class:`~fidedigno.ingest.parsed.Parser` protocol. A parser never
opens anything beside the bytes it is given, drops what a reader would not see, and says
:class:`~fidedigno.errors.DocumentFailedError` where it cannot read.
"""

from fidedigno.ingest.parse.choose import (
    SUPPORTED_SUFFIXES,
    is_supported,
    may_be_recognised,
    media_type_of,
    parser_for,
)
from fidedigno.ingest.parse.ocr import ocr_version

__all__ = [
    "SUPPORTED_SUFFIXES",
    "is_supported",
    "may_be_recognised",
    "media_type_of",
    "ocr_version",
    "parser_for",
]
