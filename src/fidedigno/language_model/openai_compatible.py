"""A model behind the chat-completions protocol, as many services and local servers speak it.

The question's texts leave this machine if the service is elsewhere: that is for whoever configures it to
decide.
"""

from __future__ import annotations

import logging

from fidedigno.language_model.chat import Chat
from fidedigno.language_model.connection import Service
from fidedigno.language_model.posting import Cause, NothingError
from fidedigno.language_model.prompt import render
from fidedigno.language_model.reply import read_reply
from fidedigno.language_model.task import Choice, Task

MAX_TOKENS = 8
_log = logging.getLogger(__name__)


class ChatService:
    """Asks one service. Threads may share it.

    Args:
        service: where it is, and how long a choice may take, a second try included.

    Raises:
        ConfigurationError: if the package for HTTP is not installed.
    """

    def __init__(self, service: Service) -> None:
        self._chat = Chat(service, MAX_TOKENS, "a language model behind a service")

    def choose(self, task: Task) -> Choice | None:
        """One of the options, or ``None``; a log line then says why by its cause only."""
        prompt = render(task)
        cause: Cause | None = None
        choice: Choice | None = None
        try:
            choice = read_reply(self._chat.say(prompt.system, prompt.user), task)
            cause = None if choice else Cause.NO_OPTION
        except NothingError as nothing:
            cause = nothing.cause
        if cause is not None:
            _log.warning("the language model chose nothing (%s)", cause)
        return choice

    def close(self) -> None:
        """Let go of the threads; a request that runs ends with its time limit."""
        self._chat.close()
