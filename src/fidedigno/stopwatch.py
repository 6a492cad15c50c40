"""How long each stage of an answer took, by name, in seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class Stopwatch:
    """Adds up the time spent under each name. Starts when it is made."""

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._spent: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what runs inside under ``name``."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._spent[name] = self._spent.get(name, 0.0) + time.perf_counter() - began

    def seconds(self, inside_gather: Mapping[str, float]) -> dict[str, float]:
        """Every stage, the whole as ``total``, and the steps of ``gather`` as ``gather.STEP``."""
        steps = {f"gather.{name}": value for name, value in inside_gather.items()}
        return {**self._spent, "total": time.perf_counter() - self._started, **steps}
