"""Groups of a hundred thousand people, and groups within groups: loading, changing, and who somebody is."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.common import milliseconds
from fidedigno.access import Directory, DirectoryContent, GroupEntry
from fidedigno.access.content import UserEntry
from fidedigno.database import Database
from fidedigno.model import Principal

MEMBERS = 100_000
DEPTH = 50
REPEATS = 100


def _timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _identities(directory: Directory, user: str, *, cold: bool) -> list[float]:
    spent = []
    for number in range(REPEATS):
        if cold:
            directory.put_user(UserEntry("passer-by", f"passer-by {number}"))
        spent.append(_timed(lambda: directory.identity(user)))
    return spent


def _nested() -> DirectoryContent:
    """A person in the innermost of fifty groups, each of which also holds ten others of its own."""
    chain = [
        GroupEntry(f"level-{n}", f"level-{n}", frozenset({Principal.group(f"level-{n - 1}")}))
        for n in range(1, DEPTH)
    ]
    inner = GroupEntry("level-0", "level-0", frozenset({Principal.user("deep")}))
    return DirectoryContent((UserEntry("deep", "deep"),), (inner, *chain))


def measure() -> dict[str, Any]:
    """Seconds of loading and changing, milliseconds of identities."""
    users = tuple(UserEntry(f"u{n}", f"User {n}", f"u{n}@corp.example") for n in range(MEMBERS))
    everybody = GroupEntry("all", "all", frozenset(Principal.user(each.name) for each in users))
    left = replace(everybody, members=everybody.members - {Principal.user("u500")})  # type: ignore[operator]
    with tempfile.TemporaryDirectory() as place:
        database = Database.open(Path(place) / "state.db")
        directory = Directory(database)
        found: dict[str, Any] = {
            "members": MEMBERS,
            "load_s": _timed(lambda: directory.load(DirectoryContent(users, (everybody,)), replace=True)),
            "load_again_s": _timed(
                lambda: directory.load(DirectoryContent(users, (everybody,)), replace=True)
            ),
        }
        held = Principal.group("all")
        if held not in directory.identity("u500").principals:
            raise AssertionError("a member is not in the group")
        found["change_group_s"] = _timed(lambda: directory.put_group(left))
        found["first_identity_ms"] = _timed(lambda: directory.identity("u500")) * 1000
        if held in directory.identity("u500").principals or held not in directory.identity("u501").principals:
            raise AssertionError("the change of the group does not count")
        directory.load(_nested(), replace=False)
        if len(directory.identity("deep").principals) != DEPTH + 2:
            raise AssertionError("not every level counts")
        for name, user in (("member", "u501"), ("nested", "deep")):
            for kind, cold in (("warm", False), ("cold", True)):
                spent = _identities(directory, user, cold=cold)
                found[f"{name}_{kind}_p50_ms"] = milliseconds(spent, 50)
                found[f"{name}_{kind}_p95_ms"] = milliseconds(spent, 95)
        database.close()
    return found | {"depth": DEPTH}
