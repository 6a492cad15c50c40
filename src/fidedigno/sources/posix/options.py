"""The options of a connector to a folder, checked when they are given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from fidedigno.access.content import EntryError, checked_member, checked_name
from fidedigno.errors import ConfigurationError
from fidedigno.model import PrincipalKind

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class PosixOptions:
    """How to read one folder.

    Args:
        name: of the folder in groups; small letters, digits, hyphens.
        root: the folder.
        users: account of the operating system (name or number) to the name of a user of the directory.
        groups: group of the operating system (name or number) to a group of the directory, such as
            ``group:staff``, whose members count as members. It has to be in the directory already.
        share: the folder is handed out as a share, so that the rights of folders above it do not count.
        file_bytes: the largest file that is read.
    """

    name: str
    root: Path
    users: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    groups: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    share: bool = False
    file_bytes: int = 200 * 1024 * 1024

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                "the name of a folder is not usable", "Small letters, digits and hyphens, at most 40."
            )
        if self.file_bytes <= 0:
            raise ConfigurationError("a limit of a connector is not positive", "Give each a value above 0.")
        try:
            for user in self.users.values():
                checked_name(user)
            kinds = {checked_member(each).kind for each in self.groups.values()}
        except EntryError as error:
            hint = error.hint or "Write the name of a user of the directory."
            raise ConfigurationError(f"an account is linked to no usable name: {error}", hint) from None
        if kinds - {PrincipalKind.GROUP}:
            raise ConfigurationError("a group is linked to a person", "Write group:NAME.")
