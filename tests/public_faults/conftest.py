"""A workspace in which everybody is known by their address, and one system beside it."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fidedigno import Fidedigno, Settings
from fidedigno.access import UserEntry
from tests.public_faults.across import World
from tests.public_faults.adapters import SYSTEMS
from tests.public_faults.systems import PEOPLE, address


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with people and an empty index, to be copied."""
    place = tmp_path_factory.mktemp("made-once")
    settings = Settings(embedder="none", workers=0)
    with Fidedigno.create(place, admin="owner", settings=settings) as workspace:
        for name in (*PEOPLE, "eve"):
            workspace.directory.put_user(UserEntry(name, name, address(name)))
        assert workspace.writer is not None
    return place


@pytest.fixture
def workspace(made_once: Path, tmp_path: Path) -> Iterator[Fidedigno]:
    """A workspace without vectors, owned by ``owner``, that knows the people of every system by address."""
    shutil.copytree(made_once, tmp_path / "place")
    with Fidedigno.open(tmp_path / "place") as fidedigno:
        yield fidedigno


@pytest.fixture
def world(request: pytest.FixtureRequest, workspace: Fidedigno, tmp_path: Path) -> Iterator[World]:
    """The system that the test is parametrized with, and a workspace to bring it into."""
    with ExitStack() as stack:
        yield World(workspace, SYSTEMS[request.param](tmp_path, stack))
