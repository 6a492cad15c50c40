"""The table remembers which embedder made it."""

from pathlib import Path

import pytest

from fidedigno.errors import EmbedderMismatchError, WorkspaceError
from fidedigno.index.table import open_table, schema_for


def test_the_same_embedder_opens_it_again(tmp_path: Path) -> None:
    open_table(tmp_path, "model/1/4", 4)
    assert open_table(tmp_path, "model/1/4", 4).count_rows() == 0


@pytest.mark.parametrize("other", ["model/2/4", "other/1/4", "none"])
def test_any_other_is_refused_with_the_command_that_embeds_anew(tmp_path: Path, other: str) -> None:
    open_table(tmp_path, "model/1/4", 4)
    with pytest.raises(EmbedderMismatchError) as caught:
        open_table(tmp_path, other, 4)
    assert "reindex" in caught.value.hint


def test_a_place_that_cannot_be_a_folder_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(WorkspaceError):
        open_table(tmp_path / "file" / "index", "model/1/4", 4)


def test_an_index_made_with_another_analysis_of_words_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(tmp_path, "model/1/4", 4)
    monkeypatch.setattr("fidedigno.index.table.SCHEMA_VERSION", "1/2")
    with pytest.raises(EmbedderMismatchError, match="form"):
        open_table(tmp_path, "model/1/4", 4)


def test_an_index_with_other_columns_is_refused_whatever_it_calls_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = schema_for("model/1/4", 4)
    monkeypatch.setattr(
        "fidedigno.index.table.schema_for", lambda *_: made.remove(made.names.index("header"))
    )
    open_table(tmp_path, "model/1/4", 4)
    monkeypatch.undo()
    with pytest.raises(EmbedderMismatchError, match=r"other columns \(header\)") as caught:
        open_table(tmp_path, "model/1/4", 4)
    assert "reindex" in caught.value.hint
