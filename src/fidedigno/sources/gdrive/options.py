"""What a Google Drive connector is told: whose drives it reads, as whom, and what counts as shared."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import urlsplit

from fidedigno.access.content import EntryError, checked_email, checked_name
from fidedigno.errors import ConfigurationError
from fidedigno.sources.http.client import checked_base
from fidedigno.sources.http.limits import HttpLimits
from fidedigno.sources.secret import SecretLike

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")


@dataclass(frozen=True, slots=True)
class ServiceAccount:
    """The service account with domain-wide delegation.

    ``private_key`` is PEM, as in the key file that Google gives. It may be left out where the connector is
    given a signer of its own (a key that never leaves its vault).

    Raises:
        ConfigurationError: if the address is none.
    """

    email: str
    key_id: str = ""
    private_key: SecretLike | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "email", _address(self.email, "the service account"))


@dataclass(frozen=True, slots=True)
class GoogleDriveOptions:
    """A Google Workspace and what is read of it.

    Args:
        name: goes into the names of groups; 1-40 small letters, digits, ``_``, ``-``.
        account: the service account.
        admin: the address of an account that may read users and groups; the directory is read as it.
        reader: the address of an account that manages the shared drives read; ``admin`` when left out. An
            account that may not see who shares a file leaves that file closed.
        users: addresses whose own files are read, each as its owner. ``None``: every active account.
        drives: ids of the shared drives that are read.
        customer: the id of the Workspace, as in the Admin directory.
        people: the directory user of an account, by its main address, where the two are not named alike.
        link_shares: whether "anyone with the link" and "the domain with the link" count as sharing with
            everybody who could follow it. Without, such a link grants nobody.
        labels: ids of Drive labels that are kept with documents.
        check_seconds: how long a live check may take.
        limits: of one request, in seconds and bytes.

    Raises:
        ConfigurationError: if a value cannot be used.
    """

    name: str
    account: ServiceAccount
    admin: str
    reader: str = ""
    users: tuple[str, ...] | None = ()
    drives: tuple[str, ...] = ()
    customer: str = "my_customer"
    people: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    link_shares: bool = False
    labels: tuple[str, ...] = ()
    check_seconds: float = 5.0
    limits: HttpLimits = field(default_factory=HttpLimits)
    drive_url: str = "https://www.googleapis.com"
    admin_url: str = "https://admin.googleapis.com"
    token_url: str = "https://oauth2.googleapis.com/token"  # noqa: S105 - an address

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                "the name of a Google Drive connector is not usable",
                "Use 1-40 lower-case letters, digits, '_' or '-', such as 'corp'.",
            )
        put = object.__setattr__
        put(self, "admin", _address(self.admin, "admin"))
        put(self, "reader", _address(self.reader or self.admin, "reader"))
        if self.users is not None:
            put(self, "users", tuple(dict.fromkeys(_address(each, "users") for each in self.users)))
        for what in ("drives", "labels"):
            put(self, what, _ids(getattr(self, what), what))
        _ids((self.customer,), "customer")
        put(self, "people", MappingProxyType(_people(self.people)))
        if not self.check_seconds > 0:
            raise ConfigurationError("check_seconds is not positive", "Give it a value above 0.")
        for what in ("drive_url", "admin_url"):
            put(self, what, checked_base(getattr(self, what)))
        checked_base(self.token_url)
        if self.users == () and not self.drives:
            raise ConfigurationError("there is nothing to read", "Name users, or drives, or both.")

    @property
    def token_address(self) -> tuple[str, str]:
        """The root and the path of the address where tokens are given."""
        parts = urlsplit(self.token_url)
        return f"{parts.scheme}://{parts.netloc}", parts.path or "/"

    @property
    def fingerprint(self) -> str:
        """Changes with whatever changes the meaning of what was read before."""
        said: list[object] = [self.name, self.admin, self.reader, self.users, self.drives, self.customer]
        said += [self.link_shares, self.labels]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def service_account_from_key(text: str) -> ServiceAccount:
    """The service account of a key file (JSON), as Google gives it.

    Raises:
        ConfigurationError: if it is no such file; nothing of it is shown.
    """
    from pydantic import SecretStr

    try:
        said = json.loads(text)
        email, key_id, key = said["client_email"], said["private_key_id"], said["private_key"]
        texts = all(isinstance(each, str) for each in (email, key_id, key))
    except (ValueError, KeyError, TypeError, RecursionError):
        texts = False
    if not texts or said.get("type") != "service_account":
        raise ConfigurationError(
            "the key of the service account cannot be read", "Give the JSON file as it was downloaded."
        )
    return ServiceAccount(email, key_id, SecretStr(key))


def _address(value: object, what: str) -> str:
    try:
        address = checked_email(value)
    except EntryError:
        address = None
    if address is None:
        raise ConfigurationError(f"{what}: not an e-mail address", "Write one, such as ana@corp.example.")
    return address


def _ids(values: tuple[str, ...], what: str) -> tuple[str, ...]:
    if not all(isinstance(each, str) and _ID.fullmatch(each) for each in values):
        raise ConfigurationError(f"{what}: not an id", "Copy the id from the address of the page.")
    return tuple(dict.fromkeys(values))


def _people(said: Mapping[str, str]) -> dict[str, str]:
    try:
        return {_address(address, "people"): checked_name(name)[0] for address, name in said.items()}
    except EntryError as error:
        raise ConfigurationError(f"people: {error}", error.hint) from None
