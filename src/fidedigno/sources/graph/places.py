"""The folders above a document, for people: the changes of a drive give only the id of the nearest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.names import is_key
from fidedigno.sources.graph.wire import Item
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import fits

_DEEPEST = 64
_LONGEST = 300


class Places:
    """Names of folders of one drive, looked up where they are not known, each once."""

    def __init__(self, client: RestClient, drive: str, known: Iterable[Item] = ()) -> None:
        self._client = client
        self._drive = drive
        self._known: dict[str, Item | None] = {
            each.id: each for each in known if each.folder is not None or each.root is not None
        }

    async def path(self, item: Item) -> tuple[str, ...]:
        """Names from the top to the folder that holds the item; empty where they could not be learnt.

        Raises:
            SourceError: if the connector's access does not count any more.
        """
        names: list[str] = []
        above = item.parent.id if item.parent is not None else None
        for _ in range(_DEEPEST):
            folder = await self._folder(above)
            if folder is None:
                return ()
            if folder.root is not None:
                return tuple(reversed(names))
            names.append(one_line(folder.name))
            above = folder.parent.id if folder.parent is not None else None
        return ()

    async def _folder(self, key: str | None) -> Item | None:
        if key is None or not is_key(key):
            return None
        if key not in self._known:
            self._known[key] = await self._look_up(key)
        return self._known[key]

    async def _look_up(self, key: str) -> Item | None:
        try:
            answer = await self._client.get(f"/drives/{self._drive}/items/{key}")
        except SourceError as error:
            if error.kind is SourceErrorKind.SIGNED_OUT:
                raise
            return None
        shaped: tuple[Item] | None = fits(Item, answer)
        return None if shaped is None else shaped[0]


def one_line(text: str) -> str:
    """A name without control characters or line breaks, of at most 300 characters."""
    kept = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text[: 4 * _LONGEST])
    return " ".join(kept.split())[:_LONGEST].strip()
