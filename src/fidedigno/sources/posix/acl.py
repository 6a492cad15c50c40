"""The rights of one file or folder: its owner, group and mode, and the POSIX ACL where it has one."""

from __future__ import annotations

import errno
import os
import stat
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

READ, EXECUTE = 4, 1
_ATTRIBUTE = "system.posix_acl_access"
_HEADER = struct.Struct("<I")
_ENTRY = struct.Struct("<HHI")
_VERSION = 2
_OWNER, _USER, _GROUP, _NAMED_GROUP, _MASK, _OTHER = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
_NO_ACL = frozenset({errno.ENODATA, errno.ENOTSUP})


class AclError(ValueError):
    """Rights that could not be understood. Nothing is to be concluded from them."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Bits (4 read, 2 write, 1 execute) as they count: the mask is applied already.

    ``users`` and ``groups`` are named entries; ``group`` is the owning group's.
    """

    uid: int
    gid: int
    owner: int
    group: int
    other: int
    users: Mapping[int, int] = field(default_factory=dict)
    groups: Mapping[int, int] = field(default_factory=dict)

    def allows(self, uid: int, gids: frozenset[int], bit: int) -> bool:
        """Whether somebody may: the first class that knows them decides, as in the kernel.

        Stricter in one case: with an empty mask Linux forgets named entries and takes those people for others.
        """
        if uid == self.uid:
            return bool(self.owner & bit)
        if uid in self.users:
            return bool(self.users[uid] & bit)
        theirs = [bits for gid, bits in self.all_groups() if gid in gids]
        return any(bits & bit for bits in theirs) if theirs else bool(self.other & bit)

    def all_groups(self) -> list[tuple[int, int]]:
        """The owning group and the named ones, with their bits; a group may be there twice."""
        return [(self.gid, self.group), *self.groups.items()]


def rights_of(descriptor: int) -> Rights:
    """The rights of an open file or folder.

    Raises:
        AclError: if its ACL is not understood.
        OSError: if it could not be read.
    """
    status = os.fstat(descriptor)
    try:
        raw = os.getxattr(descriptor, _ATTRIBUTE)
    except OSError as error:
        if error.errno not in _NO_ACL:
            raise
        mode = stat.S_IMODE(status.st_mode)
        return Rights(status.st_uid, status.st_gid, mode >> 6 & 7, mode >> 3 & 7, mode & 7)
    return parse_acl(raw, status.st_uid, status.st_gid)


def parse_acl(raw: bytes, uid: int, gid: int) -> Rights:
    """Read the extended attribute ``system.posix_acl_access``.

    Raises:
        AclError: if it has another form.
    """
    body = raw[_HEADER.size :]
    if len(raw) < _HEADER.size or _HEADER.unpack_from(raw)[0] != _VERSION or len(body) % _ENTRY.size:
        raise AclError("an ACL of another form")
    single: dict[int, int] = {}
    named: dict[int, dict[int, int]] = {_USER: {}, _NAMED_GROUP: {}}
    for tag, bits, number in _ENTRY.iter_unpack(body):
        into, key = (named[tag], number) if tag in named else (single, tag)
        if tag not in {_OWNER, _USER, _GROUP, _NAMED_GROUP, _MASK, _OTHER} or bits > 7 or key in into:
            raise AclError("an ACL with an entry that is not understood")
        into[key] = bits
    if not {_OWNER, _GROUP, _OTHER} <= single.keys() or (any(named.values()) and _MASK not in single):
        raise AclError("an ACL that is not whole")
    mask = single.get(_MASK, 7)
    return Rights(
        uid,
        gid,
        single[_OWNER],
        single[_GROUP] & mask,
        single[_OTHER],
        {key: bits & mask for key, bits in named[_USER].items()},
        {key: bits & mask for key, bits in named[_NAMED_GROUP].items()},
    )
