"""The parts of a ``connection.yaml`` as they were written, and how a fault in one is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fidedigno.connected.fields import OptionError, Place
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.declaration import CorpusDeclaration
from fidedigno.ingest.periods import parse_period

HINT = "A connection declares at least: kind, options, and corpus (owner, audience, revocation_lag …)."


@dataclass(frozen=True, slots=True)
class Part:
    """What was written, where each key is, and how faults are told."""

    said: Mapping[str, Any]
    lines: Mapping[tuple[str, ...], int]
    where: str

    def wrong(self, key: str, problem: str, hint: str, *path: str) -> ConfigurationError:
        """An error that names the line of a key, or of what is below it."""
        line = self.lines.get((key, *path), self.lines.get((key,)))
        place = f"{self.where}, line {line}" if line else self.where
        return ConfigurationError(f"{place}: {problem}", hint)

    def within(self, key: str, make: Any) -> Any:
        """What ``make`` gives; its error names the line of the key."""
        try:
            return make()
        except ConfigurationError as error:
            raise self.wrong(key, error.message, error.hint) from None

    def mapping(self, key: str) -> dict[str, Any]:
        """The keys below one."""
        found = self.said.get(key)
        if not isinstance(found, dict):
            raise self.wrong(key, f"{key} is not a list of keys with values", HINT)
        return found

    def period(self, key: str) -> timedelta | None:
        """A time, if it is said."""
        if key not in self.said:
            return None
        try:
            return parse_period(str(self.said[key]))
        except ValueError as error:
            raise self.wrong(key, f"{key}: {error}", "Write it like 15m.") from None

    def names(self, key: str, corpus: CorpusDeclaration | None) -> tuple[str, ...]:
        """A list of names, if it is said; only where there are access lists."""
        found = self.said.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, str) and each for each in found):
            raise self.wrong(key, f"{key}: not a list of names", "Write a list, also of one: [ldap-corp].")
        if found and corpus is None:
            raise self.wrong(key, f"{key}: this system has no access lists", "Leave it out.")
        return tuple(found)

    def address(self, key: str) -> str:
        """An address that a system may call: with a secret to prove, and not in clear text."""
        found = self.said.get(key, "")
        if not found and key not in self.said:
            return ""
        parts = urlsplit(found) if isinstance(found, str) and "[" not in found else urlsplit("")
        if parts.scheme != "https" or not parts.hostname or "@" in parts.netloc:
            raise self.wrong(
                key, f"{key}: not an address that begins with https://", "Write the whole address."
            )
        if "webhook_secret_file" not in self.said:
            raise self.wrong(key, f"{key}: there is no webhook_secret_file", "Name the file of a secret.")
        return str(found)

    def path(self, key: str, folder: Path) -> Path | None:
        """A path, relative to the declaration, if it is said."""
        if key not in self.said:
            return None
        try:
            return Place(folder).path(self.said[key])
        except OptionError as error:
            raise self.wrong(key, f"{key}: {error}", error.hint) from None

    def check_cadence(self, rights: timedelta, contents: timedelta, lag: timedelta | None) -> None:
        """Refuse times that cannot keep the lag."""
        if lag is not None and rights >= lag:
            raise self.wrong(
                "rights_every",
                f"rights_every ({rights}) is not shorter than revocation_lag ({lag})",
                "Rights have to be read more often than they may lag: leave it out, or write a quarter.",
            )
        if contents < rights:
            raise self.wrong(
                "contents_every",
                f"contents_every ({contents}) is shorter than rights_every ({rights})",
                "Reading contents reads rights too: write the same, or longer.",
            )
