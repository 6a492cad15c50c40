"""The time that one document may take, as an alarm that ends its process even inside native code.

A worker sets it before each document. A parser whose honest time grows with the document, as recognising the
text of a scan page by page, asks for the time of its next page; the number of such pages is limited.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End this process if the block takes longer; without effect where the system has no alarms."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def allow(seconds: float) -> None:
    """Let the work go on for at least ``seconds`` from now; without effect where no limit is set."""
    if hasattr(signal, "SIGALRM"):
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        if 0 < left < seconds:
            signal.setitimer(signal.ITIMER_REAL, seconds)
