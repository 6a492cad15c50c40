"""One Moodle site: where it is, how it is spoken to, and for how long. Plain values; nothing is read here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from fidedigno.errors import ConfigurationError
from fidedigno.sources.secret import SecretLike

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how much. Times in seconds, sizes in bytes.

    ``total`` bounds one call with all its repeats and waits; ``attempt`` bounds one of its attempts. The
    state of an assignment takes up to three calls one after another, and the others beside them.
    ``cache`` is how long a reading counts as fresh: the longest age of a fact (0: read every time).
    """

    connect: float = 5.0
    attempt: float = 10.0
    total: float = 20.0
    attempts: int = 3
    backoff: float = 0.3
    parallel: int = 6
    response_bytes: int = 16 * 1024 * 1024
    file_bytes: int = 100 * 1024 * 1024
    cache: float = 30.0
    cached_readings: int = 2048

    def __post_init__(self) -> None:
        positive = (self.connect, self.attempt, self.total, self.attempts, self.parallel)
        sizes = (self.response_bytes, self.file_bytes, self.cached_readings)
        if min(*positive, *sizes) <= 0 or min(self.backoff, self.cache) < 0:
            raise ConfigurationError("a limit of a Moodle site is not positive", "Give each a value above 0.")


@dataclass(frozen=True, slots=True)
class MoodleSite:
    """A Moodle site.

    ``url`` is its root, as in a browser. ``service_token`` belongs to a service account and is used for
    whoever has no token of their own, and for mirroring courses. ``timezone`` is that of its courses.
    ``name`` goes into the names of groups. ``grader_reads``: whether the service account may ask for a
    person's submission; Moodle then writes an empty submission row for that person if there is none.
    ``section_check``: whether to ask which sections have conditions of their own, for which the service
    account needs ``core_courseformat_get_state`` and ``moodle/course:viewhiddensections``. Without, a
    section hidden from all but some people counts as shown to all: only for a site that has none.

    Raises:
        ConfigurationError: if a value cannot be used; an address that would send the token in clear text
            over a network is one of them.
    """

    url: str
    service_token: SecretLike | None = field(default=None, repr=False)
    timezone: str = "UTC"
    name: str = "moodle"
    limits: Limits = field(default_factory=Limits)
    grader_reads: bool = True
    section_check: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", _checked_url(self.url))
        if not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                "the name of a Moodle site is not usable",
                "Use 1-40 lower-case letters, digits, '_' or '-', such as 'campus'.",
            )
        try:
            ZoneInfo(self.timezone)
        except (KeyError, ValueError, OSError):
            raise ConfigurationError(
                "the timezone of a Moodle site is not known", "Write an IANA name such as Europe/Madrid."
            ) from None

    def is_own(self, url: str) -> bool:
        """Whether an address is of this site: same scheme, host and port, below its root."""
        try:
            own, other = urlsplit(self.url), urlsplit(url)
            same = (own.scheme, own.hostname, own.port) == (other.scheme, other.hostname, other.port)
        except ValueError:
            return False
        return same and "@" not in other.netloc and other.path.startswith(own.path + "/")

    def course_group(self, course: int) -> str:
        """The directory group of whoever takes part in a course."""
        return f"moodle:{self.name}:course:{course}"

    def staff_group(self, course: int) -> str:
        """The directory group of whoever teaches a course."""
        return f"moodle:{self.name}:course:{course}:staff"

    def group(self, group: int) -> str:
        """The directory group of a group inside a course."""
        return f"moodle:{self.name}:group:{group}"


def _checked_url(url: str) -> str:
    hint = "Write the root of the site, such as https://campus.example."
    try:
        parts = urlsplit(url.strip())
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        raise ConfigurationError("the address of a Moodle site is not a URL", hint) from None
    if parts.scheme not in {"http", "https"} or not host or "@" in parts.netloc:
        raise ConfigurationError("the address of a Moodle site is not a plain http(s) URL", hint)
    if parts.query or parts.fragment:
        raise ConfigurationError("the address of a Moodle site has a query or fragment", hint)
    if parts.scheme == "http" and host not in _LOOPBACK:
        raise ConfigurationError("a token would go over the network in clear text", "Use https.")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
