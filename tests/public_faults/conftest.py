"""A workspace in which everybody is known by their address, and one system beside it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from tests.public_faults.across import World
from tests.public_faults.adapters import SYSTEMS


@pytest.fixture
def world(request: pytest.FixtureRequest, workspace: Fidedigno, tmp_path: Path) -> Iterator[World]:
    """The system that the test is parametrized with, and a workspace to bring it into."""
    with ExitStack() as stack:
        yield World(workspace, SYSTEMS[request.param](tmp_path, stack))
