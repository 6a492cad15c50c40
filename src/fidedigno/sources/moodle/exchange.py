"""One POST to the site and its answer. What fails is told as one of the causes of this connector."""

from __future__ import annotations

from collections.abc import Mapping

from fidedigno.sources.http.exchange import Exchange as HttpExchange
from fidedigno.sources.http.exchange import ExchangeError, Reply
from fidedigno.sources.moodle.errors import MoodleUnknownError, UnknownCause
from fidedigno.sources.moodle.site import MoodleSite

__all__ = ["Exchange", "Reply"]


class Exchange:
    """Connections to one site."""

    def __init__(self, site: MoodleSite) -> None:
        self._http = HttpExchange(site.limits)

    async def post(self, url: str, form: Mapping[str, str], max_bytes: int) -> Reply:
        """Post a form and read the whole answer.

        Raises:
            MoodleUnknownError: if there is no whole answer of at most ``max_bytes``.
        """
        try:
            return await self._http.send("POST", url, max_bytes, form=form)
        except ExchangeError as error:
            cause = UnknownCause(error.because.value)
        raise MoodleUnknownError(cause)

    async def close(self) -> None:
        """Close all connections; a later request opens new ones."""
        await self._http.close()
