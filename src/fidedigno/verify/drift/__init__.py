"""Drift: does the same question get the same answer over time, and does a whole store get worse?

In: every answer that is given, with what its inspection measured. Out: how it stands to earlier answers of the
same question, and alerts of the moment, and of the version of the index, from which the answers over a corpus got
worse. What is kept are keyed marks, never a word or a number of a text. The record is a help and no condition: if
it cannot be read or written, the answer goes its way and nothing is said of drift. Source: hallucination detector
article, check 5.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fidedigno.verify.drift.alert import DriftAlert
    from fidedigno.verify.drift.entry import Recorded
    from fidedigno.verify.drift.health import health_of
    from fidedigno.verify.drift.monitor import DriftMonitor

_HOMES = {"DriftAlert": "alert", "DriftMonitor": "monitor", "Recorded": "entry", "health_of": "health"}

__all__ = ["DriftAlert", "DriftMonitor", "Recorded", "health_of"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
