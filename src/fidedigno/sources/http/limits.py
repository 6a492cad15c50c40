"""How long and how much a request to another system may take."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """Times in seconds, sizes in bytes.

    ``total`` bounds one call with all its repeats and waits, ``attempt`` one of its attempts. ``backoff`` is
    the wait before the first repeat, which doubles; a longer ``Retry-After`` is honoured.
    """

    connect: float = 5.0
    attempt: float = 30.0
    total: float = 300.0
    attempts: int = 6
    backoff: float = 0.5
    parallel: int = 6
    response_bytes: int = 32 * 1024 * 1024
    file_bytes: int = 200 * 1024 * 1024

    def __post_init__(self) -> None:
        positive = (self.connect, self.attempt, self.total, self.attempts, self.parallel)
        if min(*positive, self.response_bytes, self.file_bytes) <= 0 or self.backoff < 0:
            raise ConfigurationError("a limit of a connector is not positive", "Give each a value above 0.")
