"""What a reading leaves for the next one: when it began, when all rights were read last, and under what terms."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import AwareDatetime

from fidedigno.sources.confluence.options import ConfluenceOptions
from fidedigno.sources.shapes import Shape, fits

MAX_CHARACTERS = 1000


class _Written(Shape):
    read: AwareDatetime
    swept: AwareDatetime
    terms: str


@dataclass(frozen=True, slots=True)
class Cursor:
    """``read`` is when the last reading began, ``swept`` when the last one of everything did."""

    read: datetime
    swept: datetime
    terms: str
    """A mark of the account that read and of the options that decide what is read and who may."""

    def __str__(self) -> str:
        said = {"read": self.read.isoformat(), "swept": self.swept.isoformat(), "terms": self.terms}
        return json.dumps(said, separators=(",", ":"))

    def lasts(self, now: datetime, terms: str, sweep_every: timedelta) -> bool:
        """Whether a reading of what changed is enough at ``now``. A clock set back is none to go by."""
        return self.terms == terms and self.swept <= self.read <= now < self.swept + sweep_every


def read_cursor(text: str | None) -> Cursor | None:
    """A cursor as it was written; ``None`` for any other text, after which everything is read."""
    if text is None or len(text) > MAX_CHARACTERS:
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    read: tuple[_Written] | None = fits(_Written, said)
    return None if read is None else Cursor(read[0].read, read[0].swept, read[0].terms)


def terms_of(options: ConfluenceOptions, account: str) -> str:
    """A mark that changes when another account reads or options would give other rights."""
    decisive = (
        options.url,
        account,
        sorted(options.spaces),
        options.space_access.value,
        options.anonymous_access,
        bool(options.licensed_groups),
        options.blog_posts,
    )
    return hashlib.sha256(json.dumps(decisive).encode()).hexdigest()[:16]
