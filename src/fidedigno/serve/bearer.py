"""The bearer token of a request (RFC 6750): in the header alone, never in the address or the body."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BEARER = re.compile(rb"bearer +([A-Za-z0-9\-._~+/]+=*) *", re.IGNORECASE)
MAX_TOKEN_BYTES = 16_384


def bearer_of(headers: Sequence[tuple[bytes, bytes]]) -> str | None:
    """The token; ``None`` if there is no header, more than one, or one of another form.

    Example:
        >>> bearer_of([(b"authorization", b"Bearer abc")])
        'abc'
    """
    found = [value for name, value in headers if name == b"authorization"]
    if len(found) != 1 or len(found[0]) > MAX_TOKEN_BYTES:
        return None
    match = _BEARER.fullmatch(found[0])
    return None if match is None else match[1].decode("ascii")
