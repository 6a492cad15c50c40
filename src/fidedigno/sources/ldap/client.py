"""Reads a directory with ``ldap3``: page by page, over a safe connection, whole or not at all."""

from __future__ import annotations

import logging
import math
import ssl
import warnings
from collections.abc import Callable, Iterable
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar
from urllib.parse import urlsplit

from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.ldap.entry import Entry
from fidedigno.sources.ldap.options import LdapOptions

_log = logging.getLogger(__name__)
T = TypeVar("T")
_PAGED = "1.2.840.113556.1.4.319"
_INVALID_CREDENTIALS = 49
_TEMPORARY = frozenset({51, 52})  # busy, unavailable
_NOT_AVAILABLE = frozenset({32, 50})  # no such object, insufficient rights


class LdapReader:
    """One connection, used from one thread at a time: ``with LdapReader(options) as reader``."""

    def __init__(self, options: LdapOptions) -> None:
        self._options = options
        self._ldap3 = import_ldap3()
        self._connection: Any = None

    def __enter__(self) -> LdapReader:
        try:
            self._attempt(self._open)
        except SourceError:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection, also of one that was never whole."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.unbind()
        except (self._ldap3.core.exceptions.LDAPException, OSError):
            _log.debug("ldap:%s: the connection was closed already", self._options.name)
        # The library leaves a connection open that could not be begun.
        if connection.socket is not None:
            connection.socket.close()

    def search(self, base: str, wanted: str, attributes: Iterable[str], *, deep: bool = True) -> list[Entry]:
        """All entries below ``base`` (or ``base`` alone) that fit the filter ``wanted``.

        Raises:
            SourceError: if they could not be read whole.
        """
        return self._attempt(lambda: self._pages(base, wanted, list(attributes), deep))

    def _open(self) -> None:
        ldap3, options = self._ldap3, self._options
        parts = urlsplit(options.url)
        tls = ldap3.Tls(
            validate=ssl.CERT_REQUIRED, ca_certs_file=str(options.ca_file) if options.ca_file else None
        )
        server = ldap3.Server(
            parts.hostname,
            parts.port or (636 if parts.scheme == "ldaps" else 389),
            use_ssl=parts.scheme == "ldaps",
            tls=tls,
            get_info=ldap3.NONE,
            connect_timeout=options.timeout,
        )
        connection = ldap3.Connection(
            server,
            options.bind_dn,
            options.password.get_secret_value(),
            read_only=True,
            auto_referrals=False,
            check_names=False,
            receive_timeout=math.ceil(options.timeout),
        )
        self._connection = connection
        connection.open()
        if options.start_tls and not connection.start_tls():
            raise SourceError(SourceErrorKind.TEMPORARY, f"ldap:{options.name}: no safe connection")
        if not connection.bind():
            raise self._failed(connection.result)

    def _pages(self, base: str, wanted: str, attributes: list[str], deep: bool) -> list[Entry]:
        found: list[Entry] = []
        cookie: bytes | None = None
        scope = self._ldap3.SUBTREE if deep else self._ldap3.BASE
        while True:
            self._connection.search(
                base, wanted, scope, attributes=attributes, paged_size=self._options.page, paged_cookie=cookie
            )
            result = self._connection.result
            # Also where a limit of the server cut the list: a part of a group is not the group.
            if result["result"] != 0:
                raise self._failed(result)
            found += [_entry(each) for each in self._connection.response if each["type"] == "searchResEntry"]
            if len(found) > self._options.most:
                raise SourceError(SourceErrorKind.SHAPE, f"ldap:{self._options.name}: too many entries")
            control = (result.get("controls") or {}).get(_PAGED)
            cookie = control["value"]["cookie"] if control else None
            if not cookie:
                return found

    def _failed(self, result: dict[str, Any]) -> SourceError:
        code = result.get("result")
        kind = SourceErrorKind.SHAPE
        if code == _INVALID_CREDENTIALS:
            kind = SourceErrorKind.SIGNED_OUT
        elif code in _TEMPORARY:
            kind = SourceErrorKind.TEMPORARY
        elif code in _NOT_AVAILABLE:
            kind = SourceErrorKind.NOT_AVAILABLE
        return SourceError(kind, f"ldap:{self._options.name}: result {code}")

    def _attempt(self, what: Callable[[], T]) -> T:
        kind = SourceErrorKind.TEMPORARY
        try:
            return what()
        except self._ldap3.core.exceptions.LDAPInvalidFilterError:
            kind = SourceErrorKind.SHAPE
        except (self._ldap3.core.exceptions.LDAPException, OSError):
            pass
        # Outside of the handler: the library's error may hold names and is not kept as a context.
        raise SourceError(kind, f"ldap:{self._options.name}: not answered")


def escaped(value: str) -> str:
    """A value as it stands in a filter: no sign of it can end the value or begin another filter."""
    raw = value.encode("utf-8", "surrogatepass")
    return "".join(
        chr(each) if chr(each).isascii() and chr(each).isalnum() else f"\\{each:02x}" for each in raw
    )


def _entry(row: dict[str, Any]) -> Entry:
    values = {
        name.lower(): tuple(bytes(each) for each in held) for name, held in row["raw_attributes"].items()
    }
    return Entry(row["dn"], values)


def import_ldap3() -> ModuleType:
    """The LDAP library, an optional dependency.

    Raises:
        ConfigurationError: if it is not installed.
    """
    try:
        with warnings.catch_warnings():
            # It asks another library for names that are called otherwise now.
            warnings.simplefilter("ignore", DeprecationWarning)
            module = import_module("ldap3")
    except ImportError:
        raise ConfigurationError(
            "an LDAP directory needs ldap3", "Install it with: pip install 'fidedigno[ldap]'"
        ) from None
    return module
