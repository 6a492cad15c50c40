"""One call of a web service function: who asks, with which parameters, and the state that answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fidedigno.testing.moodle.live import LiveSite
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Scenario, User

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """What a function computes from. ``site`` does not change while it does."""

    site: Scenario
    caller: User
    url: str
    now: int
    parameters: Mapping[str, Any]
    live: LiveSite


@dataclass(frozen=True, slots=True)
class Function:
    """A web service function: its parameters, and what computes the answer (a list or a mapping)."""

    parameters: tuple[Parameter, ...]
    answer: Callable[[Call], Any]


def warning(item: str, identity: int, code: str, message: str) -> Json:
    """One of Moodle's warnings: what was asked for and is not in the answer."""
    return {"item": item, "itemid": identity, "warningcode": code, "message": message}


def no_access_to(item: str, identity: int, where: str) -> Json:
    """The warning of list functions about what the caller may not see."""
    return warning(item, identity, "1", f"No access rights in {where} context")
