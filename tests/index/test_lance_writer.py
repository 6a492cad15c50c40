"""Erasure: what was deleted is not in any file of the index."""

from pathlib import Path

import pytest

from fidedigno.index.lance_writer import LanceIndexWriter
from fidedigno.index.table import open_table
from tests.index.conformance import row


def holding(folder: Path, text: str) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("others", [0, 1, 199])
def test_a_purge_erases_deleted_text_words_and_identifiers_from_disk(
    tmp_path: Path, settled: bool, others: int
) -> None:
    writer = LanceIndexWriter(open_table(tmp_path, "tests/4", 4))
    writer.write([row(n) for n in range(1, others + 1)])
    secret = row(999, text="zanahoriasecreta", words="zanahoriasecreta", identifiers="canario-777777")
    writer.write([secret])
    if settled:
        writer.settle()
    assert holding(tmp_path, "zanahoriasecreta")
    writer.delete([999])
    writer.settle(purge=True)
    assert not holding(tmp_path, "zanahoriasecreta")
    assert not holding(tmp_path, "canario-777777")
    assert writer.is_clean()
    assert writer.count() == others


def test_texts_and_pieces_serve_the_proof_of_erasure(tmp_path: Path) -> None:
    writer = LanceIndexWriter(open_table(tmp_path, "tests/4", 4))
    writer.write([row(1, text="común y propio"), row(2, text="común")])
    assert writer.texts_of([1]) == ["común y propio"]
    assert writer.texts_of([]) == []
    writer.delete([1])
    assert writer.remaining(["común", "propio"]) == {"común"}
