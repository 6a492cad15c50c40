"""Pages get into the index after their texts, once, and whatever goes wrong with them leaves the text alone."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fidedigno import Fidedigno, Settings
from fidedigno.errors import EmbedderMismatchError
from fidedigno.ingest import pages as pass_over_pages
from fidedigno.ingest.pages import Drawn, DrawTask, draw
from tests.conftest import MakeCorpus
from tests.fakes.pages import DIMENSIONS, EncoderService, encoder_service, pdf_of, vector

REPORT = [("Informe anual de la universidad.", ["ventas"]), ("", ["motor", "queue"]), ("Anexo final.", [])]


@pytest.fixture
def service() -> Iterator[EncoderService]:
    with encoder_service() as running:
        yield running


@pytest.fixture
def place(tmp_path: Path, service: EncoderService) -> Iterator[Fidedigno]:
    settings = Settings(embedder="none", workers=0, page_encoder=service.setting)
    with Fidedigno.create(tmp_path / "seeing", admin="owner", settings=settings) as workspace:
        yield workspace


def public(make_corpus: MakeCorpus, files: dict[str, Any], **rules: str) -> Path:
    """A corpus that everybody may read, unless rules say otherwise."""
    return make_corpus(files, **{"audience": "public", "sensitivity": "public", **rules})


def long_pdf(count: int, size: tuple[float, float] = (300, 400)) -> bytes:
    """Pages with a line each, different enough not to be taken for a running header."""
    letters = ["".join("abcdefghij"[int(digit)] for digit in str(n)) for n in range(count)]
    return pdf_of([(f"Página {each}.", ["ventas"] * (n % 3)) for n, each in enumerate(letters)], size)


def held(place: Fidedigno) -> dict[int, tuple[int, ...]]:
    return {document: tuple(sorted(each.numbers)) for document, each in place.page_writer.held().items()}


def test_every_page_is_encoded_once(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus
) -> None:
    corpus = public(make_corpus, {"informe.pdf": pdf_of(REPORT), "a.md": "# A\n\nNo tiene páginas.\n"})
    report = place.ingest(corpus)
    assert (report.pages, report.pages_encoded, service.pages) == (3, 3, 3)
    assert list(held(place).values()) == [(1, 2, 3)]
    assert report.as_dict()["pages"] == 3
    again = place.ingest(corpus)
    assert (again.pages, again.pages_encoded, service.pages) == (0, 0, 3)
    assert again.notices == []


def test_of_a_changed_document_only_changed_pages_are_encoded(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus
) -> None:
    place.ingest(public(make_corpus, {"informe.pdf": pdf_of(REPORT)}))
    changed = [REPORT[0], ("", ["heating"]), REPORT[2], ("Nueva.", [])]
    report = place.ingest(public(make_corpus, {"informe.pdf": pdf_of(changed)}))
    assert (report.pages, report.pages_encoded) == (4, 2)
    assert list(held(place).values()) == [(1, 2, 3, 4)]
    assert place.page_writer.count() == 4, "nothing of the earlier version is left"
    assert place.page_writer.is_clean()


def test_equal_pages_of_two_documents_are_encoded_once(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus
) -> None:
    place.ingest(public(make_corpus, {"a.pdf": pdf_of(REPORT), "b.pdf": pdf_of(REPORT)}))
    assert sorted(held(place).values()) == [(1, 2, 3), (1, 2, 3)]
    assert service.pages == 3


def test_a_run_that_was_stopped_is_gone_on_with(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pass_over_pages, "WRITE_BATCH", 4)
    corpus = public(make_corpus, {"largo.pdf": long_pdf(20)})
    served, write = [0], type(place.page_writer).write

    def stops(writer: Any, rows: Any) -> None:
        served[0] += 1
        if served[0] == 3:
            raise KeyboardInterrupt
        write(writer, rows)

    monkeypatch.setattr(type(place.page_writer), "write", stops)
    with pytest.raises(KeyboardInterrupt):
        place.ingest(corpus)
    assert len(place.search("página", as_user=None)) > 0, "texts are in before the first page is drawn"
    (before,) = held(place).values()
    assert len(before) == 8
    seen = service.pages
    report = place.ingest(corpus)
    assert report.pages == 12
    assert service.pages <= seen + 12
    assert list(held(place).values()) == [tuple(range(1, 21))]


def bent(service: EncoderService, value: float, word: str) -> None:
    """Spoil the vectors of pages that show one word."""

    def bend(answer: dict[str, Any]) -> dict[str, Any]:
        data = [
            {
                **each,
                "data": [[value] * DIMENSIONS] if vector(word) in each["data"] else each["data"],
            }
            for each in answer["data"]
        ]
        return {"data": data}

    service.bend = bend


def test_a_page_that_gives_no_numbers_is_told_and_the_others_are_kept(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus
) -> None:
    bent(service, float("nan"), "motor")
    corpus = public(make_corpus, {"informe.pdf": pdf_of(REPORT)})
    report = place.ingest(corpus)
    assert (report.indexed, report.problems, report.pages) == (1, [], 2)
    (notice,) = report.notices
    assert notice.startswith("docs/informe.pdf: pages not in the index of pages: 1 ×")
    assert "not_finite" in notice
    assert list(held(place).values()) == [(1, 3)]
    assert len(place.search("informe anual", as_user=None)) > 0
    service.bend = lambda answer: answer
    assert place.ingest(corpus).pages == 1, "the next run tries again"
    assert list(held(place).values()) == [(1, 2, 3)]


@pytest.mark.parametrize("width", [3, DIMENSIONS + 1])
def test_vectors_of_another_width_leave_the_text_where_it_is(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus, width: int
) -> None:
    assert place.page_encoder.dimensions == DIMENSIONS
    service.bend = lambda answer: {"data": [{**each, "data": [[1.0] * width]} for each in answer["data"]]}
    report = place.ingest(public(make_corpus, {"informe.pdf": pdf_of(REPORT)}))
    assert (report.indexed, report.pages) == (1, 0)
    assert "3 × the encoder gave nothing that can be used (dimension)" in report.notices[0]
    assert place.page_writer.count() == 0


def test_an_encoder_that_is_down_is_left_alone_until_the_next_run(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus
) -> None:
    service.status = 404
    corpus = public(make_corpus, {"largo.pdf": long_pdf(60), "a.md": "# A\n\nTexto de otro documento.\n"})
    report = place.ingest(corpus)
    assert (report.indexed, report.problems, report.pages) == (2, [], 0)
    assert "did not answer" in report.notices[-1]
    assert len(service.service.requests) <= 2 * pass_over_pages.MAX_FAILURES
    assert len(place.search("página", as_user=None)) > 0
    service.status = 200
    assert place.ingest(corpus).pages == 60


def test_a_file_that_cannot_be_drawn_is_told_by_its_kind_of_fault(
    place: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> Iterator[object]:
        raise RuntimeError("the secret sentence of the page")

    monkeypatch.setattr(pass_over_pages, "draw_pages", breaks)
    report = place.ingest(public(make_corpus, {"informe.pdf": pdf_of(REPORT)}))
    assert report.indexed == 1
    assert "RuntimeError" in report.notices[0]
    assert "secret" not in report.notices[0]


def test_a_file_that_changed_since_its_text_was_read_is_left_to_the_next_run(
    place: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = public(make_corpus, {"informe.pdf": pdf_of(REPORT)})
    run = pass_over_pages.PagePass.run

    def later(self: Any, documents: Any, report: Any) -> None:
        wanted = list(documents)
        (corpus / "informe.pdf").write_bytes(pdf_of([("Otra cosa.", ["motor"])]))
        run(self, wanted, report)

    monkeypatch.setattr(pass_over_pages.PagePass, "run", later)
    report = place.ingest(corpus)
    assert report.pages == 0
    assert "changed while" in report.notices[0]
    monkeypatch.undo()
    assert place.ingest(corpus).pages == 1


def test_where_no_encoder_is_configured_nothing_is_drawn(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    report = workspace.ingest(public(make_corpus, {"informe.pdf": pdf_of(REPORT)}))
    assert (report.indexed, report.pages) == (1, 0)
    assert not list(workspace.folder.rglob("pages.lance"))


def test_another_encoder_is_refused_until_everything_is_made_anew(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus
) -> None:
    corpus = public(make_corpus, {"informe.pdf": pdf_of(REPORT)})
    place.ingest(corpus)
    other = place.settings.model_copy(update={"page_encoder": service.setting + "-2"})
    place.close()
    place.settings = other
    for use in (lambda: place.ingest(corpus), lambda: place.search("motor", as_user=None)):
        with pytest.raises(EmbedderMismatchError, match="encoder"):
            use()


def test_a_changed_label_moves_pages_without_drawing_or_encoding(
    place: Fidedigno, service: EncoderService, make_corpus: MakeCorpus
) -> None:
    place.directory.put_user(_user("ana"))
    files = {"informe.pdf": pdf_of(REPORT)}
    place.ingest(public(make_corpus, files, acl="[user:ana]"))
    assert len(place.search("motor", as_user="ana")) > 0
    assert place.search("motor", as_user=None) == ()
    place.ingest(public(make_corpus, files, acl="[anyone]"))
    assert len(place.search("motor", as_user=None)) > 0
    assert service.pages == 3
    report = place.ingest(
        public(make_corpus, files, acl="[user:ana]", audience="internal", sensitivity="internal")
    )
    assert place.search("motor", as_user=None) == ()
    assert (report.pages, report.pages_encoded, service.pages) == (3, 0, 3)


def _user(name: str) -> Any:
    from fidedigno.access.content import UserEntry

    return UserEntry(name, name)


@pytest.mark.slow
def test_a_pdf_of_two_thousand_pages_goes_through_in_workers(
    tmp_path: Path, service: EncoderService, make_corpus: MakeCorpus
) -> None:
    settings = Settings(embedder="none", workers=1, page_encoder=service.setting)
    with Fidedigno.create(tmp_path / "large", admin="owner", settings=settings) as place:
        report = place.ingest(public(make_corpus, {"largo.pdf": long_pdf(2_000, (60, 60))}))
        assert (report.pages, report.notices) == (2_000, [])
        (known,) = place.page_writer.held().values()
        assert len(known.numbers) == known.pages == 2_000


def test_drawing_never_raises(tmp_path: Path, place: Fidedigno, make_corpus: MakeCorpus) -> None:
    corpus = public(make_corpus, {"informe.pdf": pdf_of(REPORT)})
    place.ingest(corpus)
    wanted: list[Any] = []
    place._ingestion(None)
    ingestion = place._ingestion(None)
    ingestion._pages = _Collects(wanted)
    ingestion.run([corpus])
    (one,) = wanted
    found = draw(DrawTask(one, (1, 9), 3))
    assert (len(found.images), found.failed, found.problem) == (1, (9,), "")
    assert Image.open(io.BytesIO(found.images[0].png)).size[0] > 100
    (corpus / "informe.pdf").unlink()
    gone = draw(DrawTask(one))
    assert gone == Drawn(problem=gone.problem)
    assert gone.problem


class _Collects:
    def __init__(self, into: list[Any]) -> None:
        self._into = into

    def run(self, documents: Any, report: Any) -> None:
        self._into += documents
