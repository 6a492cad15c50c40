"""Debug grants: an explicit, short permission to keep texts, with the files that it owns.

A grant is two files of a private folder: one says who granted what until when and holds the key, the other
holds the texts, encrypted under that key. When the grant ends, both are overwritten and deleted; the key goes
first. Whatever cannot be read for certain grants nothing.
"""

from __future__ import annotations

import base64
import json
import os
import re
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from fidedigno.clock import Clock, utc_now
from fidedigno.errors import ConfigurationError, NotAvailableError, UsageError, WorkspaceError

MAX_GRANT = timedelta(days=7)
MAX_REASON_CHARACTERS = 500
MAX_GRANT_BYTES = 65_536
_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Grant:
    """Whose questions (``user``; everybody's if empty), and answers from which corpora, may be kept as text, who
    granted it and why, who else approved, and from when until when."""

    id: str
    user: str
    corpora: frozenset[str]
    by: str
    reason: str
    since: datetime
    until: datetime
    approved_by: str = ""
    key: bytes = field(default=b"", repr=False)

    def valid_at(self, now: datetime) -> bool:
        """Whether it is in force. A clock that has gone back before its beginning is doubt."""
        return self.since <= now < self.until <= self.since + MAX_GRANT

    def as_dict(self) -> dict[str, Any]:
        """For those who may see it; without the key."""
        return {
            "grant": self.id,
            "user": self.user,
            "corpora": sorted(self.corpora),
            "by": self.by,
            "reason": self.reason,
            "approved_by": self.approved_by,
            "since": self.since.astimezone(UTC).isoformat(),
            "until": self.until.astimezone(UTC).isoformat(),
        }


def new_grant(
    *,
    user: str,
    corpora: frozenset[str],
    by: str,
    reason: str,
    now: datetime,
    until: datetime,
    approved_by: str,
) -> Grant:
    """A grant that begins now.

    Raises:
        UsageError: if it names neither a person nor a corpus, gives no reason, or ends too late or never began.
        ConfigurationError: if nothing here can encrypt.
    """
    if not user and not corpora:
        raise UsageError("a debug grant names a person or a corpus", "give --user, --corpus or both")
    if not reason.strip() or len(reason) > MAX_REASON_CHARACTERS:
        raise UsageError(
            f"a debug grant needs a reason of at most {MAX_REASON_CHARACTERS} characters", "give --reason"
        )
    if until.tzinfo is None or not now < until <= now + MAX_GRANT:
        raise UsageError(
            f"a debug grant ends within {MAX_GRANT.days} days from now", "give a nearer, future --until"
        )
    return Grant(
        id=secrets.token_hex(8),
        user=user,
        corpora=corpora,
        by=by,
        reason=" ".join(reason.split()),
        since=now,
        until=until,
        approved_by=approved_by,
        key=_cipher_key(),
    )


def _cipher_key() -> bytes:
    return bytes(cipher().generate_key())


def cipher() -> Any:
    """The cipher, which comes from a library that not everybody installs.

    Raises:
        ConfigurationError: if it is not installed: no text is kept in the clear.
    """
    try:
        from cryptography.fernet import Fernet
    except ImportError as error:
        raise ConfigurationError(
            "texts are kept encrypted only, and nothing here can encrypt",
            "install it: pip install 'fidedigno[connectors]'",
        ) from error
    return Fernet


class GrantFolder:
    """The grants of a workspace and their texts, in ``folder``, which is made with the first one."""

    def __init__(self, folder: Path, clock: Clock = utc_now) -> None:
        self._folder = folder
        self.clock = clock

    def add(self, grant: Grant) -> None:
        """Put a grant into force.

        Raises:
            WorkspaceError: if its files cannot be written for their owner alone.
        """
        data = {**grant.as_dict(), "key": base64.b64encode(grant.key).decode()}
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._folder.chmod(0o700)
            _write_new(self.texts_of(grant.id), b"")
            _write_new(self._place(grant.id), json.dumps(data).encode())
        except OSError as error:
            raise WorkspaceError(
                f"the grant cannot be written: {error.strerror}", "check the rights of the workspace folder"
            ) from error

    def in_force(self) -> list[Grant]:
        """The grants that are valid now, oldest first. One that cannot be read for certain is none."""
        now = self.clock()
        found = (self._read(each) for each in self._ids())
        return sorted(
            (each for each in found if each is not None and each.valid_at(now)), key=lambda each: each.since
        )

    def sweep(self) -> tuple[str, ...]:
        """Delete the grants that have ended, with their texts; returns their ids. So are those that are damaged,
        and texts without a grant.

        Raises:
            WorkspaceError: if files cannot be deleted; they grant nothing all the same.
        """
        now, ended = self.clock(), []
        for each in self._ids():
            grant = self._read(each)
            if grant is None or now >= grant.until:
                self._destroy(each)
                ended.append(each)
        return tuple(ended)

    def revoke(self, grant_id: str) -> None:
        """End a grant at once and delete its texts.

        Raises:
            NotAvailableError: if there is none of that id.
        """
        if not _ID.fullmatch(grant_id) or not self._place(grant_id).exists():
            raise NotAvailableError("not available")
        self._destroy(grant_id)

    def texts_of(self, grant_id: str) -> Path:
        """The file of a grant's texts."""
        return self._folder / f"{grant_id}.texts"

    def _place(self, grant_id: str) -> Path:
        return self._folder / f"{grant_id}.grant"

    def _ids(self) -> list[str]:
        if not self._folder.is_dir():
            return []
        try:
            return sorted({each.stem for each in self._folder.iterdir() if _ID.fullmatch(each.stem)})
        except OSError as error:
            raise WorkspaceError(
                f"the debug grants cannot be read: {error.strerror}",
                "check the rights of the workspace folder",
            ) from error

    def _read(self, grant_id: str) -> Grant | None:
        try:
            place = self._place(grant_id)
            mode = place.stat().st_mode
            if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
                return None
            with place.open("rb") as stream:
                data = json.loads(stream.read(MAX_GRANT_BYTES))
            grant = Grant(
                id=grant_id,
                user=_text(data["user"]),
                corpora=frozenset(_text(each) for each in data["corpora"]),
                by=_text(data["by"]),
                reason=_text(data["reason"]),
                since=datetime.fromisoformat(data["since"]),
                until=datetime.fromisoformat(data["until"]),
                approved_by=_text(data["approved_by"]),
                key=base64.b64decode(data["key"], validate=True),
            )
        except (OSError, KeyError, TypeError, ValueError, AttributeError, RecursionError):
            return None
        timed = grant.since.tzinfo is not None and grant.until.tzinfo is not None
        return grant if timed and data["grant"] == grant_id and (grant.user or grant.corpora) else None

    def _destroy(self, grant_id: str) -> None:
        """The key first: from then on the texts mean nothing, whatever the disk keeps of them."""
        try:
            for place in (self._place(grant_id), self.texts_of(grant_id)):
                with suppress(FileNotFoundError):
                    try:
                        _overwrite(place)
                    finally:
                        place.unlink(missing_ok=True)
        except OSError as error:
            raise WorkspaceError(
                f"a grant that has ended cannot be deleted: {error.strerror}",
                "check the rights of the workspace folder",
            ) from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text was expected")
    return value


def _write_new(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content)


def _overwrite(path: Path) -> None:
    with path.open("r+b") as stream:
        left = path.stat().st_size
        while left > 0:
            left -= stream.write(bytes(min(left, 1 << 20)))
        stream.flush()
        os.fsync(stream.fileno())
