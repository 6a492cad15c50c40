"""Secrets of connectors: held by something that does not show itself."""

from __future__ import annotations

from typing import Protocol


class SecretLike(Protocol):
    """A secret that does not show itself, such as ``pydantic.SecretStr``."""

    def get_secret_value(self) -> str:
        """The secret itself."""
        ...
