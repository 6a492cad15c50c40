"""Options that are kept in files of their own, which their owner alone may read. No message repeats them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from fidedigno.connected.fields import OptionError, Place
from fidedigno.errors import ConfigurationError
from fidedigno.private_file import read_private

MOST_BYTES = 65_536
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
_HINT = "Write the secret, and nothing else, into a file that only you may read (chmod 600)."


def secret_text(value: object, place: Place) -> str:
    """The text of the file that ``value`` names, without the line's end.

    Raises:
        OptionError: if it is missing, empty, no text, too large, or others may read it.
    """
    try:
        return read_secret(place.path(value))
    except ConfigurationError as error:
        raise OptionError(error.message, error.hint) from None


def read_secret(path: Path) -> str:
    """The text of a file that its owner alone may read, without the line's end.

    Raises:
        ConfigurationError: if it is missing, empty, no text, too large, or others may read it.
    """
    content = read_private(path, "secret", _HINT, MOST_BYTES)
    try:
        text = None if content is None else content.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        text = None  # its message would hold the bytes
    if not text:
        raise ConfigurationError(f"{path}: it holds no secret", _HINT)
    return text


def secret(value: object, place: Place) -> object:
    """A secret that does not show itself."""
    from pydantic import SecretStr

    return SecretStr(secret_text(value, place))


def client_secret(value: object, place: Place) -> object:
    """The secret of an application of Microsoft 365."""
    from fidedigno.sources.graph import ClientSecret

    return ClientSecret(secret(value, place))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class CertificateFile:
    """The private key and the certificate of an application of Microsoft 365, in PEM, in one text."""

    pem: str = field(repr=False)

    def of(self, client: str) -> object:
        """The credential of the application ``client``.

        Raises:
            ConfigurationError: if the text does not hold a key and its certificate; nothing of it is shown.
        """
        from pydantic import SecretStr

        from fidedigno.sources.graph import client_certificate as credential

        found = _CERTIFICATE.search(self.pem)
        key = _CERTIFICATE.sub("", self.pem).strip()
        return credential(client, SecretStr(key), found[0] if found else "")


def client_certificate(value: object, place: Place) -> object:
    """The certificate of an application of Microsoft 365, with its key; it waits for the application's id."""
    return CertificateFile(secret_text(value, place))


def service_account(value: object, place: Place) -> object:
    """The service account of the key file that Google gives."""
    from fidedigno.sources.gdrive import service_account_from_key

    try:
        return service_account_from_key(secret_text(value, place))
    except ConfigurationError as error:
        raise OptionError(error.message, error.hint) from None
