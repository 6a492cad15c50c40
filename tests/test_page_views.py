"""The picture of a cited page: for whoever may read it at that moment, refused in one form otherwise."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from fidedigno import Fidedigno, page_views
from fidedigno.errors import BusyError, FidedignoError, NotAvailableError
from fidedigno.ingest.cutting import Cutting
from fidedigno.model import AccessList
from fidedigno.page_views import ViewTask, view
from fidedigno.sources.connector import LiveVerdict
from tests.fakes.connector import Held
from tests.fakes.live import SOURCE, STAFF, asker, bring, open_place, system
from tests.fakes.pages import COLOURS, pdf_of
from tests.fakes.seeing import OPEN, corpus, seeing


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Fidedigno]:
    with seeing(tmp_path) as (made, _):
        yield made


def colours(png: bytes) -> set[Any]:
    opened = Image.open(io.BytesIO(png)).convert("RGB")
    return {colour for _, colour in opened.getcolors(opened.width * opened.height)}


def size(png: bytes) -> tuple[int, int]:
    opened: Image.Image = Image.open(io.BytesIO(png))
    return opened.size


def card(place: Fidedigno, words: str, user: str, corpus: str = "open") -> str:
    return place.search(words, as_user=user, corpora=[corpus])[0].evidence.id


def refusal(place: Fidedigno, evidence: str, user: str | None) -> tuple[Any, ...]:
    with pytest.raises(FidedignoError) as refused:
        place.page_image(evidence, as_user=user)
    return type(refused.value), refused.value.code, refused.value.message, refused.value.hint


def test_a_page_without_text_is_shown_whole(place: Fidedigno) -> None:
    png = place.page_image(card(place, "ventas motor", "eva"), as_user="eva")
    assert colours(png) >= {COLOURS["ventas"], COLOURS["motor"]}


def test_a_passage_is_cut_out_of_its_page(place: Fidedigno) -> None:
    evidence = card(place, "queue", "eva")
    cut, whole = (place.page_image(evidence, as_user="eva", whole=each) for each in (False, True))
    assert size(cut)[0] == size(whole)[0]
    assert size(cut)[1] < size(whole)[1] / 4
    assert COLOURS["queue"] in colours(whole) - colours(cut)
    darkest = np.asarray(Image.open(io.BytesIO(cut)).convert("L")).min()
    assert darkest < 100, "the words themselves are on it"


def test_a_stretch_of_a_passage_is_cited_like_the_passage(place: Fidedigno) -> None:
    answer = place.ask("¿Cuándo se abre la matrícula?", as_user="eva")
    evidence = answer.evidence[0].id
    assert ":" in evidence
    assert size(place.page_image(evidence, as_user="eva"))[0] > 100


def test_what_may_not_be_read_is_refused_like_what_does_not_exist(place: Fidedigno) -> None:
    missing = refusal(place, "ffffff00001", "eva")
    assert missing == (NotAvailableError, "FID500", "not available", "")
    for words in ("nómina reservada", "heating budget"):
        evidence = card(place, words, "ana", "closed")
        assert size(place.page_image(evidence, as_user="ana"))
        for user in ("eva", None, "nobody", "owner"):
            assert refusal(place, evidence, user) == missing


@pytest.mark.parametrize(
    "evidence",
    [
        "",
        "x",
        "-1",
        "0",
        "../../etc/passwd",
        "ff" * 40,
        "1:2",
        "1:2-3:4-5",
        "f" * 16,
        "1 OR true",
        "１２",
        "1\n",
    ],
)
def test_an_id_of_another_form_is_refused_in_the_same_words(place: Fidedigno, evidence: str) -> None:
    assert refusal(place, evidence, "ana") == (NotAvailableError, "FID500", "not available", "")


def test_the_right_counts_that_the_person_has_at_that_moment(tmp_path: Path, place: Fidedigno) -> None:
    evidence = card(place, "heating", "ana", "closed")
    place.page_image(evidence, as_user="ana")
    mine = {"audience": "internal", "sensitivity": "internal"}
    place.ingest(corpus(tmp_path, "closed", {}, **mine, acl="[user:eva]"))
    refusal(place, evidence, "ana")
    assert place.page_image(evidence, as_user="eva")
    place.set_enabled("eva", False)
    refusal(place, evidence, "eva")


def test_another_file_in_its_place_is_not_shown(tmp_path: Path, place: Fidedigno) -> None:
    evidence = card(place, "ventas motor", "eva")
    file = tmp_path / "open" / "informe.pdf"
    file.write_bytes(pdf_of([*OPEN[:2], ("Una página que nadie ha leído todavía.", ["arrows"])]))
    refusal(place, evidence, "eva")
    place.ingest(tmp_path / "open")
    refusal(place, evidence, "eva")  # it cites the earlier version
    assert place.page_image(card(place, "ventas motor", "eva"), as_user="eva")
    file.unlink()
    refusal(place, card(place, "ventas motor", "eva"), "eva")


def test_a_link_that_took_the_files_place_leads_nowhere(tmp_path: Path, place: Fidedigno) -> None:
    evidence = card(place, "ventas motor", "eva")
    file = tmp_path / "open" / "informe.pdf"
    (tmp_path / "elsewhere.pdf").write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(tmp_path / "elsewhere.pdf")
    refusal(place, evidence, "eva")


def test_a_document_without_pages_has_nothing_to_show(tmp_path: Path, place: Fidedigno) -> None:
    place.ingest(corpus(tmp_path, "notes", {"a.md": b"# Horno\n\nEl horno se apaga a las nueve.\n"}))
    refusal(place, card(place, "horno", "eva", "notes"), "eva")


def test_passages_are_shown_where_no_encoder_is_configured(tmp_path: Path, workspace: Fidedigno) -> None:
    workspace.ingest(corpus(tmp_path, "open", {"informe.pdf": pdf_of(OPEN)}))
    evidence = workspace.search("matrícula", as_user=None)[0].evidence.id
    assert size(workspace.page_image(evidence, as_user=None))
    from fidedigno.ingest.page_rows import page_id_of

    refusal(workspace, f"{page_id_of(1, 2):x}", None)


@pytest.mark.slow
def test_pages_are_drawn_in_a_process_of_their_own_where_there_are_workers(tmp_path: Path) -> None:
    with seeing(tmp_path, workers=1) as (place, _):
        evidence = card(place, "ventas motor", "eva")
        assert COLOURS["motor"] in colours(place.page_image(evidence, as_user="eva"))


def test_too_many_at_once_are_told_to_wait(place: Fidedigno, monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = card(place, "ventas motor", "eva")
    monkeypatch.setattr(page_views, "WAIT_SECONDS", 0.05)
    for _ in range(page_views.AT_ONCE):
        page_views._drawing.acquire()
    try:
        with pytest.raises(BusyError):
            place.page_image(evidence, as_user="eva")
        refusal(place, "ffffff00001", "eva")
    finally:
        for _ in range(page_views.AT_ONCE):
            page_views._drawing.release()


def test_a_source_that_is_asked_live_is_asked_for_the_picture_too(tmp_path: Path) -> None:
    with open_place(tmp_path / "live") as place:
        source = system({})
        source.put("open", Held("open.pdf", pdf_of(OPEN), AccessList.any_of(STAFF)))
        bring(place, source)
        fake = asker()
        place.use_live(SOURCE, fake)
        evidence = place.search("matrícula", as_user="ann")[0].evidence.id
        assert place.page_image(evidence, as_user="ann")
        fake.says["a-ann", "open"] = LiveVerdict.DENIED
        refusal(place, evidence, "ann")
        assert place.page_image(evidence, as_user="bob")


def test_drawing_never_raises(tmp_path: Path) -> None:
    task = ViewTask(tmp_path, "a.pdf", "0" * 64, 1, "", 10_000, Cutting())
    assert view(task) is None
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 broken")
    assert view(task) is None
    from fidedigno.ingest.prepare import content_hash_of

    known = content_hash_of(b"%PDF-1.7 broken", "a.pdf", Cutting())
    assert view(replace(task, content_hash=known)) is None
    assert view(replace(task, max_bytes=3)) is None
