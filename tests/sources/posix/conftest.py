import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.sources.posix import accounts, connector
from tests.fakes.posix import ACCOUNTS, GROUPS


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> None:
    """The operating system has the accounts of the fake, and no others."""
    by_name = dict(ACCOUNTS) | {str(each.uid): each for each in ACCOUNTS.values()}
    monkeypatch.setattr(accounts, "find_account", by_name.get)
    monkeypatch.setattr(connector, "find_account", by_name.get)
    monkeypatch.setattr(accounts, "find_group", GROUPS.get)


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder that everybody may walk to, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="posix-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
