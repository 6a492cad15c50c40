"""The parts that see pages rest where no encoder is configured, and are let go with the workspace."""

from pathlib import Path

import pytest

from fidedigno import Fidedigno, Settings, page_parts
from fidedigno.errors import ConfigurationError
from tests.fakes.seeing import seeing


def test_without_an_encoder_there_is_nothing_but_upkeep(workspace: Fidedigno) -> None:
    assert workspace.page_encoder is None
    assert workspace.page_finder is None
    assert workspace.page_pass is None
    assert workspace.page_writer.count() == 0
    assert not (workspace.folder / page_parts.INDEX_FOLDER / "pages.lance").exists()


def test_closing_lets_go_of_them_and_they_come_back(tmp_path: Path) -> None:
    with seeing(tmp_path) as (place, _):
        assert place.search("ventas", as_user="eva")
        encoder, finder = place.page_encoder, place.page_finder
        place.close()
        assert not {"page_encoder", "page_finder", "page_index"} & place.__dict__.keys()
        assert place.search("ventas", as_user="eva")
        assert place.page_encoder is not encoder
        assert place.page_finder is not finder


def test_making_the_index_anew_makes_pages_anew(tmp_path: Path) -> None:
    with seeing(tmp_path) as (place, service):
        drawn = service.pages
        report = place.reindex()
        assert report.pages == report.pages_encoded == service.pages - drawn == 5
        assert place.search("ventas", as_user="eva")[0].ranks["pages"] == 1


def test_a_setting_that_names_no_encoder_is_told(tmp_path: Path) -> None:
    settings = Settings(embedder="none", page_encoder="https://gpu.example/pooling")
    place = Fidedigno.create(tmp_path, admin="owner", settings=settings)
    with place, pytest.raises(ConfigurationError, match="page_encoder"):
        place.search("ventas", as_user=None)
