"""Groups of a directory with their members, nested as they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from fidedigno.access.content import EntryError, checked_name
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.ldap.dn import canonical_dn, without_bits
from fidedigno.sources.ldap.entry import Entry, Reader

GROUP_ATTRIBUTES = ("member", "uniqueMember", "memberUid", "gidNumber", "objectSid")
_RANGE = re.compile(r"member;range=([0-9]{1,9})-([0-9]{1,9}|\*)")
_MOST_RANGES = 100_000


@dataclass(frozen=True, slots=True)
class LdapGroup:
    """A group: ``key`` is its name in one form; ``dns`` and ``logins`` are members as the directory writes them.

    ``gid`` and ``rid`` are what people name it by as their main group.
    """

    key: str
    name: str
    dns: frozenset[str] = frozenset()
    logins: frozenset[str] = frozenset()
    gid: str | None = None
    rid: str | None = None


@dataclass(frozen=True, slots=True)
class GroupsRead:
    """Groups by key. ``left_out`` counts those that hold nothing: no usable name, or members not readable."""

    by_key: dict[str, LdapGroup] = field(default_factory=dict)
    left_out: int = 0


def read_groups(reader: Reader, base: str, wanted: str, attribute: str) -> GroupsRead:
    """Read all groups, each once. Of groups that share a name each is left without members.

    Raises:
        SourceError: if they could not be read whole.
    """
    entries = reader.search(base, wanted, (attribute, *GROUP_ATTRIBUTES))
    groups: dict[str, LdapGroup] = {}
    left_out = 0
    for entry in entries:
        key, name = canonical_dn(entry.dn), _name(entry, attribute)
        if key is None or name is None:
            left_out += 1
            continue
        group = _group(reader, entry, key, name)
        left_out += group is None
        groups[key] = group or LdapGroup(key, name)
    times = Counter(group.name for group in groups.values())
    twins = {key for key, group in groups.items() if times[group.name] > 1}
    kept = {key: group for key, group in groups.items() if key not in twins}
    # One entry for each shared name, so that what was granted to it earlier is taken back.
    emptied = {groups[key].name: LdapGroup(key, groups[key].name) for key in sorted(twins)}
    kept |= {group.key: group for group in emptied.values()}
    return GroupsRead(kept, left_out + len(twins))


def _name(entry: Entry, attribute: str) -> str | None:
    found = entry.one(attribute)
    try:
        return checked_name(found)[0] if found is not None else None
    except EntryError:
        return None


def _group(reader: Reader, entry: Entry, key: str, name: str) -> LdapGroup | None:
    """The group with its members; ``None`` where those are not whole."""
    members = _members(reader, entry)
    unique, logins = entry.texts("uniqueMember"), entry.texts("memberUid")
    if members is None or unique is None or logins is None:
        return None
    dns = _canonical((*members, *map(without_bits, unique)))
    return LdapGroup(key, name, dns, frozenset(logins), entry.one("gidNumber"), relative_id(entry))


def _canonical(names: Iterable[str]) -> frozenset[str]:
    return frozenset(found for each in names if (found := canonical_dn(each)) is not None)


def _members(reader: Reader, entry: Entry) -> tuple[str, ...] | None:
    """All values of ``member``, also where the server hands them out in ranges."""
    found = list(entry.texts("member") or ())
    if entry.texts("member") is None:
        return None
    current, expected = entry, 0
    for _ in range(_MOST_RANGES):
        ranges = [(match, name) for name in current.values if (match := _RANGE.fullmatch(name))]
        if not ranges:
            return tuple(found) if expected == 0 else None
        match, name = ranges[0]
        part = current.texts(name)
        if part is None or int(match[1]) != expected or not part:
            return None
        found += part
        if match[2] == "*":
            return tuple(found)
        expected = int(match[2]) + 1
        try:
            asked = f"member;range={expected}-*"
            current = _same(reader.search(entry.dn, "(objectClass=*)", (asked,), deep=False))
        except SourceError:
            return None
    return None


def _same(entries: list[Entry]) -> Entry:
    if len(entries) != 1:
        raise SourceError(SourceErrorKind.SHAPE, "a group is not there any more")
    return entries[0]


def relative_id(entry: Entry) -> str | None:
    """The last number of a security identifier, by which people name their main group."""
    values = entry.values.get("objectsid", ())
    if len(values) != 1 or len(values[0]) < 12 or (len(values[0]) - 8) % 4:
        return None
    return str(int.from_bytes(values[0][-4:], "little"))
