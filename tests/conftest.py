"""Fixtures shared by every test."""

from pathlib import Path

import pytest

_SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real documents and labelled sets; skips the test, saying so, where it is absent."""
    if not _SHARED.is_dir():
        pytest.skip("needs the real documents of ../shared/data, which are not here")
    return _SHARED
