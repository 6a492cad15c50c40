"""A secret is read from a file of its owner's alone, without waiting and without repeating it."""

import os
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError, WorkspaceError
from fidedigno.private_file import read_private, write_private


def read(path: Path) -> bytes | None:
    return read_private(path, "file of tokens", "write it", 5)


@pytest.mark.parametrize(("content", "expected"), [(b"", b""), (b"12345", b"12345"), (b"123456", None)])
def test_a_file_is_read_whole_or_not_at_all(tmp_path: Path, content: bytes, expected: bytes | None) -> None:
    path = tmp_path / "secret"
    path.write_bytes(content)
    path.chmod(0o600)
    assert read(path) == expected


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o601])
def test_a_file_that_is_open_to_others_is_refused_without_repeating_it(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"s3cr")
    path.chmod(mode)
    with pytest.raises(ConfigurationError, match="others may read this file of tokens") as refused:
        read(path)
    assert refused.value.hint == f"chmod 600 {path}"
    assert "s3cr" not in str(refused.value)


def test_what_is_missing_or_no_path_is_an_error_with_the_hint(tmp_path: Path) -> None:
    for path in (tmp_path / "absent", Path("a\x00b")):
        with pytest.raises(ConfigurationError, match="the file of tokens cannot be read") as refused:
            read(path)
        assert refused.value.hint == "write it"


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert read(tmp_path / "pipe") is None


def test_what_is_written_is_for_its_owner_alone_and_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "kept.yaml"
    path.write_text("before", encoding="utf-8")
    path.chmod(0o644)
    write_private(path, "después", "check the folder")
    assert path.read_text(encoding="utf-8") == "después"
    assert path.stat().st_mode & 0o077 == 0
    assert [each.name for each in tmp_path.iterdir()] == ["kept.yaml"]


def test_a_folder_that_is_not_there_is_said_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="cannot be written") as refused:
        write_private(tmp_path / "none" / "a", "text", "check the folder")
    assert refused.value.hint == "check the folder"
