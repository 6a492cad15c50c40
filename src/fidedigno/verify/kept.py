"""Readings of texts that come again, kept by the text: passages repeat from answer to answer.

Bounded by the characters of what is kept, the longest unused going first; a text that is too long is read each time.
What is kept must never change after it was made. Safe in threads: two may read the same text at once, and one of the
readings is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

Reading = TypeVar("Reading")
CHARACTERS = 120_000
"""Of texts whose readings one :class:`Kept` holds; a reading weighs some sixty times its text in bytes."""
LONGEST = 20_000


_made: WeakSet[Kept[Any]] = WeakSet()


def forget_all() -> None:
    """Forget every reading that is kept anywhere."""
    for each in list(_made):
        each.clear()


class Kept(Generic[Reading]):
    """Readings by key; ``characters`` and ``longest`` bound what is held."""

    def __init__(self, characters: int = CHARACTERS, longest: int = LONGEST) -> None:
        self._characters, self._longest = characters, longest
        self._held: OrderedDict[Hashable, tuple[int, Reading]] = OrderedDict()
        self._total = 0
        self._lock = Lock()
        _made.add(self)

    def get(self, key: Hashable, size: int, read: Callable[[], Reading]) -> Reading:
        """The reading of ``key``, a text of ``size`` characters; by ``read`` where it is not held."""
        if size > self._longest:
            return read()
        with self._lock:
            held = self._held.get(key)
            if held is not None:
                self._held.move_to_end(key)
                return held[1]
        made = read()
        with self._lock:
            if key not in self._held:
                self._held[key] = (size + 1, made)
                self._total += size + 1
                while self._total > self._characters:
                    _, (gone, _) = self._held.popitem(last=False)
                    self._total -= gone
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._held.clear()
            self._total = 0

    def __len__(self) -> int:
        return len(self._held)
