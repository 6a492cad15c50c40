"""A model that looks at a picture and describes it, behind the chat-completions protocol with image input.

A description is generated: it may help to find the picture's page, and must never be shown, quoted or checked
against as if the source had said it. :class:`Description` is a type of its own so that it cannot be taken for text of
a document. A picture may hold words that are meant to steer the model; what comes back is data all the same, of
bounded length, without control characters and on one line.
"""

from __future__ import annotations

import base64
import logging
from dataclasses import dataclass
from typing import Protocol

from fidedigno.catalogue import Wording
from fidedigno.language_model.chat import Chat
from fidedigno.language_model.connection import Service
from fidedigno.language_model.posting import Cause, NothingError

MAX_CHARACTERS = 600
MAX_TOKENS = 200
MAX_PICTURE_BYTES = 4_000_000
"""Of the PNG or JPEG that is sent; a larger one is to be scaled down first."""
_KINDS = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"))
_WORDING = Wording("fidedigno.language_model", "vision.yaml", called="instruction")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Description:
    """What a model says that a picture shows. ``model`` names the model: this is no text of any source."""

    text: str
    model: str


class PictureDescriber(Protocol):
    """Describes one picture."""

    def describe(self, picture: bytes, language: str) -> Description | None:
        """Describe a PNG or JPEG in ``language`` (``es``, else English); ``None`` where there is nothing to be had."""
        ...


class ChatVision:
    """Asks one service. Threads may share it.

    The picture leaves this machine if the service is elsewhere: whoever configures it must be allowed to send what
    the corpus holds.

    Args:
        service: where it is, and how long a description may take, a second try included.

    Raises:
        ConfigurationError: if the package for HTTP is not installed.
    """

    def __init__(self, service: Service) -> None:
        self._chat = Chat(service, MAX_TOKENS, "a model that describes pictures")

    def describe(self, picture: bytes, language: str) -> Description | None:
        """A description, or ``None``; a log line then says why by its cause only."""
        kind = next((kind for magic, kind in _KINDS if picture.startswith(magic)), None)
        cause: Cause
        if kind is None or len(picture) > MAX_PICTURE_BYTES:
            cause = Cause.TOO_LARGE if kind else Cause.SHAPE
        else:
            try:
                if text := _clean(self._chat.say(_WORDING.say("describe", language), _shown(picture, kind))):
                    return Description(text, self._chat.model)
                cause = Cause.SHAPE
            except NothingError as nothing:
                cause = nothing.cause
        _log.warning("the picture was not described (%s)", cause)
        return None

    def close(self) -> None:
        """Let go of the threads; a request that runs ends with its time limit."""
        self._chat.close()


def _shown(picture: bytes, kind: str) -> list[dict[str, object]]:
    """A picture as the protocol takes it."""
    url = f"data:{kind};base64,{base64.b64encode(picture).decode('ascii')}"
    return [{"type": "image_url", "image_url": {"url": url}}]


def _clean(content: object) -> str:
    """What was said on one line, without what is not printed; empty where it is no text."""
    if not isinstance(content, str):
        return ""
    printed = "".join(each if each.isprintable() else " " for each in content[: MAX_CHARACTERS * 4])
    return " ".join(printed.split())[:MAX_CHARACTERS]
