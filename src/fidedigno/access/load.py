"""Reading a directory of users and groups from a file. Formats, told apart by the file's suffix:

**YAML** (``.yaml``, ``.yml``) — both keys are required, so that a cut file is not taken for "no groups"::

    users:
      - name: ana                     # required; unique without case
        display: Ana García           # default: the name
        email: ana@campus.example
        enabled: true                 # default: see below
        attributes: {role: student}   # texts by name
      - name: luis
    groups:
      - name: teachers
        members: [user:luis, group:heads]
      - name: heads
        members: []

**CSV** (``.csv``) — UTF-8, comma, a header with ``name`` and any of ``email``, ``enabled``
(``true``/``false``, ``yes``/``no``, ``1``/``0``, or empty) and ``groups`` (separated by ``;``). A group
exists by being named; groups inside groups need another format::

    name,email,enabled,groups
    ana,ana@campus.example,true,students;chess

**SCIM-like JSON** (``.json``) — a list response of RFC 7644 with ``User`` and ``Group`` resources of
RFC 7643; members are given by ``value`` (the resource's ``id``)::

    {"Resources": [
      {"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "id": "1", "userName": "ana",
       "displayName": "Ana García", "emails": [{"value": "ana@campus.example", "primary": true}],
       "active": true},
      {"schemas": ["urn:ietf:params:scim:schemas:core:2.0:Group"], "id": "2", "displayName": "teachers",
       "members": [{"value": "1", "type": "User"}]}]}

Where a file does not say whether an account is enabled, a new account is, and an existing one stays as it
is. Unknown keys, repeated keys, names that are equal once normalised and files over 512 MiB are refused.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fidedigno.access.content import DirectoryContent, EntryError
from fidedigno.access.read_csv import read_csv
from fidedigno.access.read_scim import read_scim
from fidedigno.access.read_yaml import read_yaml
from fidedigno.errors import ConfigurationError

MAX_FILE_BYTES = 512 * 1024 * 1024

_READERS: dict[str, Callable[[str], DirectoryContent]] = {
    ".yaml": read_yaml,
    ".yml": read_yaml,
    ".csv": read_csv,
    ".json": read_scim,
}


def read_directory(path: Path) -> DirectoryContent:
    """Read and check a whole file; nothing is written anywhere.

    Raises:
        ConfigurationError: if the file cannot be read or is not valid; names the file and the line or entry.
    """
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise ConfigurationError(
            f"{path.name}: not a directory format", f"use a file that ends in {', '.join(_READERS)}"
        )
    try:
        text = _read_text(path)
        return reader(text)
    except UnicodeDecodeError as error:
        raise ConfigurationError(
            f"{path.name}: not UTF-8 at byte {error.start}", "save it as UTF-8"
        ) from None
    except EntryError as error:
        raise ConfigurationError(f"{path.name}, {error}", error.hint) from None
    except ConfigurationError as error:
        raise ConfigurationError(f"{path.name}, {error.message}", error.hint) from None
    except OSError as error:
        raise ConfigurationError(f"{path.name}: cannot be read: {type(error).__name__}") from error


def _read_text(path: Path) -> str:
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ConfigurationError("file: larger than 512 MiB", "load it in parts with merge")
    return path.read_text(encoding="utf-8-sig")
