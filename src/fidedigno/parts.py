"""Parts of a workspace that are made when they are first needed, and once, whichever thread comes first."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING

_OPENING = threading.RLock()

if TYPE_CHECKING:
    part = cached_property
else:

    class part(cached_property):  # noqa: N801 - used as a decorator
        """A part that is made when it is first needed, and once, whoever asks for it at the same time.

        ``cached_property`` alone makes one for each thread that comes early, and the threads and connections
        of all but the last would never be closed.
        """

        def __get__(self, instance, owner=None):
            """The part; once made it is found in the instance before this is asked."""
            with _OPENING:
                return super().__get__(instance, owner)
