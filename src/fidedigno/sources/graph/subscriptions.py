"""Subscriptions to what changes in drives: Graph then calls an address, and repeats a secret each time.

A call says nothing that is believed; it only makes a reading come sooner. Permissions are asked for too
(``includesecuritywebhooks``). A subscription ends by itself; it is renewed when a third of its life is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from fidedigno.sources.connector import SourceError, SourceErrorKind, Subscription
from fidedigno.sources.graph.wire import Subscribed
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import read_shape

LIFE = timedelta(days=3)
_ADDRESS = "/subscriptions"


async def subscribe(
    client: RestClient,
    drives: Iterable[str],
    address: str,
    secret: str,
    known: Mapping[str, Subscription],
    now: datetime,
) -> dict[str, Subscription]:
    """The subscription of each drive, made or renewed where that is due.

    Raises:
        SourceError: if Graph does not agree to one.
    """
    found = {}
    for drive in drives:
        held = known.get(drive)
        if held is not None and held.until - now > LIFE / 3:
            found[drive] = held
            continue
        renewed = await _renewed(client, held, now) if held is not None and held.until > now else None
        found[drive] = renewed or await _made(client, drive, address, secret, now)
    return found


async def _renewed(client: RestClient, held: Subscription, now: datetime) -> Subscription | None:
    """The subscription with a later end; ``None`` where Graph does not know it any more."""
    try:
        answer, _ = await client.ask("PATCH", f"{_ADDRESS}/{held.id}", body={"expirationDateTime": _end(now)})
    except SourceError as error:
        if error.kind is not SourceErrorKind.NOT_AVAILABLE:
            raise
        return None
    return _read(answer)


async def _made(client: RestClient, drive: str, address: str, secret: str, now: datetime) -> Subscription:
    body = {
        "changeType": "updated",
        "notificationUrl": address,
        "resource": f"/drives/{drive}/root",
        "expirationDateTime": _end(now),
        "clientState": secret,
    }
    answer, _ = await client.ask("POST", _ADDRESS, body=body, headers={"Prefer": "includesecuritywebhooks"})
    return _read(answer)


def _read(answer: object) -> Subscription:
    said: Subscribed = read_shape(Subscribed, answer, "a subscription")
    return Subscription(said.id, said.expiration_date_time)


def _end(now: datetime) -> str:
    return (now + LIFE).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
