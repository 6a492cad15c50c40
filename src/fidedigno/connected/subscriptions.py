"""Keeps what a system has agreed to: that it calls our address when something changes there.

A subscription ends by itself, so each is renewed in time, and all are made anew where the declaration or the secret
is another. A system that does not agree costs nothing but time: it is read at its cadence, as without.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from fidedigno.connected.notices import webhook_secret
from fidedigno.connector_sync import in_own_loop
from fidedigno.errors import FidedignoError
from fidedigno.sources.connector import Notifying, Subscription

if TYPE_CHECKING:
    from fidedigno.connected.declaration import Connection
    from fidedigno.sources.connector import Connector
    from fidedigno.workspace import Fidedigno

EARLY = timedelta(days=1)
"""How long before the first one ends all are looked at."""
AGAIN = timedelta(hours=1)
"""After a system has refused."""
_log = logging.getLogger(__name__)


def keep_subscribed(workspace: Fidedigno, connection: Connection, now: datetime) -> bool:
    """Make or renew subscriptions where that is due. Raises no error of the system: it is logged, by its code.

    Returns:
        Whether the system was asked and agreed.
    """
    if not connection.webhook_url:
        return False
    kept: Mapping[str, Any] = workspace.book.standing(connection.name).subscriptions or {}
    try:
        secret = (webhook_secret(connection) or b"").decode()
        mark = _mark(connection, secret)
        known = _known(kept) if kept.get("mark") == mark else {}
        if kept.get("mark") == mark and now < datetime.fromisoformat(kept["look_at"]):
            return False
        try:
            agreed = in_own_loop(_subscribe(connection.open(), connection.webhook_url, secret, known))
        except FidedignoError:
            _keep(workspace, connection, mark, known, now + AGAIN)
            raise
    except FidedignoError as error:
        _log.warning("%s: its system does not say when something changes (%s)", connection.name, error.code)
        return False
    first = min((each.until for each in agreed.values()), default=now + EARLY + AGAIN)
    _keep(workspace, connection, mark, agreed, max(first - EARLY, now + AGAIN))
    return True


async def _subscribe(
    connector: Connector, address: str, secret: str, known: Mapping[str, Subscription]
) -> Mapping[str, Subscription]:
    try:
        if not hasattr(connector, "subscribe"):
            return {}  # made by hand in the system itself
        return await cast("Notifying", connector).subscribe(address, secret, known)
    finally:
        await connector.close()


def _mark(connection: Connection, secret: str) -> str:
    """Another text whenever subscriptions would be other ones."""
    said = [connection.webhook_url, secret, connection.given.kind, dict(connection.given.options)]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _known(kept: Mapping[str, Any]) -> dict[str, Subscription]:
    return {
        key: Subscription(each["id"], datetime.fromisoformat(each["until"]))
        for key, each in kept["held"].items()
    }


def _keep(
    workspace: Fidedigno,
    connection: Connection,
    mark: str,
    held: Mapping[str, Subscription],
    look_at: datetime,
) -> None:
    said = {
        "mark": mark,
        "look_at": look_at.isoformat(),
        "held": {key: {"id": each.id, "until": each.until.isoformat()} for key, each in held.items()},
    }
    workspace.book.update(connection.name, subscriptions=said)
