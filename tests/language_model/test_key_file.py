"""A key is read from a file of its owner's alone, and no error repeats it."""

import os
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.language_model.key_file import MAX_BYTES, read_key


def key_file(folder: Path, content: bytes, mode: int = 0o600) -> Path:
    path = folder / "model.key"
    path.write_bytes(content)
    path.chmod(mode)
    return path


def test_a_key_is_read_without_the_line_end(tmp_path: Path) -> None:
    assert read_key(key_file(tmp_path, b"sk-abc123\n")) == "sk-abc123"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(ConfigurationError, match="others may read") as refused:
        read_key(key_file(tmp_path, b"sk-abc123", mode))
    assert refused.value.hint.startswith("chmod 600")


@pytest.mark.parametrize(
    "content", [b"", b" \n", b"two words", b"key\nother", "clé".encode(), b"a\x00b", b"k" * (MAX_BYTES + 1)]
)
def test_what_is_not_one_key_is_refused_without_repeating_it(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ConfigurationError, match="does not hold one key") as refused:
        read_key(key_file(tmp_path, content))
    assert not content.strip() or content.strip().decode() not in str(refused.value)


def test_a_missing_file_a_folder_and_a_pipe_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        read_key(tmp_path / "absent")
    tmp_path.chmod(0o700)
    with pytest.raises(ConfigurationError, match=r"one key|cannot be read"):
        read_key(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    with pytest.raises(ConfigurationError, match="one key"):
        read_key(pipe)
