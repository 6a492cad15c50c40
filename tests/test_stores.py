"""The parts of a workspace: opened when first needed, let go when it closes."""

import pytest

from fidedigno import Fidedigno
from fidedigno.errors import ConfigurationError
from fidedigno.stores import DATABASE_FILE, INDEX_FOLDER, Stores
from tests.conftest import MakeCorpus


def test_nothing_is_opened_before_it_is_needed(workspace: Fidedigno) -> None:
    stores = Stores(workspace.folder, workspace.settings, {})
    assert set(vars(stores)) == {"folder", "settings", "origins"}
    assert stores.directory.users()
    assert "embedder" not in vars(stores)
    assert not (workspace.folder / INDEX_FOLDER).exists()
    stores.close()
    assert set(vars(stores)) == {"folder", "settings", "origins"}


def test_each_part_is_made_once(workspace: Fidedigno) -> None:
    for part in ("directory", "authoriser", "classes", "rights", "declared", "catalog", "embedder", "index"):
        assert getattr(workspace, part) is getattr(workspace, part)
    assert (workspace.folder / DATABASE_FILE).is_file()
    assert (workspace.folder / INDEX_FOLDER).is_dir()


def test_a_closed_workspace_opens_its_parts_anew(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nasunto común\n"}))
    assert len(workspace.search("asunto", as_user=None)) == 1
    before = workspace.catalog
    workspace.close()
    workspace.close()
    assert workspace.catalog is not before
    assert len(workspace.search("asunto", as_user=None)) == 1


def test_an_unknown_embedder_is_a_clear_error(workspace: Fidedigno) -> None:
    wrong = workspace.settings.model_copy(update={"embedder": "no-such-model"})
    with pytest.raises(ConfigurationError, match="no-such-model"):
        _ = Stores(workspace.folder, wrong, {}).embedder
