"""Directory files in CSV; the format is described in :mod:`fidedigno.access.load`."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_name,
    refuse_unknown,
)

_COLUMNS = ("name", "email", "enabled", "groups")
_ENABLED: dict[str, bool | None] = {
    "": None,
    "true": True,
    "yes": True,
    "1": True,
    "false": False,
    "no": False,
    "0": False,
}


def read_csv(text: str) -> DirectoryContent:
    """Read users, and the groups that they name.

    Raises:
        EntryError: naming the line.
        ConfigurationError: if two users' names are equal once normalised.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    users: list[UserEntry] = []
    groups: dict[str, GroupEntry] = {}
    try:
        columns = _read_header(next(reader, []))
        for row in reader:
            if row:
                users.append(_read_row(columns, row, f"line {reader.line_num}", groups))
    except csv.Error as error:
        raise EntryError(f"line {reader.line_num}: not valid CSV: {error}") from None
    except EntryError as error:
        raise EntryError(f"line {reader.line_num}: {error}", error.hint) from None
    return DirectoryContent(tuple(users), tuple(groups.values()), "groups" in columns)


def _read_header(row: list[str]) -> list[str]:
    columns = [cell.strip().casefold() for cell in row]
    refuse_unknown(columns, _COLUMNS)
    if "name" not in columns or len(set(columns)) != len(columns):
        raise EntryError("the header needs 'name', and each column once", f"columns: {', '.join(_COLUMNS)}")
    return columns


def _read_row(columns: list[str], row: list[str], where: str, groups: dict[str, GroupEntry]) -> UserEntry:
    if len(row) != len(columns):
        raise EntryError(
            f"{len(row)} cells where the header has {len(columns)}", "quote cells that hold commas"
        )
    cells: Mapping[str, str] = dict(zip(columns, row, strict=True))
    name, written = checked_name(cells["name"])
    said = cells.get("enabled", "").strip().casefold()
    if said not in _ENABLED:
        raise EntryError("enabled must be true or false")
    held_by = None
    if "groups" in cells:
        names = [checked_name(each, "group") for each in cells["groups"].split(";") if each.strip()]
        for key, display in names:
            groups.setdefault(key, GroupEntry(key, display, None, where))
        held_by = tuple(dict.fromkeys(key for key, _ in names))
    return UserEntry(
        name, written, checked_email(cells.get("email", "").strip()), _ENABLED[said], {}, held_by, where
    )
