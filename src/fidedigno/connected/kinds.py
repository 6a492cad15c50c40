"""The kinds of connected systems: where the classes of each are, and what is peculiar to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from fidedigno.errors import ConfigurationError

if TYPE_CHECKING:
    from fidedigno.sources.connector import GroupExpansion


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of system.

    Args:
        package: the module that names its classes.
        connector: the name of the connector's class.
        options: the name of the class of its options; empty where it takes a declaration of its own.
        sweep: the option that says how long rights which leave no mark may stay unread, if it has one.
        has_documents: whether it gives documents, or people alone.
        extra: what has to be installed for it; empty where nothing more has.
    """

    package: str
    connector: str
    options: str
    sweep: str = ""
    has_documents: bool = True
    extra: str = "connectors"

    def classes(self) -> tuple[type[Any], type[Any] | None]:
        """The class of the connector, and that of its options.

        Raises:
            ConfigurationError: if what it needs is not installed.
        """
        try:
            module = import_module(self.package)
        except ModuleNotFoundError as error:
            raise ConfigurationError(
                f"this kind of system needs the package {error.name}", f"pip install fidedigno[{self.extra}]"
            ) from None
        return getattr(module, self.connector), getattr(module, self.options) if self.options else None

    @property
    def page(self) -> str:
        """The name of its page in the documentation of connectors."""
        return self.package.rpartition(".")[2]

    @property
    def group_expansion(self) -> GroupExpansion:
        """When groups inside groups are resolved."""
        expansion: GroupExpansion = self.classes()[0].group_expansion
        return expansion


def _kind(name: str, connector: str, options: str, **more: Any) -> tuple[str, Kind]:
    return name, Kind(f"fidedigno.sources.{name}", connector, options, **more)


KINDS: Mapping[str, Kind] = MappingProxyType(
    dict(
        (
            _kind("confluence", "ConfluenceConnector", "ConfluenceOptions", sweep="sweep_every"),
            _kind("declared", "DeclaredConnector", ""),
            _kind("dokuwiki", "DokuWikiConnector", "DokuWikiOptions"),
            _kind("gdrive", "GoogleDrive", "GoogleDriveOptions"),
            _kind("graph", "GraphConnector", "GraphOptions", sweep="sweep"),
            _kind("jira", "JiraConnector", "JiraOptions", sweep="full_every"),
            _kind("ldap", "LdapConnector", "LdapOptions", has_documents=False, extra="ldap"),
            _kind("notion", "NotionConnector", "NotionOptions"),
            _kind("posix", "PosixConnector", "PosixOptions", extra=""),
            ("s3", Kind("fidedigno.sources.objects", "S3Connector", "S3Options", extra="objects")),
            (
                "webdav",
                Kind("fidedigno.sources.objects", "WebDavConnector", "WebDavOptions", extra="objects"),
            ),
        )
    )
)
"""Every kind by its name, which is also the first part of the names of its groups."""


def kind_named(name: object) -> Kind:
    """The kind of that name.

    Raises:
        ConfigurationError: if there is none; says the nearest.
    """
    found = KINDS.get(name) if isinstance(name, str) else None
    if found is None:
        near = get_close_matches(str(name), KINDS, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]!r}?" if near else "The kinds are: " + ", ".join(KINDS) + "."
        raise ConfigurationError(f"there is no kind of system called {str(name)[:80]!r}", hint)
    return found
