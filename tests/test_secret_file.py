"""Secrets in files: made once and whole, and not made where their absence means a loss."""

import stat
from pathlib import Path

import pytest

from fidedigno.errors import WorkspaceError
from fidedigno.secret_file import SECRET_BYTES, draft_secret, make_secret, open_secret


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    first = open_secret(tmp_path / "s", "the tests")
    assert len(first) == SECRET_BYTES
    make_secret(tmp_path / "s")
    assert open_secret(tmp_path / "s", "the tests") == first
    assert [each.name for each in tmp_path.iterdir()] == ["s"]


def test_a_secret_that_must_be_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="secret of the trail cannot be read"):
        open_secret(tmp_path / "s", "the trail", make=False)
    assert not list(tmp_path.iterdir())


def test_a_draft_is_its_owners_alone_and_differs_each_time(tmp_path: Path) -> None:
    one, other = draft_secret(tmp_path / "s"), draft_secret(tmp_path / "s")
    assert {stat.S_IMODE(each.stat().st_mode) for each in (one, other)} == {0o600}
    assert one.read_bytes() != other.read_bytes()
