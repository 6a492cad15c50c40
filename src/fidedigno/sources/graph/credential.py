"""What the connector proves itself with when it asks for a token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from fidedigno.sources.secret import SecretLike

_ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


class Credential(Protocol):
    """Gives the fields of a token request that prove who asks."""

    def proof(self, audience: str) -> Mapping[str, str]:
        """The fields; ``audience`` is the address of the token service."""
        ...


@dataclass(frozen=True, slots=True)
class ClientSecret:
    """A secret of the application. SharePoint's own interface does not take tokens made with one."""

    secret: SecretLike = field(repr=False)

    def proof(self, audience: str) -> Mapping[str, str]:  # noqa: ARG002 - a secret is for every audience
        """The secret."""
        return {"client_secret": self.secret.get_secret_value()}


@dataclass(frozen=True, slots=True)
class ClientAssertion:
    """A certificate, by way of a function that signs an assertion (a JWT) for an audience."""

    sign: Callable[[str], str] = field(repr=False)

    def proof(self, audience: str) -> Mapping[str, str]:
        """A fresh assertion."""
        return {"client_assertion_type": _ASSERTION, "client_assertion": self.sign(audience)}
