import errno
import os
from pathlib import Path

import pytest

from fidedigno.sources.posix.walk import Walk, read_below


def test_only_files_of_the_folder_are_found_and_the_rest_is_counted(root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x", encoding="utf-8")
    (root / "a").mkdir()
    (root / "a" / "f.txt").write_text("x", encoding="utf-8")
    (root / "link").symlink_to(tmp_path / "secret")
    (root / "loop").symlink_to(root)
    os.mkfifo(root / "pipe")
    Path(os.fsdecode(os.fsencode(root) + b"/odd\xff")).write_text("x", encoding="utf-8")
    walk = Walk(root, share=True)
    assert [each.parts for each in walk.files()] == [("a", "f.txt")]
    assert walk.skipped == 4


def test_a_file_that_was_replaced_is_not_read(root: Path, tmp_path: Path) -> None:
    file = root / "f"
    file.write_text("mine", encoding="utf-8")
    inode = file.stat().st_ino
    assert read_below(root, ("f",), inode, 10) == b"mine"
    assert read_below(root, ("f",), inode, 3) is None
    (root / "g").write_text("other", encoding="utf-8")
    (root / "g").rename(file)
    assert read_below(root, ("f",), inode, 10) is None


def test_a_link_on_the_way_is_not_followed(root: Path, tmp_path: Path) -> None:
    (tmp_path / "f").write_text("secret", encoding="utf-8")
    (root / "d").symlink_to(tmp_path)
    with pytest.raises(OSError, match="d"):
        read_below(root, ("d", "f"), (tmp_path / "f").stat().st_ino, 10)


def test_a_disk_that_fails_is_not_an_empty_folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "d").mkdir()
    real, calls = os.listdir, list[int]()

    def broken(folder: int) -> list[str]:
        calls.append(folder)
        if len(calls) > 1:
            raise OSError(errno.EIO, "disk")
        return real(folder)

    with monkeypatch.context() as patched:
        patched.setattr(os, "listdir", broken)
        with pytest.raises(OSError, match="disk"):
            list(Walk(root, share=True).files())


def test_folders_above_count_unless_the_folder_is_a_share(root: Path) -> None:
    (root / "f").write_text("x", encoding="utf-8")
    (own,) = Walk(root, share=True).files()
    (whole,) = Walk(root, share=False).files()
    assert own.above is not None
    assert whole.above is not None
    assert (len(own.above), len(whole.above)) == (1, len(root.parents) + 1)
