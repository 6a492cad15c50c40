"""One exchange with a service that speaks the chat-completions protocol: what is sent, and what it said first."""

from __future__ import annotations

from fidedigno.language_model.connection import Service
from fidedigno.language_model.posting import Cause, NothingError, Posting

MAX_BODY = 65_536
"""Bytes of an answer."""


class Chat:
    """Asks one service. Threads may share it. Every answer is the one that the service holds for the likeliest.

    Args:
        service: where it is, and how long one exchange may take, a second try included.
        max_tokens: of an answer.
        what: what needs the package for HTTP, for the error.

    Raises:
        ConfigurationError: if the package for HTTP is not installed.
    """

    def __init__(self, service: Service, max_tokens: int, what: str) -> None:
        self.model = service.model
        self._max_tokens = max_tokens
        self._posting = Posting(
            f"{service.url}/chat/completions", service.key, service.seconds, MAX_BODY, what
        )

    def say(self, system: str, user: object) -> object:
        """The content of the first choice, not checked in any way.

        Raises:
            NothingError: if there is no answer, or none with a first choice.
        """
        body = {
            "model": self.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "temperature": 0,
            "max_tokens": self._max_tokens,
            "stream": False,
        }
        (answer,) = self._posting.post([body])
        try:
            return answer["choices"][0]["message"]["content"]  # type: ignore[index]
        except (LookupError, TypeError):
            raise NothingError(Cause.SHAPE) from None

    def close(self) -> None:
        """Let go of the threads; a request that runs ends with its time limit."""
        self._posting.close()
