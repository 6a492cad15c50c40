"""Whether a message that says "something changed" really comes from the system of a connection.

Nothing in a message is believed but that: what changed is read from the system itself. Every comparison takes as
long for a wrong secret as for the right one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from fidedigno.connected.secrets import read_secret
from fidedigno.errors import ConfigurationError, FidedignoError

if TYPE_CHECKING:
    from fidedigno.connected.declaration import Connection
    from fidedigno.workspace import Fidedigno

SHORTEST_SECRET = 16
"""A shorter one could be guessed."""
MOST_NOTICES = 1_000
_log = logging.getLogger(__name__)
Headers = Mapping[str, str]
Check = Callable[[Headers, bytes, bytes], bool]
"""Whether a message with these headers (in small letters) and this body was made by who knows the secret."""


def webhook_secret(connection: Connection) -> bytes | None:
    """The secret that a system's messages prove; ``None`` where none was declared.

    Raises:
        ConfigurationError: if its file is not as it should be, or it is too short.
    """
    if connection.webhook_secret_file is None:
        return None
    secret = read_secret(connection.webhook_secret_file).encode()
    if len(secret) < SHORTEST_SECRET:
        raise ConfigurationError(
            f"{connection.webhook_secret_file}: the secret of a webhook is too short",
            f"Write {SHORTEST_SECRET} characters or more, such as 'openssl rand -hex 32' gives.",
        )
    return secret


def take_notice(workspace: Fidedigno, name: str, headers: Headers, body: bytes, now: datetime) -> bool:
    """Mark a connection as due if the message is its system's. Tells nobody whether it was: raises no error.

    Returns:
        Whether it was marked, for tests and logs; never for whoever sent the message.
    """
    try:
        connection = workspace.connections.get(name)
        secret = webhook_secret(connection)
        if secret is None or not is_genuine(connection.given.kind, headers, body, secret):
            return False
        workspace.book.mark_due(name, now)
    except FidedignoError as error:
        _log.info("a notice was left out (%s)", error.code)
        return False
    return True


def is_genuine(kind: str, headers: Headers, body: bytes, secret: bytes) -> bool:
    """Whether a message to a connection of that kind was made by who knows the secret, and tells of a change."""
    return _CHECKS.get(kind, _signed("x-hub-signature"))(headers, body, secret)


def _of_graph(headers: Headers, body: bytes, secret: bytes) -> bool:  # noqa: ARG001 - one form for all checks
    """Microsoft Graph repeats the secret (``clientState``) in each notification."""
    try:
        notices = json.loads(body)["value"]
        states = [each["clientState"] for each in notices]
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    if not isinstance(notices, list) or not 0 < len(states) <= MOST_NOTICES:
        return False
    same = [isinstance(each, str) and hmac.compare_digest(each.encode(*_AS_IT_IS), secret) for each in states]
    return all(same)


def _of_drive(headers: Headers, body: bytes, secret: bytes) -> bool:  # noqa: ARG001 - it has no body
    """Google Drive repeats the secret in a header; its first message only says that the channel is open."""
    token = headers.get("x-goog-channel-token", "").encode(*_AS_IT_IS)
    is_change = headers.get("x-goog-resource-state", "") not in {"", "sync"}
    return hmac.compare_digest(token, secret) and is_change


def _signed(header: str) -> Check:
    """The others sign the body: ``sha256=`` and the HMAC in hexadecimal."""

    def check(headers: Headers, body: bytes, secret: bytes) -> bool:
        said = headers.get(header, "").encode(*_AS_IT_IS)
        expected = b"sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest().encode()
        return hmac.compare_digest(said, expected)

    return check


_AS_IT_IS = ("utf-8", "surrogatepass")
_CHECKS: Mapping[str, Check] = {
    "graph": _of_graph,
    "gdrive": _of_drive,
    "notion": _signed("x-notion-signature"),
}
