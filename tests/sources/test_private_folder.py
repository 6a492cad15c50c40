"""A flat folder that only its owner reads."""

import os
import stat
from pathlib import Path

import pytest

from fidedigno.errors import WorkspaceError
from fidedigno.sources.private_folder import PrivateFolder


def test_what_is_written_is_read_by_the_owner_alone(tmp_path: Path) -> None:
    folder = PrivateFolder(tmp_path / "mirror" / "course-2")
    assert folder.write("page-1.html", b"text")
    assert folder.read("page-1.html") == b"text"
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder.path / "page-1.html").stat().st_mode) == 0o600
    assert folder.names() == ["page-1.html"]


def test_an_unchanged_file_keeps_its_time(tmp_path: Path) -> None:
    folder = PrivateFolder(tmp_path)
    folder.write("a.txt", b"text")
    os.utime(tmp_path / "a.txt", (1, 1))
    assert not folder.write("a.txt", b"text")
    assert (tmp_path / "a.txt").stat().st_mtime == 1
    assert folder.write("a.txt", b"other")


@pytest.mark.parametrize(
    "name", ["../a", "/etc/passwd", "a/b", "", "A.txt", "a\n", "..", ".", "a..b", "x" * 300]
)
def test_a_name_that_is_not_plain_is_refused(name: str, tmp_path: Path) -> None:
    folder = PrivateFolder(tmp_path)
    for act in (folder.read, folder.has, folder.remove, lambda each: folder.write(each, b"")):
        with pytest.raises(WorkspaceError):
            act(name)


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target.txt"
    target.write_bytes(b"untouched")
    folder = PrivateFolder(tmp_path / "mirror")
    (folder.path / "a.txt").symlink_to(target)
    assert folder.read("a.txt") is None
    assert not folder.has("a.txt")
    folder.write("a.txt", b"new")
    assert target.read_bytes() == b"untouched"
    assert folder.read("a.txt") == b"new"


def test_a_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(WorkspaceError):
        PrivateFolder(tmp_path / "link")


def test_removing_says_whether_there_was_one(tmp_path: Path) -> None:
    folder = PrivateFolder(tmp_path)
    folder.write("a.txt", b"")
    assert folder.remove("a.txt")
    assert not folder.remove("a.txt")


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WorkspaceError):
        PrivateFolder(tmp_path / "file" / "mirror")


def test_many_files_are_written_whole_and_those_that_differ_are_counted(tmp_path: Path) -> None:
    folder = PrivateFolder(tmp_path / "mirror")
    files = {f"{n}.txt": f"text {n}".encode() for n in range(2_100)}
    assert folder.write_all(files.items()) == 2_100
    before = (folder.path / "7.txt").stat().st_mtime_ns
    files["8.txt"] = b"another"
    assert folder.write_all(iter(files.items())) == 1
    assert {name: folder.read(name) for name in folder.names()} == files
    assert (folder.path / "7.txt").stat().st_mtime_ns == before
    assert not [each for each in folder.path.iterdir() if each.name.startswith(".new-")]


def test_one_file_of_many_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    folder = PrivateFolder(tmp_path / "mirror")
    (folder.path / "b.txt").mkdir()
    with pytest.raises(WorkspaceError):
        folder.write_all([("a.txt", b"1"), ("b.txt", b"2"), ("c.txt", b"3")])
