"""Accounts that the operating system does not have, ACLs written as the kernel keeps them, and its verdicts."""

import os
import struct
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from fidedigno.sources.posix.accounts import SystemAccount

ACCOUNTS = {
    "ana": SystemAccount(61001, frozenset({62001, 62002})),
    "bo": SystemAccount(61002, frozenset({62002})),
    "cy": SystemAccount(61003, frozenset({62003, 62001})),
    "dee": SystemAccount(61004, frozenset({62004})),
}
GROUPS = {"staff": 62001, "sales": 62002, "hr": 62003, "guests": 62004}

_TRY = 'for each in "$@"; do if cat "$each" >/dev/null 2>&1; then echo 1; else echo 0; fi; done'


def packed(
    owner: int,
    group: int,
    other: int,
    users: Mapping[int, int] | None = None,
    groups: Mapping[int, int] | None = None,
    mask: int | None = None,
) -> bytes:
    """An ACL as ``system.posix_acl_access`` holds it: entries in the order that the kernel wants."""
    none = 0xFFFFFFFF
    rows = [(0x01, owner, none), *((0x02, bits, uid) for uid, bits in sorted((users or {}).items()))]
    rows += [(0x04, group, none), *((0x08, bits, gid) for gid, bits in sorted((groups or {}).items()))]
    rows += [] if mask is None else [(0x10, mask, none)]
    rows += [(0x20, other, none)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *row) for row in rows)


def takes_acls(folder: Path) -> bool:
    """Whether one may write ACLs and become somebody else here."""
    if os.geteuid() != 0:
        return False
    try:
        os.setxattr(folder, "system.posix_acl_access", packed(7, 5, 5, {61001: 7}, mask=7))
        os.removexattr(folder, "system.posix_acl_access")
    except OSError:
        return False
    return True


def kernel_lets_read(account: SystemAccount, paths: Iterable[Path]) -> list[bool]:
    """Whether the kernel lets somebody read each file."""
    gids = sorted(account.gids)
    done = subprocess.run(
        ["/bin/sh", "-c", _TRY, "sh", *map(str, paths)],
        user=account.uid,
        group=gids[0],
        extra_groups=gids,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return [line == "1" for line in done.stdout.split()]
