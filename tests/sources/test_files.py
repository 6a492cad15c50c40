import os
import socket
import unicodedata
from pathlib import Path

import pytest

from fidedigno.errors import DocumentFailedError, UsageError
from fidedigno.sources.files import FilesSource, FoundFile, SkippedFile, SkipReason


def supports(name: str) -> bool:
    return name.endswith((".md", ".env"))


def source(root: Path, **globs: tuple[str, ...]) -> FilesSource:
    return FilesSource(root, supports=supports, **globs)


def found(root: Path, **globs: tuple[str, ...]) -> list[str]:
    return [each.external_id for each in source(root, **globs).walk() if isinstance(each, FoundFile)]


def skipped(root: Path, **globs: tuple[str, ...]) -> dict[str, SkipReason]:
    return {
        each.external_id: each.reason
        for each in source(root, **globs).walk()
        if isinstance(each, SkippedFile)
    }


def write(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path, encoding="utf-8")


def test_files_come_in_sorted_order_and_declarations_are_no_documents(tmp_path: Path) -> None:
    write(
        tmp_path,
        "b.md",
        "a/z.md",
        "a/b.md",
        "corpus.yaml",
        "b.md.meta.yaml",
        "c.exe",
        ".hidden.md",
        ".git/x.md",
    )
    assert found(tmp_path) == ["a/b.md", "a/z.md", "b.md"]
    assert skipped(tmp_path) == {
        "c.exe": SkipReason.UNSUPPORTED,
        ".hidden.md": SkipReason.HIDDEN,
        ".git": SkipReason.HIDDEN,
    }


def test_a_single_file_is_a_source_too(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b.md")
    assert found(tmp_path / "a.md") == ["a.md"]


def test_globs_choose(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "drafts/b.md", "x/drafts/c.md", "x/d.md")
    assert found(tmp_path, exclude=("drafts",)) == ["a.md", "x/d.md"]
    assert found(tmp_path, exclude=("drafts/**",)) == ["a.md", "x/d.md", "x/drafts/c.md"]
    assert found(tmp_path, include=("x/**/*.md",)) == ["x/d.md", "x/drafts/c.md"]
    assert found(tmp_path, include=("x/*.md",)) == ["x/d.md"]


def test_the_id_is_in_nfc_however_the_file_system_spells_it(tmp_path: Path) -> None:
    spelled = unicodedata.normalize("NFD", "añadir.md")
    write(tmp_path, spelled)
    [each] = source(tmp_path).walk()
    assert each.external_id == unicodedata.normalize("NFC", spelled)
    assert isinstance(each, FoundFile)
    assert source(tmp_path).read(each.path) == spelled.encode()


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "secret.md", "root/a.md")
    (tmp_path / "root/out.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "root/up.md").symlink_to("../secret.md")
    (tmp_path / "root/folder").symlink_to(tmp_path)
    root = tmp_path / "root"
    assert found(root) == ["a.md"]
    reasons = skipped(root)
    assert reasons["out.md"] is reasons["up.md"] is SkipReason.OUTSIDE
    assert "folder" in reasons
    for path in ("out.md", "up.md", "../secret.md", "/etc/passwd", "folder/secret.md"):
        with pytest.raises(DocumentFailedError, match="outside"):
            source(root).read(path)


def test_a_link_inside_the_folder_is_followed_and_loops_end(tmp_path: Path) -> None:
    write(tmp_path, "real.md", "deep/x.md")
    (tmp_path / "link.md").symlink_to("real.md")
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self.md").symlink_to("self.md")
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    assert found(tmp_path) == ["deep/x.md", "link.md", "real.md"]
    reasons = skipped(tmp_path)
    assert reasons["self.md"] is reasons["gone.md"] is SkipReason.UNREADABLE
    assert source(tmp_path).read("link.md") == b"real.md"


def test_a_link_put_in_place_after_the_walk_leads_nowhere(tmp_path: Path) -> None:
    write(tmp_path, "secret.md", "root/a.md")
    reader = source(tmp_path / "root")
    [each] = reader.walk()
    assert isinstance(each, FoundFile)
    (tmp_path / "root/a.md").unlink()
    (tmp_path / "root/a.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(DocumentFailedError, match="outside"):
        reader.read(each.path)


def test_pipes_and_sockets_are_passed_over_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        assert skipped(tmp_path) == {"pipe.md": SkipReason.SPECIAL, "socket.md": SkipReason.SPECIAL}
        with pytest.raises(DocumentFailedError, match="not a regular file"):
            source(tmp_path).read("pipe.md")


def test_a_file_over_the_limit_is_refused_without_reading_it(tmp_path: Path) -> None:
    with (tmp_path / "big.md").open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(DocumentFailedError, match="larger than the limit of 105 MB"):
        source(tmp_path).read("big.md")
    assert len(source(tmp_path).read("big.md", max_bytes=200_000_000)) == 200_000_000


def test_the_fingerprint_changes_with_the_file_and_with_its_sidecar(tmp_path: Path) -> None:
    write(tmp_path, "a.md")

    def mark() -> str:
        [each] = source(tmp_path).walk()
        assert isinstance(each, FoundFile)
        return each.fingerprint

    seen = [mark()]
    assert mark() == seen[0]
    os.utime(tmp_path / "a.md", ns=(1, 1))
    seen.append(mark())
    write(tmp_path, "a.md.meta.yaml")
    seen.append(mark())
    os.utime(tmp_path / "a.md.meta.yaml", ns=(1, 1))
    seen.append(mark())
    assert len(set(seen)) == 4


@pytest.mark.parametrize("target", ["nowhere", "/etc/hostname"])
def test_a_sidecar_that_leads_astray_passes_the_document_over(tmp_path: Path, target: str) -> None:
    write(tmp_path, "a.md")
    (tmp_path / "a.md.meta.yaml").symlink_to(target)
    assert found(tmp_path) == []
    assert skipped(tmp_path)["a.md"] in {SkipReason.UNREADABLE, SkipReason.OUTSIDE}


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX only")
def test_a_name_that_is_no_text_is_passed_over(tmp_path: Path) -> None:
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md"))).write_bytes(b"x")
    assert list(skipped(tmp_path).values()) == [SkipReason.BAD_NAME]


def test_folders_nested_without_end_are_cut_off(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(70):
        folder /= "d"
    folder.mkdir(parents=True)
    (folder / "a.md").touch()
    assert list(skipped(tmp_path).values()) == [SkipReason.TOO_DEEP]


def test_a_root_that_is_not_there_is_an_error_of_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        source(tmp_path / "nothing")
