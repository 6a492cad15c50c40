"""Reading for one person: with the person's own token where there is one, else as the service account.

An own token is preferred for three reasons: Moodle itself then decides what the person may see; the dates
are the person's; and asking about somebody else's submission writes an empty row into Moodle's database,
while asking about one's own does not.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from fidedigno.clock import Clock, utc_now
from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.cache import Reading, ReadingCache, ReadingKey
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.errors import MoodleError, MoodleRevokedError
from fidedigno.sources.moodle.facts import Fact, Reason, TokenKind, reason_of
from fidedigno.sources.moodle.flatten import Parameter, flatten
from fidedigno.sources.moodle.wire_types import read_shape
from fidedigno.sources.secret import SecretLike

T = TypeVar("T")
V = TypeVar("V")
_MARK_KEY = secrets.token_bytes(32)


@dataclass(frozen=True, slots=True)
class MoodlePerson:
    """Who asks: the user's id in Moodle, and the user's own token where the site gave one."""

    id: int
    token: SecretLike | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """A reading that did not succeed: why, and when."""

    reason: Reason
    read_at: datetime


Outcome: TypeAlias = Reading[T] | Failed


class Asker:
    """Reads answers of functions for one person, through the cache."""

    def __init__(
        self,
        client: MoodleClient,
        cache: ReadingCache,
        person: MoodlePerson,
        *,
        now: Clock = utc_now,
    ) -> None:
        self.now = now
        self.person = person
        self.site = client.site
        self.kind = TokenKind.SERVICE if person.token is None else TokenKind.OWN
        self._client = client
        self._cache = cache
        token = person.token if person.token is not None else client.site.service_token
        secret = token.get_secret_value() if token is not None else ""
        self._mark = hashlib.blake2b(
            secret.encode("utf-8", "replace"), key=_MARK_KEY, digest_size=16
        ).digest()

    def __repr__(self) -> str:
        return f"Asker({self.kind.value})"

    async def read(
        self, shape: Any, function: str, parameters: Mapping[str, Parameter], course: int = 0
    ) -> Reading[Any]:
        """Read an answer of a function and check its shape.

        Raises:
            MoodleError: one of the three kinds.
        """
        if self.kind is TokenKind.OWN:
            await self._check_owner()
        return await self._read(shape, function, parameters, course)

    async def _read(
        self, shape: Any, function: str, parameters: Mapping[str, Parameter], course: int
    ) -> Reading[Any]:
        about = tuple(sorted(flatten(parameters).items()))
        key = ReadingKey(self.person.id, self.kind, self._mark, course, function, about)

        async def ask() -> Any:
            answer = await self._client.call(function, parameters, token=self.person.token)
            return read_shape(shape, answer)

        return await self._cache.get(key, ask)

    async def _check_owner(self) -> None:
        """A token handed over for the wrong person would answer with somebody else's facts."""
        read = await self._read(wire.SiteInfo, "core_webservice_get_site_info", {}, 0)
        if read.value.userid != self.person.id:
            raise MoodleRevokedError

    async def attempt(
        self, shape: Any, function: str, parameters: Mapping[str, Parameter], course: int = 0
    ) -> Outcome[Any]:
        """As :meth:`read`, with the failure as a value: one fact's failure is not the others'."""
        return await self.attempted(lambda: self.read(shape, function, parameters, course))

    async def attempted(self, read: Callable[[], Awaitable[Reading[V]]]) -> Outcome[V]:
        """The reading, or why there is none."""
        began = self.now()
        try:
            return await read()
        except MoodleError as error:
            return Failed(reason_of(error), began)


def fact_of(outcome: Outcome[Any], pick: Callable[[Any], V | None]) -> Fact[V]:
    """The fact that ``pick`` takes from an answer; none where it takes nothing."""
    if isinstance(outcome, Failed):
        return Fact.unverifiable(outcome.reason, outcome.read_at)
    return Fact.of(pick(outcome.value), outcome.read_at)


def is_refused(outcome: Outcome[Any]) -> bool:
    """Whether Moodle answered that this is not for the person, or not there."""
    return isinstance(outcome, Failed) and outcome.reason is Reason.NOT_PERMITTED
