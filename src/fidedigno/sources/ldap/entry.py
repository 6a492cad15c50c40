"""An entry of a directory, whatever library read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """A name and its values. Attributes are named in small letters, options (``;range=``) included."""

    dn: str
    values: Mapping[str, tuple[bytes, ...]] = field(repr=False)

    def texts(self, attribute: str) -> tuple[str, ...] | None:
        """The values of an attribute; ``None`` if one of them is no text."""
        try:
            return tuple(each.decode("utf-8") for each in self.values.get(attribute.lower(), ()))
        except UnicodeDecodeError:
            return None

    def one(self, attribute: str) -> str | None:
        """The value of an attribute that has exactly one; ``None`` otherwise."""
        found = self.texts(attribute)
        return found[0] if found is not None and len(found) == 1 else None


class Reader(Protocol):
    """Reads entries. Blocking: it is run in a thread."""

    def search(self, base: str, wanted: str, attributes: Iterable[str], *, deep: bool = True) -> list[Entry]:
        """All entries below ``base`` (or ``base`` alone) that fit the filter.

        Raises:
            SourceError: if they could not be read whole.
        """
        ...
