"""Which provider a bearer token belongs to. Files are read at each request, so that a token that was taken
out of one is refused at once and a new one needs no restart."""

from __future__ import annotations

import hashlib
import hmac
import logging
from collections.abc import Sequence

from fidedigno.errors import ConfigurationError
from fidedigno.private_file import read_private
from fidedigno.serve.settings import ScimSettings

_log = logging.getLogger(__name__)

MIN_CHARACTERS = 32
"""A shorter token could be guessed."""
_FILE_BYTES = 65_536
_HINT = "write tokens of 32 characters or more, one a line, in a file that you alone may read"


def read_tokens(settings: ScimSettings) -> tuple[str, ...]:
    """The tokens of one provider.

    Raises:
        ConfigurationError: if the file cannot be used, or holds none, or one that is too short.
    """
    path = settings.token_file
    content = read_private(path, "file of tokens", _HINT, _FILE_BYTES)
    try:
        lines = (content or b"").decode("ascii").split()
    except UnicodeDecodeError:
        lines = []
    if not lines or any(len(line) < MIN_CHARACTERS for line in lines):
        raise ConfigurationError(f"{path}: no token of {MIN_CHARACTERS} characters or more a line", _HINT)
    return tuple(lines)


def provider_of(token: str | None, providers: Sequence[ScimSettings]) -> ScimSettings | None:
    """The provider whose token it is. Every token is compared, whichever is right, in constant time."""
    given = hashlib.sha256((token or "").encode()).digest()
    found = None
    for provider in providers:
        try:
            tokens = read_tokens(provider)
        except ConfigurationError:
            _log.error("the tokens of a provider cannot be read")
            continue
        for each in tokens:
            if hmac.compare_digest(hashlib.sha256(each.encode()).digest(), given):
                found = provider
    return found if token is not None else None
