"""What the two kinds of resources have in common: reading, listing and removing them, for one provider."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from fidedigno.access.provided import (
    ChangedMeanwhileError,
    Lookup,
    Provided,
    ProvidedRows,
    TakenError,
    UnknownMemberError,
)
from fidedigno.errors import BusyError, NotAvailableError, WorkspaceError
from fidedigno.model import normalise_name
from fidedigno.serve.scim.attributes import CORE, Kind
from fidedigno.serve.scim.filters import Filter
from fidedigno.serve.scim.matching import Matcher, equalities
from fidedigno.serve.scim.query import Query, changed_meanwhile, selected
from fidedigno.serve.scim.refusal import ScimRefusal, invalid_value, not_found

LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
Resource = dict[str, Any]


class Endpoint(ABC):
    """The resources of one kind that one provider keeps.

    Args:
        rows: where they are kept.
        base: the address under which they are read, for ``meta.location``.
    """

    kind: Kind
    name_attribute: str

    def __init__(self, rows: ProvidedRows, base: str) -> None:
        self._rows = rows
        self._base = base

    @abstractmethod
    def create(self, body: object) -> Resource:
        """Make one."""

    @abstractmethod
    def replace(self, identifier: str, body: object, expected: int | None) -> Resource:
        """Make one what the body says, and nothing else."""

    @abstractmethod
    def patch(self, identifier: str, body: object, expected: int | None) -> Resource:
        """Change one by operations."""

    @abstractmethod
    def _attributes(self, row: Provided, query: Query) -> Resource:
        """The attributes of a row, those that cost much only where they are wanted."""

    def get(self, identifier: str, query: Query) -> Resource:
        """Read one."""
        return self._shown(self._rows.get(identifier), query)

    def delete(self, identifier: str, expected: int | None) -> None:
        """Remove one."""
        self._rows.remove(identifier, expected)

    def list(self, query: Query) -> Resource:
        """Read a page of those that meet the filter."""
        offset = query.start - 1
        if query.filter is None:
            total, rows = self._rows.page(offset, query.count)
        else:
            met = list(self._meeting(query.filter))
            total, rows = len(met), met[offset : offset + query.count]
        return {
            "schemas": [LIST_SCHEMA],
            "totalResults": total,
            "startIndex": query.start,
            "itemsPerPage": len(rows),
            "Resources": [self._shown(row, query) for row in rows],
        }

    def _meeting(self, wanted: Filter) -> Iterator[Provided]:
        """The rows that meet a filter; an index narrows them down before they are compared."""
        lookup = self._lookup(wanted)
        if lookup is None:
            return
        matcher = self._matcher()
        plain = Query(without=frozenset({"members"}))
        for row in self._rows.among(lookup):
            if matcher.meets(wanted, self._shown(row, plain)):
                yield row

    def _matcher(self) -> Matcher:
        return Matcher(lambda _resource, _member: False)

    def _lookup(self, wanted: Filter) -> Lookup | None:
        """What the index is asked; ``None`` if nothing can meet it."""
        said: dict[str, str] = {}
        for name, value in equalities(wanted):
            if said.setdefault(name, value) != value and name in {"id", "externalId"}:
                return None
        written = said.get(self.name_attribute)
        try:
            named = None if written is None else self._directory_name(normalise_name(written))
        except ValueError:
            return None
        return Lookup(said.get("id"), said.get("externalId") or None, named)

    def _directory_name(self, name: str) -> str:
        return name

    def _shown(self, row: Provided, query: Query) -> Resource:
        where = f"{self._base}/{self.kind}s/{row.id}"
        meta = {
            "resourceType": self.kind,
            "created": _instant(row.created_at),
            "lastModified": _instant(row.modified_at),
            "location": where,
            "version": f'W/"{row.version}"',
        }
        whole = {"schemas": [CORE + self.kind], "id": row.id, **self._attributes(row, query), "meta": meta}
        return selected(whole, query)


def refusal_of(error: Exception) -> ScimRefusal | None:
    """What the client is told of an error of the directory; ``None`` where it was not foreseen."""
    match error:
        case ScimRefusal():
            return error
        case TakenError():
            return ScimRefusal(409, "uniqueness", "the name is taken")
        case ChangedMeanwhileError():
            return changed_meanwhile()
        case UnknownMemberError():
            return invalid_value("members: one does not exist")
        case NotAvailableError():
            return not_found()
        case BusyError() | WorkspaceError():
            return ScimRefusal(503, "", "try again in a moment")
    return None


def _instant(moment: Any) -> str:
    return str(moment.isoformat(timespec="milliseconds")).replace("+00:00", "Z")


def version_of(resource: Mapping[str, Any]) -> str:
    """The entity tag of a resource."""
    return str(resource["meta"]["version"])
