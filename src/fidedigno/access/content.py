"""What a directory file says, whatever its format, checked as a whole before anything is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal, PrincipalKind, normalise_name
from fidedigno.model.principal import CLAIMED_PREFIX

_EMAIL = re.compile(r"[^\s@\"'<>(),:;\\\[\]]+@[^\W_](?:[\w-]*[^\W_])?(?:\.[^\W_](?:[\w-]*[^\W_])?)*")
_PREFIX = re.compile(r"(?:user|group|domain|anyone)\s*(?::|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class UserEntry:
    """A user as a file describes it.

    ``groups`` are the groups that hold the user directly, where the file lists them beside the user
    (``None``: it does not). ``enabled`` is ``None`` where the file does not say: a new account is open, an
    existing one stays as it is, so that reloading a file never opens a disabled account again. ``where``
    says which line or entry, for messages.
    """

    name: str
    display: str
    email: str | None = None
    enabled: bool | None = None
    attributes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    groups: tuple[str, ...] | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """A group and its direct members: users and groups; ``None`` where the file only names the group."""

    name: str
    display: str
    members: frozenset[Principal] | None = frozenset()
    where: str = ""


@dataclass(frozen=True, slots=True)
class DirectoryContent:
    """Users and groups, no two with the same normalised name.

    ``lists_groups`` is false where the file says nothing of groups, which is not the same as "no groups".
    ``partial`` marks what another system knows of people: whoever is in the directory already keeps the name,
    the address and the attributes that the directory has, and gains the attributes that are new; and nobody
    new gets an address that is somebody's, because an address of two people is nobody's.

    Raises:
        ConfigurationError: if two users or two groups have the same name once normalised, or a group is named
            like those that only tokens tell of.
    """

    users: tuple[UserEntry, ...]
    groups: tuple[GroupEntry, ...]
    lists_groups: bool = True
    partial: bool = False

    def __post_init__(self) -> None:
        claimed = next((each for each in self.groups if each.name.startswith(CLAIMED_PREFIX)), None)
        if claimed is not None:
            raise ConfigurationError(
                f"{claimed.where}: the group {claimed.display!r} is named like those that only tokens tell of",
                f"choose a name that does not begin with {CLAIMED_PREFIX!r}",
            )
        _refuse_twins("user", self.users)
        _refuse_twins("group", self.groups)

    def unknown_members(self, known_users: Iterable[str], known_groups: Iterable[str]) -> list[str]:
        """A phrase for each member that is neither here nor among the names given."""
        users = {user.name for user in self.users} | set(known_users)
        groups = {group.name for group in self.groups} | set(known_groups)
        return [
            f"{group.where}: group {group.display!r} has the member {str(member)!r}, which does not exist"
            for group in self.groups
            for member in sorted(
                each
                for each in group.members or ()
                if each.name not in (users if each.kind is PrincipalKind.USER else groups)
            )
        ]


def _refuse_twins(kind: str, entries: Iterable[UserEntry | GroupEntry]) -> None:
    seen: dict[str, UserEntry | GroupEntry] = {}
    for entry in entries:
        twin = seen.setdefault(entry.name, entry)
        if twin is not entry:
            raise ConfigurationError(
                f"{entry.where}: the {kind} {entry.display!r} is named like {twin.display!r} at {twin.where}",
                "names are compared without case and in Unicode's compatible form; keep one of the two",
            )


class EntryError(ValueError):
    """A value of a directory file is not valid; readers turn it into an error that names the place."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def checked_name(value: object, what: str = "name") -> tuple[str, str]:
    """The normalised name and the name as written.

    Raises:
        EntryError: if it is not a string, is empty or too long, holds control characters, or begins like a
            principal (``user:``), which is nearly always a member put in the wrong place.
    """
    if not isinstance(value, str):
        raise EntryError(f"{what} must be a text, not {type(value).__name__}", "put it in quotes")
    try:
        normalised = normalise_name(value)
    except ValueError as error:
        raise EntryError(f"{what}: {error}") from None
    if _PREFIX.match(normalised):
        raise EntryError(f"{what} may not begin like a principal ('user:', 'group:')", "write the bare name")
    return normalised, value.strip()


def checked_email(value: object) -> str | None:
    """The normalised address; ``None`` where there is none.

    Raises:
        EntryError: if it does not look like one address.
    """
    if value is None or value == "":
        return None
    normalised, _ = checked_name(value, "email")
    if not _EMAIL.fullmatch(normalised):
        raise EntryError("email is not an address", "write one address, such as ana@campus.example")
    return normalised


def checked_member(value: object) -> Principal:
    """The user or group named by ``user:NAME`` or ``group:NAME``.

    Raises:
        EntryError: for any other form.
    """
    if not isinstance(value, str):
        raise EntryError(
            f"a member must be a text, not {type(value).__name__}", "write user:NAME or group:NAME"
        )
    try:
        member = Principal.parse(value)
    except ValueError:
        member = None
    if member is None or member.kind not in {PrincipalKind.USER, PrincipalKind.GROUP}:
        shown = value if len(value) <= 80 else value[:80] + "…"
        raise EntryError(f"not a member: {shown!r}", "write user:NAME or group:NAME")
    return member


def refuse_unknown(keys: Iterable[object], known: Iterable[str]) -> None:
    """Refuse a key that is not known: a misspelt ``enabled`` must not leave an account open.

    Raises:
        EntryError: naming the first one.
    """
    allowed = list(known)
    for key in keys:
        if key not in allowed:
            raise EntryError(f"unknown key {str(key)[:80]!r}", f"known keys: {', '.join(allowed)}")
