"""The connections of a workspace: one declaration a file, in a folder that only its owner reads."""

from __future__ import annotations

import re
from pathlib import Path

from fidedigno.connected.declaration import Connection, dump, parse_connection, read_text
from fidedigno.connected.options import paths_in
from fidedigno.errors import ConfigurationError, NotAvailableError
from fidedigno.ingest.declaration import read_mapping
from fidedigno.sources.private_folder import PrivateFolder

FOLDER = "connections"
_SUFFIX = ".yaml"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,80}")


class KeptConnections:
    """The declarations that a workspace keeps. Read anew each time: they are few, and may be changed by hand.

    Args:
        workspace: the folder of the workspace.
    """

    def __init__(self, workspace: Path) -> None:
        self._folder = workspace / FOLDER

    def names(self) -> list[str]:
        """The names of all, in order."""
        if not self._folder.is_dir():
            return []
        found = (each.name.removesuffix(_SUFFIX) for each in self._folder.iterdir() if each.suffix == _SUFFIX)
        return sorted(each for each in found if _NAME.fullmatch(each))

    def all(self) -> list[Connection]:
        """All of them.

        Raises:
            ConfigurationError: if one is not valid any more.
        """
        return [self.get(name) for name in self.names()]

    def get(self, name: str) -> Connection:
        """The connection of that name.

        Raises:
            NotAvailableError: if there is none.
            ConfigurationError: if it is not valid any more.
        """
        path = self._path(name)
        connection = parse_connection(read_text(path), where=str(path), folder=self._folder)
        if connection.name != name:
            raise ConfigurationError(
                f"{path}: it declares {connection.name!r}, which is not the name of the file",
                "Connect the system again with 'fidedigno connect'.",
            )
        return connection

    def stamp(self, name: str) -> object:
        """Another value whenever the file of a connection has changed; ``None`` where there is none."""
        try:
            status = self._path(name).stat()
        except (NotAvailableError, OSError):
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def put(self, path: str | Path) -> Connection:
        """Take over a ``connection.yaml``, in place of an earlier one of that name.

        The paths in it become absolute; the files that they name stay where they are, and secrets with them.

        Raises:
            ConfigurationError: if it is not valid; nothing has changed then.
            WorkspaceError: if the workspace cannot be written.
        """
        path = Path(path)
        text = read_text(path)
        folder = path.resolve().parent
        connection = parse_connection(text, where=str(path), folder=folder)
        said, _ = read_mapping(text, where=str(path))
        for key in paths_in(connection.given):
            said["options"][key] = str((folder / Path(said["options"][key]).expanduser()).resolve())
        if connection.webhook_secret_file is not None:
            said["webhook_secret_file"] = str(connection.webhook_secret_file.resolve())
        place = PrivateFolder(self._folder)
        place.write(connection.name + _SUFFIX, dump(said).encode())
        return self.get(connection.name)

    def remove(self, name: str) -> None:
        """Forget a connection. Its corpus and its people stay as they are.

        Raises:
            NotAvailableError: if there is none of that name.
        """
        self._path(name)
        PrivateFolder(self._folder).remove(name + _SUFFIX)

    def text(self, name: str) -> str:
        """The declaration as it is kept, for whoever administers.

        Raises:
            NotAvailableError: if there is none of that name.
        """
        return read_text(self._path(name))

    def _path(self, name: str) -> Path:
        path = self._folder / f"{name}{_SUFFIX}"
        if not _NAME.fullmatch(name) or not path.is_file() or path.is_symlink():
            raise NotAvailableError("no connection is called so", "'fidedigno connections list' lists them")
        return path
