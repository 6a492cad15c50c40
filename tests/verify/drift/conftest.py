"""Monitors with a record of their own, closed at the end."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from fidedigno.verify.drift.monitor import DriftMonitor
from fidedigno.verify.settings import VerifySettings

PATIENT = VerifySettings(drift_deadline_ms=60_000)
"""A busy machine is no failure here."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "drift.db"


@pytest.fixture
def opened() -> Iterator[Callable[..., DriftMonitor]]:
    """Opens monitors: ``opened(where, settings, key_file=..., clock=...)``."""
    with ExitStack() as stack:

        def make(where: Any, settings: VerifySettings = PATIENT, **others: Any) -> DriftMonitor:
            return stack.enter_context(closing(DriftMonitor(where, settings, **others)))

        yield make


@pytest.fixture
def monitor(path: Path, opened: Callable[..., DriftMonitor]) -> DriftMonitor:
    return opened(path)
