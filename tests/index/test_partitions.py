"""Tables are opened when they are needed, and what is not ours in the folder is left alone."""

from pathlib import Path

import pytest

from fidedigno.errors import EmbedderMismatchError
from fidedigno.index.partitions import SHARED, Partitions


def partitions(folder: Path, fingerprint: str = "tests/4") -> Partitions:
    return Partitions(folder, fingerprint, 4, lambda: frozenset({2}))


def test_nothing_is_made_before_it_is_needed(tmp_path: Path) -> None:
    tables = partitions(tmp_path / "index")
    assert list(tables.existing()) == [SHARED]
    assert tables.exists(SHARED)
    assert not tables.exists(2)
    assert not (tmp_path / "index").exists()
    assert tables.table(2) is tables.table(2)
    assert list(tables.existing()) == [SHARED, 2]
    assert tables.exists(2)


def test_other_folders_are_no_tables(tmp_path: Path) -> None:
    for name in ("corpus-x", "corpus-0", "corpus-\u0663", "other", "corpus-7"):
        (tmp_path / name).mkdir()
    (tmp_path / "corpus-9" / "chunks.lance").mkdir(parents=True)
    (tmp_path / "corpus-0" / "chunks.lance").mkdir()
    (tmp_path / "corpus-\u0663" / "chunks.lance").mkdir()
    assert list(partitions(tmp_path).existing()) == [SHARED, 9]


def test_a_table_of_another_embedder_is_refused(tmp_path: Path) -> None:
    partitions(tmp_path).table(2)
    with pytest.raises(EmbedderMismatchError):
        partitions(tmp_path, "other/4").table(2)
