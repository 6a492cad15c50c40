"""Which drives are read, and the site that each belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.names import guid
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.pages import read_pages
from fidedigno.sources.graph.wire import Drive
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import read_shape

_SELECT = {"$select": "id,sharePointIds"}


@dataclass(frozen=True, slots=True)
class DrivePlace:
    """A drive, and its site where that is known: id and address."""

    id: str
    site: str | None = None
    site_url: str | None = None


async def read_drives(client: RestClient, options: GraphOptions) -> dict[str, DrivePlace]:
    """The drives by id, in the order of the options.

    Raises:
        SourceError: if one of them, or the list of a site, could not be read.
    """
    found: dict[str, DrivePlace] = {}
    for key in options.drives:
        place = _place(await client.get(f"/drives/{key}", _SELECT), client, options)
        if place.id != key:
            raise SourceError(SourceErrorKind.SHAPE, f"{client.name}: another drive than the one asked for")
        found[key] = place
    for site in options.sites:
        rows, _ = await read_pages(client, f"/sites/{site}/drives", _SELECT)
        for row in rows:
            place = _place(row, client, options)
            found.setdefault(place.id, place)
    return found


def _place(row: object, client: RestClient, options: GraphOptions) -> DrivePlace:
    drive: Drive = read_shape(Drive, row, f"{client.name}: drive")
    ids = drive.sharepoint
    url = ids.url if ids is not None else None
    trusted = url if url and options.trusts(url) else None
    return DrivePlace(drive.id, guid(ids.site) if ids is not None else None, trusted)
