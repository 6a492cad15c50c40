"""A page that answers as a picture lifts its chunks or stands for itself, for whoever may read it and nobody else."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno import Fidedigno
from fidedigno.gather.fuse import Fused, reciprocal_rank_fusion
from fidedigno.gather.visual import CHUNKS_A_PAGE, _fuse
from fidedigno.index.pages import IndexedPage
from fidedigno.index.protocol import OnPage
from fidedigno.model import AccessList, Question
from fidedigno.sources.connector import LiveVerdict
from tests.fakes.connector import Held
from tests.fakes.live import SOURCE, STAFF, asker, bring, open_place, system
from tests.fakes.pages import EncoderService, encoder_service, pdf_of
from tests.fakes.seeing import CLOSED, OPEN, corpus, seeing


@pytest.fixture
def seen(tmp_path: Path) -> Iterator[tuple[Fidedigno, EncoderService]]:
    with seeing(tmp_path) as made:
        yield made


def pages(found: Any) -> list[tuple[str, int | None]]:
    return [(each.evidence.locator.uri, each.evidence.locator.page) for each in found]


INFORME, NOMINA = "open/informe.pdf", "closed/nomina.pdf"


def test_a_page_without_text_is_found_by_what_is_drawn_on_it(seen: Any) -> None:
    place, _ = seen
    first, *_ = place.search("ventas motor", as_user="eva")
    assert (first.evidence.locator.uri, first.evidence.locator.page, first.evidence.content) == (
        INFORME,
        2,
        "",
    )
    assert dict(first.ranks) == {"pages": 1}
    assert first.evidence.locator.start is None
    assert first.evidence.version == "v1"


def test_a_page_lifts_its_own_chunks(seen: Any) -> None:
    place, _ = seen
    first, *_ = place.search("queue", as_user="eva")
    assert "La matrícula se abre en marzo." in first.evidence.content
    assert first.ranks["pages"] == 1
    assert "words" not in first.ranks


def test_ranks_of_words_and_pages_are_fused(seen: Any) -> None:
    place, _ = seen
    first, *_ = place.search("queue matrícula marzo", as_user="eva")
    assert "matrícula" in first.evidence.content
    assert first.ranks["words"] == first.ranks["pages"] == 1
    # Two of its three words are there: the ranking by words counts (2/3) squared.
    assert first.fused_score == pytest.approx((1 + 4 / 9) / 61)


def test_nobody_gets_or_counts_a_page_of_a_document_that_they_may_not_read(seen: Any) -> None:
    place, _ = seen
    assert NOMINA in {uri for uri, _ in pages(place.search("heating budget", as_user="ana"))}
    for user in ("eva", None, "nobody"):
        found = place.search("ventas heating budget", as_user=user, limit=200)
        assert {uri for uri, _ in pages(found)} == {INFORME}
        ranks = [each.ranks["pages"] for each in found]
        assert sorted(ranks) == [1, 2, 3], "ranks without a gap where something is withheld"


def test_what_is_withheld_changes_nothing(tmp_path: Path, seen: Any) -> None:
    place, _ = seen
    before = place.search("ventas heating", as_user="eva", limit=50)
    place.ingest(corpus(tmp_path, "closed", {"otra.pdf": pdf_of(CLOSED)}, audience="internal",
                        sensitivity="internal", acl="[user:ana]"))  # fmt: skip
    after = place.search("ventas heating", as_user="eva", limit=50)
    assert [(each.evidence.id, each.ranks, each.fused_score) for each in before] == [
        (each.evidence.id, each.ranks, each.fused_score) for each in after
    ]


def test_a_right_that_is_taken_away_closes_the_pages(tmp_path: Path, seen: Any) -> None:
    place, service = seen
    drawn = service.pages
    mine = {"audience": "internal", "sensitivity": "internal"}
    place.ingest(corpus(tmp_path, "closed", {}, **mine, acl="[user:eva]"))
    assert NOMINA not in {uri for uri, _ in pages(place.search("heating", as_user="ana"))}
    assert NOMINA in {uri for uri, _ in pages(place.search("heating", as_user="eva"))}
    assert service.pages == drawn


def test_only_the_corpora_that_are_named_are_looked_at(seen: Any) -> None:
    place, _ = seen
    assert {uri for uri, _ in pages(place.search("ventas", as_user="ana", corpora=["closed"]))} == {NOMINA}
    assert place.search("ventas", as_user="ana", corpora=["unknown"]) == ()


def test_a_removed_document_takes_its_pages_along(tmp_path: Path, seen: Any) -> None:
    place, _ = seen
    (tmp_path / "open" / "informe.pdf").unlink()
    place.ingest(tmp_path / "open")
    assert place.search("ventas motor", as_user="eva") == ()
    assert place.page_writer.count() == len(CLOSED)
    assert place.page_writer.is_clean()


def test_a_forgotten_document_leaves_no_vector_of_its_pages(tmp_path: Path, seen: Any) -> None:
    place, _ = seen
    (tmp_path / "closed" / "nomina.pdf").unlink()
    receipt = place.forget(NOMINA)
    assert receipt.proven
    assert (receipt.pages, receipt.as_dict()["pages"]) == (2, 2)
    assert "2 pages removed from the index of pages" in receipt.lines()
    assert place.page_writer.count() == len(OPEN)
    assert pages(place.search("heating", as_user="ana", corpora=["closed"])) == []


def test_without_the_encoder_questions_are_answered_by_the_other_rankers(
    seen: Any, caplog: pytest.LogCaptureFixture
) -> None:
    place, service = seen
    service.status = 404
    found = place.search("matrícula ventas", as_user="eva")
    assert pages(found) == [(INFORME, 3)]
    assert "pages" not in found[0].ranks
    assert "no_answer" in caplog.text
    assert "ventas" not in caplog.text, "logs hold no question"


def test_an_answer_never_rests_on_a_page_without_words(seen: Any) -> None:
    place, _ = seen
    answer = place.ask("¿Cuándo se abre la matrícula?", as_user="eva")
    assert "marzo" in answer.claims[0].text
    nothing = place.ask("¿Qué dicen ventas y motor?", as_user="eva")
    assert all(claim.text.strip() for claim in nothing.claims)
    assert nothing.decision.value in {"abstain", "clarify", "answer_limited", "escalate"}


def test_pages_without_words_take_no_place_from_passages(tmp_path: Path, seen: Any) -> None:
    place, _ = seen
    drawn = [
        ("# Portada\nPrimera.", []),
        *[("", ["arrows"] * (1 + n)) for n in range(8)],
        ("# Final\nLa nota.", []),
    ]
    place.ingest(corpus(tmp_path, "drawn", {"láminas.pdf": pdf_of(drawn)}))
    question = Question("arrows nota final", frozenset({"drawn"}))
    gathered = place.pipeline.gather(question, place.identity("eva"), 2)
    assert [bool(each.evidence.content) for each in gathered.candidates].count(True) == 2
    assert len(gathered.candidates) > 2
    assert [each.rank for each in gathered.candidates] == list(range(1, len(gathered.candidates) + 1))
    assert len(place.search("arrows nota final", as_user="eva", corpora=["drawn"], limit=2)) == 2


def test_pages_of_live_corpora_are_asked_about_before_they_are_shown(tmp_path: Path) -> None:
    with encoder_service() as service, open_place(tmp_path / "live", page_encoder=service.setting) as place:
        source = system({})
        for name, content in (("open", pdf_of(OPEN)), ("closed", pdf_of(CLOSED))):
            source.put(name, Held(f"{name}.pdf", content, AccessList.any_of(STAFF)))
        bring(place, source)
        assert place.search("ventas", as_user="ann") == ()
        fake = asker()
        place.use_live(SOURCE, fake)
        found = {each.evidence.title for each in place.search("ventas", as_user="ann")}
        assert len(found) == 2
        fake.says["a-ann", "closed"] = LiveVerdict.DENIED
        left = place.search("ventas budget", as_user="ann", limit=50)
        assert {each.evidence.title for each in left} == found - {_title(found, left)}
        assert sorted(each.ranks["pages"] for each in left) == [1, 2, 3]
        assert len(place.search("ventas budget", as_user="bob", limit=50)) == 5


def _title(found: set[str], left: Any) -> str:
    (gone,) = found - {each.evidence.title for each in left}
    return gone


def page(number: int) -> IndexedPage:
    return IndexedPage(10_000 + number, number, number, 1, 1, 1)


def test_a_page_without_a_chunk_of_its_own_lifts_the_one_that_goes_on_there() -> None:
    there = {(1, 1): OnPage((), 7), (2, 1): OnPage((), 7), (3, 1): OnPage((8,), 7)}
    empty, written, begun = page(1), replace(page(2), letters=30), replace(page(3), letters=30)
    found, ranks, alone = _fuse(Fused((), {}), [empty, written, begun], there)
    assert ranks == {10_001: 1, 7: 2, 8: 3}
    assert set(alone) == {10_001}
    assert [each for each, _ in found.order] == [10_001, 7, 8]
    assert found.parts["pages"] == {each: pytest.approx(1 / (60 + rank)) for each, rank in ranks.items()}


@given(
    ranked=st.lists(st.integers(1, 30), unique=True, max_size=10),
    seen_pages=st.lists(st.integers(1, 8), unique=True, max_size=6),
    chunks=st.dictionaries(
        st.integers(1, 8), st.lists(st.integers(1, 30), unique=True, max_size=5), max_size=8
    ),
)
def test_fusing_adds_the_gain_of_its_page_to_every_chunk_that_is_lifted(ranked, seen_pages, chunks) -> None:
    fused = reciprocal_rank_fusion({"words": ranked})
    before = Fused(tuple(fused), {"words": dict(fused)})
    there = {(number, 1): OnPage(tuple(sorted(each)), 99) for number, each in chunks.items()}
    found, _, alone = _fuse(before, [page(each) for each in seen_pages], there)
    expected = dict(fused)
    for rank, number in enumerate(seen_pages, start=1):
        mine = sorted(chunks.get(number, []))
        lifted = [each for each in mine if each in ranked] or mine[:CHUNKS_A_PAGE] or [10_000 + number]
        for each in lifted:
            expected[each] = expected.get(each, 0) + 1 / (60 + rank)
    assert {each: pytest.approx(score) for each, score in found.order} == expected
    assert [score for _, score in found.order] == sorted((score for _, score in found.order), reverse=True)
    assert set(alone) == {10_000 + number for number in seen_pages if not chunks.get(number)}
