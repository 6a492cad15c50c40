"""``search --pages-to`` writes the pages of what was found, and nothing that it should not."""

import json
import stat
from pathlib import Path

import pytest

from fidedigno.cli import run
from tests.fakes.pages import pdf_of
from tests.fakes.seeing import OPEN, corpus

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    assert run(["init", "--admin", "owner"]) == 0
    folder = corpus(
        tmp_path, "docs", {"informe.pdf": pdf_of(OPEN), "a.md": b"# Nota\n\nLa universidad abre.\n"}
    )
    assert run(["ingest", str(folder)]) == 0
    return tmp_path


def test_each_passage_with_a_page_has_its_picture(place: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert run(["search", "universidad matrícula", "--as", "owner", "--pages-to", "shown", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    wanted = {
        f"{each['rank']:03d}-p{page}.png"
        for each in found
        if (page := each["evidence"]["locator"].get("page"))
    }
    written = sorted((place / "shown").iterdir())
    assert {each.name for each in written} == wanted
    assert len(wanted) == 2 < len(found)
    assert all(each.read_bytes().startswith(b"\x89PNG") for each in written)
    assert {stat.S_IMODE(each.stat().st_mode) for each in written} == {0o600}


def test_a_folder_that_cannot_be_made_is_told(place: Path, capsys: Capture) -> None:
    (place / "taken").write_text("a file")
    assert run(["search", "matrícula", "--as", "owner", "--pages-to", "taken"]) == 2
    assert "--pages-to" in capsys.readouterr().err


def test_a_link_in_the_place_of_a_picture_is_not_followed(place: Path, capsys: Capture) -> None:
    (place / "shown").mkdir()
    (place / "shown" / "001-p3.png").symlink_to(place / "stolen")
    run(["search", "matrícula", "--as", "owner", "--pages-to", "shown"])
    assert not (place / "stolen").exists()
