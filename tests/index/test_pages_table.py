"""Tables of pages carry the encoder that made them, and nothing but a writing makes one."""

from pathlib import Path

import pytest

from fidedigno.errors import EmbedderMismatchError, WorkspaceError
from fidedigno.index.pages_table import PAGES_TABLE, PageTables, pages_schema, pages_to_arrow, width_of
from tests.index.pages_conformance import QUESTION, page


def tables(folder: Path, encoder: str = "tests") -> PageTables:
    return PageTables(folder, frozenset, encoder, lambda: 4)


def test_rows_come_back_as_they_were_written() -> None:
    schema = pages_schema("tests", 4)
    assert width_of(schema) == 4
    table = pages_to_arrow([page(1, vectors=QUESTION), page(2)], schema)
    assert table["page_id"].to_pylist() == [1, 2]
    assert table["vectors"].to_pylist() == [QUESTION.tolist(), QUESTION[:1].tolist()]
    assert pages_to_arrow([], schema).num_rows == 0


def test_looking_makes_no_table(tmp_path: Path) -> None:
    opened = tables(tmp_path)
    assert list(opened.existing()) == []
    assert not opened.exists(0)
    with pytest.raises(WorkspaceError):
        opened.table(0)
    assert not list(tmp_path.rglob("*.lance"))


@pytest.mark.parametrize("use", ["searchable", "writable"])
def test_another_encoder_is_refused_and_says_what_to_do(tmp_path: Path, use: str) -> None:
    tables(tmp_path).writable(0)
    with pytest.raises(EmbedderMismatchError, match="encoder 'tests'") as refused:
        getattr(tables(tmp_path, "other"), use)(0)
    assert "reindex" in refused.value.hint
    assert tables(tmp_path, "other").table(0).count_rows() == 0


def test_another_form_is_refused(tmp_path: Path) -> None:
    import lancedb

    schema = pages_schema("tests", 4).with_metadata({b"fidedigno.page_encoder": b"tests"})
    lancedb.connect(tmp_path).create_table(PAGES_TABLE, schema=schema)
    with pytest.raises(EmbedderMismatchError, match="form"):
        tables(tmp_path).searchable(0)


def test_the_encoder_is_asked_for_its_dimensions_only_when_a_table_is_made(tmp_path: Path) -> None:
    asked = []

    def dimensions() -> int:
        asked.append(1)
        return 4

    opened = PageTables(tmp_path, frozenset, "tests", dimensions)
    list(opened.existing())
    opened.writable(0)
    opened.writable(0)
    PageTables(tmp_path, frozenset, "tests", dimensions).searchable(0)
    assert len(asked) == 1
