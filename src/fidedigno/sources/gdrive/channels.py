"""Channels of Drive: it calls an address when something changes in a feed, and repeats a secret each time.

A call says nothing that is believed; it only makes a reading come sooner. A channel cannot be renewed: another is
opened when a third of its life is left, and the old one ends by itself.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from fidedigno.sources.connector import SourceError, SourceErrorKind, Subscription
from fidedigno.sources.gdrive.api import DriveApi
from fidedigno.sources.gdrive.feeds import Feed
from fidedigno.sources.gdrive.wire import Channel
from fidedigno.sources.shapes import read_shape

LIFE = timedelta(days=3)


async def open_channels(
    api: DriveApi,
    feeds: Iterable[Feed],
    address: str,
    secret: str,
    known: Mapping[str, Subscription],
    now: datetime,
) -> dict[str, Subscription]:
    """The channel of each feed, opened where there is none or it ends soon.

    Raises:
        SourceError: if Drive does not agree to one.
    """
    found = {}
    for feed in feeds:
        held = known.get(feed.key)
        if held is None or held.until - now <= LIFE / 3:
            held = await _opened(api, feed, address, secret, now)
        found[feed.key] = held
    return found


async def _opened(api: DriveApi, feed: Feed, address: str, secret: str, now: datetime) -> Subscription:
    identifier = secrets.token_hex(16)
    end = int((now + LIFE).timestamp() * 1000)
    body = {"id": identifier, "type": "web_hook", "address": address, "token": secret, "expiration": str(end)}
    said: Channel = read_shape(Channel, await api.watch(feed.subject, feed.drive, body), "a channel")
    try:
        until = datetime.fromtimestamp(int(said.expiration) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        raise SourceError(SourceErrorKind.SHAPE, "a channel of Drive ends at no time") from None
    return Subscription(identifier, until)
